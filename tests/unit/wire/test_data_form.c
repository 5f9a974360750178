/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The tables of te_data: which table an access is sent in, what each table carries, and the clause
 * that a fault in it cites. Expectations: E-Trace, "Data Trace Encoder Output Packets". */
#include "tests/unit/checks.h"
#include "tests/unit/data_config.h"

#include <string.h>

#include "wire/data.h"
#include "wire/data_form.h"

/* operand and data: "-" absent, "c" with a length, "w" data_width_p bits; "a" address, "f" full
 * address, "l" lrid; bits of diff. Shows: ETR-DAT-003, ETR-DAT-004, ETR-DAT-005, ETR-DAT-006,
 * ETR-DAT-007, ETR-DAT-008, ETR-DAT-009 */
Test(data_form, each_table_has_its_fields)
{
    static const struct {
        enum rvt_data_form form;
        const char *fields;
        unsigned diff, diff_one_bit, diff_extension;
    } tables[] = {
        {RVT_FORM_ACCESS, "-ca", 2, 2, 2},
        {RVT_FORM_ACCESS_ADDRESS, "--a", 1, 1, 1},
        {RVT_FORM_ACCESS_DATA, "-w", 2, 1, 2},
        {RVT_FORM_LOAD_REQUEST, "--al", 1, 1, 1},
        {RVT_FORM_RESPONSE, "-wl", 0, 0, 0},
        {RVT_FORM_ATOMIC, "cca", 2, 2, 2},
        {RVT_FORM_ATOMIC_ADDRESS, "--a", 1, 1, 1},
        {RVT_FORM_ATOMIC_DATA, "cw", 2, 1, 2},
        {RVT_FORM_ATOMIC_REQUEST, "c-al", 2, 1, 2},
        {RVT_FORM_ATOMIC_REQUEST_DATA, "w-l", 2, 1, 2},
        {RVT_FORM_ATOMIC_RESPONSE, "-cl", 0, 0, 0},
        {RVT_FORM_CSR, "ccf", 2, 1, 2},
        {RVT_FORM_CSR_ADDRESS, "--a", 1, 1, 1},
        {RVT_FORM_CAS_FAILURE, "c-a", 2, 2, 2},
        {RVT_FORM_NONE, "--", 0, 0, 0},
    };
    const struct rvt_config plain = configure_data(0, 4, 64);
    const struct rvt_config one = configure_data(ONE_BIT, 4, 64);
    const struct rvt_config extension = configure_data(EXTENSION, 4, 64);

    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        static const char parts[] = {
            [RVT_PART_ABSENT] = '-', [RVT_PART_COUNTED] = 'c', [RVT_PART_WIDE] = 'w'};
        struct rvt_data_shape shape = rvt_data_shape_of(&plain, tables[i].form);
        char fields[8] = {parts[shape.operand], parts[shape.data]};
        size_t at = 2;

        if (shape.address)
            fields[at++] = 'a';
        if (shape.full_address)
            fields[at++] = 'f';
        if (shape.lrid)
            fields[at++] = 'l';
        cr_expect_str_eq(fields, tables[i].fields, "table %zu: %s", i, fields);
        cr_expect(eq(uint, shape.diff_bits, tables[i].diff), "table %zu", i);
        cr_expect(
            eq(uint, rvt_data_shape_of(&one, tables[i].form).diff_bits, tables[i].diff_one_bit),
            "table %zu", i);
        cr_expect(eq(uint, rvt_data_shape_of(&extension, tables[i].form).diff_bits,
                     tables[i].diff_extension),
                  "table %zu", i);
    }
}

/* The table of every type of access, in every mode. Rows: full; no_data; no_address; split; split
 * and no_data; split and no_address. */
