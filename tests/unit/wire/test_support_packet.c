/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/unit/checks.h"

#include <stdio.h>
#include <string.h>

#include "base/config_keys.h"
#include "decoder/operating_mode.h"
#include "wire/support_packet.h"

static const enum rvt_support_layout_name layouts[] = {RVT_SUPPORT_REFFLOW, RVT_SUPPORT_EXT_V0_8,
                                                       RVT_SUPPORT_RV_TRACER, RVT_SUPPORT_MODES};

static struct rvt_config config_with(enum rvt_support_layout_name layout)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.sijump_p = true;
    config.switches.support_layout = layout;
    return config;
}

static const struct rvt_support_layout *layout_named(enum rvt_support_layout_name name)
{
    static struct rvt_config config;

    config = config_with(name);
    return rvt_support_layout(&config);
}

Test(support, every_field_has_its_own_name)
{
    for (unsigned a = 0; a < RVT_SUPPORT_FIELDS; ++a) {
        cr_assert(rvt_support_field_name((enum rvt_support_field)a) != NULL, "field %u", a);
        for (unsigned b = 0; b < a; ++b)
            cr_expect(ne(str, TEXT(rvt_support_field_name((enum rvt_support_field)a)),
                         TEXT(rvt_support_field_name((enum rvt_support_field)b))));
    }
    cr_expect(rvt_support_field_name(RVT_SUPPORT_FIELDS) == NULL);
}

/* Shows: ETR-FMT-005 */
Test(support, a_layout_holds_each_field_once_behind_the_three_common_ones)
{
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; ++i) {
        const struct rvt_support_layout *layout = layout_named(layouts[i]);
        bool has[RVT_SUPPORT_FIELDS] = {false};

        cr_assert(layout != NULL);
        cr_assert(le(uint, layout->count, RVT_SUPPORT_FIELDS));
        for (unsigned k = 0; k < layout->count; ++k) {
            cr_expect(not(has[layout->place[k].field]), "%zu: %s twice", i,
                      rvt_support_field_name(layout->place[k].field));
            has[layout->place[k].field] = true;
            cr_expect(layout->place[k].width >= 1 && layout->place[k].width <= 16);
        }
        cr_expect(eq(int, (int)layout->place[0].field, RVT_SUPPORT_IENABLE));
        cr_expect(eq(int, (int)layout->place[1].field, RVT_SUPPORT_ENCODER_MODE));
        cr_expect(eq(int, (int)layout->place[2].field, RVT_SUPPORT_QUAL_STATUS));
        cr_expect(eq(uint, layout->place[2].width, 2));
    }
}

/* Each layout spelt out once more, as in its document. */
Test(support, a_layout_has_the_widths_and_order_of_its_document)
{
    static const char refflow[] =
        "ienable 1,encoder_mode 1,qual_status 2,implicit_return 1,implicit_exception 1,"
        "full_address 1,jump_target_cache 1,branch_prediction 1,denable 1,dloss 1,noaddr 1,"
        "nodata 1,full_daddress 1,full_data 1,";
    /* Shows: ETR-FMT-013 */
    static const char ext_v0_8[] =
        "ienable 1,encoder_mode 2,qual_status 2,sijump 1,implicit_return 1,branch_prediction 1,"
        "jump_target_cache 1,implicit_exception 1,full_address 1,resync_disabled 1,iret_ext 1,"
        "time_width 3,f0s_width 2,return_stack_size 3,call_counter_size 4,bpred_size 3,"
        "cache_size 3,denable 1,dloss 1,mmacas_ext 1,noaddr 1,nodata 1,full_daddress 1,"
        "full_data 1,";
    static const char rv_tracer[] =
        "ienable 1,encoder_mode 1,qual_status 2,jump_target_cache 1,branch_prediction 1,"
        "implicit_return 1,sijump 1,implicit_exception 1,full_address 1,delta_address 1,";
    /* one bit for each optional mode that the encoder supports */
    static const char modes[] =
        "ienable 1,encoder_mode 1,qual_status 2,implicit_return 1,implicit_exception 1,"
        "full_address 1,jump_target_cache 1,branch_prediction 1,sijump 1,denable 1,dloss 1,"
        "noaddr 1,nodata 1,full_daddress 1,full_data 1,";
    static const char *const expected[] = {refflow, ext_v0_8, rv_tracer, modes};
    const struct rvt_key *key = rvt_config_keys();

    while (strcmp(key->name, "support_layout") != 0)
        ++key;
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; ++i) {
        const struct rvt_support_layout *layout = layout_named(layouts[i]);
        char text[600] = "";

        for (unsigned k = 0; k < layout->count; ++k) {
            size_t length = strlen(text);

            (void)snprintf(text + length, sizeof text - length, "%s %u,",
                           rvt_support_field_name(layout->place[k].field), layout->place[k].width);
        }
        cr_expect(eq(str, text, TEXT(expected[i])));
    }
}

