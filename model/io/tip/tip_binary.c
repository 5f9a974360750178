/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/tip/tip_binary.h"

#include <inttypes.h>
#include <string.h>

#include "io/tip/tip_access.h"
#include "io/tip/tip_column.h"

/* Version 2 adds impdef, version 3 adds accesses; a trace is written in the first version that
 * can hold it. */
enum {
    VERSION = 1,
    VERSION_IMPDEF = 2,
    VERSION_DATA = 3,
    HEADER_BYTES = 16,
    RECORD_BYTES_MAX = 160 + RVT_TIP_ACCESSES_BYTES_MAX
};

static const uint8_t MAGIC[8] = {0x89, 'r', 'v', 't', 't', 'i', 'p', '\n'};

/* Bits of the mask that a record begins with: which values follow. */
enum {
    MASK_BLOCKS = 7u, /* number of blocks, or MASK_END */
    MASK_END = 7u,
    MASK_CYCLE = 1u << 3,
    MASK_PRIV = 1u << 4,
    MASK_CONTEXT = 1u << 5,
    MASK_TIME = 1u << 6,
    MASK_CAUSE = 1u << 7,
    MASK_TVAL = 1u << 8,
    MASK_CTYPE = 1u << 9,
    MASK_TRIGGER = 1u << 10,
    MASK_HALTED = 1u << 11,
    MASK_RESET = 1u << 12,
    MASK_LOST = 1u << 13,
    MASK_IMPDEF = 1u << 14,   /* version 2 */
    MASK_ACCESSES = 1u << 15, /* version 3 */
};

/* Bits of the byte that a block begins with. */
enum {
    BLOCK_ITYPE = 15u,
    BLOCK_ILASTSIZE_AT = 4,
    BLOCK_ILASTSIZE = 3u,
    BLOCK_SIJUMP = 1u << 6,
    BLOCK_IADDR = 1u << 7,
};

/* Address after a block, where the next one is expected. */
static uint64_t address_behind(const struct rvt_block *block, bool halfwords)
{
    uint64_t size = (uint64_t)2 << block->ilastsize;
    return block->iaddr + (halfwords ? 2 * (uint64_t)block->iretire : block->iretire * size);
}

static void read_block(struct rvt_record *record, struct rvt_tip_binary *binary,
                       struct rvt_block *block)
{
    uint8_t head = rvt_record_byte(record);

    block->itype = head & BLOCK_ITYPE;
    block->ilastsize = head >> BLOCK_ILASTSIZE_AT & BLOCK_ILASTSIZE;
    block->sijump = head & BLOCK_SIJUMP;
    block->iaddr = binary->next_iaddr + (head & BLOCK_IADDR ? rvt_record_difference(record) : 0);
    block->iretire = rvt_record_word(record);
    binary->next_iaddr = address_behind(block, binary->halfwords);
}

/* Reads the values of a row that mask names; the others keep their values or are 0. */
static void read_row(struct rvt_record *record, unsigned mask, struct rvt_tip_binary *binary,
                     struct rvt_row *row, struct rvt_access *access)
{
    const struct rvt_row *latest = &binary->latest;

    *row = (struct rvt_row){.priv = latest->priv,
                            .context = latest->context,
                            .time = latest->time,
                            .impdef = latest->impdef};
    row->cycle = binary->next_cycle + (mask & MASK_CYCLE ? rvt_record_varint(record) : 0);
    if (mask & MASK_PRIV)
        row->priv = rvt_record_byte(record);
    if (mask & MASK_CONTEXT)
        row->context = rvt_record_varint(record);
    if (mask & MASK_TIME)
        row->time += rvt_record_difference(record);
    if (mask & MASK_CAUSE)
        row->cause = rvt_record_word(record);
    if (mask & MASK_TVAL)
        row->tval = rvt_record_varint(record);
    if (mask & MASK_CTYPE)
        row->ctype = rvt_record_byte(record);
    if (mask & MASK_TRIGGER)
        row->trigger = rvt_record_word(record);
    if (mask & MASK_IMPDEF)
        row->impdef = rvt_record_word(record);
    row->halted = mask & MASK_HALTED;
    row->reset = mask & MASK_RESET;
    row->lost = mask & MASK_LOST;
    row->blocks = mask & MASK_BLOCKS;
    for (unsigned index = 0; index < row->blocks; index++)
        read_block(record, binary, &row->block[index]);
    row->access = access;
    if (mask & MASK_ACCESSES)
        row->accesses = rvt_tip_accesses_read(record, &binary->next_daddr, access);
}

enum rvt_status rvt_tip_binary_probe(struct rvt_input *input, bool *binary, struct rvt_diag *diag)
{
    const uint8_t *data = NULL;
    size_t available = 0;
    enum rvt_status status = rvt_input_peek(input, sizeof MAGIC, &data, &available, diag);

    if (status == RVT_OK)
        *binary = available && data[0] == MAGIC[0];
    return status;
}