Test(data_form, each_type_has_its_table)
{
    static const unsigned modes[] = {0,     NO_DATA,         NO_ADDRESS,
                                     SPLIT, SPLIT | NO_DATA, SPLIT | NO_ADDRESS};
    static const struct {
        enum rvt_dtype first, last;
        enum rvt_data_form form[6];
    } types[] = {
        {RVT_DTYPE_LOAD,
         RVT_DTYPE_LOAD,
         {RVT_FORM_ACCESS, RVT_FORM_ACCESS_ADDRESS, RVT_FORM_ACCESS_DATA, RVT_FORM_LOAD_REQUEST,
          RVT_FORM_ACCESS_ADDRESS, RVT_FORM_ACCESS_DATA}},
        {RVT_DTYPE_STORE,
         RVT_DTYPE_STORE,
         {RVT_FORM_ACCESS, RVT_FORM_ACCESS_ADDRESS, RVT_FORM_ACCESS_DATA, RVT_FORM_ACCESS,
          RVT_FORM_ACCESS_ADDRESS, RVT_FORM_ACCESS_DATA}},
        {RVT_DTYPE_CSR_RW,
         RVT_DTYPE_CSR_RC,
         {RVT_FORM_CSR, RVT_FORM_CSR_ADDRESS, RVT_FORM_CSR, RVT_FORM_CSR, RVT_FORM_CSR_ADDRESS,
          RVT_FORM_CSR}},
        {RVT_DTYPE_SWAP,
         RVT_DTYPE_MIN,
         {RVT_FORM_ATOMIC, RVT_FORM_ATOMIC_ADDRESS, RVT_FORM_ATOMIC_DATA, RVT_FORM_ATOMIC_REQUEST,
          RVT_FORM_ATOMIC_ADDRESS, RVT_FORM_ATOMIC_REQUEST_DATA}},
        {RVT_DTYPE_SC_FAILURE,
         RVT_DTYPE_SC_FAILURE,
         {RVT_FORM_NONE, RVT_FORM_ATOMIC_ADDRESS, RVT_FORM_NONE, RVT_FORM_NONE,
          RVT_FORM_ATOMIC_ADDRESS, RVT_FORM_NONE}},
    };

    for (unsigned m = 0; m < 6; m++)
        for (unsigned width = 1; width <= 4; width++) {
            struct rvt_config config = configure_data(modes[m], width, 64);

            for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
                for (int type = (int)types[i].first; type <= (int)types[i].last; type++) {
                    unsigned needed = types[i].first <= RVT_DTYPE_STORE ? 1
                                      : types[i].first < RVT_DTYPE_SWAP ? 3
                                                                        : 4;
                    cr_expect(eq(int, (int)rvt_data_form_of(&config, (enum rvt_dtype)type),
                                 width < needed ? RVT_FORM_NONE : (int)types[i].form[m]),
                              "type %d, mode %u, width %u", type, modes[m], width);
                }
            for (int type = RVT_DTYPE_MMA_LOAD; type <= RVT_DTYPE_MMA_STORE; type++)
                cr_expect(
                    eq(int, (int)rvt_data_form_of(&config, (enum rvt_dtype)type), RVT_FORM_NONE));
            cr_expect(
                eq(int, (int)rvt_data_form_of(&config, RVT_DTYPE_CAS_FAILURE), RVT_FORM_NONE));
        }
}

/* The clause of each table's own fields, and of those that all tables share. */
Test(data_form, each_field_cites_its_clause)
{
    static const struct {
        unsigned mode;
        struct rvt_data_packet packet;
        const char *clause;
    } cases[] = {
        {0, {.format = 0}, "ETR-DAT-003"},
        {0, {.format = 3}, "ETR-DAT-003"},
        {NO_DATA, {.format = 0}, "ETR-DAT-004"},
        {NO_ADDRESS, {.format = 0}, "ETR-DAT-005"},
        {SPLIT, {.format = 0}, "ETR-DAT-006"},
        {SPLIT, {.format = 4}, "ETR-DAT-006"},
        {0, {.format = 6}, "ETR-DAT-007"},
        {NO_DATA, {.format = 6}, "ETR-DAT-007"},
        {NO_ADDRESS, {.format = 6}, "ETR-DAT-007"},
        {SPLIT, {.format = 6}, "ETR-DAT-008"},
        {SPLIT | NO_ADDRESS, {.format = 6}, "ETR-DAT-008"},
        {SPLIT, {.format = 7}, "ETR-DAT-008"},
        {0, {.format = 5}, "ETR-DAT-009"},
        {NO_DATA, {.format = 5}, "ETR-DAT-009"},
        {0, {.format = 7}, "ETR-DAT-001"},
    };
    static const struct {
        const char *field, *clause; /* clause null: that of the table */
    } fields[] = {
        {"format", "ETR-DAT-001"},
        {"subformat", "ETR-DAT-001"},
        {"size", "ETR-DAT-002"},
        {"diff", "ETR-DAT-010"},
        {"data_len", "ETR-DAT-013"},
        {"op_len", "ETR-DAT-013"},
        {"data", NULL},
        {"operand", NULL},
        {"address", NULL},
        {"lrid", NULL},
        {"resp", NULL},
        {"subtype", NULL},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rvt_config config = configure_data(cases[i].mode, 4, 64);

        for (size_t k = 0; k < sizeof fields / sizeof fields[0]; k++) {
            const char *clause = rvt_data_clause(&config, &cases[i].packet, fields[k].field);

            cr_expect_str_eq(clause, fields[k].clause != NULL ? fields[k].clause : cases[i].clause,
                             "case %zu, %s: %s", i, fields[k].field, clause);
        }
    }
}

