// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Faults of the adapter: in its rows, before the encoder takes them.
#ifndef RVT_TESTS_RVFI_ROW_FAULTS_HPP
#define RVT_TESTS_RVFI_ROW_FAULTS_HPP

#include <string>
#include <vector>

#include "../../tb/sc/random.hpp"

extern "C" {
#include "ingress/tip.h"
}

namespace rvt
{

bool is_row_fault(const std::string &name);

// Puts one fault into the rows. False: it finds no place.
bool put_row_fault(const std::string &name, Random &random, std::vector<rvt_row> &rows);

} // namespace rvt

#endif
