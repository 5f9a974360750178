/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Sinks that refuse: each te_inst and te_data packet in turn. The call that sends it returns
 * RVT_ERR_SINK and sends nothing more; every other call sends what it sends without the refusal.
 * Shows: ETR-ALG-001
 */
#include "tests/unit/checks.h"

#include "base/config_check.h"
#include "base/text.h"
#include "draft/encoder_profile.h"
#include "encoder/encoder.h"
#include "ingress/registers.h"

enum { PACKETS_MAX = 64, CALLS = 16 };

/* What the sinks were given, a word for each packet. */
struct sent {
    struct rvt_text text;
    char line[3000];
    unsigned count, refused;   /* packets; the one that is refused, counted from 1 */
    size_t end[PACKETS_MAX];   /* length of the text after each */
    unsigned first[CALLS + 1]; /* packets before each call, and in the end */
    enum rvt_status status[CALLS];
};

static enum rvt_status answer(struct sent *sent)
{
    cr_assert(sent->count < PACKETS_MAX);
    sent->end[sent->count++] = sent->text.length;
    return sent->count == sent->refused ? RVT_ERR_IO : RVT_OK;
}

static enum rvt_status take_inst(void *context, const struct rvt_packet *packet,
                                 const struct rvt_origin *origin)
{
    struct sent *sent = context;

    rvt_text_add(&sent->text, " %s/%llx/%u", rvt_packet_name(packet),
                 (unsigned long long)packet->address, (unsigned)origin->cycle);
    return answer(sent);
}

static enum rvt_status take_data(void *context, const struct rvt_data_packet *packet,
                                 const struct rvt_data_origin *origin)
{
    struct sent *sent = context;

    (void)packet; /* after a refused sync packet its difference is of no use */
    rvt_text_add(&sent->text, " data/%llx/%u", (unsigned long long)origin->iaddr,
                 (unsigned)origin->cycle);
    return answer(sent);
}

static struct rvt_config config_of(bool data)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.ecause_width_p = 5;
    config.params.ctype_width_p = 2;
    config.params.iretire_width_p = 8;
    config.params.retires_p = 8;
    config.options.data_trace = data;
    config.encap.type_bits = 1;
    cr_assert(eq(int, (int)rvt_config_check(&config, NULL), RVT_OK));
    return config;
}

/* One of the calls, in order. */
static enum rvt_status call(struct rvt_encoder *encoder, unsigned number)
{
    static const struct {
        uint64_t iaddr;
        uint32_t iretire;
        enum rvt_itype itype;
        uint8_t priv, ctype;
        bool lost, access;
    } rows[CALLS] = {
        [1] = {.iaddr = 0x1000, .iretire = 4, .itype = RVT_ITYPE_UNINFERABLE_JUMP, .priv = 3},
        [2] = {.iaddr = 0x2000, .iretire = 4, .priv = 3, .access = true},
        [3] = {.iaddr = 0x2008, .itype = RVT_ITYPE_EXCEPTION, .priv = 3},
        [4] = {.iaddr = 0x3000, .iretire = 2, .priv = 3, .access = true},
        [5] = {.iaddr = 0x3004, .iretire = 2, .priv = 0, .ctype = RVT_CTYPE_IMPRECISE},
        [6] = {.iaddr = 0x3008, .iretire = 2, .priv = 0, .access = true},
        [7] = {.iaddr = 0x300c, .iretire = 2, .priv = 0, .lost = true},
        [8] = {.iaddr = 0x3010, .iretire = 2, .priv = 0, .access = true},
        [9] = {.iaddr = 0x3014, .iretire = 4, .itype = RVT_ITYPE_NONTAKEN_BRANCH, .access = true},
        [12] = {.iaddr = 0x4000, .iretire = 2, .priv = 3, .access = true},
        [13] = {.iaddr = 0x4004, .iretire = 2, .priv = 3, .access = true},
    };
    struct rvt_control control = {
        .enable = number < 14, .inst_tracing = number != 10, .data_tracing = true};
    const struct rvt_access access = {.dretire = true, .dsize = 2, .daddr = 0x100 * number};
    struct rvt_row row = {.cycle = 1 + 2 * (uint64_t)number,
                          .priv = rows[number].priv,
                          .ctype = rows[number].ctype,
                          .cause = 5,
                          .lost = rows[number].lost,
                          .blocks = 1,
                          .accesses = rows[number].access,
                          .access = &access};

