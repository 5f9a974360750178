/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/index/index_file.h"

#include <stdlib.h>
#include <zlib.h>

#include "io/bytes/file.h"
#include "io/bytes/output.h"

enum { PIECE = 1 << 30, FILE_BYTES_MAX_LOG2 = 40 };

uint32_t rvt_index_file_checksum(uint32_t before, const uint8_t *data, size_t bytes)
{
    uLong sum = before;

    for (; bytes > PIECE; bytes -= PIECE, data += PIECE)
        sum = crc32(sum, data, PIECE);
    return (uint32_t)crc32(sum, data, (uInt)bytes);
}

enum rvt_status rvt_index_file_load(const char *path, struct rvt_index_store *store,
                                    struct rvt_diag *diag)
{
    uint8_t *data = NULL;
    size_t bytes = 0;
    enum rvt_status status =
        rvt_file_load(path, (size_t)1 << FILE_BYTES_MAX_LOG2, &data, &bytes, diag);

    if (status != RVT_OK)
        return status;
    status = rvt_index_bytes_read(data, bytes, rvt_index_file_checksum, store, diag);
    free(data);
    return status;
}

enum rvt_status rvt_index_file_save(const char *path, struct rvt_index_store *store,
                                    struct rvt_diag *diag)
{
    struct rvt_output *output = NULL;
    uint8_t *data = NULL;
    size_t bytes = 0;
    enum rvt_status status = rvt_index_bytes_write(store, rvt_index_file_checksum, &data, &bytes);

    if (status != RVT_OK)
        return rvt_diag_set(diag, status, NULL, 0, NULL, "out of memory");
    status = rvt_output_open(path, &output, diag);
    if (status == RVT_OK) {
        (void)rvt_output_write(output, data, bytes);
        status = rvt_output_finish(output, diag);
    }
    free(data);
    return status;
}
