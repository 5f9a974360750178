/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * te_inst payloads as the tables of the specification list them (payload.adoc, "Instruction Trace
 * Encoder Output Packets"), for an encoder without context, time, return stack and data trace.
 */
#ifndef RVT_TESTS_FOREIGN_PAYLOADS_HPP
#define RVT_TESTS_FOREIGN_PAYLOADS_HPP

#include <cstdint>
#include <vector>

namespace
{

using bytes = std::vector<uint8_t>;

/* Fields of a payload in transmission order, padded with copies of the last bit. */
struct payload {
    std::vector<bool> bits;

    payload &field(unsigned width, uint64_t value)
    {
        for (unsigned i = 0; i < width; i++)
            bits.push_back((value >> i & 1) != 0);
        return *this;
    }
    operator bytes() const
    {
        bytes out((bits.size() + 7) / 8);
        for (size_t i = 0; i < out.size() * 8; i++)
            out[i / 8] |=
                static_cast<uint8_t>((i < bits.size() ? bits[i] : bits.back()) << (i % 8));
        return out;
    }
};

/* Bits of an address, without the lowest; 63 or 31. */
unsigned address_bits = 63;

/* F3/3: ienable, encoder_mode, qual_status, full_address, an option that is always 0. */
enum qual_status { NO_CHANGE, ENDED_REP, TRACE_LOST, ENDED_NTR };
bytes support(bool ienable, enum qual_status status, bool full_address = true)
{
    return payload()
        .field(4, 15)
        .field(1, ienable)
        .field(2, 0)
        .field(2, status)
        .field(1, full_address)
        .field(1, 0);
}

/* F3/0. branch: 0 for a taken branch. */
bytes start(unsigned priv, uint64_t address, unsigned branch = 1)
{
    return payload().field(2, 3).field(2, 0).field(1, branch).field(2, priv).field(address_bits,
                                                                                   address >> 1);
}

/* F3/1 of an exception, of an interrupt. */
bytes exception(unsigned priv, unsigned cause, unsigned thaddr, uint64_t address, uint64_t tval)
{
    return payload()
        .field(2, 3)
        .field(2, 1)
        .field(1, 1)
        .field(2, priv)
        .field(5, cause)
        .field(1, 0)
        .field(1, thaddr)
        .field(address_bits, address >> 1)
        .field(address_bits + 1, tval);
}
bytes interrupt(unsigned priv, unsigned cause, unsigned thaddr, uint64_t address)
{
    return payload()
        .field(2, 3)
        .field(2, 1)
        .field(1, 1)
        .field(2, priv)
        .field(5, cause)
        .field(1, 1)
        .field(1, thaddr)
        .field(address_bits, address >> 1);
}

/* F2, and F1 with a branch map. The flags say what notify and updiscon report; each is sent as the
 * exclusive-or with the bit before it, and irreport is a copy. */
struct flags {
    bool notify, updiscon;
};
payload &tail(payload &head, uint64_t address, flags flag)
{
    bool msb = (address >> address_bits & 1) != 0;
    bool notify = msb != flag.notify, updiscon = notify != flag.updiscon;
    return head.field(address_bits, address >> 1)
        .field(1, notify)
        .field(1, updiscon)
        .field(1, updiscon);
}
bytes f2(uint64_t address, flags flag = {})
{
    payload head;
    head.field(2, 2);
    return tail(head, address, flag);
}
bytes f1(unsigned branches, unsigned width, uint64_t map, uint64_t address, flags flag = {})
{
    payload head;
    head.field(2, 1).field(5, branches).field(width, map);
    return tail(head, address, flag);
}
bytes f1_full(uint64_t map)
{
    return payload().field(2, 1).field(5, 0).field(31, map);
}

} // namespace

#endif
