/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "check/irdepth_check.h"

#include <inttypes.h>
#include <string.h>

#include "wire/packet_clause.h"

/* Where irdepth or irets is. */
struct field {
    const char *name; /* null: the packet does not have it */
    unsigned width;
    size_t at_bit;
};

static void visit(void *context, const char *name, uint64_t value, unsigned width, size_t at_bit)
{
    struct field *field = context;

    (void)value;
    if (width > 0 && (strcmp(name, "irdepth") == 0 || strcmp(name, "irets") == 0))
        *field = (struct field){.name = name, .width = width, .at_bit = at_bit};
}

enum rvt_status rvt_irdepth_check(const struct rvt_config *config, const struct rvt_packet *packet,
                                  const struct rvt_payload *payload, struct rvt_diag *diag)
{
    bool ones = config->switches.ir_fill == RVT_IR_FILL_ONES;
    size_t bits = (size_t)8 * payload->bytes;
    struct field field = {.name = NULL};

    if (packet->irreport || config->switches.compress == RVT_COMPRESS_ADDR_BYTES ||
        rvt_packet_visit(config, packet, visit, &field) != RVT_OK || field.name == NULL)
        return RVT_OK;
    uint64_t value = rvt_bits_get_near_end(payload->byte, bits, field.at_bit, field.width);
    bool before = rvt_bits_get_near_end(payload->byte, bits, field.at_bit - 1, 1) != 0;
    if (value == (ones || before ? rvt_mask(field.width) : 0))
        return RVT_OK;
    rvt_diag_set(diag, RVT_ERR_RESERVED, field.name, value,
                 rvt_packet_clause(config, packet, field.name),
                 "%s: irreport is 0, but %s 0x%" PRIx64 " does not %s", rvt_packet_name(packet),
                 field.name, value, ones ? "have ones alone" : "copy the bit before it");
    diag->bit = (unsigned)field.at_bit;
    return RVT_ERR_RESERVED;
}