/* Shows: ETR-FMT-005 */
Test(support, the_default_layout_has_the_bits_of_the_supported_modes)
{
    struct rvt_config config = config_with(RVT_SUPPORT_MODES);
    const struct rvt_support_layout *with = rvt_support_layout(&config);

    config.params.sijump_p = false;
    const struct rvt_support_layout *without = rvt_support_layout(&config);
    cr_expect(eq(uint, with->count, without->count + 1));
    cr_expect(without == layout_named(RVT_SUPPORT_REFFLOW));
}

Test(support, walks_read_what_they_wrote)
{
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; ++i) {
        const struct rvt_support_layout *layout = layout_named(layouts[i]);

        for (unsigned k = 0; k < layout->count; ++k) {
            enum rvt_support_field field = layout->place[k].field;
            struct rvt_support written = {{0}}, read = {{0}};
            struct rvt_bits bits;
            uint8_t data[8];

            written.value[field] = (uint16_t)rvt_mask(layout->place[k].width);
            rvt_bits_write(&bits, data, sizeof data);
            rvt_support_walk(&bits, layout, &written);
            cr_assert(eq(int, (int)bits.status, RVT_OK));
            rvt_bits_read(&bits, data, sizeof data, RVT_TAIL_FAULT);
            rvt_support_walk(&bits, layout, &read);
            if (field == RVT_SUPPORT_ENCODER_MODE) { /* Shows: ETR-FMT-009 */
                cr_expect(eq(int, (int)bits.status, RVT_ERR_RESERVED));
                cr_expect(eq(str, TEXT(bits.fault_field), "encoder_mode"));
                cr_expect(eq(sz, bits.fault_bit, 1));
                continue;
            }
            cr_assert(eq(int, (int)bits.status, RVT_OK));
            for (unsigned f = 0; f < RVT_SUPPORT_FIELDS; ++f)
                cr_expect(eq(u16, read.value[f], written.value[f]), "%zu: %s", i,
                          rvt_support_field_name((enum rvt_support_field)f));
        }
    }
}

Test(support, a_value_too_wide_for_its_place_does_not_fit)
{
    const struct rvt_support_layout *layout = layout_named(RVT_SUPPORT_EXT_V0_8);
    struct rvt_support support = {{0}};
    struct rvt_bits bits;

    support.value[RVT_SUPPORT_CACHE_SIZE] = 8;
    rvt_bits_measure(&bits);
    rvt_support_walk(&bits, layout, &support);
    cr_expect(eq(int, (int)bits.status, RVT_ERR_CAPACITY));
    cr_expect(eq(str, TEXT(bits.fault_field), "cache_size"));
}

