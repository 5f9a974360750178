/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Directed cases: rows of the ingress port and the packets that must follow, written by hand from
 * the specification; some as bytes, most as fields.
 */
#ifndef RVT_TESTS_FOREIGN_CASES_HPP
#define RVT_TESTS_FOREIGN_CASES_HPP

#include <cstdint>
#include <vector>

#include "tests/foreign/foreign_payloads.hpp"

namespace
{

/* The signals of one cycle. A row without instructions and with itype 0 is idle. */
struct row {
    unsigned itype;
    uint64_t iaddr;
    unsigned halfwords; /* iretire */
    unsigned priv;
    unsigned cause;
    uint64_t tval;
    bool notify;
    bool off = false; /* the encoder is disabled */
};

struct setting {
    bool full_address = true;
    unsigned resync = 0;
    unsigned idle = 25; /* idle cycles after each row */
    unsigned held = 0;  /* rows during which the output is held, from the first */
};

struct test {
    const char *name;
    setting with;
    std::vector<row> rows;
    std::vector<bytes> expected;
};

/* Rows. I: one instruction of four bytes; C: one of two. */
row I(uint64_t address, unsigned itype = 0, unsigned priv = 3)
{
    return {itype, address, 2, priv, 0, 0, false};
}
row C(uint64_t address, unsigned itype = 0)
{
    return {itype, address, 1, 3, 0, 0, false};
}
row block(uint64_t address, unsigned halfwords, unsigned itype)
{
    return {itype, address, halfwords, 3, 0, 0, false};
}
row trap(unsigned itype, uint64_t address, unsigned cause, uint64_t tval, unsigned priv = 3)
{
    return {itype, address, 0, priv, cause, tval, false};
}
const row idle = {};

enum { TRAP_RETURN = 3, NOT_TAKEN = 4, TAKEN = 5, JUMP = 10, RETURN = 13 };

/* Two branches in a loop, n in all: the first not taken, then alternating. */
std::vector<row> branches(std::vector<row> rows, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        rows.push_back(i % 2 == 0 ? I(0x1004, NOT_TAKEN) : I(0x1008, TAKEN));
    return rows;
}
std::vector<row> operator+(std::vector<row> left, const std::vector<row> &right)
{
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

/* What every run begins with: the support packet, then F3/0 at 0x1000. */
const bytes OPEN = support(true, NO_CHANGE);
const bytes SYNC = start(3, 0x1000);

std::vector<test> cases()
{
    std::vector<test> all = {
        /* 11 11 1 00 00 1 0; 11 00 1 11 and 0x40000000 in 63 bits; 11 11 0 00 10 1 0 */
        {"bytes of the first packets",
         {},
         {I(0x80000000)},
         {{0x1f, 0x02}, {0x73, 0, 0, 0, 0x20, 0, 0, 0, 0}, {0x8f, 0x02}}},
        /* 10, 0x800 in 63 bits, 0 0 0 */
        {"bytes of F2",
         {},
         {I(0xffc), I(0x1000)},
         {{0x1f, 0x02},
          {0x73, 0xff, 0x03, 0, 0, 0, 0, 0, 0},
          {0x02, 0x20, 0, 0, 0, 0, 0, 0, 0},
          {0x8f, 0x02}}},
        {"nothing retired", {}, {idle}, {OPEN, support(false, NO_CHANGE)}},
        {"last instruction",
         {},
         {I(0x1000), I(0x1004), C(0x1008)},
         {OPEN, SYNC, f2(0x1008), support(false, ENDED_REP)}},
        {"last instruction is a target",
         {},
         {I(0x1000, JUMP), I(0x2000)},
         {OPEN, SYNC, f2(0x2000), support(false, ENDED_NTR)}},
        {"address with its top bit 1",
         {},
         {I(0x1000, JUMP), I(0xffffffff80000000), I(4)},
         {OPEN, SYNC, f2(0xffffffff80000000), f2(4), support(false, ENDED_REP)}},
        {"differential address",
         {.full_address = false},
         {I(0x1000, JUMP), I(0x2000, JUMP), I(0x1ff0, JUMP), I(0x1ff0), I(0x1ff4)},
         {support(true, NO_CHANGE, false), SYNC, f2(0x1000), f2(UINT64_C(0) - 0x10), f2(0), f2(4),
          support(false, ENDED_REP, false)}},
        {"branch map of 3",
         {},
         {I(0x1000), I(0x1004, NOT_TAKEN), I(0x1008, TAKEN), I(0x1010, NOT_TAKEN), I(0x1014, JUMP),
          I(0x2000), I(0x2004)},
         {OPEN, SYNC, f1(3, 3, 5, 0x2000), f2(0x2004), support(false, ENDED_REP)}},
        {"branch map of 4 in 7 bits",
         {},
         branches({I(0x1000)}, 4),
         {OPEN, SYNC, f1(4, 7, 5, 0x1008), support(false, ENDED_REP)}},
        {"branch map of 9 in 15 bits",
         {},
         branches({I(0x1000)}, 9),
         {OPEN, SYNC, f1(9, 15, 0x155, 0x1004), support(false, ENDED_REP)}},
        {"branch map of 16 in 31 bits",
         {},
         branches({I(0x1000)}, 16),
         {OPEN, SYNC, f1(16, 31, 0x5555, 0x1008), support(false, ENDED_REP)}},
        {"branch in F3/0",
         {},
         {I(0x1000, TAKEN), I(0x1100, NOT_TAKEN)},
         {OPEN, start(3, 0x1000, 0), f1(1, 1, 1, 0x1100), support(false, ENDED_REP)}},
        {"branch at a target",
         {},
         {I(0x1000, JUMP), I(0x2000, NOT_TAKEN), I(0x2004)},
         {OPEN, SYNC, f1(1, 1, 1, 0x2000), f2(0x2004), support(false, ENDED_REP)}},
        {"full map, then a branch",
         {},
         branches({I(0x1000)}, 32),
         {OPEN, SYNC, f1_full(0x55555555), f1(1, 1, 0, 0x1008), support(false, ENDED_REP)}},
        {"full map with an address",
         {},
         branches({I(0x1000)}, 30) + std::vector<row>{I(0x100c, JUMP), I(0x2000, TAKEN), I(0x2100)},
         {OPEN, SYNC, f1(31, 31, 0x15555555, 0x2000), f2(0x2100), support(false, ENDED_REP)}},
        {"exception",
         {},
         {I(0x1000), I(0x1004), trap(1, 0x1008, 2, 0xbad), I(0x9000), I(0x9004)},
         {OPEN, SYNC, f2(0x1004), exception(3, 2, 1, 0x9000, 0xbad), f2(0x9004),
          support(false, ENDED_REP)}},
        {"exception and retirement in one cycle",
         {},
         {I(0x1000), {1, 0x1004, 4, 3, 8, 0, false}, I(0x9000)},
         {OPEN, SYNC, f2(0x1008), exception(3, 8, 1, 0x9000, 0), support(false, ENDED_REP)}},
        {"interrupt",
         {},
         {I(0x1000), I(0x1004), trap(2, 0, 7, 0x55, 0), I(0x9000)},
         {OPEN, SYNC, f2(0x1004), interrupt(3, 7, 1, 0x9000), support(false, ENDED_REP)}},
        {"exception at a target",
         {},
         {I(0x1000), I(0x1004, JUMP), trap(1, 0x3000, 12, 0x3000), I(0x9000), I(0x9004)},
         {OPEN, SYNC, f2(0x1004), exception(3, 12, 0, 0x3000, 0x3000), start(3, 0x9000), f2(0x9004),
          support(false, ENDED_REP)}},
        {"interrupt at a target",
         {},
         {I(0x1000), I(0x1004, JUMP), trap(2, 0, 7, 0), I(0x9000), I(0x9004)},
         {OPEN, SYNC, f2(0x1004), interrupt(3, 7, 1, 0x9000), f2(0x9004),
          support(false, ENDED_REP)}},
        {"exception after the target",
         {},
         {I(0x1000, JUMP), I(0x2000), trap(1, 0x2004, 2, 0), I(0x9000)},
         {OPEN, SYNC, f2(0x2000, {.notify = false, .updiscon = true}),
          exception(3, 2, 1, 0x9000, 0), support(false, ENDED_REP)}},
        {"second trap before the handler",
         {},
         {I(0x1000), I(0x1004), trap(2, 0, 7, 0), trap(1, 0x9000, 1, 0x9000), I(0x9000)},
         {OPEN, SYNC, f2(0x1004), interrupt(3, 7, 0, 0), exception(3, 1, 1, 0x9000, 0x9000),
          support(false, ENDED_REP)}},
        {"second trap after a reported one",
         {},
         {I(0x1000, JUMP), trap(1, 0x3000, 12, 0x3000), trap(2, 0, 7, 0), I(0x9000)},
         {OPEN, SYNC, exception(3, 12, 0, 0x3000, 0x3000), interrupt(3, 7, 0, 0), start(3, 0x9000),
          support(false, ENDED_REP)}},
        {"exception as the first item",
         {},
         {trap(1, 0x3000, 12, 0x3000), I(0x9000), I(0x9004)},
         {OPEN, exception(3, 12, 0, 0x3000, 0x3000), start(3, 0x9000), f2(0x9004),
          support(false, ENDED_REP)}},
        {"privilege change",
         {},
         {I(0x1000), I(0x1004, TRAP_RETURN), I(0x2000, 0, 0)},
         {OPEN, SYNC, start(0, 0x2000), support(false, ENDED_REP)}},
        {"privilege change with branches",
         {},
         {I(0x1000), I(0x1004, NOT_TAKEN), I(0x1008, TRAP_RETURN), I(0x2000, 0, 0)},
         {OPEN, SYNC, f1(1, 1, 1, 0x1008), start(0, 0x2000), support(false, ENDED_REP)}},
        {"privilege change after the target",
         {},
         {I(0x1000, JUMP), I(0x1004, TRAP_RETURN), I(0x2000, 0, 0)},
         {OPEN, SYNC, f2(0x1004, {.notify = false, .updiscon = true}), start(0, 0x2000),
          support(false, ENDED_REP)}},
        {"notification",
         {},
         {I(0x1000), {0, 0x1004, 2, 3, 0, 0, true}, I(0x1008), I(0x100c)},
         {OPEN, SYNC, f2(0x1004, {.notify = true, .updiscon = false}), f2(0x100c),
          support(false, ENDED_REP)}},
        {"notification of a target",
         {},
         {I(0x1000, JUMP), {0, 0x2000, 2, 3, 0, 0, true}, I(0x2004)},
         {OPEN, SYNC, f2(0x2000), f2(0x2004), support(false, ENDED_REP)}},
        {"block after a jump",
         {},
         {block(0x1000, 7, JUMP), block(0x2000, 6, TAKEN), block(0x3000, 6, 0)},
         {OPEN, SYNC, f2(0x2000), f1(1, 1, 0, 0x3008), support(false, ENDED_REP)}},
        {"periodic synchronisation",
         {.full_address = true, .resync = 2},
         {I(0x1000, JUMP), I(0x2000, JUMP), I(0x3000), I(0x3004), I(0x3008, NOT_TAKEN), I(0x300c),
          I(0x3010)},
         {OPEN, SYNC, f2(0x2000), f2(0x3000), f2(0x3004), start(3, 0x3008), f2(0x3010),
          support(false, ENDED_REP)}},
        /* Eight packets wait; the ninth, of 0x8000, finds no room. The output is released with
         * 0x800c, and the first packet has not left when that is considered. */
        {"loss",
         {.full_address = true, .resync = 0, .idle = 25, .held = 10},
         {I(0x1000, JUMP), I(0x2000, JUMP), I(0x3000, JUMP), I(0x4000, JUMP), I(0x5000, JUMP),
          I(0x6000, JUMP), I(0x7000, JUMP), I(0x8000, NOT_TAKEN), I(0x8004), I(0x8008), I(0x800c),
          I(0x8010), I(0x8014)},
         {OPEN, SYNC, f2(0x2000), f2(0x3000), f2(0x4000), f2(0x5000), f2(0x6000), f2(0x7000),
          support(true, TRACE_LOST), start(3, 0x8010), f2(0x8014), support(false, ENDED_REP)}},
    };
    all.push_back({"a row in every cycle",
                   {.full_address = true, .resync = 0, .idle = 0},
                   branches({I(0x1000)}, 62),
                   {OPEN, SYNC, f1_full(0x55555555), f1(31, 31, 0x2aaaaaaa, 0x1008),
                    support(false, ENDED_REP)}});
    /* While the output is held, the support packet of the end waits, and 13 rows after it; the
     * others are lost. Then there is room for one packet every ten cycles: that of the end; that of
     * the start; not F3/0; trace_lost; not F3/0; trace_lost. Row 0x5000 finds the others lost. */
    std::vector<row> crowd = {I(0x1000, JUMP), I(0x2000, JUMP), I(0x3000, JUMP), I(0x4000, JUMP),
                              I(0x5000, JUMP), I(0x6000, JUMP), I(0x7000, JUMP), I(0x8000)};
    crowd.push_back({0, 0, 0, 0, 0, 0, false, true});
    for (unsigned i = 0; i < 20; i++)
        crowd.push_back(I(0x100 + 4 * i));
    all.push_back(
        {"rows lost",
         {.full_address = true, .resync = 0, .idle = 25, .held = 29},
         crowd + std::vector<row>{idle, idle, idle, idle, I(0x5000), I(0x5004)},
         {OPEN, SYNC, f2(0x2000), f2(0x3000), f2(0x4000), f2(0x5000), f2(0x6000), f2(0x7000),
          support(false, TRACE_LOST), OPEN, support(true, TRACE_LOST), support(true, TRACE_LOST),
          support(true, TRACE_LOST), start(3, 0x5000), f2(0x5004), support(false, ENDED_REP)}});
    for (unsigned itype : {3, 8, 10, 12, 13, 14})
        all.push_back({"a discontinuity",
                       {},
                       {I(0x1000, itype), I(0x2000), I(0x2004)},
                       {OPEN, SYNC, f2(0x2000), f2(0x2004), support(false, ENDED_REP)}});
    for (unsigned itype : {9, 11, 15})
        all.push_back({"no discontinuity",
                       {},
                       {I(0x1000, itype), I(0x2000), I(0x2004)},
                       {OPEN, SYNC, f2(0x2004), support(false, ENDED_REP)}});
    return all;
}

} // namespace

#endif
