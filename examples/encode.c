/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* encode CONFIG TIP: what a hart retired to te_inst and te_data packets, a line each. */
#include <rvt/rvt.h>
#include <stdio.h>

static enum rvt_status print_packet(void *context, const struct rvt_encoder_packet *packet)
{
    char fields[512];
    enum rvt_status status = packet->is_data
                                 ? rvt_te_data_format((const struct rvt_configuration *)context,
                                                      packet->te_data, fields, sizeof fields)
                                 : rvt_te_inst_format((const struct rvt_configuration *)context,
                                                      packet->te_inst, fields, sizeof fields);

    for (size_t i = 0; i < packet->bytes; i++)
        printf("%02x", packet->payload[i]);
    printf("  %s  (%s)\n", fields, packet->is_data ? "data" : packet->reason);
    return status;
}

/* Encodes every row of the trace. */
static enum rvt_status encode(struct rvt_configuration *config, const char *path,
                              struct rvt_diagnosis *why)
{
    struct rvt_tip_file *tip = NULL;
    struct rvt_trace_encoder *encoder = NULL;
    struct rvt_tip_row row;
    bool end = false;

    RVT_CLEAR(&row);
    enum rvt_status status = rvt_tip_file_open(path, config, &tip, why);
    if (status == RVT_OK)
        status = rvt_trace_encoder_open(config, print_packet, config, &encoder, why);
    if (status == RVT_OK)
        status = rvt_tip_file_read(tip, &row, &end, why);
    if (status == RVT_OK)
        status = rvt_trace_encoder_enable(encoder, row.cycle, false, why);
    while (status == RVT_OK && !end) {
        status = rvt_trace_encoder_row(encoder, &row, why);
        if (status == RVT_OK)
            status = rvt_tip_file_read(tip, &row, &end, why);
    }
    if (status == RVT_OK)
        status = rvt_trace_encoder_disable(encoder, row.cycle + 1, why);
    rvt_trace_encoder_close(encoder);
    rvt_tip_file_close(tip, NULL);
    return status;
}

int main(int argc, char **argv)
{
    struct rvt_configuration *config = NULL;
    struct rvt_diagnosis why;
    char text[256];

    RVT_CLEAR(&why);
    if (argc != 3)
        return 2;
    enum rvt_status status = rvt_configuration_load(argv[1], &config, &why);
    if (status == RVT_OK)
        status = encode(config, argv[2], &why);
    rvt_configuration_free(config);
    rvt_diagnosis_format(&why, text, sizeof text);
    if (status != RVT_OK)
        fprintf(stderr, "encode: %s\n", text);
    return status == RVT_OK ? 0 : 1;
}
