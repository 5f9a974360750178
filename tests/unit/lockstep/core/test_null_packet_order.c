/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/unit/checks.h"

#include <string.h>

#include "model/lockstep/core/null_packet_order.h"

enum { IDLE = 0x00, ALIGNMENT = 0x80, HEADER = 0x01, RUN_MAX = 31 + 3 + 1 };

/* T = 3; a srcID of 12 bits has one whole byte: N = 35. */
static struct rvt_encap_config config_of(enum rvt_nulls nulls, unsigned period)
{
    return (struct rvt_encap_config){
        .srcid_bits = 12, .timestamp_bytes = 3, .nulls = nulls, .sync_period = period};
}

/* The clause of the first rule that the bytes break; "" if they break none. */
static const char *take(struct rvt_null_order *order, unsigned count, uint8_t byte)
{
    const char *first = NULL;

    for (unsigned i = 0; i < count; i++) {
        const char *broken = rvt_null_order_take(order, byte);
        if (first == NULL)
            first = broken;
        if (byte == HEADER)
            rvt_null_order_packet(order, 2);
    }
    return first == NULL ? "" : strchr(first, '[');
}

/* Shows: ENC-009. */
Test(null_order, nothing_is_checked_unless_the_configuration_requires_it)
{
    struct rvt_encap_config config = config_of(RVT_NULLS_ANY, 0);
    struct rvt_null_order order;

    rvt_null_order_init(&order, &config);
    cr_expect_str_eq(take(&order, 100, IDLE), "");
    cr_expect_str_eq(take(&order, 2, HEADER), "");
    cr_expect_str_eq(take(&order, 2, 0x60), "");
    config = config_of(RVT_NULLS_NONE, 0);
    cr_expect_str_eq(take(&order, 2, HEADER), "");
    cr_expect_str_eq(take(&order, 1, IDLE), "[ENC-009]");
    cr_expect_str_eq(take(&order, 1, ALIGNMENT), "[ENC-009]");
}

/* Shows: ENC-011. */
Test(null_order, alignment_precedes_a_packet_in_an_unframed_stream)
{
    struct rvt_encap_config config = config_of(RVT_NULLS_UNFRAMED, 0);
    struct rvt_null_order order;

    rvt_null_order_init(&order, &config);
    cr_expect_str_eq(take(&order, 3, HEADER), "");
    cr_expect_str_eq(take(&order, 3, IDLE), "");
    cr_expect_str_eq(take(&order, 1, ALIGNMENT), "");
    cr_expect_str_eq(take(&order, 1, HEADER), "");
    cr_expect_str_eq(take(&order, 1, IDLE), "");
    cr_expect_str_eq(take(&order, 1, HEADER), "[ENC-011]");
    config = config_of(RVT_NULLS_FRAMED, 0);
    cr_expect_str_eq(take(&order, 1, IDLE), "");
    cr_expect_str_eq(take(&order, 1, HEADER), "");
    cr_expect_str_eq(take(&order, 1, 0x20), "[ENC-009]");
}

/* Shows: ENC-013. */
Test(null_order, an_alignment_in_between_is_the_last_of_n_plus_one)
{
    struct rvt_encap_config config = config_of(RVT_NULLS_UNFRAMED, 0);
    struct rvt_null_order order;

    rvt_null_order_init(&order, &config);
    for (int i = 0; i < 3; i++) {
        cr_expect_str_eq(take(&order, RUN_MAX, IDLE), "");
        cr_expect_str_eq(take(&order, 1, ALIGNMENT), "");
    }
    cr_expect_str_eq(take(&order, RUN_MAX - 1, IDLE), "");
    cr_expect_str_eq(take(&order, 1, ALIGNMENT), "");
    cr_expect_str_eq(take(&order, 1, IDLE), "[ENC-013]");
}

/* Idles, then byte, then a packet: is that a synchronisation sequence? Shows: ENC-010. */
static bool is_sequence(enum rvt_nulls nulls, unsigned idles, uint8_t byte)
{
    struct rvt_encap_config config = config_of(nulls, 8);
    struct rvt_null_order order;

    rvt_null_order_init(&order, &config);
    cr_expect_str_eq(take(&order, idles, IDLE), "");
    cr_expect_str_eq(take(&order, 1, byte), "");
    return take(&order, 1, HEADER)[0] == '\0';
}

Test(null_order, a_sequence_has_n_idles_and_one_more)
{
    cr_expect(is_sequence(RVT_NULLS_UNFRAMED, RUN_MAX, ALIGNMENT));
    cr_expect(not(is_sequence(RVT_NULLS_UNFRAMED, RUN_MAX - 1, ALIGNMENT)));
    cr_expect(not(is_sequence(RVT_NULLS_UNFRAMED, RUN_MAX, IDLE)));
    cr_expect(is_sequence(RVT_NULLS_FRAMED, RUN_MAX, ALIGNMENT));
    cr_expect(is_sequence(RVT_NULLS_FRAMED, RUN_MAX, IDLE));
    cr_expect(not(is_sequence(RVT_NULLS_FRAMED, RUN_MAX - 1, IDLE)));
}

/* Shows: ENC-019. */
Test(null_order, sequences_come_within_the_period)
{
    struct rvt_encap_config config = config_of(RVT_NULLS_UNFRAMED, 8);
    struct rvt_null_order order;

    rvt_null_order_init(&order, &config);
    (void)take(&order, RUN_MAX, IDLE);
    (void)take(&order, 1, ALIGNMENT);
    cr_expect_str_eq(take(&order, 8, HEADER), "");
    cr_expect_str_eq(take(&order, 1, HEADER), "[ENC-010, ENC-019]");
    config.sync_unit = RVT_SYNC_UNIT_BYTES;
    (void)take(&order, RUN_MAX, IDLE);
    (void)take(&order, 1, ALIGNMENT);
    cr_expect_str_eq(take(&order, 4, HEADER), ""); /* two bytes each */
    cr_expect_str_eq(take(&order, 1, HEADER), "[ENC-010, ENC-019]");
}
