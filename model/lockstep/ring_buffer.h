/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Ring buffers that grow. Their elements are numbered from 0 in the order of arrival; the element
 * of a number lies at index number & (capacity - 1), where capacity is a power of two.
 */
#ifndef RVT_LOCKSTEP_RING_BUFFER_H
#define RVT_LOCKSTEP_RING_BUFFER_H

#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

/*
 * Doubles *capacity of a buffer from malloc, with elements of size bytes. The elements head to
 * tail - 1, at most *capacity of them, keep their numbers. Returns the buffer that the caller owns
 * now, in place of the one given; null: out of memory, nothing changed.
 */
RVT_MUST_USE
void *rvt_ring_buffer_grow(void *buffer, size_t size, size_t *capacity, uint64_t head,
                           uint64_t tail);

#endif
