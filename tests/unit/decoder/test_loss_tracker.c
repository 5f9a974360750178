/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* A loss: its first fault, its packets, the instructions on either side. Shows: ETR-DEC-019 */
#include "tests/unit/checks.h"

#include <criterion/criterion.h>

#include <stdlib.h>

#include "decoder/loss_tracker.h"

static enum rvt_status on_loss(void *context, const struct rvt_loss *loss)
{
    *(struct rvt_loss *)context = *loss;
    return RVT_OK;
}

Test(loss_tracker, the_first_fault_counts_and_the_end_is_the_next_position)
{
    struct rvt_loss loss = {.cause = RVT_OK};
    const struct rvt_decoder_output output = {.loss = on_loss, .context = &loss};
    struct rvt_output_buffer *buffer = calloc(1, sizeof(*buffer));
    struct rvt_loss_tracker tracker = {.open = false};
    const uint64_t to = 0x2000;

    cr_assert(buffer != NULL);
    buffer->reported = true;
    buffer->latest = 0x1004;
    rvt_loss_tracker_extend(&tracker, RVT_ERR_FLOW, 5, 3, buffer);
    rvt_loss_tracker_extend(&tracker, RVT_ERR_RESERVED, 8, 8, buffer);
    cr_assert(rvt_loss_tracker_end(&tracker, &output, &to) == RVT_OK);
    cr_expect(loss.cause == RVT_ERR_FLOW && loss.suspect_packet == 3);
    cr_expect(loss.first_packet == 5 && loss.last_packet == 8);
    cr_expect(loss.from_known && loss.from == 0x1004 && loss.to_known && loss.to == 0x2000);
    loss.cause = RVT_OK;
    cr_assert(rvt_loss_tracker_end(&tracker, &output, NULL) == RVT_OK);
    cr_expect(loss.cause == RVT_OK, "no loss is open");
    free(buffer);
}
