/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/ring_buffer.h"

#include <stdlib.h>
#include <string.h>

void *rvt_ring_buffer_grow(void *buffer, size_t size, size_t *capacity, uint64_t head,
                           uint64_t tail)
{
    size_t larger = 2 * *capacity;
    char *grown = malloc(larger * size);

    if (grown == NULL)
        return NULL;
    for (uint64_t number = head; number < tail; number++)
        memcpy(grown + (number & (larger - 1)) * size,
               (char *)buffer + (number & (*capacity - 1)) * size, size);
    free(buffer);
    *capacity = larger;
    return grown;
}
