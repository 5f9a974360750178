/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The lines of io/transport/syst_text.h, read: text back to the bytes of a message. */
#ifndef RVT_IO_TRANSPORT_SYST_LINE_H
#define RVT_IO_TRANSPORT_SYST_LINE_H

#include "transport/syst/syst_place.h"

/* Buffers for a line, each of at least RVT_SYST_MESSAGE_BYTES_MAX + 64 bytes. */
struct rvt_syst_line {
    uint8_t *out;  /* the bytes of the message */
    uint8_t *body; /* room for its body while it is read */
    size_t capacity;
};

/*
 * Reads a line (length characters, without newline): the bytes of the message go to into->out,
 * their number to *bytes; 0 for a line that is empty or a comment. RVT_ERR_SYNTAX for any other
 * line; errors of rvt_syst_write. diag gets the key and the reason.
 */
RVT_MUST_USE
enum rvt_status rvt_syst_line_read(const char *line, size_t length,
                                   const struct rvt_syst_line *into, size_t *bytes,
                                   struct rvt_syst_place *place, struct rvt_diag *diag);

#endif
