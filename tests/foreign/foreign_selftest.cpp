/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The foreign encoder alone: every directed case without a fault, and with each of the eight. A
 * fault must change the packets of the cases that the table names, and of no other case.
 */
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "Vforeign_pair.h"
#include "tests/foreign/foreign_cases.hpp"
#include "verilated.h"

extern "C" {
#include "tests/junit.h"
}

namespace
{

/* An encoder in simulation. */
class bench
{
  public:
    explicit bench(unsigned which) : which_(which)
    {
    }

    /* Plays the rows with these faults. Returns the packets; bytes_of_link has the bytes that the
     * link sent, and first_packet the cycles from the enabling to the first packet. */
    std::vector<bytes> play(const test &test, unsigned bugs)
    {
        VerilatedContext context;
        Vforeign_pair top(&context);
        top_ = &top;
        packets_.clear();
        bytes_of_link.clear();
        first_packet = 0;
        cycle_ = 0;
        top.full_address_i = test.with.full_address;
        top.resync_i = static_cast<uint16_t>(test.with.resync);
        top.bugs_i = static_cast<uint8_t>(bugs);
        top.rst_ni = 0;
        step(2);
        top.rst_ni = 1;
        step(2);
        cycle_ = 0;
        top.enable_i = 1;
        for (size_t i = 0; i < test.rows.size(); i++) {
            top.ready_i = i >= test.with.held;
            drive(test.rows[i]);
            top.enable_i = !test.rows[i].off;
            step(1);
            drive(idle);
            step(test.with.idle);
        }
        top.enable_i = 0;
        top.ready_i = 1;
        step(2);
        for (unsigned i = 0; i < 400 && (top.idle_o >> which_ & 1) == 0; i++)
            step(1);
        drained = top.idle_o >> which_ & 1;
        return packets_;
    }

    bytes bytes_of_link;
    unsigned first_packet = 0;
    bool drained = false;

  private:
    void drive(const row &row)
    {
        top_->itype_i = static_cast<uint8_t>(row.itype);
        top_->iaddr_i = row.iaddr;
        top_->iretire_i = static_cast<uint8_t>(row.halfwords);
        top_->ilastsize_i = row.halfwords != 1 && row.halfwords != 7;
        top_->priv_i = static_cast<uint8_t>(row.priv);
        top_->cause_i = static_cast<uint8_t>(row.cause);
        top_->tval_i = row.tval;
        top_->notify_i = row.notify;
    }
    void step(unsigned cycles)
    {
        for (unsigned i = 0; i < cycles; i++) {
            top_->clk_i = 0;
            top_->eval();
            sample();
            top_->clk_i = 1;
            top_->eval();
            cycle_++;
        }
    }
    void sample()
    {
        if ((top_->packet_valid_o & top_->packet_ready_o) >> which_ & 1) {
            const auto &wide = which_ == 0 ? top_->packet64_o : top_->packet32_o;
            bytes packet(which_ == 0 ? top_->bytes64_o : top_->bytes32_o);
            for (size_t i = 0; i < packet.size(); i++)
                packet[i] = static_cast<uint8_t>(wide[i / 4] >> (8 * (i % 4)));
            packets_.push_back(packet);
        }
        if ((top_->byte_valid_o >> which_ & 1) != 0 && top_->ready_i) {
            bytes_of_link.push_back(which_ == 0 ? top_->byte64_o : top_->byte32_o);
            if (first_packet == 0)
                first_packet = cycle_;
        }
    }

