/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* stp_to_instructions CONFIG ELF STREAM: STP to SyS-T messages, the RAW ones of the traced source
 * to packets, and these to the address of each instruction that retired. */
#include <inttypes.h>
#include <rvt/rvt.h>
#include <stdio.h>

struct source {
    struct rvt_trace_decoder *decoder;
    unsigned master, channel, protocol;
    unsigned findings;
};

static enum rvt_status print_instruction(void *context, uint64_t address)
{
    (void)context;
    return printf("%" PRIx64 "\n", address) > 0 ? RVT_OK : RVT_ERR_IO;
}

static enum rvt_status take_range(void *context, const struct rvt_decoder_range *range)
{
    const struct source *source = (const struct source *)context;

    return rvt_trace_decoder_instructions(source->decoder, range, print_instruction, NULL);
}

static enum rvt_status take_fault(void *context, const struct rvt_diagnosis *fault)
{
    char text[256];

    ((struct source *)context)->findings++;
    rvt_diagnosis_format(fault, text, sizeof text);
    printf("fault: %s\n", text);
    return RVT_OK;
}

/* What breaks a rule of STP or SyS-T; where it may have cost bytes, the decoder starts anew. */
static void take_finding(void *context, const struct rvt_rule_finding *finding)
{
    struct source *source = (struct source *)context;
    char text[256];

    source->findings++;
    rvt_rule_finding_format(finding, text, sizeof text);
    printf("finding: %s\n", text);
    if (finding->severity == RVT_RULE_ERROR && rvt_trace_decoder_lost(source->decoder) != RVT_OK)
        printf("stopped\n");
}

static void take_message(void *context, const struct rvt_syst_delivery *delivery)
{
    struct source *source = (struct source *)context;
    const struct rvt_message *message = delivery->message;

    if (message->type == RVT_MESSAGE_RAW && message->subtype == source->protocol &&
        delivery->master == source->master && delivery->channel == source->channel &&
        rvt_trace_decoder_push(source->decoder, message->body, message->body_bytes) != RVT_OK)
        printf("stopped\n");
}

/* Where the configuration says that the source is. */
static enum rvt_status find_source(const struct rvt_configuration *config, struct source *source)
{
    if (rvt_configuration_get(config, "transport.master", &source->master) != RVT_OK ||
        rvt_configuration_get(config, "transport.channel", &source->channel) != RVT_OK)
        return RVT_ERR_PARAMETER;
    return rvt_configuration_get(config, "transport.protocol", &source->protocol);
}

static enum rvt_status decode(struct source *source, FILE *stream)
{
    struct rvt_syst_receiver *receiver = NULL;
    struct rvt_syst_callbacks callbacks;
    uint8_t data[4096];
    size_t bytes;

    RVT_CLEAR(&callbacks);
    callbacks.context = source;
    callbacks.message = take_message;
    callbacks.finding = take_finding;
    enum rvt_status status = rvt_syst_receiver_open(NULL, &callbacks, &receiver);
    while (status == RVT_OK && (bytes = fread(data, 1, sizeof data, stream)) > 0)
        status = rvt_syst_receiver_push(receiver, data, bytes);
    if (status == RVT_OK)
        status = rvt_syst_receiver_finish(receiver);
    rvt_syst_receiver_close(receiver);
    return status == RVT_OK ? rvt_trace_decoder_finish(source->decoder) : status;
}

int main(int argc, char **argv)
{
    struct rvt_configuration *config = NULL;
    struct rvt_program *program = NULL;
    struct rvt_decoder_callbacks callbacks;
    struct rvt_diagnosis why;
    struct source source = {NULL, 0, 0, 0, 0};
    char text[256];
    FILE *stream = argc == 4 ? fopen(argv[3], "rb") : NULL;

    RVT_CLEAR(&why);
    RVT_CLEAR(&callbacks);
    callbacks.context = &source;
    callbacks.range = take_range;
    callbacks.fault = take_fault;
    if (stream == NULL)
        return 2;
    enum rvt_status status = rvt_configuration_load(argv[1], &config, &why);
    if (status == RVT_OK)
        status = find_source(config, &source);
    if (status == RVT_OK)
        status = rvt_program_new(config, false, &program);
    if (status == RVT_OK)
        status = rvt_program_add_elf(program, argv[2], &why);
    if (status == RVT_OK)
        status = rvt_trace_decoder_open(config, program, &callbacks, 0, &source.decoder, &why);
    if (status == RVT_OK)
        status = decode(&source, stream);
    rvt_diagnosis_format(&why, text, sizeof text);
    if (status != RVT_OK)
        fprintf(stderr, "stp_to_instructions: %s\n", text);
    rvt_trace_decoder_close(source.decoder);
    rvt_program_free(program);
    rvt_configuration_free(config);
    fclose(stream);
    return status == RVT_OK && source.findings == 0 ? 0 : 1;
}
