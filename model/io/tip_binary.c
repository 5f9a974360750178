/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Tip traces in binary: a header, a record a row told relative to the row before, an end record.
 * Layout: docs/files.md. */
#include <inttypes.h>
#include <string.h>

#include "io/tip_forms.h"

/* Version 2 has impdef; a trace without it is written as version 1. */
enum {
    VERSION = 1,
    VERSION_IMPDEF = 2,
    HEADER_BYTES = 16,
    RECORD_BYTES_MAX = 160,
    VARINT_BYTES_MAX = 10
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
    MASK_IMPDEF = 1u << 14, /* version 2 */
    MASK_RESERVED = 1u << 15,
};

/* Bits of the byte that a block begins with. */
enum {
    BLOCK_ITYPE = 15u,
    BLOCK_ILASTSIZE_AT = 4,
    BLOCK_ILASTSIZE = 3u,
    BLOCK_SIJUMP = 1u << 6,
    BLOCK_IADDR = 1u << 7,
};

/* Bytes of a record; a fault sticks. */
struct record {
    const uint8_t *data;
    size_t bytes, at;
    enum rvt_status status;
};

static uint8_t read_byte(struct record *record)
{
    if (record->status == RVT_OK && record->at == record->bytes)
        record->status = RVT_ERR_TRUNCATED;
    return record->status == RVT_OK ? record->data[record->at++] : 0;
}

/* Seven bits a byte, least significant first; bit 7 tells that more follow. */
static uint64_t read_varint(struct record *record)
{
    uint64_t value = 0;

    for (unsigned index = 0; index < VARINT_BYTES_MAX; index++) {
        uint8_t byte = read_byte(record);
        uint64_t part = byte & 0x7f;
        if (index == VARINT_BYTES_MAX - 1 && byte > 1)
            break;
        value |= part << (7 * index);
        if (!(byte & 0x80))
            return value;
    }
    if (record->status == RVT_OK)
        record->status = RVT_ERR_SYNTAX;
    return 0;
}

/* A difference, with its sign in bit 0. */
static uint64_t read_difference(struct record *record)
{
    uint64_t value = read_varint(record);
    return value & 1 ? ~(value >> 1) : value >> 1;
}

static uint32_t read_word(struct record *record)
{
    uint64_t value = read_varint(record);
    if (record->status == RVT_OK && value > UINT32_MAX)
        record->status = RVT_ERR_SYNTAX;
    return (uint32_t)value;
}

/* Address behind a block, where the next one is expected. */
static uint64_t address_behind(const struct rvt_block *block, bool halfwords)
{
    uint64_t size = (uint64_t)2 << block->ilastsize;
    return block->iaddr + (halfwords ? 2 * (uint64_t)block->iretire : block->iretire * size);
}

static void read_block(struct record *record, struct rvt_tip_binary *binary,
                       struct rvt_block *block)
{
    uint8_t head = read_byte(record);

    block->itype = head & BLOCK_ITYPE;
    block->ilastsize = head >> BLOCK_ILASTSIZE_AT & BLOCK_ILASTSIZE;
    block->sijump = head & BLOCK_SIJUMP;
    block->iaddr = binary->next_iaddr + (head & BLOCK_IADDR ? read_difference(record) : 0);
    block->iretire = read_word(record);
    binary->next_iaddr = address_behind(block, binary->halfwords);
}

/* The values of a row that mask names; the others stay as they were or are 0. */
static void read_row(struct record *record, unsigned mask, struct rvt_tip_binary *binary,
                     struct rvt_row *row)
{
    const struct rvt_row *latest = &binary->latest;

    *row = (struct rvt_row){.priv = latest->priv,
                            .context = latest->context,
                            .time = latest->time,
                            .impdef = latest->impdef};
    row->cycle = binary->next_cycle + (mask & MASK_CYCLE ? read_varint(record) : 0);
    if (mask & MASK_PRIV)
        row->priv = read_byte(record);
    if (mask & MASK_CONTEXT)
        row->context = read_varint(record);
    if (mask & MASK_TIME)
        row->time += read_difference(record);
    if (mask & MASK_CAUSE)
        row->cause = read_word(record);
    if (mask & MASK_TVAL)
        row->tval = read_varint(record);
    if (mask & MASK_CTYPE)
        row->ctype = read_byte(record);
    if (mask & MASK_TRIGGER)
        row->trigger = read_word(record);
    if (mask & MASK_IMPDEF)
        row->impdef = read_word(record);
    row->halted = mask & MASK_HALTED;
    row->reset = mask & MASK_RESET;
    row->lost = mask & MASK_LOST;
    row->blocks = mask & MASK_BLOCKS;
    for (unsigned index = 0; index < row->blocks; index++)
        read_block(record, binary, &row->block[index]);
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
        return rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL, "no tip trace");
    if (data[8] < VERSION || data[8] > VERSION_IMPDEF)
        return rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL,
                            "tip trace of version %u, not %d or %d", data[8], VERSION,
                            VERSION_IMPDEF);
    if (data[9] < 1 || data[9] > params->blocks_p)
        return rvt_diag_set(diag, RVT_ERR_SYNTAX, "blocks_p", params->blocks_p, "ETR-ING-008",
                            "the trace has %u blocks a cycle", data[9]);
    if ((data[10] != 0) != rvt_counts_halfwords(params))
        return rvt_diag_set(diag, RVT_ERR_SYNTAX, "retires_p", params->retires_p, "ETR-ING-002",
                            "the trace counts %s", data[10] ? "half-words" : "instructions");
    if (data[11] != 4 && data[11] != params->itype_width_p)
        return rvt_diag_set(diag, RVT_ERR_SYNTAX, "itype_width_p", params->itype_width_p,
                            "ETR-ING-006", "the trace has itype codes of %u bits", data[11]);
    return RVT_OK;
}