    row.block[0] = (struct rvt_block){.iaddr = rows[number].iaddr,
                                      .iretire = rows[number].iretire,
                                      .ilastsize = rows[number].iretire > 0,
                                      .itype = (uint8_t)rows[number].itype};
    switch (number) {
    case 0:
    case 10:
    case 11:
    case 14:
        return rvt_encoder_control(encoder, &row, &control, NULL);
    case 15:
        return rvt_encoder_idle(encoder, row.cycle, NULL);
    default:
        return rvt_encoder_row(encoder, &row, NULL);
    }
}

static void encode(struct sent *sent, bool data, unsigned refused)
{
    struct rvt_config config = config_of(data);
    struct rvt_encoder *encoder;

    *sent = (struct sent){.refused = refused};
    rvt_text_init(&sent->text, sent->line, sizeof sent->line);
    cr_assert(eq(int, (int)rvt_encoder_profile_open(&config, take_inst, sent, &encoder), RVT_OK));
    rvt_encoder_data_sink(encoder, take_data, sent);
    for (unsigned i = 0; i < CALLS; i++) {
        sent->first[i] = sent->count;
        sent->status[i] = call(encoder, i);
    }
    sent->first[CALLS] = sent->count;
    rvt_encoder_close(encoder);
}

/* The text of the packets from..to. */
static const char *words(const struct sent *sent, unsigned from, unsigned to, char *out)
{
    size_t begin = from == 0 ? 0 : sent->end[from - 1], end = to == 0 ? 0 : sent->end[to - 1];

    memcpy(out, sent->line + begin, end - begin);
    out[end - begin] = '\0';
    return out;
}

static void refuse_each(bool data)
{
    static struct sent all, some;
    static char expected[3000], got[3000];

    encode(&all, data, 0);
    cr_assert(all.count > (data ? 18u : 12u) && !all.text.cut, "%u packets: %s", all.count,
              all.line);
    for (unsigned i = 0; i < CALLS; i++)
        cr_assert(eq(int, (int)all.status[i], RVT_OK), "call %u", i);
    for (unsigned refused = 1; refused <= all.count; refused++) {
        unsigned at = 0;

        while (all.first[at + 1] < refused)
            at++;
        encode(&some, data, refused);
        for (unsigned i = 0; i < CALLS; i++)
            cr_expect(eq(int, (int)some.status[i], i == at ? RVT_ERR_SINK : RVT_OK),
                      "packet %u, call %u", refused, i);
        cr_expect(eq(uint, some.first[at + 1], refused), "nothing more in call %u", at);
        words(&all, 0, refused, expected);
        cr_expect_str_eq(words(&some, 0, refused, got), expected, "packet %u: %s", refused, got);
        words(&all, all.first[at + 1], all.count, expected);
        words(&some, some.first[at + 1], some.count, got);
        cr_expect_str_eq(got, expected, "after packet %u: %s, not %s", refused, got, expected);
    }
}

Test(encoder_sinks, a_refused_packet_ends_its_call_alone)
{
    refuse_each(false);
}

Test(encoder_sinks, a_refused_packet_with_data_trace_too)
{
    refuse_each(true);
}

/* Software that writes registers disables the encoder in the same way. Shows: ETR-SUP-002 */
Test(encoder_sinks, a_refused_packet_of_a_written_end_is_reported)
{
    const struct rvt_row write = {.cycle = 9};

    for (unsigned refused = 4; refused <= 6; refused++) {
        struct rvt_config config = config_of(false);
        struct sent sent = {.refused = refused};
        struct rvt_registers registers;
        struct rvt_encoder *encoder;

        rvt_text_init(&sent.text, sent.line, sizeof sent.line);
        rvt_registers_init(&registers, &config);
        cr_assert(not(rvt_registers_control(&registers).enable));
        cr_assert(
            eq(int, (int)rvt_encoder_profile_open(&config, take_inst, &sent, &encoder), RVT_OK));
        for (unsigned i = 0; i < 3; i++)
            cr_assert(eq(int, (int)call(encoder, i), RVT_OK));
        cr_expect(eq(uint, sent.count, 3), "%s", sent.line);
        cr_expect(eq(int, (int)rvt_encoder_program(encoder, &write, &registers, NULL),
                     refused <= 5 ? RVT_ERR_SINK : RVT_OK));
        cr_expect(eq(uint, sent.count, refused <= 5 ? refused : 5), "%s", sent.line);
        rvt_encoder_close(encoder);
    }
}
