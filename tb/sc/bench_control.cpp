// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
//
// What software programs before a session and changes while rows run, and what it reads back:
// modes, data trace, filters, timestamps, sticky bits.
#include "bench.hpp"

namespace rvt
{
namespace
{

// trTeInstFeatures: the modes that the configuration switches on.
uint64_t modes_on(const rvt_options &options)
{
    return (options.full_address ? te_inst_no_addr_diff : 0) |
           (options.implicit_exception ? te_inst_no_trap_addr : 0) |
           (options.sequentially_inferred_jumps ? te_inst_en_sequential_jump : 0) |
           (options.implicit_return ? te_inst_en_implicit_return : 0) |
           (options.branch_prediction ? te_inst_en_branch_prediction : 0) |
           (options.jump_target_cache ? te_inst_en_jump_target_cache : 0);
}

// trTeInstFeatures: the modes that the encoder has. Spec: ETR-MODE-064.
uint64_t modes_built(const rvt_params &params)
{
    bool returns = params.return_stack_size_p > 0 || params.call_counter_size_p > 0;
    return te_inst_no_addr_diff | te_inst_no_trap_addr |
           (params.sijump_p ? te_inst_en_sequential_jump : 0) |
           (returns ? te_inst_en_implicit_return : 0) |
           (params.bpred_size_p > 0 ? te_inst_en_branch_prediction : 0) |
           (params.cache_size_p > 0 ? te_inst_en_jump_target_cache : 0);
}

// trTsMode.
constexpr uint64_t ts_external = 1u << ts_mode_at;
constexpr uint64_t ts_internal_core = 3u << ts_mode_at;

// rows with accesses, after which data trace may be off: the run has something to compare
constexpr uint64_t data_rows_enough = 20;

// The modes by their bit in trTeInstFeatures, with the names of the configuration.
constexpr const char *mode_names[] = {
    "full_address",    "implicit_exception", "sequentially_inferred_jumps",
    "implicit_return", "branch_prediction",  "jump_target_cache"};

} // namespace

std::string Bench::changes() const
{
    std::string words;
    for (size_t mode = 0; mode < changes_.size(); mode++)
        words += std::string(mode > 0 ? " " : "") + mode_names[mode] + "=" +
                 std::to_string(changes_[mode]);
    return words;
}

// Restores filters and comparators to the configuration, after any changes by software.
bool Bench::program_filters()
{
    for (const RegisterWrite &entry : filter_writer_.restore())
        if (!write(entry.offset, entry.value) ||
            !expect(entry.offset, entry.value, UINT32_MAX, "of the configuration"))
            return false;
    return true;
}

// trTeDataControl as the configuration defines it, with tracing mostly on, and always until some
// accesses were there to be traced, so that something is compared. Shows: ETR-CTL-011.
bool Bench::program_data()
{
    const rvt_options &options = config_.options;
    uint64_t compress = config_.switches.dat_addr_compress == RVT_DAT_ADDR_XOR ? 1 : 2;
    uint64_t value = 0;
    if (!options.data_trace)
        return expect(te_data_control, 0, UINT32_MAX, "trTeDataControl without data trace");
    value |= random_.percent(90) || data_rows_ < data_rows_enough ? te_data_tracing : 0;
    value |= random_.percent(50) ? te_data_trig_enable : 0;
    value |= (options.no_data ? te_data_no_value : 0) | (options.no_address ? te_data_no_addr : 0);
    value |= options.full_data_address ? 0 : compress << te_data_addr_compress_at;
    data_known_ = true;
    return write_data(value) && expect(te_data_control, value | te_data_implemented,
                                       UINT32_MAX & ~te_data_stall_or_overflow, "trTeDataControl");
}

// Software changes filters and comparators while rows run: any of them, in every configuration.
bool Bench::change_filters()
{
    for (uint64_t changes = random_.below(20); changes > 0; changes--) {
        const RegisterWrite change = filter_writer_.change();
        if (!write(change.offset, change.value) ||
            !expect(change.offset, filter_writer_.held(change.offset), UINT32_MAX,
                    "of a filter while rows run"))
            return false;
        for (uint64_t i = random_.below(200); i > 0; i--)
            wait(clk.posedge_event());
    }
    return true;
}

// Flips one bit for some cycles. The fields of the unit are the same before and after, but any
// change resets the unit.
bool Bench::rewrite_filter()
{
    for (const RegisterWrite &entry : filter_writer_.flip()) {
        if (!write(entry.offset, entry.value) ||
            !expect(entry.offset, entry.value, UINT32_MAX, "of a filter that is rewritten"))
            return false;
        for (uint64_t i = random_.below(4); i > 0; i--)
            wait(clk.posedge_event());
    }
    return true;
}

// Software enables and disables data trace and its triggers while the encoder is enabled; it
// disables only once some accesses were there to be traced.
bool Bench::change_data()
{
    uint64_t value = 0;
    if (!access(false, te_data_control, value))
        return false;
    bool sticky = (value & te_data_stall_or_overflow) != 0;
    if (data_known_ && !data_tracing_.read() && sticky != data_stalled_) {
        fail("trTeDataStallOrOverflow changed while trTeDataTracing was 0 [ETR-CTL-011]");
        return false;
    }
    value &= ~(te_data_tracing | te_data_trig_enable | te_data_stall_or_overflow);
    bool on = random_.percent(70) || data_rows_ < data_rows_enough;
    value |= on ? te_data_tracing : te_data_stall_or_overflow;
    value |= random_.percent(50) && !data_known_ ? te_data_trig_enable : 0;
    return write_data(value);
}

// Writes trTeDataControl, and notes whether data is traced from the next cycle on. Writing 1 clears
// the sticky bit, unless hardware sets it in the same cycle.
bool Bench::write_data(uint64_t value)
{
    if (!write(te_data_control, value))
        return false;
    if ((value & te_data_stall_or_overflow) != 0)
        data_stalled_ = data_tracing_.read() && (signals_.stall.read() || signals_.lost.read());
    data_tracing_.write((value & te_data_tracing) != 0);
    data_known_ = data_known_ && (value & te_data_trig_enable) == 0;
    return true;
}

// Software enables and disables modes while rows run. If a program is decoded, the addresses of
// handlers are omitted only if the configuration gives them to the decoder. Shows: ETR-CTL-009,
// ETR-SUP-004.
bool Bench::change_modes()
{
    const rvt_trap_vectors &vectors = config_.trap_vectors;
    const uint64_t before = features_;
    uint64_t free = modes_built(config_.params);
    bool known = vectors.m_known || vectors.s_known || vectors.u_known || vectors.vs_known;
    if (!options_.elf.empty() && !known)
        free &= ~te_inst_no_trap_addr;
    features_ = (features_ & ~free) | (random_.next() & free);
    for (size_t mode = 0; mode < changes_.size(); mode++)
        changes_[mode] += (before ^ features_) >> mode & 1;
    return write(te_inst_features, features_) &&
           expect(te_inst_features, features_, modes_all, "trTeInstFeatures while enabled");
}

// Timestamps from the ingress or from the internal counter, as configured; or none, disabled in one
// of two ways. Shows: ETR-CTL-013, ENC-016.
bool Bench::program_timestamps()
{
    if (options_.unstamped)
        return write_timestamps(random_.percent(50) ? ts_external : ts_enable);
    if (config_.encap.timestamp_bytes == 0)
        return true;
    if (!options_.internal_time || random_.percent(20))
        return write_timestamps(ts_enable | ts_external);
    uint64_t extras = random_.next() & (ts_reset | ts_run_in_debug | ts_prescale);
    return write_timestamps(ts_enable | ts_internal_core | ts_count | extras);
}

bool Bench::write_timestamps(uint64_t value)
{
    timestamps_ = value;
    return write(ts_control, value);
}

// Software reads the time, which is that of the hart if its mode is External. Shows: ETR-CTL-013.
bool Bench::read_time()
{
    for (unsigned half = 0; half < 2; half++) {
        uint64_t data = 0;
        if (!access(false, ts_counter_low + 4 * half, data))
            return false;
        uint64_t time = signals_.time.read();
        if (config_.params.time_width_p < 64)
            time &= (uint64_t{1} << config_.params.time_width_p) - 1;
        if ((timestamps_ & ts_mode) == ts_external && data != (time >> 32 * half & UINT32_MAX)) {
            fail("trTsCounter is not the time of the hart [ETR-CTL-013]");
            return false;
        }
    }
    return true;
}

// Programs the complete configuration in the order that the control interface requires, with this
// trTeInstSyncMax. Shows: ETR-CTL-001, ETR-CTL-002, ETR-CTL-005, ETR-CTL-006, ETR-CTL-009,
// ETR-MODE-064, ENC-015.
bool Bench::enable(unsigned sync_max)
{
    uint64_t srcid = options_.inhibit ? random_.below(2) * 0xfff : config_.encap.srcid;
    uint64_t features = modes_on(config_.options) | srcid << te_src_id_at;
    uint64_t built = modes_built(config_.params);
    uint64_t control = te_active | te_inst_mode_reset | te_enable | te_inst_tracing;
    control |= options_.seed % 4 != 0 ? te_inst_trig_enable : 0;
    control |= static_cast<uint64_t>(config_.resync.mode) << te_inst_sync_mode_at;
    control |= static_cast<uint64_t>(sync_max & 15) << te_inst_sync_max_at;
    control |= options_.overflow ? 0 : te_inst_stall_ena;
    control |= options_.inhibit ? te_inhibit_src : 0;
    uint64_t id_mask = options_.inhibit ? 0 : te_src_id;
    if (!write(te_control, te_active) ||
        !expect(te_control, te_active | te_inst_mode_reset,
                UINT32_MAX & ~(te_inst_stall_or_overflow | te_empty), "trTeControl when active") ||
        !write(te_inst_features, modes_all) ||
        !expect(te_inst_features, built, modes_all, "trTeInstFeatures, modes that exist") ||
        !write(te_inst_features, features) ||
        !expect(te_inst_features, features, modes_all | id_mask, "trTeInstFeatures") ||
        !program_filters() || !program_timestamps() || !program_data())
        return false;
    // software may enable the encoder first, and tracing afterwards
    bool later = write_random_.percent(25);
    if (!write(te_control, later ? control & ~te_inst_tracing : control))
        return false;
    features_ = features;
    stalled_ = session_stalled_ = data_stalled_ = false;
    if (later && !write(te_control, control))
        return false;
    // a trigger may have changed trTeInstTracing already if rows are running
    return expect(te_control, control,
                  UINT32_MAX & ~(te_inst_stall_or_overflow | te_empty | te_inst_tracing),
                  "trTeControl");
}

// The sticky bit is 1 if a row was stalled or lost since enabling; writing 1 clears it.
// Shows: ETR-CTL-004.
bool Bench::check_sticky()
{
    uint64_t value = stalled_ ? te_inst_stall_or_overflow : 0;
    return expect(te_control, value, te_inst_stall_or_overflow, "trTeInstStallOrOverflow") &&
           write(te_control, te_active | te_inst_stall_or_overflow) &&
           expect(te_control, 0, te_inst_stall_or_overflow, "trTeInstStallOrOverflow cleared");
}

// Software writes 1 to the sticky bit while the hart is stalled or loses rows. That clears the bit,
// unless hardware sets it in the same cycle. Shows: ETR-CTL-004.
bool Bench::clear_sticky()
{
    uint64_t control = 0;
    if (!access(false, te_control, control) ||
        !write(te_control, (control & ~te_empty) | te_inst_stall_or_overflow))
        return false;
    stalled_ = signals_.lost.read() || signals_.stall.read();
    bool before = stalled_;
    if (!access(false, te_control, control))
        return false;
    bool seen = (control & te_inst_stall_or_overflow) != 0;
    if ((!seen && before) || (seen && !stalled_)) {
        fail("trTeInstStallOrOverflow cleared while hardware may set it [ETR-CTL-004]");
        return false;
    }
    return true;
}

// The resynchronisation fields hold every value that software writes. Shows: ETR-CTL-006.
bool Bench::probe_sync()
{
    for (uint64_t max = 0; max < 16; max++) {
        uint64_t control = te_active | te_inst_mode_reset | (max & 3) << te_inst_sync_mode_at |
                           max << te_inst_sync_max_at;
        if (!write(te_control, control) ||
            !expect(te_control, control,
                    te_inst_sync_mode | te_inst_sync_max | te_active | te_enable,
                    "trTeControl, fields of resynchronisation"))
            return false;
    }
    return true;
}

// trTeInstSyncMax takes effect when the encoder is enabled: it is enabled with every value, without
// rows, so that the packets do not depend on it. Shows: ETR-CTL-006.
bool Bench::probe_sampled()
{
    for (unsigned max = 0; options_.registers && max < 16; max++)
        if (!enable(max) || !disable())
            return false;
    return true;
}

// The sticky bit of data trace, which may have been off while rows were stalled or lost. Shows:
// ETR-CTL-011.
bool Bench::check_data_sticky()
{
    uint64_t value = 0;
    if (!config_.options.data_trace)
        return true;
    if (!access(false, te_data_control, value))
        return false;
    bool sticky = (value & te_data_stall_or_overflow) != 0;
    if ((sticky && !session_stalled_) || (data_known_ && sticky != data_stalled_)) {
        fail("trTeDataStallOrOverflow is wrong after stalls and losses [ETR-CTL-011]");
        return false;
    }
    return write(te_data_control, value | te_data_stall_or_overflow) &&
           expect(te_data_control, value & ~te_data_stall_or_overflow, UINT32_MAX,
                  "trTeDataControl, trTeDataStallOrOverflow cleared");
}

// Software may end tracing some cycles before it disables the encoder, so that nothing but the
// event of disabling is left.
bool Bench::end_tracing()
{
    uint64_t control = 0;
    if (!options_.poll || poll_random_.percent(50))
        return true;
    if (!access(false, te_control, control) ||
        !write(te_control, control & ~(te_inst_stall_or_overflow | te_empty | te_inst_tracing)))
        return false;
    for (uint64_t i = poll_random_.below(60); i > 0; i--)
        wait(clk.posedge_event());
    return true;
}

// Software reads trTeEmpty in any cycle after it disabled the encoder. Shows: ETR-CTL-001.
bool Bench::poll_empty()
{
    uint64_t control = 0;
    if (!options_.poll)
        return true;
    for (uint64_t i = poll_random_.below(6); i > 0; i--)
        wait(clk.posedge_event());
    return access(false, te_control, control) && ((control & te_empty) == 0 || stays_empty());
}

bool Bench::disable()
{
    // released while packets are in transfer; they leave unchanged
    if (options_.reprogram && random_.percent(25)) {
        if (random_.percent(50) && !change_modes())
            return false;
        if (!write(te_control, 0) ||
            !expect(te_control, 0, te_active | te_enable | te_inst_stall_or_overflow,
                    "trTeControl, released") ||
            !expect(te_data_control, 0, te_data_stall_or_overflow, "trTeDataControl, released"))
            return false;
        stalled_ = session_stalled_ = data_stalled_ = false; // with it, any stall before
        data_tracing_.write(false);
        return true;
    }
    uint64_t control = te_active | (random_.percent(50) ? te_inst_tracing : 0);
    // a bit that acts only while the encoder is enabled
    if (!options_.overflow && write_random_.percent(50))
        control |= te_inst_stall_ena;
    return end_tracing() && write(te_control, control) && poll_empty() &&
           expect(te_control, control, te_active | te_enable, "trTeControl");
}

} // namespace rvt
