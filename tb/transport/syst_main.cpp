// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Sends SyS-T messages of hardware through an arbiter to STP: random messages, CLOCK, and the
// packets of a trace encoder through two tunnels. --packets names a file of encapsulated bytes,
// --config the configuration that delimits its packets; without them packets are random. --stream
// writes the stream.
#include <algorithm>
#include <array>
#include <cstring>

#include "Vtb_syst.h"

#include "arrivals.hpp"
#include "rig.hpp"
#include "settings.hpp"

extern "C" {
#include "io/config_yaml.h"
#include "wire/encap.h"
}

namespace
{

using rvt::Bytes;
using rvt::Random;

// Header words without the bits of optional fields, as tb_syst.sv sets the options: RAW of severity
// 4, origin 0x123, protocol 5; CLOCK of origin 0x321.
constexpr uint32_t raw_header = 6 | 4 << 4 | 0x123 << 12 | 5 << 24;
constexpr uint32_t clock_header = 8 | 0x321 << 12 | 1 << 24;
constexpr uint32_t length_bit = 1 << 9;

uint64_t little(const Bytes &bytes, size_t at, size_t count)
{
    uint64_t value = 0;
    for (size_t i = 0; i < count; i++)
        value |= static_cast<uint64_t>(bytes[at + i]) << 8 * i;
    return value;
}

// The packets of a file, including null packets.
bool read_packets(const std::string &path, const std::string &config_path,
                  std::vector<Bytes> &packets)
{
    rvt_config config;
    rvt_diag diag;
    Bytes bytes;
    if (!rvt::read_file(path, bytes) ||
        rvt_config_load(config_path.c_str(), &config, &diag) != RVT_OK)
        return false;
    for (size_t at = 0; at < bytes.size();) {
        rvt_encap encap;
        size_t used = 0;
        if (rvt_encap_read(&config, &bytes[at], bytes.size() - at, &encap, &used, &diag) != RVT_OK)
            return false;
        packets.emplace_back(&bytes[at], &bytes[at] + used);
        at += used;
    }
    return !packets.empty();
}

std::vector<Bytes> random_packets(Random &random, uint64_t count)
{
    std::vector<Bytes> packets(count);
    for (Bytes &packet : packets) {
        packet.resize(1 + random.below(42));
        for (uint8_t &byte : packet)
            byte = static_cast<uint8_t>(random.next());
    }
    return packets;
}

class Bench
{
  public:
    Bench(const rvt::Settings &settings, rvt::Rig<Vtb_syst> &rig, std::vector<Bytes> packets)
        : settings_(settings), rig_(rig), top_(*rig.top), packets_(std::move(packets)),
          random_(settings.number("seed"), 4)
    {
        arrivals_.without_writes();
        time_ = random_.next() >> (2 + random_.below(62));
    }

    int run()
    {
        options();
        rig_.reset();
        while (rig_.running() && !done_)
            cycle();
        std::string wrong;
        if (rig_.sound() && !rig_.late()) { // stuck or not: what left is what was sent
            rig_.end();
            wrong = arrivals_.compare(rig_.stream);
        }
        const std::string &path = settings_.text("stream");
        if (!path.empty() && !rvt::write_file(path, rig_.stream))
            wrong = path + ": cannot be written";
        return rig_.verdict("rvt_syst", wrong,
                            std::to_string(packets_.size()) + " packets twice, " +
                                std::to_string(messages_) + " messages, " +
                                std::to_string(clocks_) + " clocks sent, " +
                                std::to_string(arrivals_.messages()) + " compared");
    }

  private:
    // Inputs that are stable during a run; the first tunnel is on master 1, channel 0.
    void options()
    {
        uint64_t choice = settings_.number("fields");
        std::memset(&top_.guid_i, 0, sizeof top_.guid_i);
        for (unsigned i = 4; i < 8; i++)
            top_.guid_i[i] = static_cast<uint32_t>(random_.next());
        top_.tagged_i = choice & 1;
        top_.stamped_i = choice >> 1 & 1;
        top_.checked_i = choice >> 2 & 1;
        top_.own_checked_i = settings_.number("own-checksum") != 0;
        top_.marked_i = static_cast<uint8_t>(settings_.number("marked"));
        top_.master_i = UINT64_C(0x0300020100010010);
        top_.channel_i = UINT64_C(0x0007000900000003);
        top_.sync_bytes_i = static_cast<uint32_t>(settings_.number("sync"));
        top_.frequency_i = static_cast<uint32_t>(settings_.number("frequency"));
        top_.clock_hz_i = UINT64_C(1000000000);
        top_.sync_now_i = top_.flush_i = top_.msg_valid_i = top_.pl_valid_i = 0;
        top_.lane_valid_i = top_.request_i = 0;
    }

    // ---- messages ----

