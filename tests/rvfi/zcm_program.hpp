// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// A program for RV32 that no captured trace has: Zcmp, a sequentially inferable jump, a custom trap
// return, and exceptions at a Zcmp instruction.
#ifndef RVT_TESTS_RVFI_ZCM_PROGRAM_HPP
#define RVT_TESTS_RVFI_ZCM_PROGRAM_HPP

#include <vector>

#include "retired.hpp"

namespace rvt
{

// Its image, which the caller closes, and the steps of 500 iterations. Null: no memory.
rvt_image *zcm_program(std::vector<Step> &steps);

} // namespace rvt

#endif
