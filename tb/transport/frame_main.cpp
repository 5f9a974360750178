// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Sends the bytes of four sources through the trace formatter: those of a file or random ones with
// ID 0x12, those of another file (an STP stream) or random ones with 0x33, and random ones with
// many IDs. --stream writes the frames.
#include <algorithm>
#include <array>
#include <deque>
#include <map>

#include "Vtb_frame.h"

#include "frame_rules.hpp"
#include "rig.hpp"
#include "settings.hpp"

extern "C" {
#include "transport/frame/deformatter.h"
}

namespace
{

using rvt::Random;
using Bytes = std::vector<uint8_t>;

constexpr unsigned frame_sources = 4;

// The bytes taken with each ID, compared with those that the model's reader returns.
class Frames
{
  public:
    void taken(unsigned id, const Bytes &bytes)
    {
        sent_[id].insert(sent_[id].end(), bytes.begin(), bytes.end());
    }

    std::string compare(const Bytes &stream, bool streaming)
    {
        rvt_deformatter_config config;
        rvt_deformatter_output output = {on_data, nullptr, on_finding, this};
        rvt_deformatter reader;
        rvt_deformatter_defaults(&config, streaming);
        config.in_place = true;
        rvt_deformatter_init(&reader, &config, &output);
        rvt_deformatter_push(&reader, stream.data(), stream.size());
        rvt_deformatter_finish(&reader);
        for (const auto &[id, left] : sent_)
            if (!left.empty())
                fault(std::to_string(left.size()) + " bytes of ID " + std::to_string(id) +
                      " did not arrive [BytesEqual]");
        if (bytes_ == 0)
            fault("no byte was compared [BytesEqual]");
        return fault_;
    }

    uint64_t bytes() const
    {
        return bytes_;
    }

  private:
    static void on_data(void *context, const rvt_frame_batch *batch)
    {
        Frames *self = static_cast<Frames *>(context);
        for (size_t run = 0; run < batch->runs; run++)
            for (size_t i = 0; i < rvt_frame_run_bytes(batch, run); i++)
                self->byte(batch->run[run].id, batch->data[batch->run[run].first + i]);
    }

    static void on_finding(void *context, const rvt_finding *finding)
    {
        const struct rvt_rule_text *rule = rvt_rule_text(finding->rule);
        if (rule->severity != RVT_SEVERITY_INFO)
            static_cast<Frames *>(context)->fault(std::string(rule->title) + " [" + rule->number +
                                                  "]");
    }

    void byte(unsigned id, uint8_t value)
    {
        std::deque<uint8_t> &sent = sent_[id];
        if (id == RVT_FRAME_ID_NULL)
            return;
        if (sent.empty() || sent.front() != value)
            return fault("a byte of ID " + std::to_string(id) +
                         " differs from the one sent [BytesEqual]");
        sent.pop_front();
        bytes_++;
    }

    void fault(const std::string &words)
    {
        if (fault_.empty())
            fault_ = words;
    }

    std::map<unsigned, std::deque<uint8_t>> sent_;
    uint64_t bytes_ = 0;
    std::string fault_;
};

class Bench
{
  public:
    Bench(const rvt::Settings &settings, rvt::Rig<Vtb_frame> &rig)
        : settings_(settings), rig_(rig), top_(*rig.top), random_(settings.number("seed"), 6)
    {
    }

    bool prepare()
    {
        for (unsigned s = 0; s < frame_sources; s++) {
            std::string path = s < 2 ? settings_.text(s == 0 ? "packets" : "beside") : "";
            if (!path.empty()) {
                if (!rvt::read_file(path, bytes_[s]) || bytes_[s].empty())
                    return false;
                continue;
            }
            bytes_[s].resize(settings_.number("drawn"));
            for (uint8_t &byte : bytes_[s])
                byte = static_cast<uint8_t>(random_.percent(10) ? 0xff : random_.next());
        }
        return true;
    }