/* Shows: ETR-FMT-010, ETR-SUP-009 */
Test(support, filling_advertises_the_configuration)
{
    struct rvt_config config = config_with(RVT_SUPPORT_EXT_V0_8);
    struct rvt_support support;
    const uint16_t *value = support.value;

    config.options = (struct rvt_options){.full_address = true, .jump_target_cache = true};
    config.params.time_width_p = 33;
    config.params.notime_p = false;
    config.params.f0s_width_p = 2;
    config.params.return_stack_size_p = 5;
    config.params.bpred_size_p = 6;
    config.params.cache_size_p = 7;
    rvt_support_fill(&support, &config, true, RVT_QUAL_ENDED_NTR);
    cr_expect(eq(u16, value[RVT_SUPPORT_IENABLE], 1));
    cr_expect(eq(u16, value[RVT_SUPPORT_ENCODER_MODE], 0));
    cr_expect(eq(u16, value[RVT_SUPPORT_QUAL_STATUS], 3));
    cr_expect(eq(u16, value[RVT_SUPPORT_FULL_ADDRESS], 1));
    cr_expect(eq(u16, value[RVT_SUPPORT_JUMP_TARGET_CACHE], 1));
    cr_expect(eq(u16, value[RVT_SUPPORT_IMPLICIT_RETURN], 0));
    cr_expect(eq(u16, value[RVT_SUPPORT_RESYNC_DISABLED], 1));
    cr_expect(eq(u16, value[RVT_SUPPORT_TIME_WIDTH], 3));
    cr_expect(eq(u16, value[RVT_SUPPORT_F0S_WIDTH], 2));
    cr_expect(eq(u16, value[RVT_SUPPORT_RETURN_STACK_SIZE], 5));
    cr_expect(eq(u16, value[RVT_SUPPORT_CALL_COUNTER_SIZE], 0));
    cr_expect(eq(u16, value[RVT_SUPPORT_BPRED_SIZE], 6));
    cr_expect(eq(u16, value[RVT_SUPPORT_CACHE_SIZE], 7));

    config.resync.mode = RVT_RESYNC_CYCLES;
    rvt_support_fill(&support, &config, false, RVT_QUAL_TRACE_LOST);
    cr_expect(eq(u16, value[RVT_SUPPORT_IENABLE], 0));
    cr_expect(eq(u16, value[RVT_SUPPORT_QUAL_STATUS], 2));
    cr_expect(eq(u16, value[RVT_SUPPORT_RESYNC_DISABLED], 0));
}

/* Modes of data trace are 0 unless data are traced. Shows: ETR-FMT-010 */
Test(support, filling_has_no_mode_of_data_trace_without_it)
{
    static const enum rvt_support_field FIELDS[] = {
        RVT_SUPPORT_DENABLE, RVT_SUPPORT_MMACAS_EXT,        RVT_SUPPORT_NO_ADDRESS,
        RVT_SUPPORT_NO_DATA, RVT_SUPPORT_FULL_DATA_ADDRESS, RVT_SUPPORT_FULL_DATA,
    };
    unsigned fields = 0;

    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; ++i) {
        for (unsigned traced = 0; traced < 2; ++traced) {
            struct rvt_config config = config_with(layouts[i]);
            struct rvt_support support;

            config.options = (struct rvt_options){.data_trace = traced != 0,
                                                  .no_address = true,
                                                  .no_data = true,
                                                  .full_data_address = true,
                                                  .full_data = true};
            config.switches.mmacas_ext = true;
            rvt_support_fill(&support, &config, true, RVT_QUAL_NO_CHANGE);
            for (size_t f = 0; f < sizeof FIELDS / sizeof FIELDS[0]; ++f) {
                if (!rvt_support_has(&config, FIELDS[f]))
                    continue;
                fields++;
                cr_expect(eq(u16, support.value[FIELDS[f]], (uint16_t)traced), "%zu: %s", i,
                          rvt_support_field_name(FIELDS[f]));
            }
        }
    }
    cr_expect(ge(uint, fields, 12)); /* each is in a layout at least */
}

