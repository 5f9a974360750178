// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Random writes of 16 masters with 8 channels through arbiter and transmitter. Each source writes
// the messages of its masters, one packet of each now and then; the last one packets at random.
#include <array>

#include "Vtb_stp.h"

#include "arrivals.hpp"
#include "rig.hpp"

namespace
{

using rvt::Random;

// The writes of one source: of each of its masters and channels a message that is under way.
class Source
{
  public:
    Source(unsigned number, bool global, uint64_t seed, rvt::Arrivals &arrivals)
        : number_(number), global_(global), random_(seed, 20 + number), arrivals_(arrivals)
    {
    }

    rvt_stp_port_write draw()
    {
        if (number_ == rvt::noise_source)
            return draw_noise();
        unsigned place = static_cast<unsigned>(random_.below(way_.size()));
        if (random_.percent(70)) // often the same again
            place = latest_;
        latest_ = place;
        if (way_[place].empty())
            begin(place);
        rvt_stp_port_write write = way_[place].front();
        way_[place].pop_front();
        return write;
    }

    // A write of a message that is not complete.
    bool rest(rvt_stp_port_write &write)
    {
        for (auto &way : way_) {
            if (way.empty())
                continue;
            write = way.front();
            way.pop_front();
            return true;
        }
        return false;
    }

  private:
    // Often of the master and channel before, behind MERR and GERR, too.
    rvt_stp_port_write draw_noise()
    {
        rvt_stp_port_write write = rvt::random_write(random_, global_);
        if (noisy_ && random_.percent(60)) {
            write.master = noise_.master;
            write.channel = noise_.channel;
        }
        noise_ = write;
        noisy_ = true;
        return write;
    }

    void begin(unsigned place)
    {
        uint16_t master = rvt::master_number(4 * number_ + place / rvt::channels);
        uint16_t channel = rvt::channel_number(place % rvt::channels);
        rvt::Bytes message = rvt::random_message(random_);
        for (const rvt_stp_port_write &write :
             rvt::message_writes(message, master, channel, random_.percent(50)))
            way_[place].push_back(write);
        if (!global_) // a GERR ends every message
            arrivals_.sent(master, channel, message);
    }

    unsigned number_;
    bool global_;
    Random random_;
    rvt::Arrivals &arrivals_;
    std::array<std::deque<rvt_stp_port_write>, 4 * rvt::channels> way_;
    unsigned latest_ = 0;
    rvt_stp_port_write noise_ = {}; // the latest, if noisy_
    bool noisy_ = false;
};

class Bench
{
  public:
    Bench(const rvt::Words &words, rvt::Rig<Vtb_stp> &rig)
        : words_(words), rig_(rig), random_(words.number("seed"), 3)
    {
        for (unsigned i = 0; i < rvt::sources; i++)
            source_.emplace_back(i, words.number("global") != 0, words.number("seed"), arrivals_);
        time_ = random_.next() >> (2 + random_.below(62));
    }

    int run()
    {
        Vtb_stp &top = *rig_.top;
        top.lanes_i = static_cast<uint8_t>(words_.number("lanes"));
        top.sync_bytes_i = static_cast<uint32_t>(words_.number("sync"));
        top.frequency_i = static_cast<uint32_t>(words_.number("frequency"));
        top.wr_valid_i = 0;
        top.sync_now_i = 0;
        top.flush_i = 0;
        top.time_i = time_;
        rig_.reset();
        while (rig_.running() && !done_)
            cycle();
        std::string wrong;
        if (rig_.sound()) { // stuck or not: what left is what was sent
            rig_.end();
            wrong = arrivals_.compare(rig_.stream);
        }
        return rig_.verdict("rvt_stp", wrong,
                            std::to_string(written_) + " writes, " +
                                std::to_string(arrivals_.packets()) + " packets and " +
                                std::to_string(arrivals_.messages()) + " messages compared");
    }