static uint32_t read_little(const uint8_t *data, unsigned bytes)
{
    uint32_t value = 0;
    while (bytes--)
        value = value << 8 | data[bytes];
    return value;
}

/* Refuses a trace of another interface. */
static enum rvt_status check_header(const uint8_t *data, const struct rvt_params *params,
                                    struct rvt_diag *diag)
{
    if (memcmp(data, MAGIC, sizeof MAGIC) != 0)
        return rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL, "not a tip trace");
    if (data[8] < VERSION || data[8] > VERSION_DATA)
        return rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL,
                            "tip trace version %u is not supported (supported: %d to %d)", data[8],
                            VERSION, VERSION_DATA);
    if (data[9] < 1 || data[9] > params->blocks_p)
        return rvt_diag_set(diag, RVT_ERR_SYNTAX, "blocks_p", params->blocks_p, "ETR-ING-008",
                            "the trace has %u blocks per cycle, but blocks_p is %u", data[9],
                            params->blocks_p);
    if ((data[10] != 0) != rvt_counts_halfwords(params))
        return rvt_diag_set(diag, RVT_ERR_SYNTAX, "retires_p", params->retires_p, "ETR-ING-002",
                            "iretire counts %s in the trace, but %s in the configuration",
                            data[10] ? "half-words" : "instructions",
                            data[10] ? "instructions" : "half-words");
    if (data[11] != 4 && data[11] != params->itype_width_p)
        return rvt_diag_set(diag, RVT_ERR_SYNTAX, "itype_width_p", params->itype_width_p,
                            "ETR-ING-006",
                            "the trace has itype codes of %u bits, but itype_width_p is %u",
                            data[11], params->itype_width_p);
    return RVT_OK;
}

enum rvt_status rvt_tip_binary_open(struct rvt_input *input, const struct rvt_params *params,
                                    struct rvt_tip_binary *binary, struct rvt_diag *diag)
{
    const uint8_t *data = NULL;
    size_t available = 0;
    enum rvt_status status = rvt_input_peek(input, HEADER_BYTES, &data, &available, diag);

    if (status == RVT_OK)
        status = available < HEADER_BYTES ? rvt_diag_set(diag, RVT_ERR_TRUNCATED, NULL, 0, NULL,
                                                         "the header is incomplete")
                                          : check_header(data, params, diag);
    if (status != RVT_OK) {
        rvt_diag_at(diag, "byte", 0);
        return status;
    }
    *binary = (struct rvt_tip_binary){.version = data[8],
                                      .columns = read_little(data + 12, 4),
                                      .blocks = data[9],
                                      .halfwords = data[10] != 0};
    rvt_input_skip(input, HEADER_BYTES);
    return RVT_OK;
}

static enum rvt_status record_fault(const struct rvt_input *input, const struct rvt_record *record,
                                    uint64_t row, struct rvt_diag *diag)
{
    uint64_t at = rvt_input_offset(input) + record->at;
    const char *text =
        record->status == RVT_ERR_TRUNCATED ? "the file ends inside a record" : "damaged record";

    (void)rvt_diag_set(diag, record->status, NULL, 0, NULL, "%s, byte %" PRIu64, text, at);
    rvt_diag_at(diag, "row", row);
    return record->status;
}

/* The record after the last row: the number of rows, then nothing. */
static void read_end(struct rvt_record *record, const struct rvt_tip_binary *binary)
{
    uint64_t rows = rvt_record_varint(record);
    if (record->status == RVT_OK && (rows != binary->rows || record->at != record->bytes))
        record->status = RVT_ERR_SYNTAX;
}

enum rvt_status rvt_tip_binary_read(struct rvt_input *input, struct rvt_tip_binary *binary,
                                    struct rvt_row *row, struct rvt_access *access, bool *end,
                                    struct rvt_diag *diag)
{
    struct rvt_record record = {.status = RVT_OK};
    enum rvt_status status =
        rvt_input_peek(input, RECORD_BYTES_MAX, &record.data, &record.bytes, diag);

    if (status != RVT_OK)
        return status;
    unsigned mask = rvt_record_byte(&record);
    mask |= (unsigned)rvt_record_byte(&record) << 8;
    *end = (mask & MASK_BLOCKS) == MASK_END;
    unsigned reserved = (binary->version < VERSION_IMPDEF ? MASK_IMPDEF : 0u) |
                        (binary->version < VERSION_DATA ? MASK_ACCESSES : 0u);
    if (mask & reserved || (!*end && (mask & MASK_BLOCKS) > binary->blocks)) {
        if (record.status == RVT_OK)
            record.status = RVT_ERR_SYNTAX;
    } else if (*end) {
        read_end(&record, binary);
    } else {
        read_row(&record, mask, binary, row, access);
    }
    if (record.status != RVT_OK)
        return record_fault(input, &record, binary->rows + 1, diag);
    rvt_input_skip(input, record.at);
    if (!*end) {
        binary->rows++;
        binary->next_cycle = row->cycle + 1;
        binary->latest = *row;
    }
    return RVT_OK;
}

