/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "wire/te_inst.h"

static bool is(const struct rvt_packet *packet, unsigned format, unsigned subformat)
{
    return packet->format == format && packet->subformat == subformat;
}

bool rvt_packet_is_sync(const struct rvt_packet *packet)
{
    return is(packet, RVT_FORMAT_SYNC, RVT_SUBFORMAT_START) ||
           is(packet, RVT_FORMAT_SYNC, RVT_SUBFORMAT_TRAP);
}

bool rvt_privilege_is_reserved(unsigned privilege)
{
    return privilege == 2 || privilege == 7;
}

enum rvt_status rvt_packet_check_privilege(const struct rvt_packet *packet, struct rvt_diag *diag)
{
    if (packet->format != RVT_FORMAT_SYNC || packet->subformat == RVT_SUBFORMAT_SUPPORT ||
        !rvt_privilege_is_reserved(packet->privilege))
        return RVT_OK;
    return rvt_diag_set(diag, RVT_ERR_RESERVED, "privilege", packet->privilege, "ETR-ING-012",
                        "privilege %u is reserved", (unsigned)packet->privilege);
}

bool rvt_packet_has_address(const struct rvt_packet *packet, const struct rvt_config *config)
{
    switch (packet->format) {
    case RVT_FORMAT_OPT_EXT:
        return packet->subformat == RVT_SUBFORMAT_BRANCH_COUNT &&
               (packet->branch_fmt == RVT_BRANCH_FMT_ADDR ||
                packet->branch_fmt == RVT_BRANCH_FMT_ADDR_FAIL);
    case RVT_FORMAT_DIFF_DELTA:
        return packet->branches != 0;
    case RVT_FORMAT_ADDR_ONLY:
        return true;
    default: /* RVT_FORMAT_SYNC */
        if (packet->subformat == RVT_SUBFORMAT_TRAP && rvt_is_draft(config))
            return !config->options.implicit_exception;
        if (packet->subformat == RVT_SUBFORMAT_TRAP)
            return !(config->options.implicit_exception && packet->thaddr);
        return packet->subformat == RVT_SUBFORMAT_START;
    }
}

const char *rvt_packet_name(const struct rvt_packet *packet)
{
    static const char *const sync_names[] = {"F3/0", "F3/1", "F3/2", "F3/3"};

    switch (packet->format) {
    case RVT_FORMAT_OPT_EXT:
        return packet->subformat == RVT_SUBFORMAT_BRANCH_COUNT ? "F0s0" : "F0s1";
    case RVT_FORMAT_DIFF_DELTA:
        if (packet->branches == 0 && packet->branch_fmt == RVT_DRAFT_BRANCH_FMT_COUNT)
            return "F1bc";
        return packet->branches ? "F1" : "F1na";
    case RVT_FORMAT_ADDR_ONLY:
        return "F2";
    default:
        return packet->subformat < 4 ? sync_names[packet->subformat] : "F3";
    }
}
