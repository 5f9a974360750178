// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Shared by the transport benches: cycles, back-pressure, verdict. Top is a verilated module with
// clk_i, rst_ni, valid_o, ready_i, data_o, bytes_o, end_i, done_o, failed_o.
#ifndef RVT_TB_TRANSPORT_RIG_HPP
#define RVT_TB_TRANSPORT_RIG_HPP

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <verilated.h>

#include "../sc/random.hpp"

namespace rvt
{

constexpr uint64_t quiet_most = 20000; // cycles without progress that end a run

// Byte i of a port, the lowest one first.
template <typename Port> uint8_t byte_of(const Port &port, unsigned i)
{
    if constexpr (std::is_integral_v<Port>)
        return static_cast<uint8_t>(static_cast<uint64_t>(port) >> 8 * i);
    else
        return static_cast<uint8_t>(port[i / 4] >> 8 * (i % 4));
}

// Makes bit the only bit of a port that is 1, and with one false none.
template <typename Port> void set_bit(Port &port, unsigned bit, bool one)
{
    if constexpr (std::is_integral_v<Port>) {
        port = one ? Port{1} << bit : 0;
    } else {
        for (unsigned word = 0; word < sizeof port / sizeof port[0]; word++)
            port[word] = one && word == bit / 32 ? 1U << bit % 32 : 0;
    }
}

// The bytes of a file; false if it cannot be read.
inline bool read_file(const std::string &path, std::vector<uint8_t> &bytes)
{
    std::FILE *file = std::fopen(path.c_str(), "rb");
    if (file == nullptr)
        return false;
    for (int byte; (byte = std::fgetc(file)) != EOF;)
        bytes.push_back(static_cast<uint8_t>(byte));
    return std::fclose(file) == 0;
}

inline bool write_file(const std::string &path, const std::vector<uint8_t> &bytes)
{
    std::FILE *file = std::fopen(path.c_str(), "wb");
    if (file == nullptr)
        return false;
    bool good = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    return std::fclose(file) == 0 && good;
}

template <typename Top> class Rig
{
  public:
    // stall: percent of cycles without ready_i; most: cycles that end a run, 0: no limit.
    Rig(int argc, char **argv, uint64_t seed, unsigned stall, uint64_t most)
        : context(std::make_unique<VerilatedContext>()), stall_(stall), most_(most),
          random_(seed, 9)
    {
        context->commandArgs(argc, argv);
        context->randReset(2);
        context->randSeed(static_cast<int>(1 + seed % 0x7ffffffe));
        context->fatalOnError(false);
        top = std::make_unique<Top>(context.get());
    }

    // Outputs that depend on the inputs of this cycle.
    void settle()
    {
        top->clk_i = 0;
        top->eval();
    }

    // The clock edge; the caller reads what is taken at it after settle().
    void edge()
    {
        if (top->rst_ni && top->valid_o && top->ready_i) {
            for (unsigned i = 0; i < top->bytes_o && i < sizeof top->data_o; i++)
                stream.push_back(byte_of(top->data_o, i));
            moved = cycle;
        }
        context->timeInc(1);
        top->clk_i = 1;
        top->eval();
        context->timeInc(1);
        cycle++;
        top->ready_i = random_ready();
    }

    // A fault, between settle() and edge(): the byte of the stream at position leaves with another
    // lowest bit; 0: none does. For benches with flip_i.
    void spoil(uint64_t position)
    {
        uint64_t at = position - stream.size();
        bool now = position != 0 && top->valid_o && position >= stream.size() && at < top->bytes_o;
        set_bit(top->flip_i, now ? static_cast<unsigned>(8 * at) : 0, now);
        settle();
    }

    // Holds reset for some cycles; inputs are set before.
    void reset()
    {
        top->end_i = 0;
        top->ready_i = 0;
        top->rst_ni = 0;
        for (unsigned i = 0; i < 4; i++) {
            settle();
            edge();
        }
        top->rst_ni = 1;
        cycle = 0;
        moved = 0;
    }

    bool stuck() const
    {
        return cycle - moved >= quiet_most;
    }

    // The limit is reached: bytes may be on their way.
    bool late() const
    {
        return most_ > 0 && cycle >= most_;
    }

    // Neither an assertion nor, unless the run goes on after it, a scoreboard has found anything.
    bool sound() const
    {
        return !context->gotError() && !context->gotFinish() && (goes_on || !top->failed_o);
    }

    bool running() const
    {
        return sound() && !stuck() && !late();
    }

    // Asks the scoreboards for their verdict.
    void end()
    {
        top->end_i = 1;
        settle();
        edge();
        settle();
    }

    // Prints the verdict and returns the exit status. words: the first fault, or "" for none.
    int verdict(const char *program, std::string words, const std::string &counts)
    {
        if (words.empty() && context->gotError())
            words = "an assertion failed";
        if (words.empty() && late())
            words = "the limit --max-cycles is reached";
        if (words.empty() && stuck())
            words = "no progress [Progress]";
        bool passed = words.empty() && top->done_o && !top->failed_o;
        if (!words.empty())
            std::printf("%s: cycle %llu: %s\n", program, static_cast<unsigned long long>(cycle),
                        words.c_str());
        std::printf("%s: %s: %llu cycles, %zu bytes, %s\n", program, passed ? "passed" : "FAILED",
                    static_cast<unsigned long long>(cycle), stream.size(), counts.c_str());
        if (late()) { // in reset the scoreboards do not ask for what has not left
            top->rst_ni = 0;
            settle();
        }
        top->final();
        return passed ? 0 : 1;
    }

    std::unique_ptr<VerilatedContext> context;
    std::unique_ptr<Top> top;
    std::vector<uint8_t> stream; // bytes that left
    uint64_t cycle = 0, moved = 0;
    bool goes_on = false; // after findings

  private:
    // Random single cycles, and occasionally a long pause.
    bool random_ready()
    {
        if (hold_ > 0) {
            hold_--;
            return false;
        }
        if (stall_ > 0 && random_.below(1024) == 0)
            hold_ = 32 + random_.below(256);
        return !random_.percent(stall_);
    }

    unsigned stall_;
    uint64_t most_;
    uint64_t hold_ = 0;
    Random random_;
};

} // namespace rvt

#endif
