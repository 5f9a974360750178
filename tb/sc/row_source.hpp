// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Supplies the rows: those of a tip trace, unchanged or divided anew, into single instructions or
// into blocks and rows as full as the interface allows. The division does not affect packets
// (ETR-MR-001).
#ifndef RVT_TB_ROW_SOURCE_HPP
#define RVT_TB_ROW_SOURCE_HPP

#include <deque>
#include <string>

extern "C" {
#include "base/params.h"
#include "ingress/tip.h"
#include "io/tip/tip_file.h"
#include "program/image.h"
}

#include "options.hpp"
#include "random.hpp"

namespace rvt
{

class RowSource
{
  public:
    // reader, config (of the port): borrowed. image: the program, borrowed, unless the cut is
    // Cut::none.
    RowSource(const Options &options, const rvt_config &config, rvt_tip_reader *reader,
              rvt_image *image);

    // The next row; false at the end, or when the rows cannot be read: then error() is the reason.
    // Its cycle increases from row to row, by more than one after idle cycles.
    bool next(rvt_row &row);
    const std::string &error() const
    {
        return error_;
    }

  private:
    // An instruction, a trap, or an unchanged row.
    struct Piece {
        rvt_row row;     // its row signals, no blocks; trigger: on before it, others after
        rvt_block block; // one instruction, or a trap without retirement
        bool whole;      // row is the row
    };

    bool read(rvt_row &row);
    bool refill();
    bool take_apart(const rvt_row &row);
    bool take_block(rvt_row &rest, const rvt_block &block);
    bool wants_cut();
    bool shares_row(const rvt_row &row, const Piece &piece);
    bool shares_block(const rvt_row &row, const Piece &piece);

    const Options &options_;
    const rvt_config &config_;
    rvt_tip_reader *reader_;
    rvt_image *image_;
    Random random_;
    std::deque<Piece> pieces_;
    uint64_t read_cycle_ = 0, given_cycle_ = 0;
    bool end_ = false;
    std::string error_;
};

} // namespace rvt

#endif
