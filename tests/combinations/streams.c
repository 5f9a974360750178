/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Counts what occurred in encapsulated streams that somebody else encoded: the points of
 * check/coverage.h that the packets alone tell of, and that need no optional mode of format 0 and
 * no implicit return. Prints a line for each: how often, the stream that had it first, its name.
 */
#include <inttypes.h>
#include <stdio.h>

#include "check/coverage.h"
#include "io/config_yaml.h"
#include "io/stream.h"

static int complain(const char *path, const struct rvt_diag *diag)
{
    (void)fprintf(stderr, "%s: %s\n", path, diag->text);
    return 2;
}

/* Takes the packets of one stream. 0, or 2 if it cannot be read. */
static int scan(struct rvt_coverage *coverage, const char *config_path, const char *path)
{
    struct rvt_config config;
    struct rvt_stream *stream = NULL;
    struct rvt_stream_item item;
    struct rvt_packet packet;
    struct rvt_diag diag;
    bool end = false;

    rvt_diag_clear(&diag);
    if (rvt_config_load(config_path, &config, &diag) != RVT_OK)
        return complain(config_path, &diag);
    rvt_coverage_restart(coverage);
    enum rvt_status status = rvt_stream_open(path, &config, RVT_STREAM_ENCAP, &stream, &diag);
    while (status == RVT_OK && !end) {
        status = rvt_stream_read(stream, &item, &end, &diag);
        if (status != RVT_OK || end || rvt_stream_foreign(&config, &item) != NULL)
            continue;
        status = rvt_packet_read(&config, item.encap.payload.byte, item.encap.payload.bytes,
                                 &packet, &diag);
        if (status == RVT_OK)
            rvt_coverage_packet(coverage, &config, &packet, NULL);
    }
    rvt_stream_close(stream);
    return status == RVT_OK ? 0 : complain(path, &diag);
}

int main(int argc, char **argv)
{
    static struct rvt_coverage coverage;
    static const char *first[RVT_COVERAGE_POINTS];
    char name[80];

    if (argc < 3 || argc % 2 == 0) {
        (void)fputs("usage: streams CONFIG STREAM [CONFIG STREAM]...\n", stderr);
        return 2;
    }
    rvt_coverage_init(&coverage);
    for (int i = 1; i < argc; i += 2) {
        if (scan(&coverage, argv[i], argv[i + 1]) != 0)
            return 2;
        for (unsigned point = 0; point < RVT_COVERAGE_POINTS; point++)
            if (first[point] == NULL && coverage.count[point] > 0)
                first[point] = argv[i + 1];
    }
    for (unsigned point = 0; point < RVT_COVERAGE_POINTS; point++) {
        if (!rvt_coverage_is_basic(point) || !rvt_coverage_is_of_packets(point) ||
            rvt_coverage_impossible(point) != NULL)
            continue;
        rvt_coverage_name(point, name, sizeof name);
        (void)printf("%" PRIu64 " %s %s\n", coverage.count[point],
                     first[point] != NULL ? first[point] : "-", name);
    }
    return 0;
}
