// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
#include "zcm_program.hpp"

#include "adapter.hpp"

namespace rvt
{
namespace
{

constexpr uint64_t base = 0x80000000;
constexpr unsigned iterations = 500;

struct Insn {
    uint64_t offset;
    uint32_t word;
    unsigned itype;
    bool sijump;
};

constexpr Insn program[] = {
    {0x00, 0xb862, 0, false},      // cm.push {ra, s0-s1}, -16
    {0x02, 0x0001, 0, false},      // c.nop
    {0x04, 0x80000337, 0, false},  // lui t1, 0x80000
    {0x08, 0x01030067, 10, true},  // jr 16(t1)
    {0x10, 0xac26, 0, false},      // cm.mvsa01 s0, s1
    {0x12, 0xba62, 0, false},      // cm.pop {ra, s0-s1}, 16
    {0x14, 0xbe62, 13, false},     // cm.popret {ra, s0-s1}, 16
    {0x20, custom_match, 3, false} // a trap return
};

Step step_of(const Insn &insn)
{
    Step step{};
    step.pc = base + insn.offset;
    step.word = insn.word;
    step.size = (insn.word & 3) == 3 ? 4 : 2;
    step.itype = insn.itype;
    step.sijump = insn.sijump;
    step.priv = 3;
    return step;
}

} // namespace

rvt_image *zcm_program(std::vector<Step> &steps)
{
    rvt_custom_insns custom{};
    custom.count = 1;
    custom.insn[0].mask = custom_mask;
    custom.insn[0].match = custom_match;
    custom.insn[0].custom_class = RVT_CUSTOM_TRAP_RETURN;
    rvt_image *image = nullptr;
    if (rvt_image_open(32, false, &image) != RVT_OK)
        return nullptr;
    rvt_image_set_zcm(image, true);
    rvt_image_set_custom(image, &custom);
    bool good = true;
    for (const Insn &insn : program) {
        uint8_t bytes[4];
        for (unsigned k = 0; k < 4; k++)
            bytes[k] = static_cast<uint8_t>(insn.word >> 8 * k);
        good = good && rvt_image_add(image, base + insn.offset, bytes,
                                     (insn.word & 3) == 3 ? 4 : 2) == RVT_OK;
    }
    if (!good) {
        rvt_image_close(image);
        return nullptr;
    }
    const Insn &handler = program[sizeof program / sizeof *program - 1];
    for (unsigned k = 0; k < iterations; k++)
        for (const Insn &insn : program) {
            if (insn.offset == 0x14 && k % 3 == 0) { // an exception, and the instruction again
                Step trap = step_of(insn);
                trap.kind = Step::exception;
                trap.itype = 0;
                trap.word = 0;
                trap.size = 0;
                steps.push_back(trap);
                steps.push_back(step_of(handler));
            }
            steps.push_back(step_of(insn));
        }
    return image;
}

} // namespace rvt
