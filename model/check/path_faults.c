/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "check/path_faults.h"

#include <inttypes.h>

#include "wire/te_inst.h"

enum rvt_status rvt_path_fault_of_flags(const struct rvt_packet_meaning *meaning,
                                        struct rvt_diag *diag)
{
    const struct rvt_packet *packet = meaning->te_inst;
    bool target = meaning->end == RVT_PATH_END_UPDISCON;
    enum rvt_status status = RVT_OK;

    if (packet->format == RVT_FORMAT_SYNC || meaning->instructions == 0 || !packet->notify)
        return RVT_OK;
    if (target)
        status = rvt_diag_set(diag, RVT_ERR_FLOW, "notify", 1, "ETR-FMT-026",
                              "at 0x%" PRIx64 ": a notification is reported, but an uninferable "
                              "discontinuity leads to this instruction",
                              meaning->address);
    else if (packet->updiscon)
        status = rvt_diag_set(diag, RVT_ERR_FLOW, "updiscon", 1, "ETR-FMT-027",
                              "at 0x%" PRIx64 ": notify and updiscon are 1, but no uninferable "
                              "discontinuity leads to this instruction",
                              meaning->address);
    rvt_diag_at(diag, "packet", meaning->packet);
    return status;
}

enum rvt_status rvt_path_fault_of_branch(const struct rvt_packet_meaning *meaning,
                                         const struct rvt_range *latest, struct rvt_diag *diag)
{
    const struct rvt_packet *packet = meaning->te_inst;
    bool reported = meaning->instructions > 0 && latest->last == meaning->address;

    if (!rvt_packet_is_sync(packet) || packet->branch || !reported ||
        rvt_range_kind(latest) == RVT_INSN_BRANCH)
        return RVT_OK;
    rvt_diag_set(diag, RVT_ERR_FLOW, "branch", 0, "ETR-FMT-007",
                 "at 0x%" PRIx64 ": a taken branch is reported, but this instruction is not a "
                 "branch",
                 meaning->address);
    rvt_diag_at(diag, "packet", meaning->packet);
    return RVT_ERR_FLOW;
}

enum rvt_status rvt_path_fault_of_range(struct rvt_image *image, const struct rvt_range *range,
                                        struct rvt_diag *diag)
{
    uint64_t left = range->count;
    uint64_t address = range->first;
    struct rvt_run run;

    while (left > 0 && rvt_image_run(image, address, &run, NULL) == RVT_OK && run.count <= left) {
        if (run.insn.kind == RVT_INSN_TRAPS) {
            rvt_diag_set(diag, RVT_ERR_FLOW, "pc", run.last, "ETR-ING-016",
                         "the path passes an ECALL or EBREAK, which does not retire");
            rvt_diag_at(diag, "packet", range->packet);
            return RVT_ERR_FLOW;
        }
        left -= run.count;
        address = run.last + run.insn.size;
    }
    return RVT_OK;
}
