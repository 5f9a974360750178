/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* decode CONFIG ELF STREAM: encapsulated bytes to the instructions that retired, a range a line. */
#include <inttypes.h>
#include <rvt/rvt.h>
#include <stdio.h>

static enum rvt_status print_range(void *context, const struct rvt_decoder_range *range)
{
    (void)context;
    printf("%" PRIx64 "..%" PRIx64 " %" PRIu64 "\n", range->first, range->last, range->count);
    return RVT_OK;
}

static enum rvt_status print_trap(void *context, const struct rvt_decoder_trap *trap)
{
    (void)context;
    printf("%s %" PRIu32 " at %" PRIx64 "\n", trap->interrupt ? "interrupt" : "exception",
           trap->ecause, trap->epc);
    return RVT_OK;
}

static enum rvt_status print_fault(void *context, const struct rvt_diagnosis *fault)
{
    char text[256];

    ++*(unsigned *)context;
    rvt_diagnosis_format(fault, text, sizeof text);
    printf("fault: %s\n", text);
    return RVT_OK;
}

/* Pushes the file through the decoder. */
static enum rvt_status decode(struct rvt_trace_decoder *decoder, FILE *stream)
{
    uint8_t data[4096];
    size_t bytes;
    enum rvt_status status = RVT_OK;

    while (status == RVT_OK && (bytes = fread(data, 1, sizeof data, stream)) > 0)
        status = rvt_trace_decoder_push(decoder, data, bytes);
    return status == RVT_OK ? rvt_trace_decoder_finish(decoder) : status;
}

int main(int argc, char **argv)
{
    struct rvt_configuration *config = NULL;
    struct rvt_program *program = NULL;
    struct rvt_trace_decoder *decoder = NULL;
    struct rvt_decoder_callbacks callbacks;
    struct rvt_diagnosis why;
    unsigned faults = 0;
    char text[256];
    FILE *stream = argc == 4 ? fopen(argv[3], "rb") : NULL;

    RVT_CLEAR(&why);
    RVT_CLEAR(&callbacks);
    callbacks.context = &faults;
    callbacks.range = print_range;
    callbacks.trap = print_trap;
    callbacks.fault = print_fault;
    if (stream == NULL)
        return 2;
    enum rvt_status status = rvt_configuration_load(argv[1], &config, &why);
    if (status == RVT_OK)
        status = rvt_program_new(config, false, &program);
    if (status == RVT_OK)
        status = rvt_program_add_elf(program, argv[2], &why);
    if (status == RVT_OK)
        status = rvt_trace_decoder_open(config, program, &callbacks, 0, &decoder, &why);
    if (status == RVT_OK)
        status = decode(decoder, stream);
    rvt_diagnosis_format(&why, text, sizeof text);
    if (status != RVT_OK)
        fprintf(stderr, "decode: %s\n", text);
    rvt_trace_decoder_close(decoder);
    rvt_program_free(program);
    rvt_configuration_free(config);
    fclose(stream);
    return status == RVT_OK && faults == 0 ? 0 : 1;
}
