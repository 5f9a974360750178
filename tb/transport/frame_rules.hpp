// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Rules of the ports of rvt_frame_formatter (rtl/README.md, Transports) that its bytes do not show:
// when it takes beats, which beats may be incomplete, and idle_o.
#ifndef RVT_TB_TRANSPORT_FRAME_RULES_HPP
#define RVT_TB_TRANSPORT_FRAME_RULES_HPP

#include <cstdint>
#include <string>
#include <vector>

namespace rvt
{

class FrameRules
{
  public:
    // A cycle, before its clock edge.
    struct Cycle {
        bool offers, serves;   // a source offers a beat; it is taken
        bool trigger, accepts; // the same of a trigger
        bool flush, idle;
        bool valid, ready;          // of the output
        std::vector<uint8_t> bytes; // the beat that leaves, if any
        unsigned lanes;             // of the output
    };

    // Checks the next cycle.
    void check(const Cycle &now)
    {
        check_idle(now);
        check_service(now);
        if (!now.bytes.empty())
            check_beat(now);
    }

    // The first rule that was broken, "" if none.
    const std::string &broken() const
    {
        return broken_;
    }

  private:
    // Cycles in which the sink does not hold the formatter up. Before it takes another beat, it
    // writes one of eight bytes, a trigger, the rest of a frame, and synchronisation.
    static constexpr unsigned patience = 64;
    static constexpr unsigned halfwords_of_frame = 8;

    // idle_o falls only after something was taken or a flush, and rises after everything has left.
    void check_idle(const Cycle &now)
    {
        if (rested_ && !now.idle)
            broke("idle_o falls, but nothing was taken and there was no flush [IdleStays]");
        bool taken = now.serves || now.accepts;
        flushed_ = now.flush || (flushed_ && !taken);
        rested_ = now.idle && !taken && !now.flush;
        bool over = flushed_ && !now.offers && !now.trigger && !now.valid && !now.idle;
        silent_ = over ? silent_ + 1 : 0;
        if (silent_ > patience)
            broke("idle_o is 0, but all frames have left [IdleIsPrompt]");
    }

    void check_service(const Cycle &now)
    {
        if (now.serves || !now.offers)
            waiting_ = 0;
        else if (!now.valid || now.ready)
            waiting_++;
        if (waiting_ > patience)
            broke("no beat is taken, but the sink is ready [SourceIsServed]");
    }

    // Only the last beat of a frame may be incomplete.
    void check_beat(const Cycle &now)
    {
        for (size_t i = 0; i + 1 < now.bytes.size(); i += 2) {
            unsigned halfword = now.bytes[i] | now.bytes[i + 1] << 8;
            if (halfword != 0xffff && halfword != 0x7fff) // synchronisation
                halfwords_++;
        }
        if (now.bytes.size() < now.lanes && halfwords_ % halfwords_of_frame != 0)
            broke("a beat inside a frame has free lanes [BeatIsFull]");
    }

    void broke(const char *rule)
    {
        if (broken_.empty())
            broken_ = rule;
    }

    std::string broken_;
    bool rested_ = false, flushed_ = false;
    unsigned silent_ = 0, waiting_ = 0;
    uint64_t halfwords_ = 0;
};

} // namespace rvt

#endif