    // The next message: its words at the port; its payload follows.
    void begin_message()
    {
        rvt_syst_message &read = read_;
        size_t used = 0;
        message_ = rvt::random_message(random_);
        if (rvt_syst_read(message_.data(), message_.size(), &read, &used, nullptr) != RVT_OK)
            std::abort(); // readers accept every random message
        bool brief = rvt_syst_short_bytes(static_cast<uint32_t>(little(message_, 0, 4))) != 0;
        top_.msg_valid_i = 1;
        top_.msg_header_i = static_cast<uint32_t>(little(message_, 0, 4));
        top_.msg_data_i = brief && message_.size() > 4 ? little(message_, 4, 4) : 0;
        top_.msg_length_i = read.length;
        top_.loc_tag_i = read.location.tag;
        unsigned part = read.location.tag & 1 ? 32 : 16;
        top_.loc_i = read.location.tag >= RVT_SYST_LOCATION_CODE32
                         ? read.location.address
                         : read.location.file | static_cast<uint64_t>(read.location.line) << part;
        for (unsigned i = 0; i < 4; i++)
            top_.guid_i[3 - i] = static_cast<uint32_t>(
                read.guid_bytes[4 * i] << 24 | read.guid_bytes[4 * i + 1] << 16 |
                read.guid_bytes[4 * i + 2] << 8 | read.guid_bytes[4 * i + 3]);
        top_.marked_i = static_cast<uint8_t>((top_.marked_i & 14) | random_.percent(50));
        has_payload_ = !brief;
        payload_at_ = read.payload_at;
        payload_end_ = message_.size() - (read.chk ? 4 : 0);
    }

    // Beats of 0 to 4 bytes; sometimes an empty beat is the last one.
    void offer_payload()
    {
        if (!streaming_ || top_.pl_valid_i || random_.percent(idle_))
            return;
        size_t left = payload_end_ - payload_at_;
        size_t count = random_.percent(70) ? std::min<size_t>(left, 4)
                                           : std::min<size_t>(left, random_.below(5));
        top_.pl_valid_i = 1;
        top_.pl_data_i = static_cast<uint32_t>(little(message_, payload_at_, count) |
                                               (random_.next() & 0xffffffff) << 8 * count);
        top_.pl_bytes_i = static_cast<uint8_t>(count);
        top_.pl_last_i = count == left && (left == 0 || random_.percent(80));
        payload_at_ += count;
    }

    void offer_message()
    {
        if (!top_.msg_valid_i && !streaming_ && !(top_.busy_o & 1) && messages_ < message_count_ &&
            !random_.percent(idle_))
            begin_message();
        offer_payload();
    }

    void take_message()
    {
        bool taken = top_.msg_valid_i && top_.msg_ready_o;
        bool beat = top_.pl_valid_i && top_.pl_ready_o;
        clear_message_ = taken;
        clear_payload_ = beat;
        if (beat && top_.pl_last_i)
            streaming_ = false;
        if (!taken)
            return;
        streaming_ = has_payload_;
        messages_++;
        arrivals_.sent(0x10, 3, stamped());
    }

    // The message with the timestamp of this cycle.
    Bytes stamped()
    {
        Bytes out(RVT_SYST_MESSAGE_BYTES_MAX);
        size_t bytes = 0;
        read_.timestamp = top_.ts_i;
        if (rvt_syst_write(&read_, out.data(), out.size(), &bytes, nullptr) != RVT_OK)
            std::abort(); // it was written before
        out.resize(bytes);
        return out;
    }

    // ---- tunnels ----

    void offer_lanes(unsigned t)
    {
        if (top_.lane_valid_i >> t & 1 || packet_[t] == packets_.size() || random_.percent(idle_))
            return;
        const Bytes &packet = packets_[packet_[t]];
        size_t count = std::min<size_t>(8, packet.size() - byte_[t]);
        uint64_t data = little(packet, byte_[t], count);
        top_.lane_valid_i |= static_cast<uint8_t>(1 << t);
        top_.lane_data_i[2 * t] = static_cast<uint32_t>(data);
        top_.lane_data_i[2 * t + 1] = static_cast<uint32_t>(data >> 32);
        top_.lane_bytes_i =
            static_cast<uint8_t>((top_.lane_bytes_i & ~(15 << 4 * t)) | count << 4 * t);
        bool last = byte_[t] + count == packet.size();
        top_.lane_last_i = static_cast<uint8_t>((top_.lane_last_i & ~(1 << t)) | last << t);
        byte_[t] += count;
    }

    // The bits of the optional fields that are chosen for tunnels and CLOCK.
    uint32_t optional() const
    {
        return static_cast<uint32_t>(top_.checked_i) << 10 |
               static_cast<uint32_t>(top_.stamped_i) << 11 |
               static_cast<uint32_t>(top_.tagged_i) << 23;
    }

    void take_lanes(unsigned t)
    {
        clear_lane_[t] = (top_.lane_valid_i & top_.lane_ready_o) >> t & 1;
        if (!clear_lane_[t] || !(top_.lane_last_i >> t & 1))
            return;
        arrivals_.tunnelled(t == 0 ? 1 : 0x201, t == 0 ? 0 : 9,
                            (raw_header | optional() | (t == 1 ? length_bit : 0)) ^
                                static_cast<uint32_t>(top_.own_checked_i) << 10,
                            packets_[packet_[t]]);
        packet_[t]++;
        byte_[t] = 0;
    }

    // ---- a cycle ----

