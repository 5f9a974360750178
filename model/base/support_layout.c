/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "base/support_layout.h"

#include <stddef.h>

static const char *const NAMES[RVT_SUPPORT_FIELDS] = {
    [RVT_SUPPORT_IENABLE] = "ienable",
    [RVT_SUPPORT_ENCODER_MODE] = "encoder_mode",
    [RVT_SUPPORT_QUAL_STATUS] = "qual_status",
    [RVT_SUPPORT_IMPLICIT_RETURN] = "implicit_return",
    [RVT_SUPPORT_IMPLICIT_EXCEPTION] = "implicit_exception",
    [RVT_SUPPORT_FULL_ADDRESS] = "full_address",
    [RVT_SUPPORT_JUMP_TARGET_CACHE] = "jump_target_cache",
    [RVT_SUPPORT_BRANCH_PREDICTION] = "branch_prediction",
    [RVT_SUPPORT_SIJUMP] = "sijump",
    [RVT_SUPPORT_DELTA_ADDRESS] = "delta_address",
    [RVT_SUPPORT_RESYNC_DISABLED] = "resync_disabled",
    [RVT_SUPPORT_IRET_EXT] = "iret_ext",
    [RVT_SUPPORT_TIME_WIDTH] = "time_width",
    [RVT_SUPPORT_F0S_WIDTH] = "f0s_width",
    [RVT_SUPPORT_RETURN_STACK_SIZE] = "return_stack_size",
    [RVT_SUPPORT_CALL_COUNTER_SIZE] = "call_counter_size",
    [RVT_SUPPORT_BPRED_SIZE] = "bpred_size",
    [RVT_SUPPORT_CACHE_SIZE] = "cache_size",
    [RVT_SUPPORT_DENABLE] = "denable",
    [RVT_SUPPORT_DLOSS] = "dloss",
    [RVT_SUPPORT_MMACAS_EXT] = "mmacas_ext",
    [RVT_SUPPORT_NO_ADDRESS] = "noaddr",
    [RVT_SUPPORT_NO_DATA] = "nodata",
    [RVT_SUPPORT_FULL_DATA_ADDRESS] = "full_daddress",
    [RVT_SUPPORT_FULL_DATA] = "full_data",
    [RVT_SUPPORT_OTHER] = "other",
};

const char *rvt_support_field_name(enum rvt_support_field field)
{
    return (unsigned)field < RVT_SUPPORT_FIELDS ? NAMES[field] : NULL;
}
