/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/syst_part.h"

#include "transport/syst/syst.h"

const char *rvt_syst_part(const struct rvt_syst_shape *shape, size_t at, const char **clause)
{
    bool fields = rvt_syst_short_bytes(shape->header) == 0;
    bool check = fields && shape->whole && (shape->header & RVT_SYST_HAS_CHK) != 0;

    *clause = "SystValue";
    if (at < RVT_SYST_HEADER_BYTES)
        return "header";
    if (fields && at < shape->payload_at) {
        *clause = "SYST-005";
        return "optional fields";
    }
    if (check && at + 4 >= shape->bytes) {
        *clause = "SYST-008";
        return "checksum";
    }
    return fields ? "payload" : "second word";
}
