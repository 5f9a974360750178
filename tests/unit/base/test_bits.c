/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tests/unit/checks.h"
#include "tests/unit/random.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"

/* The slow, obvious way, to hold the cursor against. */
static bool bit_of(const uint8_t *data, size_t at)
{
    return data[at / 8] >> at % 8 & 1;
}

static uint64_t bits_of(const uint8_t *data, size_t at, unsigned width)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < width; ++i)
        value |= (uint64_t)bit_of(data, at + i) << i;
    return value;
}

Test(bits, masks_have_the_low_bits_set)
{
    cr_expect(eq(u64, rvt_mask(0), 0));
    cr_expect(eq(u64, rvt_mask(1), 1));
    cr_expect(eq(u64, rvt_mask(63), UINT64_MAX >> 1));
    cr_expect(eq(u64, rvt_mask(64), UINT64_MAX));
}

Test(bits, sign_extension_copies_the_top_bit)
{
    cr_expect(eq(u64, rvt_sign_extend(1, 1), UINT64_MAX));
    cr_expect(eq(u64, rvt_sign_extend(0, 1), 0));
    cr_expect(eq(u64, rvt_sign_extend(0x80, 8), UINT64_C(0xffffffffffffff80)));
    cr_expect(eq(u64, rvt_sign_extend(0x17f, 8), 0x7f));
    cr_expect(eq(u64, rvt_sign_extend(UINT64_C(1) << 63, 64), UINT64_C(1) << 63));
}

/* Every width at every offset, in a buffer whose end the field touches or not. */
Test(bits, fields_of_any_width_and_place_pass_least_significant_bit_first)
{
    uint64_t state = 1;

    for (unsigned width = 0; width <= 64; ++width)
        for (unsigned at = 0; at < 72; ++at)
            for (size_t slack = 0; slack < 10; slack += 3) {
                size_t bytes = (at + width + 7) / 8 + slack;
                uint64_t lead[2] = {next_random(&state), next_random(&state) & 0xff};
                uint64_t value = next_random(&state) & rvt_mask(width), back = ~value;
                unsigned first = at < 64 ? at : 64, second = at - first;
                struct rvt_bits bits;
                uint8_t data[32];

                memset(data, 0xa5, sizeof data);
                lead[0] &= rvt_mask(first);
                lead[1] &= rvt_mask(second);
                rvt_bits_write(&bits, data, bytes);
                rvt_bits_field(&bits, "lead", &lead[0], first);
                rvt_bits_field(&bits, "lead", &lead[1], second);
                rvt_bits_field(&bits, "value", &value, width);
                cr_assert(eq(int, (int)bits.status, RVT_OK));
                cr_assert(eq(sz, bits.at, at + width));
                cr_assert(eq(u64, bits_of(data, 0, first), lead[0]));
                cr_assert(eq(u64, bits_of(data, at, width), value), "width %u at %u", width, at);
                for (size_t i = at + width; i < 8 * bytes; ++i)
                    cr_assert(not(bit_of(data, i)), "bit %zu was not cleared", i);
                cr_assert(eq(u8, data[bytes], 0xa5), "written past the buffer");

                rvt_bits_read(&bits, data, bytes, RVT_TAIL_FAULT);
                bits.at = at;
                rvt_bits_field(&bits, "value", &back, width);
                cr_assert(eq(u64, back, value), "width %u at %u", width, at);
                cr_assert(eq(sz, bits.at, at + width));
            }
}

/* Shows: ETR-CMP-003 */
Test(bits, a_sign_tail_yields_copies_of_the_last_bit_received)
{
    const uint8_t low[] = {0x12, 0x34}, high[] = {0x12, 0xb4};

    for (unsigned at = 0; at < 40; ++at)
        for (unsigned width = 0; width <= 64; ++width) {
            uint8_t long_low[16] = {0x12, 0x34}, long_high[16] = {0x12, 0xb4};
            struct rvt_bits bits;
            uint64_t value = 1;

            memset(long_high + 2, 0xff, sizeof long_high - 2);
            rvt_bits_read(&bits, low, sizeof low, RVT_TAIL_SIGN);
            bits.at = at;
            rvt_bits_field(&bits, "f", &value, width);
            cr_assert(eq(u64, value, bits_of(long_low, at, width)));
            rvt_bits_read(&bits, high, sizeof high, RVT_TAIL_SIGN);
            bits.at = at;
            rvt_bits_field(&bits, "f", &value, width);
            cr_assert(eq(u64, value, bits_of(long_high, at, width)));
            cr_assert(eq(int, (int)bits.status, RVT_OK));
        }
}

