// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// Random numbers: a pure function of the seed, the same on every machine.
#ifndef RVT_TB_RANDOM_HPP
#define RVT_TB_RANDOM_HPP

#include <cstdint>

namespace rvt
{

class Random
{
  public:
    // stream: distinguishes the generators of one run.
    Random(uint64_t seed, uint64_t stream) : state_(seed * 0x9e3779b97f4a7c15u + stream)
    {
    }

    // The next 64 bits (SplitMix64).
    uint64_t next()
    {
        state_ += 0x9e3779b97f4a7c15u;
        uint64_t value = state_;
        value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
        value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
        return value ^ (value >> 31);
    }

    // Leaves out so many numbers.
    void skip(uint64_t count)
    {
        state_ += count * 0x9e3779b97f4a7c15u;
    }

    // A number below limit, which is not 0.
    uint64_t below(uint64_t limit)
    {
        return next() % limit;
    }

    // True in percent of 100 cases.
    bool percent(unsigned percent)
    {
        return below(100) < percent;
    }

  private:
    uint64_t state_;
};

} // namespace rvt

#endif