  private:
    // What source i offers stays until it is taken.
    void offer(unsigned i)
    {
        if (offered_[i] || (words_.number("alone") != 0 && i != rvt::noise_source))
            return;
        if (written_ < words_.number("writes"))
            offered_[i] = !random_.percent(static_cast<unsigned>(words_.number("idle")));
        else if (source_[i].rest(write_[i]))
            offered_[i] = true;
        else
            return;
        if (offered_[i] && written_ < words_.number("writes"))
            write_[i] = source_[i].draw();
    }

    void present()
    {
        Vtb_stp &top = *rig_.top;
        uint64_t master = 0, channel = 0;
        top.wr_valid_i = top.wr_kind_i = top.wr_size_i = 0;
        top.wr_marker_i = top.wr_stamp_i = 0;
        for (unsigned i = 0; i < rvt::sources; i++) {
            const rvt_stp_port_write &write = write_[i];
            top.wr_valid_i |= static_cast<uint8_t>(offered_[i] << i);
            top.wr_kind_i |= static_cast<uint16_t>(write.kind << 3 * i);
            top.wr_size_i |= static_cast<uint16_t>(write.size << 3 * i);
            top.wr_marker_i |= static_cast<uint8_t>(write.marker << i);
            top.wr_stamp_i |= static_cast<uint8_t>(write.stamp << i);
            master |= static_cast<uint64_t>(write.master) << 16 * i;
            channel |= static_cast<uint64_t>(write.channel) << 16 * i;
            top.wr_data_i[2 * i] = static_cast<uint32_t>(write.data);
            top.wr_data_i[2 * i + 1] = static_cast<uint32_t>(write.data >> 32);
        }
        top.wr_master_i = master;
        top.wr_channel_i = channel;
    }

    void take(unsigned i)
    {
        write_[i].time = time_;
        arrivals_.written(write_[i]);
        offered_[i] = false;
        written_++;
        rig_.moved = rig_.cycle;
    }

    void cycle()
    {
        Vtb_stp &top = *rig_.top;
        bool any = false;
        for (unsigned i = 0; i < rvt::sources; i++) {
            offer(i);
            any = any || offered_[i];
        }
        bool over = written_ >= words_.number("writes") && !any;
        time_ +=
            random_.below(100) > 0 ? random_.below(4) : random_.next() >> (8 + random_.below(56));
        top.time_i = time_;
        top.sync_now_i = random_.below(1000) < words_.number("syncs");
        top.flush_i = over ? !flushed_ : random_.below(1000) < words_.number("flushes");
        present();
        rig_.settle();
        unsigned taken = top.wr_valid_i & top.wr_ready_o;
        for (unsigned i = 0; i < rvt::sources; i++)
            if (taken >> i & 1)
                take(i);
        done_ = flushed_ && top.idle_o;
        rig_.edge();
        flushed_ = over;
    }

    const rvt::Words &words_;
    rvt::Rig<Vtb_stp> &rig_;
    Random random_;
    rvt::Arrivals arrivals_;
    std::vector<Source> source_;
    std::array<rvt_stp_port_write, rvt::sources> write_ = {};
    std::array<bool, rvt::sources> offered_ = {};
    uint64_t time_, written_ = 0;
    bool flushed_ = false, done_ = false;
};

} // namespace

int main(int argc, char **argv)
{
    rvt::Words words("rvt_stp", {{"lanes", "8"},
                                 {"seed", "1"},
                                 {"writes", "4000"},
                                 {"idle", "20"},
                                 {"stall", "20"},
                                 {"sync", "1000"},
                                 {"frequency", "0"},
                                 {"syncs", "2"},
                                 {"flushes", "5"},
                                 {"global", "0"},
                                 {"alone", "0"}});
    if (!words.parse(argc, argv))
        return 2;
    if (words.number("lanes") < 1 || words.number("lanes") > 8) {
        std::fprintf(stderr, "rvt_stp: --lanes: 1 to 8 is meant\n");
        return 2;
    }
    rvt::Rig<Vtb_stp> rig(argc, argv, words.number("seed"),
                          static_cast<unsigned>(words.number("stall")));
    Bench bench(words, rig);
    return bench.run();
}
