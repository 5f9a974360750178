/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What filters say of data accesses, for the cycle in which te_data leaves. ETR-CTL-012. */
#include "tests/unit/data_config.h"

#include "ingress/access.h"
#include "ingress/registers.h"
#include "model/lockstep/core/access_filter.h"

static struct rvt_config config;
static struct rvt_registers registers;
static struct rvt_filters filters;

static void program(uint32_t offset, uint32_t value)
{
    struct rvt_filter_setup setup;

    rvt_registers_write(&registers, offset, value);
    rvt_registers_filters(&registers, &setup);
    rvt_filters_program(&filters, &setup);
}

static void open_filters(void)
{
    config = configure_data(0, 4, 32);
    config.params.filters_p = 2;
    config.params.comparators_p = 2;
    config.params.retires_p = 8;
    config.params.iretire_width_p = 8;
    config.params.iaddr_lsbs_width_p = 10;
    rvt_registers_init(&registers, &config);
    rvt_filters_init(&filters, &config);
}

TestSuite(access_filter, .init = open_filters);

/* A row of four instructions and an access of the one at iaddr. */
static bool passes(uint64_t iaddr, uint8_t dtype, uint64_t daddr)
{
    const struct rvt_access access = {
        .dretire = true, .dtype = dtype, .daddr = daddr, .iaddr_lsbs = (uint32_t)iaddr & 0x3ff};
    const struct rvt_row row = {
        .priv = 3,
        .blocks = 1,
        .block = {{.iaddr = 0x100, .iretire = 8, .ilastsize = 1}},
        .accesses = 1,
        .access = &access,
    };

    return rvt_access_filter_row(&filters, &config, &row);
}

Test(access_filter, nothing_selected_lets_all_pass)
{
    const struct rvt_row none = {.blocks = 0};

    cr_expect(passes(0x100, RVT_DTYPE_LOAD, 0x40));
    program(RVT_TE_FILTER, 1);
    program(RVT_TE_INST_FILTERS, 2);
    cr_expect(passes(0x100, RVT_DTYPE_LOAD, 0x40), "trTeInstFilters is for instructions");
    program(RVT_TE_DATA_FILTERS, 2);
    cr_expect(not(passes(0x100, RVT_DTYPE_LOAD, 0x40)));
    cr_expect(rvt_access_filter_row(&filters, &config, &none), "no access");
}

Test(access_filter, an_access_has_the_address_of_its_instruction)
{
    program(RVT_TE_DATA_FILTERS, 1);
    program(RVT_TE_FILTER, 1 | 1 << 4);
    program(RVT_TE_COMP + RVT_TE_COMP_PMATCH_LOW, 0x108);
    cr_expect(passes(0x108, RVT_DTYPE_LOAD, 0x40));
    cr_expect(not(passes(0x104, RVT_DTYPE_LOAD, 0x40)));
}

Test(access_filter, a_latch_moves_on_from_access_to_access)
{
    program(RVT_TE_DATA_FILTERS, 1);
    program(RVT_TE_FILTER, 1 | 1 << 4);
    program(RVT_TE_COMP + RVT_TE_COMP_PMATCH_LOW, 0x40);
    program(RVT_TE_COMP + RVT_TE_COMP_SMATCH_LOW, 0x80);
    program(RVT_TE_COMP, 3 | 3 << 2 | 3 << 12); /* daddr 0x40 to daddr 0x80 */
    cr_expect(not(passes(0x100, RVT_DTYPE_LOAD, 0x10)));
    cr_expect(passes(0x100, RVT_DTYPE_LOAD, 0x40));
    cr_expect(passes(0x100, RVT_DTYPE_LOAD, 0x10));
    cr_expect(passes(0x100, RVT_DTYPE_LOAD, 0x80));
    cr_expect(not(passes(0x100, RVT_DTYPE_LOAD, 0x10)));
}
