/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "transport/stp/stp_opcode.h"

#include <string.h>

enum { STAMPED = 1, MARKED = 2 };

#define FORM(packet, is, nibbles, flags)                                                           \
    [RVT_STP_##packet] = {#packet, RVT_STP_KIND_##is, nibbles, ((flags)&MARKED) != 0,              \
                          ((flags)&STAMPED) != 0}

/* Opcodes without a row are reserved. */
const struct rvt_stp_form rvt_stp_forms[RVT_STP_OPCODES] = {
    FORM(NULL, NULL, 0, 0),
    FORM(M8, MASTER, 2, 0),
    FORM(MERR, ERROR, 2, 0),
    FORM(C8, CHANNEL, 2, 0),
    FORM(D8, DATA, 2, 0),
    FORM(D16, DATA, 4, 0),
    FORM(D32, DATA, 8, 0),
    FORM(D64, DATA, 16, 0),
    FORM(D8MTS, DATA, 2, MARKED | STAMPED),
    FORM(D16MTS, DATA, 4, MARKED | STAMPED),
    FORM(D32MTS, DATA, 8, MARKED | STAMPED),
    FORM(D64MTS, DATA, 16, MARKED | STAMPED),
    FORM(D4, DATA, 1, 0),
    FORM(D4MTS, DATA, 1, MARKED | STAMPED),
    FORM(FLAG_TS, FLAG, 0, STAMPED),
    FORM(M16, MASTER, 4, 0),
    FORM(GERR, ERROR, 2, 0),
    FORM(C16, CHANNEL, 4, 0),
    FORM(D8TS, DATA, 2, STAMPED),
    FORM(D16TS, DATA, 4, STAMPED),
    FORM(D32TS, DATA, 8, STAMPED),
    FORM(D64TS, DATA, 16, STAMPED),
    FORM(D8M, DATA, 2, MARKED),
    FORM(D16M, DATA, 4, MARKED),
    FORM(D32M, DATA, 8, MARKED),
    FORM(D64M, DATA, 16, MARKED),
    FORM(D4TS, DATA, 1, STAMPED),
    FORM(D4M, DATA, 1, MARKED),
    FORM(FLAG, FLAG, 0, 0),
    FORM(VERSION, VERSION, 1, 0),
    FORM(NULL_TS, NULL, 0, STAMPED),
    FORM(USER, UNDOCUMENTED, 0, 0),
    FORM(USER_TS, UNDOCUMENTED, 0, STAMPED),
    FORM(TIME, UNDOCUMENTED, 0, 0),
    FORM(TIME_TS, UNDOCUMENTED, 0, STAMPED),
    FORM(TRIG, TRIGGER, 2, 0),
    FORM(TRIG_TS, TRIGGER, 2, STAMPED),
    FORM(FREQ, FREQUENCY, 8, 0),
    FORM(FREQ_TS, FREQUENCY, 8, STAMPED),
    FORM(XSYNC, UNDOCUMENTED, 0, 0),
    FORM(XSYNC_TS, UNDOCUMENTED, 0, STAMPED),
    FORM(FREQ_40, FREQUENCY, 10, 0),
    FORM(FREQ_40_TS, FREQUENCY, 10, STAMPED),
    FORM(DIP, UNDOCUMENTED, 0, 0),
    FORM(CERR, ERROR, 2, 0),
    FORM(PDID_DATA, UNDOCUMENTED, 0, 0),
    FORM(PDID_TYPE_TS, UNDOCUMENTED, 0, STAMPED),
    FORM(ASYNC, ASYNC, 0, 0),
};

bool rvt_stp_opcode_named(const char *name, enum rvt_stp_opcode *opcode)
{
    for (unsigned row = 0; row < RVT_STP_OPCODES; row++)
        if (rvt_stp_forms[row].name != NULL && strcmp(rvt_stp_forms[row].name, name) == 0) {
            *opcode = (enum rvt_stp_opcode)row;
            return true;
        }
    return false;
}

unsigned rvt_stp_opcode_code(enum rvt_stp_opcode opcode)
{
    static const uint16_t PREFIXES[] = {0, 0xf0, 0xf00, 0xf0f0, 0xff0};

    return PREFIXES[opcode / 16] | (unsigned)opcode % 16;
}
