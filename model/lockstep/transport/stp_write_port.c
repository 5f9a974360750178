/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/transport/stp_write_port.h"

#include <inttypes.h>

#include "base/bits.h"

enum rvt_status rvt_stp_port_write_record(const struct rvt_stp_port_write *write,
                                          struct rvt_stp_record *record)
{
    static const enum rvt_stp_opcode DATA[5][2][2] = {
        {{RVT_STP_D4, RVT_STP_D4TS}, {RVT_STP_D4M, RVT_STP_D4MTS}},
        {{RVT_STP_D8, RVT_STP_D8TS}, {RVT_STP_D8M, RVT_STP_D8MTS}},
        {{RVT_STP_D16, RVT_STP_D16TS}, {RVT_STP_D16M, RVT_STP_D16MTS}},
        {{RVT_STP_D32, RVT_STP_D32TS}, {RVT_STP_D32M, RVT_STP_D32MTS}},
        {{RVT_STP_D64, RVT_STP_D64TS}, {RVT_STP_D64M, RVT_STP_D64MTS}},
    };
    static const enum rvt_stp_opcode OTHER[RVT_STP_WRITE_KINDS][2] = {
        [RVT_STP_WRITE_FLAG] = {RVT_STP_FLAG, RVT_STP_FLAG_TS},
        [RVT_STP_WRITE_TRIG] = {RVT_STP_TRIG, RVT_STP_TRIG_TS},
        [RVT_STP_WRITE_FREQ] = {RVT_STP_FREQ, RVT_STP_FREQ_TS},
        [RVT_STP_WRITE_MERR] = {RVT_STP_MERR, RVT_STP_MERR},
        [RVT_STP_WRITE_GERR] = {RVT_STP_GERR, RVT_STP_GERR},
        [RVT_STP_WRITE_NULL] = {RVT_STP_NULL, RVT_STP_NULL_TS},
    };

    if (write->kind >= RVT_STP_WRITE_KINDS ||
        (write->kind == RVT_STP_WRITE_DATA && write->size > 4))
        return RVT_ERR_PARAMETER;
    record->opcode = write->kind == RVT_STP_WRITE_DATA
                         ? DATA[write->size][write->marker][write->stamp]
                         : OTHER[write->kind][write->stamp];
    if (write->kind == RVT_STP_WRITE_FREQ && (write->data & rvt_mask(40)) >> 32 != 0)
        record->opcode = write->stamp ? RVT_STP_FREQ_40_TS : RVT_STP_FREQ_40;
    record->payload = write->data & rvt_mask(4U * rvt_stp_form(record->opcode)->payload_nibbles);
    record->master = write->master;
    record->channel = write->channel;
    record->time = write->time;
    return RVT_OK;
}

bool rvt_stp_record_is_equal(const struct rvt_stp_record *one, const struct rvt_stp_record *other)
{
    return one->opcode == other->opcode && one->payload == other->payload &&
           one->master == other->master && one->channel == other->channel;
}

void rvt_stp_record_print(struct rvt_text *text, const struct rvt_stp_record *record)
{
    const struct rvt_stp_form *form = rvt_stp_form(record->opcode);

    rvt_text_add(text, "%s", form->name);
    if (form->payload_nibbles > 0)
        rvt_text_add(text, " %0*" PRIx64, (int)form->payload_nibbles, record->payload);
    rvt_text_add(text, ", master 0x%x, channel 0x%x", record->master, record->channel);
}
