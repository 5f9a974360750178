/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Files of SyS-T messages. docs/files.md describes the forms. */
#ifndef RVT_IO_TRANSPORT_SYST_FILE_H
#define RVT_IO_TRANSPORT_SYST_FILE_H

#include "io/bytes/output.h"
#include "transport/syst/syst_check.h"

enum rvt_syst_form {
    RVT_SYST_HEX,  /* one message per line, two hexadecimal digits per byte; '#' starts a comment */
    RVT_SYST_MIPI, /* lines "SYS-T RAW DATA: " and digits; other lines are ignored */
    RVT_SYST_BINARY, /* each message after its size in bytes, 32 bits, little endian */
    RVT_SYST_TEXT,   /* lines of io/transport/syst_text.h */
};

/* "hex", "mipi", "binary" or "text"; false: another word. */
bool rvt_syst_parse_form(const char *word, enum rvt_syst_form *form);

struct rvt_syst_item {
    const uint8_t *data; /* borrowed until the next one */
    size_t bytes;
    const char *unit;  /* what position counts: "line" or "byte" */
    uint64_t position; /* of the line, from 1, or of the message's first byte in the file */
    struct rvt_syst_place place; /* as far as the form has it */
};

struct rvt_syst_reader; /* opaque */

/* Opens path ("-": stdin). RVT_ERR_IO; RVT_ERR_MEMORY. The caller closes *reader. */
RVT_MUST_USE
enum rvt_status rvt_syst_reader_open(const char *path, enum rvt_syst_form form,
                                     struct rvt_syst_reader **reader, struct rvt_diag *diag);

/* Closes and frees; null is accepted. */
void rvt_syst_reader_close(struct rvt_syst_reader *reader);

/*
 * Reads the next message into *item; *end is true if there was none. RVT_ERR_SYNTAX for a line of
 * another form; RVT_ERR_CAPACITY for one far longer than any message; RVT_ERR_TRUNCATED for a file
 * that ends inside a binary message; errors of rvt_input_peek. diag gets the position.
 */
RVT_MUST_USE
enum rvt_status rvt_syst_reader_read(struct rvt_syst_reader *reader, struct rvt_syst_item *item,
                                     bool *end, struct rvt_diag *diag);

/* How far reading is in the file itself (rvt_input_place). */
uint64_t rvt_syst_reader_place(const struct rvt_syst_reader *reader);

/* Appends a message in form RVT_SYST_HEX, RVT_SYST_MIPI or RVT_SYST_BINARY. */
enum rvt_status rvt_syst_put(struct rvt_output *output, enum rvt_syst_form form,
                             const uint8_t *data, size_t bytes);

#endif
