/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "encoder/doubt.h"

#include <stddef.h>

static const struct rvt_doubt_text TEXTS[] = {
    {RVT_DOUBT_RETURN, "ambiguous", "irdepth matches more than one return",
     "Set ir_profile: ext_irets to avoid this", "ETR-MODE-010"},
    {RVT_DOUBT_BREAK, "ambiguous",
     "the packet does not show whether the path of the old context was interrupted",
     "Set ctype3: support_break to avoid this", "AMB-105"},
    {RVT_DOUBT_HIDDEN_RETURN, "undecodable",
     "no decoder can follow the implicit returns before the packet",
     "Use a return stack, ir_partial_bits: 0 and ir_flush_before_sync: true to avoid this",
     "ETR-MODE-004, AMB-021"},
    {RVT_DOUBT_HANDLER, "undecodable",
     "the packet omits the address of the handler, but trap_vectors lead elsewhere",
     "Correct trap_vectors, or set implicit_exception: false, to avoid this",
     "ETR-MODE-062, AMB-047"},
    {RVT_DOUBT_LOST_BRANCH, "undecodable",
     "the packet synchronises, and the outcomes of branches before it are never reported",
     "Set resync_cmp: fsm to avoid this", "ETR-ALG-077"},
    {RVT_DOUBT_TRAP_RETURN, "undecodable",
     "the target of a trap return before the packet is never reported",
     "Set updiscon_xret: true to avoid this", "AMB-030"},
    {RVT_DOUBT_TRAPPED, "undecodable",
     "the packet names an instruction that trapped, as if it had retired",
     "Set chart: v204 and first_trap: v204 to avoid this", "ETR-ALG-072, ETR-ALG-074, ETR-ALG-075"},
    {RVT_DOUBT_TRAP_AGAIN, "undecodable",
     "the packet reports a trap again that was reported already",
     "Set chart: v204 and trap_dup_refflow: false to avoid this", "ETR-ALG-071, AMB-043"},
};

_Static_assert(sizeof TEXTS / sizeof TEXTS[0] == RVT_DOUBTS, "a text each");

const struct rvt_doubt_text *rvt_doubt_text(unsigned number)
{
    return number < RVT_DOUBTS ? &TEXTS[number] : NULL;
}
