/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/tip/tip_access.h"

uint8_t rvt_tip_accesses_settle(struct rvt_access *access, unsigned groups)
{
    unsigned used = 0;

    for (unsigned i = 0; i < groups; i++) {
        struct rvt_access shown = {.lresp = access[i].lresp};
        if (access[i].dretire)
            shown = access[i];
        shown.lid = access[i].lresp ? access[i].lid : 0;
        shown.ldata = access[i].lresp ? access[i].ldata : 0;
        access[i] = shown;
        if (shown.dretire || shown.lresp)
            used = i + 1;
    }
    return (uint8_t)used;
}

enum { HEAD_DTYPE = 15, HEAD_DRETIRE = 16, HEAD_LRESP_AT = 5 };

static void read_access(struct rvt_record *record, uint64_t *daddr, struct rvt_access *access)
{
    uint8_t head = rvt_record_byte(record);

    *access = (struct rvt_access){.dretire = (head & HEAD_DRETIRE) != 0,
                                  .lresp = head >> HEAD_LRESP_AT & 3};
    if (access->dretire) {
        access->dtype = head & HEAD_DTYPE;
        access->dsize = rvt_record_byte(record);
        *daddr += rvt_record_difference(record);
        access->daddr = *daddr;
        access->data = rvt_record_varint(record);
        access->operand = rvt_record_varint(record);
        access->sdata = rvt_record_varint(record);
        access->iaddr_lsbs = rvt_record_word(record);
        access->dblock = rvt_record_byte(record);
        access->lrid = rvt_record_byte(record);
    }
    if (access->lresp) {
        access->lid = rvt_record_byte(record);
        access->ldata = rvt_record_varint(record);
    }
}

uint8_t rvt_tip_accesses_read(struct rvt_record *record, uint64_t *daddr, struct rvt_access *access)
{
    uint8_t count = rvt_record_byte(record);

    if (record->status == RVT_OK && (count == 0 || count > RVT_ACCESSES_MAX))
        record->status = RVT_ERR_SYNTAX;
    if (record->status != RVT_OK)
        return 0;
    for (unsigned i = 0; i < count; i++)
        read_access(record, daddr, &access[i]);
    return count;
}

static size_t put_access(uint8_t *to, uint64_t *daddr, const struct rvt_access *access)
{
    size_t bytes = 1;

    to[0] = (uint8_t)((access->dretire ? HEAD_DRETIRE | (access->dtype & HEAD_DTYPE) : 0) |
                      (access->lresp & 3) << HEAD_LRESP_AT);
    if (access->dretire) {
        to[bytes++] = access->dsize;
        bytes += rvt_put_difference(to + bytes, access->daddr - *daddr);
        *daddr = access->daddr;
        bytes += rvt_put_varint(to + bytes, access->data);
        bytes += rvt_put_varint(to + bytes, access->operand);
        bytes += rvt_put_varint(to + bytes, access->sdata);
        bytes += rvt_put_varint(to + bytes, access->iaddr_lsbs);
        to[bytes++] = access->dblock;
        to[bytes++] = access->lrid;
    }
    if (access->lresp) {
        to[bytes++] = access->lid;
        bytes += rvt_put_varint(to + bytes, access->ldata);
    }
    return bytes;
}

size_t rvt_tip_accesses_put(uint8_t *to, uint64_t *daddr, const struct rvt_row *row)
{
    size_t bytes = 1;

    to[0] = row->accesses;
    for (unsigned i = 0; i < row->accesses; i++)
        bytes += put_access(to + bytes, daddr, &row->access[i]);
    return bytes;
}
