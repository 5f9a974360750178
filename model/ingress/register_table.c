/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Made of rtl/registers/rvt_encoder.rdl by `make registers-update`: do not edit. */
#include "ingress/register_table.h"

/* clang-format off */
const struct rvt_register_name RVT_REGISTER_SINGLE[RVT_REGISTER_SINGLES] = {
    {"trTeControl", RVT_TE_CONTROL},
    {"trTeImpl", RVT_TE_IMPL},
    {"trTeInstFeatures", RVT_TE_INST_FEATURES},
    {"trTeInstFilters", RVT_TE_INST_FILTERS},
    {"trTeDataControl", RVT_TE_DATA_CONTROL},
    {"trTeDataFilters", RVT_TE_DATA_FILTERS},
    {"trTsControl", RVT_TS_CONTROL},
    {"trTsCounterLow", RVT_TS_COUNTER_LOW},
    {"trTsCounterHigh", RVT_TS_COUNTER_HIGH},
    {"trTeTrigDbgControl", RVT_TE_TRIG_DBG_CONTROL},
    {"trTeTrigExtInControl", RVT_TE_TRIG_EXT_IN_CONTROL},
    {"trTeTrigExtOutControl", RVT_TE_TRIG_EXT_OUT_CONTROL},
};

static const struct rvt_register_name TE_FILTER[7] = {
    {"Control", RVT_TE_FILTER_CONTROL},
    {"MatchInst", RVT_TE_FILTER_MATCH_INST},
    {"MatchEcauseLow", RVT_TE_FILTER_MATCH_ECAUSE_LOW},
    {"MatchEcauseHigh", RVT_TE_FILTER_MATCH_ECAUSE_HIGH},
    {"MatchValueImpdef", RVT_TE_FILTER_MATCH_VALUE_IMPDEF},
    {"MatchMaskImpdef", RVT_TE_FILTER_MATCH_MASK_IMPDEF},
    {"MatchData", RVT_TE_FILTER_MATCH_DATA},
};

static const struct rvt_register_name TE_COMP[5] = {
    {"Control", RVT_TE_COMP_CONTROL},
    {"PMatchLow", RVT_TE_COMP_PMATCH_LOW},
    {"PMatchHigh", RVT_TE_COMP_PMATCH_HIGH},
    {"SMatchLow", RVT_TE_COMP_SMATCH_LOW},
    {"SMatchHigh", RVT_TE_COMP_SMATCH_HIGH},
};

const struct rvt_register_family RVT_REGISTER_FAMILY[RVT_REGISTER_FAMILIES] = {
    {"trTeFilter", RVT_TE_FILTER, RVT_TE_FILTER_UNITS, TE_FILTER, 7},
    {"trTeComp", RVT_TE_COMP, RVT_TE_COMP_UNITS, TE_COMP, 5},
};
/* clang-format on */
