/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/packet_list.h"

#include <string.h>

#include "base/digits.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Removes the comment, and blanks around the payload. */
static void strip(const char **line, size_t *length)
{
    const char *comment = *length ? memchr(*line, '#', *length) : NULL;

    if (comment)
        *length = (size_t)(comment - *line);
    while (*length && is_blank((*line)[*length - 1]))
        --*length;
    while (*length && is_blank(**line)) {
        ++*line;
        --*length;
    }
}

/* Reads a line that is not empty. */
static enum rvt_status parse_payload(const char *line, size_t length, struct rvt_payload *payload,
                                     struct rvt_diag *diag)
{
    for (size_t at = 0; at < length; at++)
        if (rvt_hex_digit(line[at]) > 15)
            return rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL,
                                "column %zu: not a hexadecimal digit", at + 1);
    if (length % 2)
        return rvt_diag_set(diag, RVT_ERR_SYNTAX, NULL, 0, NULL,
                            "the number of hexadecimal digits is odd");
    if (length / 2 > RVT_PAYLOAD_BYTES_MAX)
        return rvt_diag_set(diag, RVT_ERR_CAPACITY, "payload", length * 4, "ENC-006",
                            "the payload exceeds %d bits", RVT_PAYLOAD_BITS_MAX);
    payload->bytes = (uint8_t)(length / 2);
    payload->bits = payload->bits_full = (uint16_t)(length * 4);
    for (size_t index = 0; index < length / 2; index++)
        payload->byte[index] =
            (uint8_t)(rvt_hex_digit(line[2 * index]) << 4 | rvt_hex_digit(line[2 * index + 1]));
    return RVT_OK;
}

enum rvt_status rvt_packet_list_read(struct rvt_input *input, struct rvt_payload *payload,
                                     bool *data, bool *end, struct rvt_diag *diag)
{
    const char *line = NULL;
    size_t length = 0;

    do {
        enum rvt_status status = rvt_input_line(input, &line, &length, end, diag);
        if (status != RVT_OK)
            return RVT_ERR_IO;
        if (*end)
            return RVT_OK;
        strip(&line, &length);
    } while (length == 0);
    *data = length >= 2 && memcmp(line, "d:", 2) == 0;
    if (*data) {
        line += 2;
        length -= 2;
    }
    enum rvt_status status = parse_payload(line, length, payload, diag);
    if (status != RVT_OK)
        rvt_diag_at(diag, "line", rvt_input_line_number(input));
    return status;
}

void rvt_packet_list_put(struct rvt_output *output, const uint8_t *payload, size_t bytes, bool data)
{
    static const char digits[] = "0123456789abcdef";

    if (data)
        rvt_output_write(output, "d:", 2);
    for (size_t index = 0; index < bytes; index++) {
        const char pair[2] = {digits[payload[index] >> 4], digits[payload[index] & 15]};
        rvt_output_write(output, pair, sizeof pair);
    }
}
