/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/core/pairing.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "program/vectors.h"

enum { FIRST_CAPACITY = 64 };

static struct rvt_pairing_model *at(const struct rvt_pairing *pairing, uint64_t number)
{
    return &pairing->known[number & (pairing->capacity - 1)];
}

enum rvt_status rvt_pairing_init(struct rvt_pairing *pairing, unsigned ahead_max)
{
    assert(ahead_max <= RVT_PAIRING_AHEAD_MAX);
    *pairing = (struct rvt_pairing){.ahead_max = ahead_max, .capacity = FIRST_CAPACITY};
    pairing->known = calloc(FIRST_CAPACITY, sizeof *pairing->known);
    return pairing->known == NULL ? RVT_ERR_MEMORY : RVT_OK;
}

void rvt_pairing_fini(struct rvt_pairing *pairing)
{
    free(pairing->known);
    pairing->known = NULL;
}

static enum rvt_status grow(struct rvt_pairing *pairing)
{
    struct rvt_pairing bigger = {.capacity = 2 * pairing->capacity};

    bigger.known = calloc(bigger.capacity, sizeof *bigger.known);
    if (bigger.known == NULL)
        return RVT_ERR_MEMORY;
    for (uint64_t number = pairing->head; number < pairing->tail; number++)
        *at(&bigger, number) = *at(pairing, number);
    free(pairing->known);
    pairing->known = bigger.known;
    pairing->capacity = bigger.capacity;
    return RVT_OK;
}

/* The packet leaves out where the handler lies, and it does not lie where the vectors of config
 * say. AMB-047. */
static bool is_elsewhere(const struct rvt_config *config, const struct rvt_packet *packet,
                         const struct rvt_origin *origin)
{
    struct rvt_trap_vectors vectors = config->trap_vectors;
    uint64_t address;

    return config->options.implicit_exception && packet->format == RVT_FORMAT_SYNC &&
           packet->subformat == RVT_SUBFORMAT_TRAP && packet->thaddr &&
           (!rvt_vectors_find(&vectors, packet, &address) || address != origin->iaddr);
}

enum rvt_status rvt_pairing_add_model(struct rvt_pairing *pairing, const struct rvt_config *config,
                                      const struct rvt_packet *packet,
                                      const struct rvt_origin *origin)
{
    struct rvt_pairing_model known = {.cycle = origin->cycle,
                                      .iaddr = origin->iaddr,
                                      .elsewhere = is_elsewhere(config, packet, origin)};

    if (pairing->apart)
        return RVT_OK;
    known.misleads = origin->ambiguous || origin->strayed || known.elsewhere;
    enum rvt_status status = rvt_packet_write(config, packet, &known.payload, NULL);
    if (status == RVT_OK && pairing->tail - pairing->head == pairing->capacity)
        status = grow(pairing);
    if (status == RVT_OK)
        *at(pairing, pairing->tail++) = known;
    return status;
}

void rvt_pairing_add_hardware(struct rvt_pairing *pairing, uint64_t cycle, const uint8_t *payload,
                              size_t bytes)
{
    assert(pairing->waiting <= pairing->ahead_max);
    struct rvt_pairing_hardware *seen = &pairing->seen[pairing->waiting++];
    seen->cycle = cycle;
    seen->bytes = bytes < sizeof seen->byte ? bytes : sizeof seen->byte;
    memcpy(seen->byte, payload, seen->bytes);
}

bool rvt_pairing_next(struct rvt_pairing *pairing, bool end, struct rvt_pairing_hardware *seen,
                      struct rvt_pairing_model *known, bool *is_known)
{
    bool there = pairing->head != pairing->tail;

    if (pairing->waiting == 0 ||
        (!there && !pairing->apart && !end && pairing->waiting <= pairing->ahead_max))
        return false;
    *seen = pairing->seen[0];
    pairing->waiting--;
    memmove(pairing->seen, pairing->seen + 1, pairing->waiting * sizeof *seen);
    *is_known = false;
    if (there && !pairing->apart) {
        *known = *at(pairing, pairing->head++);
        *is_known = known->payload.bytes == seen->bytes &&
                    memcmp(known->payload.byte, seen->byte, seen->bytes) == 0;
    }
    pairing->apart = pairing->apart || !*is_known;
    return true;
}
