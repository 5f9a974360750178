// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
#include "row_source.hpp"

namespace rvt
{
namespace
{

std::string explain(const rvt_diag &diag)
{
    char reason[256];
    rvt_diag_format(&diag, reason, sizeof reason);
    return reason;
}

} // namespace

RowSource::RowSource(const Options &options, const rvt_config &config, rvt_tip_reader *reader,
                     rvt_image *image)
    : options_(options), config_(config), reader_(reader), image_(image), random_(options.seed, 4)
{
}

// The next row of the trace; false at its end.
bool RowSource::read(rvt_row &row)
{
    rvt_diag diag;
    rvt_diag_clear(&diag);
    if (!end_ && rvt_tip_read(reader_, &row, &end_, &diag) != RVT_OK) {
        error_ = explain(diag);
        end_ = true;
    }
    return !end_;
}

// The instructions of a block, and the trap that ends it. rest: the row without the signals that
// apply only once.
bool RowSource::take_block(rvt_row &rest, const rvt_block &block)
{
    uint64_t pc = block.iaddr;
    for (uint32_t left = block.iretire; left > 0;) {
        rvt_insn insn;
        if (rvt_image_insn(image_, pc, &insn, nullptr) != RVT_OK || insn.size / 2u > left) {
            error_ = "the rows do not match the program";
            return false;
        }
        left -= insn.size / 2u;
        rvt_block single{};
        single.iaddr = pc;
        single.iretire = insn.size / 2u;
        single.ilastsize = insn.size == 4;
        if (left == 0 && !rvt_block_is_trap(&block)) {
            single.itype = block.itype;
            single.sijump = block.sijump;
        }
        pieces_.push_back({rest, single, false});
        rest.ctype = 0;
        rest.trigger = 0;
        rest.cycle = 0;
        pc += insn.size;
    }
    if (rvt_block_is_trap(&block)) {
        rvt_block trap{};
        trap.itype = block.itype;
        trap.iaddr = block.iretire > 0 ? pc : block.iaddr;
        pieces_.push_back({rest, trap, false});
        rest.trigger = 0;
        rest.cycle = 0;
    }
    return true;
}

// cycle of a piece: idle cycles before it.
bool RowSource::take_apart(const rvt_row &row)
{
    rvt_row rest = row;
    rest.cycle = row.cycle > read_cycle_ + 1 ? row.cycle - read_cycle_ - 1 : 0;
    read_cycle_ = row.cycle;
    rest.accesses = 0; // data accesses belong to the original rows
    if (row.blocks == 0 || row.halted || row.reset) {
        pieces_.push_back({rest, {}, true});
        return true;
    }
    rest.blocks = 0;
    rest.trigger = row.trigger & RVT_TRIGGER_ON;
    for (unsigned k = 0; k < row.blocks; k++) {
        if (!take_block(rest, row.block[k]))
            return false;
        bool notify = (row.trigger >> k & RVT_TRIGGER_NOTIFY) != 0 && row.block[k].iretire > 0;
        size_t back = rvt_block_is_trap(&row.block[k]) ? 2 : 1; // a trap is not notified
        if (notify)
            pieces_[pieces_.size() - back].row.trigger |= RVT_TRIGGER_NOTIFY;
    }
    pieces_.back().row.trigger |= row.trigger & RVT_TRIGGER_OFF;
    return true;
}

// Ensures that a piece is available; false at the end.
bool RowSource::refill()
{
    rvt_row row;
    while (pieces_.empty())
        if (!read(row) || !take_apart(row))
            return false;
    return true;
}

bool RowSource::wants_cut()
{
    return options_.cut == Cut::single || (options_.cut == Cut::random && random_.percent(40));
}

// True if piece can be in row, which has blocks already.
bool RowSource::shares_row(const rvt_row &row, const Piece &piece)
{
    return !piece.whole && piece.row.cycle == 0 && !rvt_block_is_trap(&row.block[row.blocks - 1]) &&
           !wants_cut() && row.priv == piece.row.priv && row.context == piece.row.context &&
           row.impdef == piece.row.impdef && piece.row.ctype == 0 &&
           (piece.row.trigger & RVT_TRIGGER_ON) == 0 && (row.trigger & RVT_TRIGGER_OFF) == 0;
}

// True if piece can be in the newest block of row.
bool RowSource::shares_block(const rvt_row &row, const Piece &piece)
{
    const rvt_block &last = row.block[row.blocks - 1];
    if (last.itype != 0)
        return false;
    if (rvt_block_is_trap(&piece.block))
        return true;
    return config_.params.retires_p > 1 && !wants_cut() &&
           (row.trigger & uint32_t{RVT_TRIGGER_NOTIFY} << (row.blocks - 1)) == 0 &&
           last.iaddr + 2 * uint64_t{last.iretire} == piece.block.iaddr &&
           last.iretire + piece.block.iretire < 1u << config_.params.iretire_width_p;
}

bool RowSource::next(rvt_row &row)
{
    if (options_.cut == Cut::none)
        return read(row);
    if (!refill())
        return false;
    row = pieces_.front().row;
    row.cycle += given_cycle_ + 1;
    given_cycle_ = row.cycle;
    if (pieces_.front().whole) {
        pieces_.pop_front();
        return true;
    }
    row.blocks = 0;
    row.trigger &= RVT_TRIGGER_ON;
    while (refill()) {
        const Piece piece = pieces_.front();
        bool joins = false;
        if (row.blocks > 0) {
            if (!shares_row(row, piece))
                break;
            joins = shares_block(row, piece);
            if (!joins && row.blocks == config_.params.blocks_p)
                break;
        }
        row.cause = piece.row.cause;
        row.tval = piece.row.tval;
        if (!joins)
            row.block[row.blocks++] = piece.block;
        rvt_block &last = row.block[row.blocks - 1];
        if (joins) {
            last.itype = piece.block.itype;
            last.sijump = piece.block.sijump;
            last.iretire += piece.block.iretire;
            if (piece.block.iretire > 0)
                last.ilastsize = piece.block.ilastsize;
        }
        row.trigger |= piece.row.trigger & RVT_TRIGGER_OFF;
        row.trigger |= (piece.row.trigger & RVT_TRIGGER_NOTIFY) << (row.blocks - 1);
        pieces_.pop_front();
    }
    if (!error_.empty())
        return false;
    if (config_.params.retires_p == 1)
        for (unsigned k = 0; k < row.blocks; k++)
            row.block[k].iretire = row.block[k].iretire > 0;
    return true;
}

} // namespace rvt
