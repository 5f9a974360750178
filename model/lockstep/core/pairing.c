/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/core/pairing.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "program/vectors.h"

#include "lockstep/ring_buffer.h"

enum { FIRST_CAPACITY = 64 };

static struct rvt_pairing_model *at(const struct rvt_pairing *pairing, uint64_t number)
{
    return &pairing->model[number & (pairing->capacity - 1)];
}

enum rvt_status rvt_pairing_init(struct rvt_pairing *pairing, unsigned ahead_max)
{
    assert(ahead_max <= RVT_PAIRING_AHEAD_MAX);
    *pairing = (struct rvt_pairing){.ahead_max = ahead_max, .capacity = FIRST_CAPACITY};
    pairing->model = calloc(FIRST_CAPACITY, sizeof *pairing->model);
    return pairing->model == NULL ? RVT_ERR_MEMORY : RVT_OK;
}

void rvt_pairing_fini(struct rvt_pairing *pairing)
{
    free(pairing->model);
    pairing->model = NULL;
}

/* True if the packet omits the address of the trap handler, and the vectors of config give another
 * one, or none. AMB-047. */
static bool is_vector_moved(const struct rvt_config *config, const struct rvt_packet *packet,
                            const struct rvt_origin *origin)
{
    struct rvt_trap_vectors vectors = config->trap_vectors;
    uint64_t address;

    return config->options.implicit_exception && packet->format == RVT_FORMAT_SYNC &&
           packet->subformat == RVT_SUBFORMAT_TRAP && packet->thaddr &&
           ((origin->doubts & RVT_DOUBT_HANDLER) != 0 ||
            !rvt_vectors_find(&vectors, packet, &address));
}

enum rvt_status rvt_pairing_add_model(struct rvt_pairing *pairing, const struct rvt_config *config,
                                      const struct rvt_packet *packet,
                                      const struct rvt_origin *origin)
{
    struct rvt_pairing_model known = {.cycle = origin->cycle,
                                      .iaddr = origin->iaddr,
                                      .block = origin->block,
                                      .vector_moved = is_vector_moved(config, packet, origin)};

    if (pairing->diverged)
        return RVT_OK;
    known.undecodable = origin->doubts != 0 || known.vector_moved;
    enum rvt_status status = rvt_packet_write(config, packet, &known.payload, NULL);
    if (status != RVT_OK)
        return status;
    if (pairing->tail - pairing->head == pairing->capacity) {
        void *grown = rvt_ring_buffer_grow(pairing->model, sizeof *pairing->model,
                                           &pairing->capacity, pairing->head, pairing->tail);
        if (grown == NULL)
            return RVT_ERR_MEMORY;
        pairing->model = grown;
    }
    *at(pairing, pairing->tail++) = known;
    return RVT_OK;
}

void rvt_pairing_add_hardware(struct rvt_pairing *pairing, uint64_t cycle, const uint8_t *payload,
                              size_t bytes)
{
    assert(pairing->outstanding <= pairing->ahead_max);
    struct rvt_pairing_hardware *seen = &pairing->hardware[pairing->outstanding++];
    assert(bytes <= sizeof seen->byte);
    seen->cycle = cycle;
    seen->bytes = bytes;
    memcpy(seen->byte, payload, bytes);
}

bool rvt_pairing_next(struct rvt_pairing *pairing, bool end, struct rvt_pairing_hardware *seen,
                      struct rvt_pairing_model *known, bool *is_known)
{
    bool there = pairing->head != pairing->tail;

    if (pairing->outstanding == 0 ||
        (!there && !pairing->diverged && !end && pairing->outstanding <= pairing->ahead_max))
        return false;
    *seen = pairing->hardware[0];
    pairing->outstanding--;
    memmove(pairing->hardware, pairing->hardware + 1, pairing->outstanding * sizeof *seen);
    *is_known = false;
    if (there && !pairing->diverged) {
        *known = *at(pairing, pairing->head++);
        *is_known = known->payload.bytes == seen->bytes &&
                    memcmp(known->payload.byte, seen->byte, seen->bytes) == 0;
    }
    pairing->diverged = pairing->diverged || !*is_known;
    return true;
}