/* Inputs of any length, of which the longest do not fit the window. Shows: ETR-CMP-003 */
Test(bits, a_window_reads_as_a_sign_tail)
{
    uint64_t state = 2;

    for (size_t bytes = 1; bytes <= RVT_BITS_WINDOW_BYTES + 2; ++bytes)
        for (unsigned at = 0; at < 8 * RVT_BITS_WINDOW_BYTES + 24; at += 3) {
            struct rvt_bits_window window;
            struct rvt_bits bits, plain;
            uint8_t data[RVT_BITS_WINDOW_BYTES + 2];
            uint64_t value = 1, expected = 2;
            unsigned width = (unsigned)(next_random(&state) % 65);

            for (size_t i = 0; i < bytes; ++i)
                data[i] = (uint8_t)next_random(&state);
            rvt_bits_read_window(&bits, data, bytes, &window);
            rvt_bits_read(&plain, data, bytes, RVT_TAIL_SIGN);
            bits.at = plain.at = at;
            rvt_bits_field(&bits, "f", &value, width);
            rvt_bits_field(&plain, "f", &expected, width);
            cr_assert(eq(u64, value, expected), "%zu bytes, width %u at %u", bytes, width, at);
            cr_assert(eq(sz, bits.size_bits, 8 * bytes));
        }
}

Test(bits, bytes_that_are_skipped_stay_and_fields_go_on_after_them)
{
    for (unsigned lead = 0; lead <= 16; ++lead)
        for (unsigned count = 0; count <= 20; ++count) {
            uint8_t data[48];
            uint64_t value = 0xabc, back = 0;
            struct rvt_bits bits;

            rvt_bits_write(&bits, data, sizeof data);
            for (unsigned i = 0; i < lead; ++i)
                rvt_bits_field(&bits, "lead", &(uint64_t){0x11}, 8);
            memset(data + lead, 0x77, count);
            rvt_bits_skip(&bits, count);
            rvt_bits_field(&bits, "after", &value, 12);
            for (unsigned i = 0; i < lead + count; ++i)
                cr_assert(eq(u8, data[i], i < lead ? 0x11 : 0x77), "byte %u of %u", i, lead);
            cr_assert(eq(u64, bits_of(data, 8 * (size_t)(lead + count), 12), 0xabc));

            rvt_bits_read(&bits, data, sizeof data, RVT_TAIL_FAULT);
            rvt_bits_skip(&bits, lead + count);
            rvt_bits_field(&bits, "after", &back, 12);
            cr_assert(eq(u64, back, 0xabc));
        }
}

Test(bits, a_fault_tail_fails_at_the_field_and_sticks)
{
    const uint8_t data[] = {0xff, 0xff};
    struct rvt_bits bits;
    uint64_t value = 0;

    rvt_bits_read(&bits, data, sizeof data, RVT_TAIL_FAULT);
    rvt_bits_field(&bits, "first", &value, 12);
    cr_expect(eq(u64, value, 0xfff));
    rvt_bits_field(&bits, "second", &value, 5);
    cr_expect(eq(int, (int)bits.status, RVT_ERR_TRUNCATED));
    cr_expect(eq(str, TEXT(bits.fault_field), "second"));
    cr_expect(eq(sz, bits.fault_bit, 12));
    cr_expect(eq(u64, bits.fault_value, 0));
    cr_expect(eq(u64, value, 0));
    value = 7;
    rvt_bits_field(&bits, "third", &value, 1);
    cr_expect(eq(u64, value, 0), "a cursor that failed reads zero");
    cr_expect(eq(sz, bits.at, 12), "a cursor that failed does not move");
    cr_expect(eq(str, TEXT(bits.fault_field), "second"));
}

