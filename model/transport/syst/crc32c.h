/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * CRC-32C (Castagnoli), the checksum of SyS-T messages: polynomial 0x1edc6f41, bits reflected,
 * initial value and final inversion of all ones. Spec: SyS-T, Checksum (SYST-008).
 */
#ifndef RVT_TRANSPORT_SYST_CRC32C_H
#define RVT_TRANSPORT_SYST_CRC32C_H

#include <stddef.h>
#include <stdint.h>

/* Continues the checksum crc with bytes of data. crc is 0 at the beginning: rvt_crc32c(0,
 * "123456789", 9) is 0xe3069283. A string may be passed in pieces. */
uint32_t rvt_crc32c(uint32_t crc, const uint8_t *data, size_t bytes);

#endif
