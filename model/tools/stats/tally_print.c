/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include <inttypes.h>

#include "encoder/decision.h"
#include "io/json_build.h"
#include "tools/stats/tally.h"

static void print_kinds(const struct rvt_source_tally *source, struct rvt_output *output)
{
    rvt_output_print(output, "  %-11s %10s %7s %12s %6s %6s %6s\n", "kind", "packets", "share",
                     "bytes", "least", "mean", "most");
    for (unsigned i = 0; i < source->kinds; i++) {
        const struct rvt_spread *bytes = &source->kind[i].bytes;

        rvt_output_print(
            output, "  %-11s %10" PRIu64 " %6.2f%% %12" PRIu64 " %6" PRIu64 " %6.2f %6" PRIu64 "\n",
            source->kind[i].name, bytes->count,
            100 * (double)bytes->count / (double)source->bytes.count, bytes->sum, bytes->least,
            rvt_spread_mean(bytes), bytes->most);
    }
}

static void print_source(const struct rvt_source_tally *source, struct rvt_output *output)
{
    rvt_output_print(
        output, "source %u: %" PRIu64 " packets, %" PRIu64 " bytes of payload, mean %.2f\n",
        source->id, source->bytes.count, source->bytes.sum, rvt_spread_mean(&source->bytes));
    print_kinds(source, output);
    rvt_output_print(output, "  packets by bytes of payload:");
    for (unsigned bytes = 0; bytes <= RVT_PAYLOAD_BYTES_MAX; bytes++)
        if (source->size[bytes] > 0)
            rvt_output_print(output, " %u: %" PRIu64 ";", bytes, source->size[bytes]);
    rvt_output_print(output, "\n");
    if (source->sync.count > 0)
        rvt_output_print(
            output, "  packets from sync to sync: least %" PRIu64 ", mean %.2f, most %" PRIu64 "\n",
            source->sync.least, rvt_spread_mean(&source->sync), source->sync.most);
}

static void print_decisions(const struct rvt_tally *tally, struct rvt_output *output)
{
    for (unsigned i = 0; i < RVT_TALLY_DECISIONS; i++) {
        const struct rvt_decision_tally *decision = &tally->decision[i];

        if (decision->packets == 0)
            continue;
        rvt_output_print(output, "  %10" PRIu64 " %10" PRIu64 " open  %-12s %s\n",
                         decision->packets, decision->open,
                         rvt_decision_clause((enum rvt_decision)i),
                         rvt_decision_text((enum rvt_decision)i));
    }
}

enum rvt_status rvt_tally_text(const struct rvt_tally *tally, struct rvt_output *output)
{
    for (unsigned i = 0; i < tally->sources; i++)
        print_source(&tally->source[i], output);
    rvt_output_print(output,
                     "nulls: %" PRIu64 "; faults: %" PRIu64 "; losses: %" PRIu64
                     "; packets of further sources: %" PRIu64 "\n",
                     tally->nulls, tally->faults, tally->losses, tally->not_counted);
    if (tally->decoded) {
        rvt_output_print(output,
                         "instructions: %" PRIu64 "; bits of payload per instruction: %.4f; "
                         "losses of the decoder: %" PRIu64 "\n",
                         tally->instructions, rvt_tally_density(tally), tally->decoder_losses);
        rvt_output_print(output, "packets by the decision of the encoder:\n");
        print_decisions(tally, output);
    }
    return rvt_output_write(output, NULL, 0);
}

static json_t *count_json(uint64_t count)
{
    return json_integer((json_int_t)count);
}

static json_t *spread_json(const struct rvt_spread *spread)
{
    json_t *object = json_object();

    rvt_json_put(&object, "count", count_json(spread->count));
    rvt_json_put(&object, "sum", count_json(spread->sum));
    rvt_json_put(&object, "least", count_json(spread->least));
    rvt_json_put(&object, "mean", json_real(rvt_spread_mean(spread)));
    rvt_json_put(&object, "most", count_json(spread->most));
    return object;
}

static json_t *source_json(const struct rvt_source_tally *source)
{
    json_t *object = json_object(), *kinds = json_object(), *sizes = json_object();
    char name[16];

    for (unsigned i = 0; i < source->kinds; i++)
        rvt_json_put(&kinds, source->kind[i].name, spread_json(&source->kind[i].bytes));
    for (unsigned bytes = 0; bytes <= RVT_PAYLOAD_BYTES_MAX; bytes++) {
        (void)snprintf(name, sizeof name, "%u", bytes);
        if (source->size[bytes] > 0)
            rvt_json_put(&sizes, name, count_json(source->size[bytes]));
    }
    rvt_json_put(&object, "source", count_json(source->id));
    rvt_json_put(&object, "bytes", spread_json(&source->bytes));
    rvt_json_put(&object, "kinds", kinds);
    rvt_json_put(&object, "sizes", sizes);
    rvt_json_put(&object, "sync_distance", spread_json(&source->sync));
    return object;
}

static json_t *decisions_json(const struct rvt_tally *tally)
{
    json_t *decisions = json_array();

    for (unsigned i = 0; i < RVT_TALLY_DECISIONS; i++) {
        json_t *object;

        if (tally->decision[i].packets == 0)
            continue;
        object = json_object();
        rvt_json_put(&object, "requirement",
                     json_string(rvt_decision_clause((enum rvt_decision)i)));
        rvt_json_put(&object, "text", json_string(rvt_decision_text((enum rvt_decision)i)));
        rvt_json_put(&object, "packets", count_json(tally->decision[i].packets));
        rvt_json_put(&object, "open", count_json(tally->decision[i].open));
        rvt_json_append(&decisions, object);
    }
    return decisions;
}

enum rvt_status rvt_tally_json(const struct rvt_tally *tally, struct rvt_output *output)
{
    json_t *object = json_object(), *sources = json_array();

    for (unsigned i = 0; i < tally->sources; i++)
        rvt_json_append(&sources, source_json(&tally->source[i]));
    rvt_json_put(&object, "schema", json_string("rvt-stats/1"));
    rvt_json_put(&object, "sources", sources);
    rvt_json_put(&object, "nulls", count_json(tally->nulls));
    rvt_json_put(&object, "faults", count_json(tally->faults));
    rvt_json_put(&object, "losses", count_json(tally->losses));
    rvt_json_put(&object, "not_counted", count_json(tally->not_counted));
    if (tally->decoded) {
        rvt_json_put(&object, "instructions", count_json(tally->instructions));
        rvt_json_put(&object, "bits_per_instruction", json_real(rvt_tally_density(tally)));
        rvt_json_put(&object, "decoder_losses", count_json(tally->decoder_losses));
        rvt_json_put(&object, "decisions", decisions_json(tally));
    }
    return rvt_json_write(output, object, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
}