Test(bits, writing_fails_without_room_or_with_a_value_too_wide)
{
    struct rvt_bits bits;
    uint8_t data[2] = {0};
    uint64_t value = 0x7f;

    rvt_bits_write(&bits, data, 1);
    rvt_bits_field(&bits, "fits", &value, 7);
    rvt_bits_field(&bits, "wide", &value, 6);
    cr_expect(eq(int, (int)bits.status, RVT_ERR_CAPACITY));
    cr_expect(eq(str, TEXT(bits.fault_field), "wide"));
    cr_expect(eq(sz, bits.fault_bit, 7));
    cr_expect(eq(u64, bits.fault_value, 0x7f));

    rvt_bits_write(&bits, data, 1);
    value = 0;
    rvt_bits_field(&bits, "fits", &value, 7);
    rvt_bits_field(&bits, "long", &value, 2);
    cr_expect(eq(int, (int)bits.status, RVT_ERR_CAPACITY));
    cr_expect(eq(str, TEXT(bits.fault_field), "long"));
    cr_expect(eq(sz, bits.at, 7));

    rvt_bits_measure(&bits);
    value = 2;
    rvt_bits_field(&bits, "wide", &value, 1);
    cr_expect(eq(int, (int)bits.status, RVT_ERR_CAPACITY));
}

/* Shows: ETR-FMT-026, ETR-FMT-027, ETR-FMT-028 */
Test(bits, a_relative_bit_differs_from_the_one_before_it_when_its_flag_is_set)
{
    for (unsigned reference = 0; reference < 2; ++reference)
        for (unsigned flag = 0; flag < 2; ++flag) {
            uint64_t before = reference;
            bool meaning = flag, back = !flag;
            struct rvt_bits bits;
            uint8_t data[1];

            rvt_bits_write(&bits, data, 1);
            rvt_bits_field(&bits, "before", &before, 1);
            rvt_bits_relative(&bits, "flag", &meaning);
            cr_expect(eq(u8, data[0], (uint8_t)(reference | (reference ^ flag) << 1)));
            rvt_bits_read(&bits, data, 1, RVT_TAIL_FAULT);
            rvt_bits_field(&bits, "before", &before, 1);
            rvt_bits_relative(&bits, "flag", &back);
            cr_expect(eq(int, back, (int)flag));
            rvt_bits_read(&bits, data, 1, RVT_TAIL_FAULT);
            rvt_bits_field(&bits, "all", &before, 8);
            back = true;
            rvt_bits_relative(&bits, "flag", &back);
            cr_expect(eq(int, (int)bits.status, RVT_ERR_TRUNCATED));
            cr_expect(not(back), "a cursor that fails reads false");
        }
}

/* Shows: ETR-FMT-029 */
Test(bits, a_replicated_field_copies_the_bit_before_it_or_carries_its_value)
{
    struct rvt_bits bits;
    uint64_t one = 1, depth = 5;
    uint8_t data[1];

    rvt_bits_write(&bits, data, 1);
    rvt_bits_field(&bits, "before", &one, 1);
    rvt_bits_replicated(&bits, "depth", false, &depth, 4);
    cr_expect(eq(u8, data[0], 0x1f));
    cr_expect(eq(u64, depth, 5), "writing leaves the value alone");
    rvt_bits_read(&bits, data, 1, RVT_TAIL_FAULT);
    rvt_bits_field(&bits, "before", &one, 1);
    rvt_bits_replicated(&bits, "depth", false, &depth, 4);
    cr_expect(eq(u64, depth, 0));

    depth = 5;
    rvt_bits_write(&bits, data, 1);
    rvt_bits_field(&bits, "before", &one, 1);
    rvt_bits_replicated(&bits, "depth", true, &depth, 4);
    cr_expect(eq(u8, data[0], 0x0b));
    depth = 0;
    rvt_bits_read(&bits, data, 1, RVT_TAIL_FAULT);
    rvt_bits_field(&bits, "before", &one, 1);
    rvt_bits_replicated(&bits, "depth", true, &depth, 4);
    cr_expect(eq(u64, depth, 5));
}