enum rvt_status rvt_tip_binary_open(struct rvt_input *input, const struct rvt_params *params,
                                    struct rvt_tip_binary *binary, struct rvt_diag *diag)
{
    const uint8_t *data = NULL;
    size_t available = 0;
    enum rvt_status status = rvt_input_peek(input, HEADER_BYTES, &data, &available, diag);

    if (status == RVT_OK)
        status = available < HEADER_BYTES
                     ? rvt_diag_set(diag, RVT_ERR_TRUNCATED, NULL, 0, NULL, "the header is cut")
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

static enum rvt_status record_fault(const struct rvt_input *input, const struct record *record,
                                    uint64_t row, struct rvt_diag *diag)
{
    uint64_t at = rvt_input_offset(input) + record->at;
    const char *text =
        record->status == RVT_ERR_TRUNCATED ? "the file ends in a record" : "damaged record";

    (void)rvt_diag_set(diag, record->status, NULL, 0, NULL, "%s, byte %" PRIu64, text, at);
    rvt_diag_at(diag, "row", row);
    return record->status;
}

/* The record behind the last row: the number of rows, then nothing. */
static void read_end(struct record *record, const struct rvt_tip_binary *binary)
{
    uint64_t rows = read_varint(record);
    if (record->status == RVT_OK && (rows != binary->rows || record->at != record->bytes))
        record->status = RVT_ERR_SYNTAX;
}

enum rvt_status rvt_tip_binary_read(struct rvt_input *input, struct rvt_tip_binary *binary,
                                    struct rvt_row *row, bool *end, struct rvt_diag *diag)
{
    struct record record = {.status = RVT_OK};
    enum rvt_status status =
        rvt_input_peek(input, RECORD_BYTES_MAX, &record.data, &record.bytes, diag);

    if (status != RVT_OK)
        return status;
    unsigned mask = read_byte(&record);
    mask |= (unsigned)read_byte(&record) << 8;
    *end = (mask & MASK_BLOCKS) == MASK_END;
    unsigned reserved = MASK_RESERVED | (binary->version == VERSION ? MASK_IMPDEF : 0u);
    if (mask & reserved || (!*end && (mask & MASK_BLOCKS) > binary->blocks)) {
        if (record.status == RVT_OK)
            record.status = RVT_ERR_SYNTAX;
    } else if (*end) {
        read_end(&record, binary);
    } else {
        read_row(&record, mask, binary, row);
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

static size_t put_varint(uint8_t *to, uint64_t value)
{
    size_t bytes = 0;
    for (; value >= 0x80; value >>= 7)
        to[bytes++] = (uint8_t)(value | 0x80);
    to[bytes++] = (uint8_t)value;
    return bytes;
}

static size_t put_difference(uint8_t *to, uint64_t difference)
{
    return put_varint(to, difference >> 63 ? ~(difference << 1) : difference << 1);
}

void rvt_tip_binary_create(struct rvt_output *output, const struct rvt_params *params,
                           unsigned columns, struct rvt_tip_binary *binary)
{
    uint8_t header[HEADER_BYTES] = {0};

    memcpy(header, MAGIC, sizeof MAGIC);
    header[8] = columns & RVT_TIP_IMPDEF ? VERSION_IMPDEF : VERSION;
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

/* Which values of row must be told. */
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
        bytes += put_difference(to + bytes, difference);
    bytes += put_varint(to + bytes, block->iretire);
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
        bytes += put_varint(record + bytes, row->cycle - binary->next_cycle);
    if (mask & MASK_PRIV)
        record[bytes++] = row->priv;
    if (mask & MASK_CONTEXT)
        bytes += put_varint(record + bytes, row->context);
    if (mask & MASK_TIME)
        bytes += put_difference(record + bytes, row->time - binary->latest.time);
    if (mask & MASK_CAUSE)
        bytes += put_varint(record + bytes, row->cause);
    if (mask & MASK_TVAL)
        bytes += put_varint(record + bytes, row->tval);
    if (mask & MASK_CTYPE)
        record[bytes++] = row->ctype;
    if (mask & MASK_TRIGGER)
        bytes += put_varint(record + bytes, row->trigger);
    if (mask & MASK_IMPDEF)
        bytes += put_varint(record + bytes, row->impdef);
    for (unsigned index = 0; index < row->blocks; index++)
        bytes += put_block(record + bytes, binary, &row->block[index]);
    rvt_output_write(output, record, bytes);
    binary->rows++;
    binary->next_cycle = row->cycle + 1;
    binary->latest = *row;
}

void rvt_tip_binary_end(struct rvt_output *output, const struct rvt_tip_binary *binary)
{
    uint8_t record[2 + VARINT_BYTES_MAX] = {MASK_END, 0};
    size_t bytes = 2 + put_varint(record + 2, binary->rows);

    rvt_output_write(output, record, bytes);
}
