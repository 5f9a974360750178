// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
#include "retired.hpp"

#include <cstdio>

extern "C" {
#include "io/tip/tip_file.h"
}

namespace rvt
{

void Retired::append(Step step, const rvt_row &row)
{
    step.priv = row.priv;
    step.context = row.context;
    step.time = row.time;
    step.gap = gap_;
    gap_ = false;
    steps.push_back(step);
}

bool Retired::add_block(const rvt_row &row, const rvt_block &block, const rvt_config &config)
{
    uint64_t pc = block.iaddr;
    bool trap = rvt_block_is_trap(&block);
    for (uint32_t left = rvt_block_halfwords(&config.params, &block); left > 0;) {
        Step step{};
        if (!rvt_image_word(image_, pc, &step.word)) {
            error_ = "no code";
            return false;
        }
        step.pc = pc;
        step.size = (step.word & 3) == 3 ? 4 : 2;
        if (step.size / 2 > left) {
            error_ = "a block ends inside an instruction";
            return false;
        }
        left -= step.size / 2;
        if (left == 0 && !trap) {
            step.itype = block.itype;
            step.sijump = block.sijump;
        }
        if (left == 0 && block.ilastsize != (step.size == 4)) {
            error_ = "ilastsize is not that of the last instruction";
            return false;
        }
        append(step, row);
        pc += step.size;
    }
    if (trap) {
        Step step{};
        step.kind = block.itype == RVT_ITYPE_EXCEPTION ? Step::exception : Step::interrupt;
        step.cause = row.cause;
        if (step.kind == Step::exception) {
            step.pc = pc;
            step.tval = row.tval;
        }
        append(step, row);
    }
    return true;
}

bool Retired::add(const rvt_row &row, const rvt_config &config)
{
    if (row.halted || row.reset) {
        gap_ = true;
        return true;
    }
    for (unsigned k = 0; k < row.blocks; k++)
        if ((row.block[k].iretire > 0 || row.block[k].itype != 0) &&
            !add_block(row, row.block[k], config))
            return false;
    return true;
}

bool read_steps(const std::string &path, const rvt_config &config, rvt_image *image,
                std::vector<Step> &steps, std::string &error)
{
    rvt_config wide = config; // the trace may have more blocks, and more instructions in each
    wide.params.blocks_p = RVT_BLOCKS_MAX;
    wide.params.retires_p = 2;
    wide.params.iretire_width_p = 16;
    wide.params.ctype_width_p = 2;
    rvt_diag diag;
    rvt_diag_clear(&diag);
    rvt_tip_reader *reader = nullptr;
    Retired retired(image);
    rvt_status status = rvt_tip_open(path.c_str(), &wide, &reader, &diag);
    bool end = false;
    while (status == RVT_OK && !end) {
        rvt_row row;
        status = rvt_tip_read(reader, &row, &end, &diag);
        if (status == RVT_OK && !end && !retired.add(row, wide)) {
            error = path + ": " + retired.error();
            rvt_tip_close(reader);
            return false;
        }
    }
    rvt_tip_close(reader);
    if (status != RVT_OK) {
        char reason[256];
        rvt_diag_format(&diag, reason, sizeof reason);
        error = path + ": " + reason;
    }
    steps = retired.steps;
    return status == RVT_OK;
}

uint64_t next_of(const Step &step, rvt_image *image, uint64_t fallback)
{
    rvt_insn insn = rvt_image_classify(image, step.word, step.pc);
    switch (insn.kind) {
    case RVT_INSN_BRANCH:
        return step.itype == RVT_ITYPE_TAKEN_BRANCH ? insn.target : step.pc + step.size;
    case RVT_INSN_JUMP:
        return insn.target;
    case RVT_INSN_UNINFERABLE:
    case RVT_INSN_TRAP_RETURN:
        return fallback;
    case RVT_INSN_SEQUENTIAL:
    case RVT_INSN_TRAPS:
    case RVT_INSN_UNKNOWN:
        break;
    }
    return step.pc + step.size;
}

std::string describe(const Step &step)
{
    static const char *const kinds[] = {"instruction", "exception", "interrupt"};
    char text[256];
    (void)std::snprintf(text, sizeof text,
                        "%s 0x%llx itype %u sijump %d priv %u cause %u tval 0x%llx context 0x%llx "
                        "time 0x%llx%s",
                        kinds[step.kind], static_cast<unsigned long long>(step.pc), step.itype,
                        step.sijump, unsigned{step.priv}, step.cause,
                        static_cast<unsigned long long>(step.tval),
                        static_cast<unsigned long long>(step.context),
                        static_cast<unsigned long long>(step.time), step.gap ? " after a gap" : "");
    return text;
}

} // namespace rvt
