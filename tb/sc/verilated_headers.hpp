// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// What every verilated encoder includes, compiled before them (tb/tb.mk).
#ifndef RVT_TB_VERILATED_HEADERS_HPP
#define RVT_TB_VERILATED_HEADERS_HPP

#include <systemc.h>

#include <verilated.h>
#include <verilated_dpi.h>
#include <verilated_sc.h>

#endif