static void add_width(void *context, const char *name, uint64_t value, unsigned width,
                      size_t at_bit)
{
    unsigned *bits = context;

    (void)name;
    (void)value;
    (void)at_bit;
    *bits += width;
}

/* The longest packet of all codes, sizes, lengths and responses. */
static unsigned longest(const struct rvt_config *config)
{
    unsigned most = 0;

    for (unsigned code = 0; code < 8 * 16 * 4; code++)
        for (unsigned size = 0; size < 4; size++)
            for (unsigned resp = 0; resp < 4; resp++) {
                struct rvt_data_packet packet = {.format = code % 8,
                                                 .subtype = code / 8 % 16,
                                                 .subformat = code / 8 % 16,
                                                 .diff = 0,
                                                 .resp = (uint8_t)resp,
                                                 .size = (uint8_t)size};
                unsigned bits = 0;

                packet.data_len = packet.op_len = (uint8_t)((1u << size) - 1);
                if (packet.format == RVT_DATA_CSR)
                    packet.data_len = packet.op_len = (uint8_t)((1u << rvt_csr_size(config)) - 1);
                if (rvt_data_visit(config, &packet, add_width, &bits) == RVT_OK && bits > most)
                    most = bits;
            }
    return most;
}

/* Shows: ETR-CMP-011 */
Test(data_form, the_longest_packet)
{
    static const unsigned modes[] = {0,     NO_DATA,         NO_ADDRESS,        XLEN64,
                                     SPLIT, SPLIT | NO_DATA, SPLIT | NO_ADDRESS};

    for (unsigned m = 0; m < sizeof modes / sizeof modes[0]; m++)
        for (unsigned width = 1; width <= 4; width++)
            for (unsigned data = 8; data <= 128; data *= 2)
                for (unsigned narrow = 0; narrow < 2; narrow++) {
                    struct rvt_config config = configure_data(modes[m], width, data);

                    config.params.lrid_width_p = narrow ? 8 : 1;
                    config.params.daddress_width_p = !narrow ? 64 : width >= 3 ? 12 : 1;
                    cr_expect(eq(uint, rvt_data_bits_max(&config), longest(&config)),
                              "mode %u, types %u, data %u, %u", modes[m], width, data, narrow);
                }
}

/* The codes of an access give its type, and codes that give a type are those of that type: every
 * code of every format. CSR subtype 3 is reserved. Shows: ETR-DAT-001, ETR-DAT-007, ETR-DAT-009 */
