/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The C type of longint unsigned. The header that Verilator generates says unsigned long long,
 * those of other simulators say uint64_t: compile for them with -DRVT_LONGINT=uint64_t.
 */
#ifndef RVT_DPI_TYPES_H
#define RVT_DPI_TYPES_H

#include <stdint.h>

#ifndef RVT_LONGINT
#define RVT_LONGINT unsigned long long
#endif

typedef RVT_LONGINT rvt_longint;

#endif