Test(bits, unused_bits_are_written_as_told_and_ignored_when_read)
{
    struct rvt_bits bits;
    uint8_t data[1];

    rvt_bits_write(&bits, data, 1);
    rvt_bits_unused(&bits, "u", true, 3);
    rvt_bits_unused(&bits, "u", false, 2);
    rvt_bits_unused(&bits, "u", true, 1);
    cr_expect(eq(u8, data[0], 0x27));
    rvt_bits_read(&bits, data, 1, RVT_TAIL_FAULT);
    rvt_bits_unused(&bits, "u", false, 6);
    cr_expect(eq(int, (int)bits.status, RVT_OK));
    cr_expect(eq(sz, bits.at, 6));
}

Test(bits, failing_names_the_field_just_passed_once)
{
    const uint8_t data[] = {0xb4};
    struct rvt_bits bits;
    uint64_t value = 0;

    rvt_bits_read(&bits, data, 1, RVT_TAIL_FAULT);
    rvt_bits_field(&bits, "a", &value, 2);
    rvt_bits_field(&bits, "b", &value, 3);
    rvt_bits_fail(&bits, RVT_ERR_RESERVED, "b");
    rvt_bits_fail(&bits, RVT_ERR_FLOW, "c");
    cr_expect(eq(int, (int)bits.status, RVT_ERR_RESERVED));
    cr_expect(eq(str, TEXT(bits.fault_field), "b"));
    cr_expect(eq(sz, bits.fault_bit, 2));
    cr_expect(eq(u64, bits.fault_value, 5));
}

struct seen {
    unsigned count;
    struct {
        const char *name;
        uint64_t value;
        unsigned width;
        size_t at;
    } field[8];
};

static void see(void *context, const char *name, uint64_t value, unsigned width, size_t at)
{
    struct seen *seen = context;

    cr_assert(lt(uint, seen->count, 8));
    seen->field[seen->count].name = name;
    seen->field[seen->count].value = value;
    seen->field[seen->count].width = width;
    seen->field[seen->count++].at = at;
}

Test(bits, the_observer_hears_meanings_and_no_empty_fields)
{
    const struct {
        const char *name;
        uint64_t value;
        unsigned width;
        size_t at;
    } expected[] = {{"a", 0x15, 5, 0}, {"flag", 1, 1, 5}, {"same", 0, 1, 6}, {"depth", 0, 3, 7}};
    struct seen seen = {0};
    struct rvt_bits bits;
    uint64_t a = 0x15, nothing = 0, depth = 6;
    bool flag = true, same = false;

    rvt_bits_measure(&bits);
    rvt_bits_observe(&bits, see, &seen);
    rvt_bits_field(&bits, "a", &a, 5);
    rvt_bits_field(&bits, "nothing", &nothing, 0);
    rvt_bits_relative(&bits, "flag", &flag);
    rvt_bits_relative(&bits, "same", &same);
    rvt_bits_replicated(&bits, "depth", false, &depth, 3);
    cr_expect(eq(sz, bits.at, 10));
    cr_assert(eq(uint, seen.count, 4));
    for (size_t i = 0; i < 4; ++i) {
        cr_expect(eq(str, TEXT(seen.field[i].name), TEXT(expected[i].name)));
        cr_expect(eq(u64, seen.field[i].value, expected[i].value));
        cr_expect(eq(uint, seen.field[i].width, expected[i].width));
        cr_expect(eq(sz, seen.field[i].at, expected[i].at));
    }
}