void rvt_tip_binary_create(struct rvt_output *output, const struct rvt_params *params,
                           unsigned columns, struct rvt_tip_binary *binary)
{
    uint8_t header[HEADER_BYTES] = {0};

    memcpy(header, MAGIC, sizeof MAGIC);
    header[8] = columns & RVT_TIP_DATA     ? VERSION_DATA
                : columns & RVT_TIP_IMPDEF ? VERSION_IMPDEF
                                           : VERSION;
    header[9] = (uint8_t)params->blocks_p;
    header[10] = rvt_counts_halfwords(params);
    header[11] = (uint8_t)params->itype_width_p;
    header[12] = (uint8_t)columns;
    header[13] = (uint8_t)(columns >> 8);
    *binary = (struct rvt_tip_binary){.version = header[8],
                                      .columns = columns,
                                      .blocks = params->blocks_p,
                                      .halfwords = rvt_counts_halfwords(params)};
    rvt_output_write(output, header, sizeof header);
}

/* The values of row that must be written. */
static unsigned row_mask(const struct rvt_tip_binary *binary, const struct rvt_row *row)
{
    const struct rvt_row *latest = &binary->latest;
    unsigned mask = row->blocks;

    mask |= row->cycle != binary->next_cycle ? MASK_CYCLE : 0u;
    mask |= row->priv != latest->priv ? MASK_PRIV : 0u;
    mask |= row->context != latest->context ? MASK_CONTEXT : 0u;
    mask |= row->time != latest->time ? MASK_TIME : 0u;
    mask |= row->cause ? MASK_CAUSE : 0u;
    mask |= row->tval ? MASK_TVAL : 0u;
    mask |= row->ctype ? MASK_CTYPE : 0u;
    mask |= row->trigger ? MASK_TRIGGER : 0u;
    mask |= row->impdef != latest->impdef ? MASK_IMPDEF : 0u;
    mask |= row->accesses ? MASK_ACCESSES : 0u;
    mask |= row->halted ? MASK_HALTED : 0u;
    mask |= row->reset ? MASK_RESET : 0u;
    mask |= row->lost ? MASK_LOST : 0u;
    return mask;
}

static size_t put_block(uint8_t *to, struct rvt_tip_binary *binary, const struct rvt_block *block)
{
    uint64_t difference = block->iaddr - binary->next_iaddr;
    size_t bytes = 1;

    unsigned head = block->itype & BLOCK_ITYPE;
    head |= ((unsigned)block->ilastsize & BLOCK_ILASTSIZE) << BLOCK_ILASTSIZE_AT;
    head |= block->sijump ? BLOCK_SIJUMP : 0u;
    head |= difference ? BLOCK_IADDR : 0u;
    to[0] = (uint8_t)head;
    if (difference)
        bytes += rvt_put_difference(to + bytes, difference);
    bytes += rvt_put_varint(to + bytes, block->iretire);
    binary->next_iaddr = address_behind(block, binary->halfwords);
    return bytes;
}

void rvt_tip_binary_write(struct rvt_output *output, struct rvt_tip_binary *binary,
                          const struct rvt_row *row)
{
    uint8_t record[RECORD_BYTES_MAX];
    unsigned mask = row_mask(binary, row);
    size_t bytes = 2;

    record[0] = (uint8_t)mask;
    record[1] = (uint8_t)(mask >> 8);
    if (mask & MASK_CYCLE)
        bytes += rvt_put_varint(record + bytes, row->cycle - binary->next_cycle);
    if (mask & MASK_PRIV)
        record[bytes++] = row->priv;
    if (mask & MASK_CONTEXT)
        bytes += rvt_put_varint(record + bytes, row->context);
    if (mask & MASK_TIME)
        bytes += rvt_put_difference(record + bytes, row->time - binary->latest.time);
    if (mask & MASK_CAUSE)
        bytes += rvt_put_varint(record + bytes, row->cause);
    if (mask & MASK_TVAL)
        bytes += rvt_put_varint(record + bytes, row->tval);
    if (mask & MASK_CTYPE)
        record[bytes++] = row->ctype;
    if (mask & MASK_TRIGGER)
        bytes += rvt_put_varint(record + bytes, row->trigger);
    if (mask & MASK_IMPDEF)
        bytes += rvt_put_varint(record + bytes, row->impdef);
    for (unsigned index = 0; index < row->blocks; index++)
        bytes += put_block(record + bytes, binary, &row->block[index]);
    if (row->accesses)
        bytes += rvt_tip_accesses_put(record + bytes, &binary->next_daddr, row);
    rvt_output_write(output, record, bytes);
    binary->rows++;
    binary->next_cycle = row->cycle + 1;
    binary->latest = *row;
}

void rvt_tip_binary_end(struct rvt_output *output, const struct rvt_tip_binary *binary)
{
    uint8_t record[2 + RVT_VARINT_BYTES_MAX] = {MASK_END, 0};
    size_t bytes = 2 + rvt_put_varint(record + 2, binary->rows);

    rvt_output_write(output, record, bytes);
}