Test(support, filling_leaves_fields_that_the_layout_lacks_at_zero)
{
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; ++i) {
        struct rvt_config config = config_with(layouts[i]);
        const struct rvt_support_layout *layout = layout_named(layouts[i]);
        bool has[RVT_SUPPORT_FIELDS] = {false};
        struct rvt_support support;

        for (unsigned k = 0; k < layout->count; ++k)
            has[layout->place[k].field] = true;
        config.params.bpred_size_p = 3;
        config.params.return_stack_size_p = 3;
        memset(&support, 0xff, sizeof support);
        rvt_support_fill(&support, &config, true, RVT_QUAL_NO_CHANGE);
        for (unsigned f = 0; f < RVT_SUPPORT_FIELDS; ++f)
            cr_expect(has[f] || support.value[f] == 0, "%zu: %s", i,
                      rvt_support_field_name((enum rvt_support_field)f));
        cr_expect(
            eq(u16, support.value[RVT_SUPPORT_DELTA_ADDRESS], layouts[i] == RVT_SUPPORT_RV_TRACER));
    }
}

/* Shows: ETR-FMT-013 */
Test(support, a_parameter_that_contradicts_the_configuration_is_refused)
{
    static const enum rvt_support_field repeated[] = {
        RVT_SUPPORT_TIME_WIDTH,        RVT_SUPPORT_F0S_WIDTH,  RVT_SUPPORT_RETURN_STACK_SIZE,
        RVT_SUPPORT_CALL_COUNTER_SIZE, RVT_SUPPORT_BPRED_SIZE, RVT_SUPPORT_CACHE_SIZE,
        RVT_SUPPORT_IRET_EXT,
    };
    struct rvt_config config = config_with(RVT_SUPPORT_EXT_V0_8);
    struct rvt_follower follower = {.config = &config};
    struct rvt_support support;
    struct rvt_diag diag;

    rvt_support_fill(&support, &config, true, RVT_QUAL_NO_CHANGE);
    cr_assert(eq(int, (int)rvt_operating_mode_adopt(&config, &follower, &support, &diag), RVT_OK));
    for (size_t i = 0; i < sizeof repeated / sizeof repeated[0]; ++i) {
        uint16_t *value = &support.value[repeated[i]];

        *value ^= 1;
        rvt_diag_clear(&diag);
        cr_expect(eq(int, (int)rvt_operating_mode_adopt(&config, &follower, &support, &diag),
                     RVT_ERR_PARAMETER));
        cr_expect(eq(str, TEXT(diag.field), TEXT(rvt_support_field_name(repeated[i]))));
        cr_expect(eq(u64, diag.value, *value));
        *value ^= 1;
    }
}

/* A field of 16 bits carries all of them. Shows: ETR-FMT-005 */
Test(support_packet, fields_of_16_bits)
{
    struct rvt_config config;
    struct rvt_packet packet = {.format = RVT_FORMAT_SYNC, .subformat = RVT_SUBFORMAT_SUPPORT};
    struct rvt_packet read;
    struct rvt_payload payload;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.switches.support_layout = RVT_SUPPORT_OWN;
    config.support_layout.count = 3;
    config.support_layout.place[0] =
        (struct rvt_support_place){.field = RVT_SUPPORT_IENABLE, .width = 1};
    config.support_layout.place[1] =
        (struct rvt_support_place){.field = RVT_SUPPORT_CACHE_SIZE, .width = 16};
    config.support_layout.place[2] =
        (struct rvt_support_place){.field = RVT_SUPPORT_QUAL_STATUS, .width = 2};
    for (unsigned bit = 0; bit < 16; bit++) {
        packet.support.value[RVT_SUPPORT_CACHE_SIZE] = (uint16_t)(0x8001u ^ 1u << bit);
        cr_assert(rvt_packet_write(&config, &packet, &payload, NULL) == RVT_OK);
        cr_assert(rvt_packet_read(&config, payload.byte, payload.bytes, &read, NULL) == RVT_OK);
        cr_expect(read.support.value[RVT_SUPPORT_CACHE_SIZE] ==
                  packet.support.value[RVT_SUPPORT_CACHE_SIZE]);
    }
}
