// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// What a hart retired, instruction by instruction and trap by trap, whatever the rows that show it.
#ifndef RVT_TESTS_RVFI_RETIRED_HPP
#define RVT_TESTS_RVFI_RETIRED_HPP

#include <cstdint>
#include <string>
#include <vector>

extern "C" {
#include "base/params.h"
#include "ingress/tip.h"
#include "program/image.h"
}

namespace rvt
{

struct Step {
    enum Kind { inst, exception, interrupt } kind;
    uint64_t pc;    // of the instruction; epc of an exception; of an interrupt unknown, 0
    uint32_t word;  // of an instruction
    unsigned size;  // bytes
    unsigned itype; // of an instruction
    bool sijump;
    uint8_t priv;   // at which it ran, or before the trap
    uint32_t cause; // of a trap
    uint64_t tval;  // of an exception
    uint64_t context, time;
    bool gap; // what precedes it is unknown
};

// Takes rows apart. image, the program, is borrowed.
class Retired
{
  public:
    explicit Retired(rvt_image *image) : image_(image)
    {
    }

    // Appends what the row shows. False: its blocks do not match the program; error() says where.
    bool add(const rvt_row &row, const rvt_config &config);

    std::vector<Step> steps;
    const std::string &error() const
    {
        return error_;
    }

  private:
    bool add_block(const rvt_row &row, const rvt_block &block, const rvt_config &config);
    void append(Step step, const rvt_row &row);

    rvt_image *image_;
    bool gap_ = false;
    std::string error_;
};

// The steps of the tip trace in the file at path, read with config. False: error says why.
bool read_steps(const std::string &path, const rvt_config &config, rvt_image *image,
                std::vector<Step> &steps, std::string &error);

// Where the instruction leads, if the program tells; else fallback.
uint64_t next_of(const Step &step, rvt_image *image, uint64_t fallback);

std::string describe(const Step &step);

} // namespace rvt

#endif