    int run()
    {
        top_.lanes_i = static_cast<uint8_t>(settings_.number("lanes"));
        top_.fsync_frames_i = static_cast<uint16_t>(settings_.number("fsync"));
        top_.hsync_halfwords_i = static_cast<uint16_t>(settings_.number("hsync"));
        top_.own_fsync_frames_i = own_or("own-fsync", top_.fsync_frames_i);
        top_.own_hsync_halfwords_i = own_or("own-hsync", top_.hsync_halfwords_i);
        rig_.goes_on = flip_ != 0;
        top_.src_valid_i = 0;
        top_.trigger_i = top_.flush_i = 0;
        rig_.reset();
        while (rig_.running() && !done_ && rules_.broken().empty())
            cycle();
        std::string wrong = rules_.broken();
        if (wrong.empty() && rig_.sound() &&
            !rig_.late()) { // stuck or not: what left is what was sent
            rig_.end();
            if (flip_ == 0)
                wrong = frames_.compare(rig_.stream, top_.own_fsync_frames_i != 0 ||
                                                         top_.own_hsync_halfwords_i != 0);
            if (wrong.empty())
                wrong = order_;
        }
        const std::string &path = settings_.text("stream");
        if (!path.empty() && !rvt::write_file(path, rig_.stream))
            wrong = path + ": cannot be written";
        return rig_.verdict("rvt_frame", wrong,
                            std::to_string(triggers_) + " triggers, " +
                                std::to_string(frames_.bytes()) + " bytes of sources compared");
    }

  private:
    // A setting of the formatter alone, unless it is 0.
    uint16_t own_or(const char *name, uint16_t common) const
    {
        uint64_t own = settings_.number(name);
        return own != 0 ? static_cast<uint16_t>(own) : common;
    }

    void offer(unsigned s)
    {
        bool waits = at_[s] == bytes_[s].size() || random_.percent(idle_);
        if (top_.src_valid_i >> s & 1 || waits)
            return;
        size_t count = std::min<size_t>(1 + random_.below(8), bytes_[s].size() - at_[s]);
        uint64_t data = 0;
        for (size_t i = 0; i < 8; i++)
            data |= static_cast<uint64_t>(i < count ? bytes_[s][at_[s] + i] : random_.below(256))
                    << 8 * i;
        // 0x12 and 0x33 belong to the first two only
        if (s >= 2 && random_.percent(changes_))
            id_[s] =
                static_cast<unsigned>(s == 2 ? 1 + random_.below(16) : 0x40 + random_.below(0x30));
        top_.src_valid_i |= static_cast<uint8_t>(1 << s);
        top_.src_data_i[2 * s] = static_cast<uint32_t>(data);
        top_.src_data_i[2 * s + 1] = static_cast<uint32_t>(data >> 32);
        top_.src_bytes_i =
            static_cast<uint16_t>((top_.src_bytes_i & ~(15 << 4 * s)) | count << 4 * s);
        top_.src_id_i = (top_.src_id_i & ~(0x7fU << 7 * s)) | id_[s] << 7 * s;
    }

    // Round-robin order: of the sources that offer a beat, the first one after the source that was
    // served last is served.
    void check_order(unsigned s)
    {
        unsigned due = served_;
        do
            due = (due + 1) % frame_sources;
        while ((top_.src_valid_i >> due & 1) == 0);
        if (due != s && order_.empty())
            order_ = "source " + std::to_string(s) + " was served, but source " +
                     std::to_string(due) + " was next [RoundRobin]";
        served_ = s;
    }

    void take(unsigned s)
    {
        size_t count = top_.src_bytes_i >> 4 * s & 15;
        Bytes taken(bytes_[s].begin() + static_cast<long>(at_[s]),
                    bytes_[s].begin() + static_cast<long>(at_[s] + count));
        frames_.taken(top_.src_id_i >> 7 * s & 0x7f, taken);
        check_order(s);
        at_[s] += count;
        rig_.moved = rig_.cycle;
    }

    void check_rules(bool serves, bool accepts)
    {
        Bytes bytes;
        for (unsigned i = 0; top_.valid_o && top_.ready_i && i < top_.bytes_o; i++)
            bytes.push_back(rvt::byte_of(top_.data_o, i));
        rules_.check({top_.src_valid_i != 0, serves, top_.trigger_i != 0, accepts,
                      top_.flush_i != 0, top_.idle_o != 0, top_.valid_o != 0, top_.ready_i != 0,
                      bytes, top_.lanes_i});
    }

