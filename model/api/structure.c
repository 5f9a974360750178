/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "api/structure.h"

static size_t size_of(const void *structure)
{
    size_t size;

    memcpy(&size, structure, sizeof size);
    return size;
}

enum rvt_status rvt_structure_take(void *to, size_t bytes, const void *from)
{
    if (from == NULL || size_of(from) < sizeof(size_t))
        return RVT_ERR_PARAMETER;
    size_t size = size_of(from);
    const uint8_t *byte = from;
    for (size_t i = bytes; i < size; i++)
        if (byte[i] != 0)
            return RVT_ERR_PARAMETER;
    if (size < bytes)
        memset(to, 0, bytes);
    memcpy(to, from, size < bytes ? size : bytes);
    memcpy(to, &bytes, sizeof bytes);
    return RVT_OK;
}

enum rvt_status rvt_structure_give(void *to, const void *from, size_t bytes)
{
    if (to == NULL || size_of(to) < sizeof(size_t))
        return RVT_ERR_PARAMETER;
    size_t size = size_of(to);
    memcpy(to, from, size < bytes ? size : bytes);
    if (size > bytes)
        memset((uint8_t *)to + bytes, 0, size - bytes);
    memcpy(to, &size, sizeof size);
    return RVT_OK;
}
