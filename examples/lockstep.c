/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* lockstep CONFIG ELF TIP [PACKET]: an encoder compared with the model, without a simulator. The
 * device here is the library's own encoder; bit 3 of the given PACKET is inverted on its way. */
#include <inttypes.h>
#include <rvt/rvt.h>
#include <stdio.h>
#include <stdlib.h>

struct bench {
    struct rvt_comparison *comparison;
    struct rvt_comparison_moment now;
    unsigned long packet, broken;
};

/* The device sends a packet: it is compared with the model's. */
static enum rvt_status take_packet(void *context, const struct rvt_encoder_packet *packet)
{
    struct bench *bench = (struct bench *)context;
    uint8_t payload[RVT_TE_PAYLOAD_BYTES];

    memcpy(payload, packet->payload, packet->bytes);
    if (++bench->packet == bench->broken)
        payload[0] ^= 1u << 3;
    rvt_comparison_payload(bench->comparison, bench->now, packet->is_data, payload, packet->bytes);
    return RVT_OK;
}

/* A row goes to the model first, then to the device, which sends packets. */
static enum rvt_status run(struct bench *bench, struct rvt_trace_encoder *device,
                           struct rvt_tip_file *tip, struct rvt_diagnosis *why)
{
    struct rvt_te_control control;
    struct rvt_tip_row row;
    bool end = false;

    RVT_CLEAR(&row);
    RVT_CLEAR(&control);
    control.enable = control.inst_tracing = true;
    enum rvt_status status = rvt_tip_file_read(tip, &row, &end, why);
    bench->now.cycle = row.cycle;
    if (status == RVT_OK)
        status = rvt_comparison_control(bench->comparison, bench->now, 0, row.time, &control);
    if (status == RVT_OK)
        status = rvt_trace_encoder_enable(device, row.cycle, false, why);
    while (status == RVT_OK && !end) {
        bench->now.cycle = row.cycle;
        status = rvt_comparison_row(bench->comparison, bench->now, 0, &row);
        if (status == RVT_OK)
            status = rvt_trace_encoder_row(device, &row, why);
        if (status == RVT_OK)
            status = rvt_tip_file_read(tip, &row, &end, why);
    }
    bench->now.cycle++;
    control.enable = control.inst_tracing = false;
    if (status == RVT_OK)
        status = rvt_comparison_control(bench->comparison, bench->now, 0, row.time, &control);
    if (status == RVT_OK)
        status = rvt_trace_encoder_disable(device, bench->now.cycle, why);
    rvt_comparison_end(bench->comparison, bench->now);
    return status;
}

static void report(const struct rvt_comparison *comparison)
{
    struct rvt_comparison_counts counts;
    const char *finding = rvt_comparison_finding(comparison, RVT_COMPARISON_BIT_EXACT, 0);

    RVT_CLEAR(&counts);
    if (rvt_comparison_count(comparison, &counts) == RVT_OK)
        printf("%" PRIu64 " rows, %" PRIu64 " packets compared, %" PRIu64 " decoded: %s\n",
               counts.rows, counts.comparisons, counts.decoded,
               rvt_comparison_passed(comparison) ? "equal" : "different");
    if (finding != NULL)
        printf("%s\n", finding);
}

int main(int argc, char **argv)
{
    struct rvt_configuration *config = NULL;
    struct rvt_program *program = NULL;
    struct rvt_tip_file *tip = NULL;
    struct rvt_trace_encoder *device = NULL;
    struct rvt_comparison_options options;
    struct rvt_diagnosis why;
    struct bench bench = {NULL, {0, 0}, 0, argc == 5 ? strtoul(argv[4], NULL, 10) : 0};
    char text[256];

    RVT_CLEAR(&why);
    RVT_CLEAR(&options);
    options.packets = true;
    options.findings_max = 3;
    if (argc != 4 && argc != 5)
        return 2;
    enum rvt_status status = rvt_configuration_load(argv[1], &config, &why);
    if (status == RVT_OK)
        status = rvt_program_new(config, false, &program);
    if (status == RVT_OK)
        status = rvt_program_add_elf(program, argv[2], &why);
    if (status == RVT_OK)
        status = rvt_tip_file_open(argv[3], config, &tip, &why);
    if (status == RVT_OK)
        status = rvt_comparison_open(config, program, &options, &bench.comparison, &why);
    if (status == RVT_OK)
        status = rvt_trace_encoder_open(config, take_packet, &bench, &device, &why);
    if (status == RVT_OK)
        status = run(&bench, device, tip, &why);
    if (status == RVT_OK)
        report(bench.comparison);
    rvt_diagnosis_format(&why, text, sizeof text);
    if (status != RVT_OK)
        fprintf(stderr, "lockstep: %s\n", text);
    bool passed = status == RVT_OK && rvt_comparison_passed(bench.comparison);
    rvt_trace_encoder_close(device);
    rvt_comparison_close(bench.comparison);
    rvt_tip_file_close(tip, NULL);
    rvt_program_free(program);
    rvt_configuration_free(config);
    return passed ? 0 : 1;
}
