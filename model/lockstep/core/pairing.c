/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/core/pairing.h"

#include <assert.h>
#include <string.h>

#include "program/vectors.h"

#include "lockstep/packets/packet_difference.h"

/* Packets of the model among which one of the hardware is looked for. */
enum { WINDOW = 128 };

enum rvt_status rvt_pairing_init(struct rvt_pairing *pairing, const struct rvt_config *config,
                                 unsigned ahead_max, const struct rvt_mismatch_log *accepted)
{
    assert(ahead_max <= RVT_PAIRING_AHEAD_MAX);
    memset(pairing, 0, sizeof *pairing);
    pairing->ahead_max = ahead_max;
    pairing->accepted = accepted;
    rvt_field_reading_init(&pairing->fields, config);
    enum rvt_status status = rvt_expected_queue_init(&pairing->model, true, false);
    if (status == RVT_OK)
        status = rvt_observed_queue_init(&pairing->hardware, RVT_PAIRING_AHEAD_MAX + 1);
    if (status != RVT_OK)
        rvt_pairing_fini(pairing);
    return status;
}

void rvt_pairing_fini(struct rvt_pairing *pairing)
{
    rvt_expected_queue_fini(&pairing->model);
    rvt_observed_queue_fini(&pairing->hardware);
}

enum rvt_status rvt_pairing_add_model(struct rvt_pairing *pairing,
                                      const struct rvt_expected_packet *packet)
{
    struct rvt_expected_packet *expected;
    enum rvt_status status = rvt_expected_queue_add(&pairing->model, packet, &expected);

    if (status == RVT_OK)
        rvt_field_reading_expect(&pairing->fields, expected);
    return status;
}

void rvt_pairing_add_hardware(struct rvt_pairing *pairing, uint64_t cycle, const uint8_t *payload,
                              size_t bytes)
{
    const struct rvt_instant at = {.cycle = cycle};

    assert(pairing->hardware.count <= pairing->ahead_max);
    rvt_field_reading_observe(
        &pairing->fields, RVT_OBSERVER_PACKETS,
        rvt_observed_queue_add(&pairing->hardware, at, 0, false, payload, bytes));
}

/* --- the same packet -------------------------------------------------------------------------- */

/* The configuration to read packets with, while expected is compared. */
static const struct rvt_config *reading(struct rvt_pairing *pairing,
                                        const struct rvt_expected_packet *expected)
{
    pairing->fields.config.options = expected->options;
    return &pairing->fields.config;
}

static bool is_same(struct rvt_pairing *pairing, const struct rvt_expected_packet *expected,
                    const struct rvt_observed_packet *seen)
{
    return rvt_packet_is_equal(reading(pairing, expected), RVT_EQUAL_FIELDS, RVT_OBSERVER_PACKETS,
                               expected, seen);
}

/* True if waivers accept how seen, which is not the same, differs. */
static bool is_accepted(struct rvt_pairing *pairing, const struct rvt_expected_packet *expected,
                        const struct rvt_observed_packet *seen)
{
    struct rvt_mismatch found = {.kind = RVT_MISMATCH_DIFFERS,
                                 .packet_name = rvt_packet_name(&expected->packet)};
    struct rvt_differences differences;

    rvt_packet_differences_find(reading(pairing, expected), RVT_EQUAL_FIELDS, RVT_OBSERVER_PACKETS,
                                expected, seen, &differences);
    rvt_mismatch_set_differences(&found, &differences);
    return rvt_mismatch_log_accepts(pairing->accepted, &found);
}

/* Finds the model's packet that seen is: its index among those outstanding, in *index. */
static bool find(struct rvt_pairing *pairing, const struct rvt_observed_packet *seen,
                 uint64_t *index)
{
    uint64_t outstanding = rvt_expected_queue_outstanding(&pairing->model, RVT_OBSERVER_PACKETS);

    for (*index = 0; *index < outstanding && *index < WINDOW; ++*index) {
        const struct rvt_expected_packet *expected =
            rvt_expected_queue_at(&pairing->model, RVT_OBSERVER_PACKETS, *index);
        if (!rvt_expected_packet_precedes(expected, seen->at.cycle))
            return false;
        if (*index > pairing->unpaired + 1 && !rvt_packet_is_sync(&expected->packet))
            continue;
        if (is_same(pairing, expected, seen) ||
            (*index == 0 && is_accepted(pairing, expected, seen)))
            return true;
    }
    return false;
}

/* --- pairs ------------------------------------------------------------------------------------ */

/* True if the packet omits the address of the trap handler, and the vectors of config give another
 * one, or none. AMB-047. */
static bool is_vector_moved(const struct rvt_config *config,
                            const struct rvt_expected_packet *expected)
{
    struct rvt_trap_vectors vectors = config->trap_vectors;
    const struct rvt_packet *packet = &expected->packet;
    uint64_t address;

    return expected->options.implicit_exception && packet->format == RVT_FORMAT_SYNC &&
           packet->subformat == RVT_SUBFORMAT_TRAP && packet->thaddr &&
           ((expected->origin.doubts & RVT_DOUBT_HANDLER) != 0 ||
            !rvt_vectors_find(&vectors, packet, &address));
}

/* Passes the model's packets up to index, and returns what the model knows of that one. */
static struct rvt_pairing_model pass_up_to(struct rvt_pairing *pairing, uint64_t index)
{
    for (; index > 0; index--)
        rvt_expected_queue_pass(&pairing->model, RVT_OBSERVER_PACKETS);
    const struct rvt_expected_packet *expected =
        rvt_expected_queue_front(&pairing->model, RVT_OBSERVER_PACKETS);
    struct rvt_pairing_model known = {.cycle = expected->origin.cycle,
                                      .iaddr = expected->origin.iaddr,
                                      .block = expected->origin.block};
    known.vector_moved = is_vector_moved(&pairing->fields.config, expected);
    known.undecodable = expected->origin.doubts != 0 || known.vector_moved;
    rvt_expected_queue_pass(&pairing->model, RVT_OBSERVER_PACKETS);
    return known;
}

bool rvt_pairing_next(struct rvt_pairing *pairing, bool end, struct rvt_observed_packet *seen,
                      struct rvt_pairing_model *known, bool *is_known)
{
    uint64_t outstanding = rvt_expected_queue_outstanding(&pairing->model, RVT_OBSERVER_PACKETS);
    uint64_t index;

    if (pairing->hardware.count == 0 ||
        (outstanding == 0 && !end && pairing->hardware.count <= pairing->ahead_max))
        return false;
    *seen = *rvt_observed_queue_at(&pairing->hardware, 0);
    rvt_observed_queue_pass(&pairing->hardware);
    *is_known = find(pairing, seen, &index);
    pairing->unpaired = *is_known ? 0 : pairing->unpaired + 1;
    if (*is_known)
        *known = pass_up_to(pairing, index);
    else
        for (; outstanding > WINDOW; outstanding--)
            rvt_expected_queue_pass(&pairing->model, RVT_OBSERVER_PACKETS);
    return true;
}
