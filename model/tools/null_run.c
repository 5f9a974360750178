/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/null_run.h"

#include <inttypes.h>

#include "io/dump.h"

/* The lines of two nulls differ in their position alone. */
static bool is_equal(const struct rvt_encap *a, const struct rvt_encap *b)
{
    return a->kind == b->kind && a->flow == b->flow && a->extend == b->extend &&
           a->srcid == b->srcid && a->timestamp == b->timestamp && a->type == b->type;
}

bool rvt_null_run_take(struct rvt_null_run *run, const struct rvt_config *config,
                       struct rvt_output *output, const struct rvt_stream_item *item)
{
    bool null = item->form != RVT_STREAM_HEX && item->encap.kind != RVT_ENCAP_NORMAL;

    if (null && run->running && is_equal(&run->null.encap, &item->encap)) {
        run->null = *item;
        if (run->rest < RVT_NULL_RUN_SHORT)
            run->position[run->rest] = item->position;
        run->rest++;
        return true;
    }
    rvt_null_run_end(run, config, output);
    if (null)
        *run = (struct rvt_null_run){.null = *item, .running = true};
    return false;
}

void rvt_null_run_end(struct rvt_null_run *run, const struct rvt_config *config,
                      struct rvt_output *output)
{
    bool is_long = run->rest >= RVT_NULL_RUN_SHORT;

    if (!run->running)
        return;
    if (is_long) {
        rvt_output_print(output, "    ...   %" PRIu64 " more like this\n", run->rest - 1);
        rvt_dump_text(output, config, &run->null, NULL);
    }
    for (unsigned i = 0; !is_long && i < run->rest; i++) {
        run->null.position = run->position[i];
        rvt_dump_text(output, config, &run->null, NULL);
    }
    run->running = false;
    run->rest = 0;
}