    unsigned which_, cycle_ = 0;
    Vforeign_pair *top_ = nullptr;
    std::vector<bytes> packets_;
};

std::string text(const bytes &packet)
{
    std::string out;
    char digits[4];
    for (uint8_t byte : packet) {
        (void)snprintf(digits, sizeof(digits), "%02x", byte);
        out += digits;
    }
    return out;
}

/* Empty if the packets are equal, else the first difference. */
std::string difference(const std::vector<bytes> &expected, const std::vector<bytes> &observed)
{
    for (size_t i = 0; i < expected.size() || i < observed.size(); i++) {
        std::string left = i < expected.size() ? text(expected[i]) : "none";
        std::string right = i < observed.size() ? text(observed[i]) : "none";
        if (left != right)
            return "packet " + std::to_string(i) + ": expected " + left + ", observed " + right +
                   " (of " + std::to_string(observed.size()) + ")";
    }
    return "";
}

void add(struct junit &report, const std::string &failure, const std::string &name)
{
    if (!failure.empty())
        printf("FAILED %s: %s\n", name.c_str(), failure.c_str());
    junit_add(&report, failure.empty() ? nullptr : failure.c_str(), "%s", name.c_str());
}

/* The cases that a fault changes; empty: all. */
struct fault {
    const char *name;
    std::vector<const char *> changed;
};
const std::vector<fault> FAULTS = {
    {"one discontinuity", {"a discontinuity"}},
    {"branch at a target", {"branch at a target", "full map with an address"}},
    {"branch after a full map", {"full map, then a branch", "a row in every cycle"}},
    {"trap reported twice",
     {"exception at a target", "second trap after a reported one", "exception as the first item"}},
    {"F3/0 for F3/1",
     {"exception", "exception and retirement in one cycle", "interrupt", "interrupt at a target",
      "exception after the target", "second trap before the handler"}},
    {"no report at the end", {}},
    {"ienable 0", {}},
    {"no synchronisation after a loss", {"loss", "rows lost"}},
};

bool contains(const std::vector<const char *> &names, const std::string &name)
{
    for (const char *each : names)
        if (name == each)
            return true;
    return false;
}

} // namespace

int main()
{
    struct junit report;
    junit_open(&report, "foreign");

    bench rv64(0);
    for (const test &test : cases()) {
        std::string failure = difference(test.expected, rv64.play(test, 0));
        if (failure.empty() && !rv64.drained)
            failure = "not idle at the end";
        add(report, failure, test.name);
    }
    for (size_t bit = 0; bit < FAULTS.size(); bit++) {
        const fault &fault = FAULTS[bit];
        std::string failure;
        std::vector<const char *> seen;
        for (const test &test : cases()) {
            bool changed = !difference(test.expected, rv64.play(test, 1U << bit)).empty();
            bool may = fault.changed.empty() || contains(fault.changed, test.name);
            if (changed)
                seen.push_back(test.name);
            if (changed && !may)
                failure += std::string(" changes ") + test.name + ";";
            if (fault.changed.empty() && !changed)
                failure += std::string(" does not change ") + test.name + ";";
        }
        for (const char *name : fault.changed)
            if (!contains(seen, name))
                failure += std::string(" does not change ") + name + ";";
        add(report, failure, std::string("fault: ") + fault.name);
    }

    /* The link: tag 2, sync, length; then the payload. */
    test link = {"link", {}, {I(0x80000000)}, {}};
    (void)rv64.play(link, 0);
    add(report,
        difference({{0x82, 0x1f, 0x02, 0xa9, 0x73, 0, 0, 0, 0x20, 0, 0, 0, 0, 0x82, 0x8f, 0x02}},
                   {rv64.bytes_of_link}),
        "bytes of the link");
    add(report,
        rv64.first_packet >= 20 && rv64.first_packet < 30
            ? ""
            : "first byte in cycle " + std::to_string(rv64.first_packet),
        "latency");

    /* RV32, one instruction a cycle without idle cycles: 11 00 1 11 and 0x40000000 in 31 bits. */
    bench rv32(1);
    address_bits = 31;
    test narrow = {"rv32",
                   {.full_address = true, .resync = 0, .idle = 0},
                   {I(0x80000000), I(0x80000004, RETURN), C(0x80000100), trap(1, 0x80000102, 2, 9),
                    I(0x90000000)},
                   {{0x1f, 0x02},
                    {0x73, 0, 0, 0, 0xe0},
                    f2(0x80000100, {.notify = false, .updiscon = true}),
                    exception(3, 2, 1, 0x90000000, 9),
                    support(false, ENDED_REP)}};
    add(report, difference(narrow.expected, rv32.play(narrow, 0)), "RV32");
    return junit_close(&report) ? 0 : 1;
}
