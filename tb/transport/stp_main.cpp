// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Sends random writes of 16 masters with 8 channels through arbiter and transmitter. Each source
// interleaves the packets of messages of its masters; the last source sends random packets.
#include <array>

#include "Vtb_stp.h"

#include "arrivals.hpp"
#include "rig.hpp"
#include "settings.hpp"

namespace
{

using rvt::Random;

// The writes of one source: one message in progress for each of its masters and channels.
class Source
{
  public:
    Source(unsigned number, bool global, uint64_t seed, rvt::Arrivals &arrivals)
        : number_(number), global_(global), random_(seed, 20 + number), arrivals_(arrivals)
    {
    }

    rvt_stp_port_write next()
    {
        if (number_ == rvt::noise_source)
            return next_noise();
        unsigned place = static_cast<unsigned>(random_.below(way_.size()));
        if (random_.percent(70)) // often the same place again
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
    // Often of the previous master and channel, also after MERR and GERR.
    rvt_stp_port_write next_noise()
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
    rvt_stp_port_write noise_ = {}; // the latest noise, if noisy_
    bool noisy_ = false;
};

class Bench
{
  public:
    Bench(const rvt::Settings &settings, rvt::Rig<Vtb_stp> &rig)
        : settings_(settings), rig_(rig), random_(settings.number("seed"), 3)
    {
        for (unsigned i = 0; i < rvt::sources; i++)
            source_.emplace_back(i, settings.number("global") != 0, settings.number("seed"),
                                 arrivals_);
        time_ = random_.next() >> (2 + random_.below(62));
    }

    int run()
    {
        Vtb_stp &top = *rig_.top;
        top.lanes_i = static_cast<uint8_t>(settings_.number("lanes"));
        top.sync_bytes_i = static_cast<uint32_t>(settings_.number("sync"));
        top.own_sync_bytes_i = own_sync_ != 0 ? static_cast<uint32_t>(own_sync_) : top.sync_bytes_i;
        top.frequency_i = static_cast<uint32_t>(settings_.number("frequency"));
        top.flip_i = 0;
        rig_.goes_on = flip_ != 0;
        top.wr_valid_i = 0;
        top.sync_now_i = 0;
        top.flush_i = 0;
        top.time_i = time_;
        rig_.reset();
        while (rig_.running() && !done_)
            cycle();
        std::string wrong;
        if (rig_.sound() && !rig_.late()) { // stuck or not: what left is what was sent
            rig_.end();
            if (flip_ == 0)
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
        if (offered_[i] || (alone_ && i != rvt::noise_source))
            return;
        if (written_ < writes_)
            offered_[i] = !random_.percent(idle_);
        else if (source_[i].rest(write_[i]))
            offered_[i] = true;
        else
            return;
        if (offered_[i] && written_ < writes_)
            write_[i] = source_[i].next();
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
        bool over = written_ >= writes_ && !any;
        time_ +=
            random_.below(100) > 0 ? random_.below(4) : random_.next() >> (8 + random_.below(56));
        top.time_i = time_;
        top.sync_now_i = random_.below(1000) < sync_rate_;
        top.flush_i = over ? !flushed_ : random_.below(1000) < flush_rate_;
        present();
        rig_.settle();
        unsigned taken = top.wr_valid_i & top.wr_ready_o;
        for (unsigned i = 0; i < rvt::sources; i++)
            if (taken >> i & 1)
                take(i);
        done_ = flushed_ && top.idle_o;
        rig_.spoil(flip_);
        rig_.edge();
        flushed_ = over;
    }

    const rvt::Settings &settings_;
    // what the command line says, read once
    const unsigned idle_ = static_cast<unsigned>(settings_.number("idle"));
    const bool alone_ = settings_.number("alone") != 0;
    const uint64_t writes_ = settings_.number("writes");
    const uint64_t own_sync_ = settings_.number("own-sync");
    const uint64_t flip_ = settings_.number("flip");
    const uint64_t sync_rate_ = settings_.number("syncs");
    const uint64_t flush_rate_ = settings_.number("flushes");
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
    rvt::Settings settings("rvt_stp",
                           "Sends random writes of 16 masters through rvt_stp_arbiter and\n"
                           "rvt_stp_transmitter and compares the packets with the model.");
    int status = 0;
    settings.choice("lanes", 8, {1, 2, 3, 4, 5, 6, 7, 8}, "byte lanes of the transmitter, 1 to 8");
    settings.number("seed", 1, "seed of all random choices");
    settings.number("writes", 4000, "number of writes, over all sources");
    settings.number("idle", 20, "percent of cycles in which a source offers nothing");
    settings.number("stall", 20, "percent of cycles in which the sink is not ready");
    settings.number("sync", 1000, "bytes between synchronisations; 0: no limit");
    settings.number(
        "own-sync", 0,
        "the same of the transmitter alone, while the scoreboard expects --sync; 0: --sync");
    settings.number("flip", 0,
                    "position of a byte that leaves with another lowest bit, and the run goes on "
                    "after findings; 0: none");
    settings.number("frequency", 0, "frequency of the timestamp in Hz; 0: not reported");
    settings.number("syncs", 2, "requests of synchronisation per 1000 cycles");
    settings.number("flushes", 5, "flushes per 1000 cycles");
    settings.number("global", 0, "1: random packets include GERR and master 0");
    settings.number("alone", 0, "1: only the source of random packets writes");
    settings.number("max-cycles", 0, "fail after N cycles; 0: no limit");
    if (!settings.parse(argc, argv, status))
        return status;
    rvt::Rig<Vtb_stp> rig(argc, argv, settings.number("seed"),
                          static_cast<unsigned>(settings.number("stall")),
                          settings.number("max-cycles"));
    Bench bench(settings, rig);
    return bench.run();
}