    bool over() const
    {
        return messages_ == message_count_ && clocks_ == clock_count_ &&
               packet_[0] == packets_.size() && packet_[1] == packets_.size() && !streaming_ &&
               !top_.pl_valid_i && top_.busy_o == 0 && drained_ > 64;
    }

    void offer()
    {
        offer_message();
        offer_lanes(0);
        offer_lanes(1);
        if (clocks_ < clock_count_ && !random_.percent(90))
            top_.request_i = 1;
        time_ += random_.below(4);
        top_.time_i = time_;
        top_.clock_i = 3 * time_;
        top_.ts_i = time_;
        top_.sync_now_i = random_.below(1000) < 2;
    }

    void take()
    {
        take_message();
        take_lanes(0);
        take_lanes(1);
        clear_clock_ = top_.request_i && top_.request_ready_o;
        if (clear_clock_) {
            clocks_++;
            arrivals_.clock(0x300, 7, clock_header | optional() | length_bit, top_.clock_i,
                            top_.clock_hz_i);
        }
        done_ = flushed_ && top_.idle_o;
    }

    void cycle()
    {
        offer();
        bool end = over();
        top_.flush_i = end ? !flushed_ : random_.below(1000) < flush_rate_;
        rig_.settle();
        take();
        drained_ = top_.busy_o == 0 ? drained_ + 1 : 0;
        rig_.edge();
        flushed_ = end;
        if (clear_message_)
            top_.msg_valid_i = 0;
        if (clear_payload_)
            top_.pl_valid_i = 0;
        for (unsigned t = 0; t < 2; t++)
            if (clear_lane_[t])
                top_.lane_valid_i &= static_cast<uint8_t>(~(1 << t));
        if (clear_clock_)
            top_.request_i = 0;
    }

    const rvt::Settings &settings_;
    // what the command line says, read once
    const unsigned idle_ = static_cast<unsigned>(settings_.number("idle"));
    const uint64_t message_count_ = settings_.number("messages");
    const uint64_t clock_count_ = settings_.number("clocks");
    const uint64_t flush_rate_ = settings_.number("flushes");
    rvt::Rig<Vtb_syst> &rig_;
    Vtb_syst &top_;
    std::vector<Bytes> packets_;
    Random random_;
    rvt::Arrivals arrivals_;
    Bytes message_;
    size_t payload_at_ = 0, payload_end_ = 0;
    bool has_payload_ = false, streaming_ = false;
    rvt_syst_message read_ = {}; // message_, except for its timestamp
    uint64_t time_ = 0, messages_ = 0, clocks_ = 0, drained_ = 0;
    std::array<size_t, 2> packet_ = {}, byte_ = {};
    std::array<bool, 2> clear_lane_ = {};
    bool clear_message_ = false, clear_payload_ = false, clear_clock_ = false;
    bool flushed_ = false, done_ = false;
};

} // namespace

int main(int argc, char **argv)
{
    rvt::Settings settings("rvt_syst",
                           "Sends SyS-T messages of four sources through rvt_stp_transmitter\n"
                           "and compares them with the model.");
    int status = 0;
    settings.number("seed", 1, "seed of all random choices");
    settings.file("packets", "encapsulated packets for the tunnels; default: random");
    settings.file("config", "configuration of these packets (YAML)");
    settings.file("stream", "write the STP stream");
    settings.number("idle", 20, "percent of cycles in which a source offers nothing");
    settings.number("stall", 20, "percent of cycles in which the sink is not ready");
    settings.number("sync", 1000, "bytes between synchronisations; 0: no limit");
    settings.number("frequency", 0, "frequency of the timestamp in Hz; 0: not reported");
    settings.number("flushes", 5, "flushes per 1000 cycles");
    settings.number("messages", 500, "number of random messages");
    settings.number("clocks", 20, "number of CLOCK messages");
    settings.number("drawn", 300, "number of random packets through each tunnel");
    settings.number("fields", 4,
                    "optional fields of tunnel and CLOCK messages; sum of\n"
                    "1 GUID, 2 timestamp, 4 checksum");
    settings.number("own-checksum", 0,
                    "1: tunnels have a checksum if the option of their\n"
                    "scoreboards is that they have none, and none otherwise");
    settings.number("marked", 6,
                    "sources whose messages end with a marked packet, not\n"
                    "with FLAG; one bit per source");
    settings.number("max-cycles", 0, "fail after N cycles; 0: no limit");
    if (!settings.parse(argc, argv, status))
        return status;
    Random random(settings.number("seed"), 5);
    const std::string &path = settings.text("packets");
    std::vector<Bytes> packets;
    if (path.empty()) {
        packets = random_packets(random, settings.number("drawn"));
    } else if (!read_packets(path, settings.text("config"), packets)) {
        std::fprintf(stderr, "rvt_syst: %s: cannot read packets with this configuration\n",
                     path.c_str());
        return 2;
    }
    rvt::Rig<Vtb_syst> rig(argc, argv, settings.number("seed"),
                           static_cast<unsigned>(settings.number("stall")),
                           settings.number("max-cycles"));
    Bench bench(settings, rig, std::move(packets));
    return bench.run();
}