    void cycle()
    {
        bool over = top_.src_valid_i == 0;
        for (unsigned s = 0; s < frame_sources; s++) {
            over = over && at_[s] == bytes_[s].size();
            offer(s);
        }
        if (!over && random_.below(1000) < trigger_rate_)
            top_.trigger_i = 1;
        over = over && !top_.trigger_i;
        top_.flush_i = over ? !flushed_ : random_.below(1000) < flush_rate_;
        rig_.settle();
        rig_.spoil(flip_);
        unsigned taken = top_.src_valid_i & top_.src_ready_o;
        bool trigger = top_.trigger_i && top_.trigger_ready_o;
        for (unsigned s = 0; s < frame_sources; s++)
            if (taken >> s & 1)
                take(s);
        if (trigger) {
            triggers_++;
            frames_.taken(RVT_FRAME_ID_TRIGGER, {0});
        }
        check_rules(taken != 0, trigger);
        done_ = flushed_ && top_.idle_o;
        rig_.edge();
        flushed_ = over;
        top_.src_valid_i &= static_cast<uint8_t>(~taken);
        if (trigger)
            top_.trigger_i = 0;
    }

    const rvt::Settings &settings_;
    // what the command line says, read once
    const unsigned idle_ = static_cast<unsigned>(settings_.number("idle"));
    const unsigned changes_ = static_cast<unsigned>(settings_.number("changes"));
    const uint64_t trigger_rate_ = settings_.number("triggers");
    const uint64_t flush_rate_ = settings_.number("flushes");
    const uint64_t flip_ = settings_.number("flip");
    rvt::Rig<Vtb_frame> &rig_;
    Vtb_frame &top_;
    Random random_;
    Frames frames_;
    rvt::FrameRules rules_;
    std::array<Bytes, frame_sources> bytes_;
    std::array<size_t, frame_sources> at_ = {};
    std::array<unsigned, frame_sources> id_ = {0x12, 0x33, 1, 0x6f};
    unsigned served_ = frame_sources - 1;
    std::string order_; // the first beat out of order
    uint64_t triggers_ = 0;
    bool flushed_ = false, done_ = false;
};

} // namespace

int main(int argc, char **argv)
{
    rvt::Settings settings("rvt_frame", "Sends bytes of four sources through rvt_frame_formatter\n"
                                        "and compares the frames with the model.");
    int status = 0;
    settings.number("seed", 1, "seed of all random choices");
    settings.choice("lanes", 16, {2, 4, 8, 16}, "byte lanes of the formatter: 2, 4, 8 or 16");
    settings.file("packets", "bytes of the first source; default: random");
    settings.file("config", "ignored");
    settings.file("beside", "bytes of the second source; default: random");
    settings.file("stream", "write the frames");
    settings.number("idle", 20, "percent of cycles in which a source offers nothing");
    settings.number("stall", 20, "percent of cycles in which the sink is not ready");
    settings.number("drawn", 4000, "bytes of each random source");
    settings.number("changes", 30, "percent of random beats with another ID");
    settings.number("triggers", 5, "triggers per 1000 cycles");
    settings.number("flushes", 5, "flushes per 1000 cycles");
    settings.number("fsync", 16, "frames between FSYNC packets; 0: none");
    settings.number("hsync", 0, "halfwords between HSYNC packets; 0: none");
    settings.number("own-fsync", 0,
                    "frames between FSYNC packets of the formatter alone; 0: as --fsync");
    settings.number("own-hsync", 0,
                    "halfwords between HSYNC packets of the formatter alone; 0: as --hsync");
    settings.number("flip", 0,
                    "position of a byte that leaves with another lowest bit, and the run goes on "
                    "after findings; 0: none");
    settings.number("max-cycles", 0, "fail after N cycles; 0: no limit");
    if (!settings.parse(argc, argv, status))
        return status;
    rvt::Rig<Vtb_frame> rig(argc, argv, settings.number("seed"),
                            static_cast<unsigned>(settings.number("stall")),
                            settings.number("max-cycles"));
    Bench bench(settings, rig);
    if (!bench.prepare()) {
        std::fprintf(stderr, "rvt_frame: an input file cannot be read, or is empty\n");
        return 2;
    }
    return bench.run();
}