Test(data_form, codes_and_types_are_inverse)
{
    for (unsigned how = 0; how < 3; how++) {
        bool extension = how == 1;
        struct rvt_config config = configure_data(extension ? EXTENSION : 0, 4, 64);
        unsigned given = 0, set = 0;

        if (how == 2) /* AMB-178 */
            config.switches.dat_atomic_codes = RVT_DAT_ATOMIC_CODES_REFFLOW;

        for (unsigned code = 0; code < 8 * 16 * 8; code++) {
            struct rvt_data_packet packet = {.format = (uint8_t)(code % 8),
                                             .subformat = (uint8_t)(code / 8 % 16),
                                             .subtype = (uint8_t)(code / 128)};
            struct rvt_data_packet again = {0};
            enum rvt_dtype dtype = RVT_DTYPE_LOAD;
            bool unaligned = false;
            bool shaped = extension ? packet.subtype == 0 && packet.format < 4
                                    : packet.subformat == 0 &&
                                          (packet.subtype == 0 || packet.format == RVT_DATA_CSR ||
                                           packet.format == RVT_DATA_ATOMIC);

            if (!shaped || !rvt_data_type(&config, &packet, &dtype, &unaligned))
                continue;
            given++;
            rvt_data_set_type(&config, &again, dtype, unaligned);
            cr_expect(again.format == packet.format && again.subformat == packet.subformat &&
                          again.subtype == packet.subtype,
                      "%u/%u/%u is type %d", packet.format, packet.subformat, packet.subtype,
                      (int)dtype);
        }
        for (int type = RVT_DTYPE_LOAD; type <= RVT_DTYPE_SC_FAILURE; type++)
            for (unsigned unaligned = 0; unaligned <= (type <= RVT_DTYPE_STORE); unaligned++) {
                struct rvt_data_packet packet = {0};
                enum rvt_dtype dtype = RVT_DTYPE_LOAD;
                bool odd = !unaligned;

                if (rvt_data_form_of(&config, (enum rvt_dtype)type) == RVT_FORM_NONE)
                    continue;
                set++;
                rvt_data_set_type(&config, &packet, (enum rvt_dtype)type, unaligned != 0);
                cr_assert(rvt_data_type(&config, &packet, &dtype, &odd), "type %d", type);
                cr_expect(dtype == (enum rvt_dtype)type && odd == (unaligned != 0), "type %d",
                          type);
            }
        cr_expect(given >= set && set > 10, "%u types, %u codes", set, given);
    }
}

/* A packet that was of another type before has the codes of the new one. Shows: ETR-DAT-001 */
Test(data_form, setting_a_type_leaves_nothing_of_the_last)
{
    for (unsigned extension = 0; extension < 2; extension++) {
        const struct rvt_config config = configure_data(SPLIT | (extension ? EXTENSION : 0), 4, 64);

        for (unsigned atomic = 0; atomic < 2; atomic++) {
            struct rvt_data_packet used = {.format = 9, .subformat = 15, .subtype = 7}, fresh = {0};

            rvt_data_set_response(&config, &used, atomic != 0);
            rvt_data_set_response(&config, &fresh, atomic != 0);
            cr_expect(memcmp(&used, &fresh, sizeof used) == 0, "response %u", atomic);
        }
        for (int type = RVT_DTYPE_LOAD; type <= RVT_DTYPE_SC_FAILURE; type++) {
            struct rvt_data_packet used = {.format = 9, .subformat = 15, .subtype = 7}, fresh = {0};

            rvt_data_set_type(&config, &used, (enum rvt_dtype)type, false);
            rvt_data_set_type(&config, &fresh, (enum rvt_dtype)type, false);
            cr_expect(memcmp(&used, &fresh, sizeof used) == 0, "type %d", type);
        }
    }
}

static void note_format(void *context, const char *name, uint64_t value, unsigned width,
                        size_t at_bit)
{
    (void)value;
    if (at_bit == 0 && strcmp(name, "format") == 0)
        *(unsigned *)context = width;
}

/* Two bits where loads and stores are all there is, unless they are split. Shows: ETR-DAT-001 */
Test(data_form, the_format_is_as_wide_as_its_types_need)
{
    for (unsigned split = 0; split < 2; split++)
        for (unsigned width = 1; width <= 4; width++) {
            const struct rvt_config config = configure_data(split ? SPLIT : 0, width, 64);
            struct rvt_data_packet packet = {0};
            unsigned bits = 0;

            rvt_data_set_type(&config, &packet, RVT_DTYPE_STORE, false);
            cr_assert(eq(int, (int)rvt_data_visit(&config, &packet, note_format, &bits), RVT_OK));
            cr_expect(eq(uint, bits, split || width > 2 ? 3 : 2), "%u types, %u", width, split);
        }
}

/* A packet that the configuration has not is named by its code. Shows: ETR-DAT-001 */
Test(data_form, packets_without_a_table_have_a_name)
{
    const struct rvt_config config = configure_data(0, 3, 64);
    const struct rvt_data_packet response = {.format = RVT_DATA_LOAD_RESPONSE};
    const struct rvt_data_packet atomic = {.format = RVT_DATA_ATOMIC};

    cr_expect(strcmp(rvt_data_name(&config, &response), "te_data response") == 0);
    cr_expect(strcmp(rvt_data_name(&config, &atomic), "te_data") == 0);
}