/* Shows: ETR-CMP-001, ETR-CMP-004 */
Test(bits, compression_drops_copies_from_the_end_but_one)
{
    const uint8_t zeros[31] = {0};
    uint8_t ones[31];

    memset(ones, 0xff, sizeof ones);
    for (size_t bits = 1; bits <= 8 * sizeof zeros; ++bits) {
        cr_expect(eq(sz, rvt_bits_compressed(zeros, bits, 1), 1));
        cr_expect(eq(sz, rvt_bits_compressed(ones, bits, 1), 1));
        cr_expect(eq(sz, rvt_bits_compressed(ones, bits, bits), bits));
    }
    for (size_t bits = 2; bits <= 8 * sizeof zeros; ++bits)
        for (size_t top = 0; top < bits - 1; ++top) {
            uint8_t data[31] = {0};

            data[top / 8] = (uint8_t)(1u << top % 8);
            cr_assert(eq(sz, rvt_bits_compressed(data, bits, 1), top + 2));
            cr_assert(eq(sz, rvt_bits_compressed(data, bits, bits), bits));
            for (size_t i = 0; i < sizeof data; ++i)
                data[i] ^= 0xff;
            cr_assert(eq(sz, rvt_bits_compressed(data, bits, 1), top + 2));
        }
}

/* Bytes that are the inverse of the sign are kept, however many there are. Shows: ETR-CMP-001 */
Test(bits, compression_keeps_a_run_of_the_inverse_of_the_sign)
{
    for (unsigned sign = 0; sign < 2; ++sign) {
        uint8_t data[17];

        memset(data, sign ? 0xff : 0, sizeof data);
        memset(data + 8, sign ? 0 : 0xff, 8);
        cr_expect(eq(sz, rvt_bits_compressed(data, 8 * sizeof data, 1), 8 * 16 + 1));
    }
}

Test(bits, compression_looks_only_at_the_bits_given)
{
    const uint8_t data[] = {0x05, 0xf0};

    cr_expect(eq(sz, rvt_bits_compressed(data, 12, 1), 4));
    cr_expect(eq(sz, rvt_bits_compressed(data, 3, 1), 3));
    cr_expect(eq(sz, rvt_bits_compressed(data, 16, 1), 13));
    cr_expect(eq(sz, rvt_bits_compressed(data, 12, 7), 7));
}

/* Shows: ETR-CMP-005, ENC-008 */
Test(bits, padding_copies_the_last_bit_whatever_was_there)
{
    for (unsigned sign = 0; sign < 2; ++sign)
        for (size_t bits = 1; bits <= 32; ++bits) {
            uint8_t data[5];

            memset(data, sign ? 0x00 : 0xff, sizeof data);
            data[(bits - 1) / 8] ^= (uint8_t)(1u << (bits - 1) % 8);
            rvt_bits_sign_pad(data, bits, 4);
            for (size_t i = bits; i < 32; ++i)
                cr_assert(eq(int, bit_of(data, i), (int)sign));
            for (size_t i = 0; i + 1 < bits; ++i)
                cr_assert(eq(int, bit_of(data, i), !(int)sign));
            cr_assert(eq(u8, data[4], sign ? 0x00 : 0xff));
        }
}

static void collect(void *context, const char *name, uint64_t value, unsigned width, size_t at)
{
    char *text = context;

    (void)snprintf(text + strlen(text), 40, "%s=%llx/%u@%zu ", name, (unsigned long long)value,
                   width, at);
}

/* An observer of a reader sees what was read, not what was there before. */
Test(bits, an_observer_sees_the_values_that_were_read)
{
    const uint8_t bytes[] = {0xa6}; /* from the lowest bit: 0 1 1 0 0 1 0 1 */
    uint64_t three = 0x77;
    bool flag = false, same = true;
    struct rvt_bits bits;
    char text[200] = "";

    rvt_bits_read(&bits, bytes, sizeof bytes, RVT_TAIL_FAULT);
    rvt_bits_observe(&bits, collect, text);
    rvt_bits_field(&bits, "three", &three, 3);
    rvt_bits_relative(&bits, "flag", &flag);
    rvt_bits_relative(&bits, "same", &same);
    cr_expect(flag && !same);
    cr_expect_str_eq(text, "three=6/3@0 flag=1/1@3 same=0/1@4 ", "%s", text);
}
