/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* The chart, step by step: a few rows in, the packets out, in the notation of notation.h. */
#include <criterion/criterion.h>

#include "draft/encoder_profile.h"
#include "tests/unit/notation.h"

#define ROWS_MAX 8

/* Rows of 4-byte instructions at priv 3. One letter each keeps the tables readable. */
#define I(at)                                                                                      \
    {                                                                                              \
        .blocks = 1, .priv = 3, .block = { {.iaddr = at, .iretire = 2, .ilastsize = 1} }           \
    }
#define E(at, type)                                                                                \
    {                                                                                              \
        .blocks = 1, .priv = 3, .block = {                                                         \
            {.iaddr = at, .iretire = 2, .ilastsize = 1, .itype = type}                             \
        }                                                                                          \
    }
#define J(at) E(at, RVT_ITYPE_UNINFERABLE_JUMP)
#define T(at) E(at, RVT_ITYPE_TAKEN_BRANCH)
#define N(at) E(at, RVT_ITYPE_NONTAKEN_BRANCH)
#define R(at) E(at, RVT_ITYPE_TRAP_RETURN)
#define X(number, at)                                                                              \
    {                                                                                              \
        .blocks = 1, .priv = 3, .cause = number, .tval = 0x33, .block = {                          \
            {.iaddr = at, .itype = 1}                                                              \
        }                                                                                          \
    }
#define Y(number)                                                                                  \
    {                                                                                              \
        .blocks = 1, .priv = 3, .cause = number, .block = { {.iaddr = 0xbad, .itype = 2} }         \
    }
#define P(at, level)                                                                               \
    {                                                                                              \
        .blocks = 1, .priv = level, .block = { {.iaddr = at, .iretire = 2, .ilastsize = 1} }       \
    }
#define C(at, type, value)                                                                         \
    {                                                                                              \
        .blocks = 1, .priv = 3, .ctype = type, .context = value, .block = {                        \
            {.iaddr = at, .iretire = 2, .ilastsize = 1}                                            \
        }                                                                                          \
    }
#define G(at, pulses)                                                                              \
    {                                                                                              \
        .blocks = 1, .priv = 3, .trigger = pulses, .block = {                                      \
            {.iaddr = at, .iretire = 2, .ilastsize = 1}                                            \
        }                                                                                          \
    }
#define IDLE                                                                                       \
    {                                                                                              \
        .blocks = 0                                                                                \
    }
#define HALTED                                                                                     \
    {                                                                                              \
        .halted = true                                                                             \
    }
#define RESET                                                                                      \
    {                                                                                              \
        .reset = true                                                                              \
    }
#define LOST(at)                                                                                   \
    {                                                                                              \
        .lost = true, .blocks = 1, .block = { {.iaddr = at, .iretire = 2, .ilastsize = 1} }        \
    }

enum { ON = RVT_TRIGGER_ON, OFF = RVT_TRIGGER_OFF, NTF = RVT_TRIGGER_NOTIFY };

struct sequence {
    const char *name;
    const char *packets; /* between the support packets of enable and disable */
    unsigned rows;
    struct rvt_row row[ROWS_MAX];
};

static struct rvt_config plain_config(void)
{
    struct rvt_config config;

    rvt_config_defaults(&config, RVT_PROFILE_V2_0_4);
    config.params.ecause_width_p = 5;
    config.params.context_width_p = 8;
    config.params.nocontext_p = false;
    config.params.ctype_width_p = 2;
    config.params.iretire_width_p = 8;
    config.params.retires_p = 8;
    config.params.blocks_p = 2;
    return config;
}

static void play(const struct rvt_config *config, const struct rvt_row *row, unsigned rows,
                 struct notation *note)
{
    struct rvt_control on = {.enable = true, .inst_tracing = true, .inst_trig_enable = true};
    struct rvt_control off = {.enable = false};
    struct rvt_row moment = {.cycle = 0};
    struct rvt_encoder *encoder;
    struct rvt_diag diag;

    rvt_diag_clear(&diag);
    cr_assert(rvt_encoder_profile_open(config, note_packet, note, &encoder) == RVT_OK);
    cr_assert(rvt_encoder_control(encoder, &moment, &on, &diag) == RVT_OK);
    for (unsigned i = 0; i < rows; i++) {
        struct rvt_row copy = row[i];
        copy.cycle = ++moment.cycle;
        cr_assert(rvt_encoder_row(encoder, &copy, &diag) == RVT_OK, "row %u: %s", i, diag.text);
    }
    moment.cycle++;
    cr_assert(rvt_encoder_control(encoder, &moment, &off, &diag) == RVT_OK);
    rvt_encoder_close(encoder);
}

static void expect_packets(const struct rvt_config *config, const struct sequence *sequence)
{
    char text[2000];
    struct notation note = {.config = config};

    rvt_text_init(&note.text, text, sizeof(text));
    play(config, sequence->row, sequence->rows, &note);
    cr_expect_str_eq(text, sequence->packets, "%s: %s, not %s", sequence->name, text,
                     sequence->packets);
}

#define ROWS(...)                                                                                  \
    .rows = sizeof((struct rvt_row[]){__VA_ARGS__}) / sizeof(struct rvt_row), .row = {__VA_ARGS__}

#define PLAY(table, config)                                                                        \
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)                                  \
    expect_packets(config, &table[i])

/* Shows: ETR-ALG-022, ETR-ALG-023, ETR-ALG-024, ETR-ALG-025, ETR-ALG-029, ETR-ALG-031, ETR-ALG-036,
 * ETR-ALG-037 */
Test(encoder, trap_sequences)
{
    static const struct sequence table[] = {
        {"x A H", "+ S:1000 A:1004 T1:e5:2000 rep-",
         ROWS(I(0x1000), I(0x1004), X(5, 0x1008), I(0x2000))},
        {"x A B H", "+ S:1000 A:1004 T0:e5:2000 T1:e6:2100 rep-",
         ROWS(I(0x1000), I(0x1004), X(5, 0x1008), X(6, 0x2000), I(0x2100))},
        {"x A B C H", "+ S:1000 A:1004 T0:e5:2000 T0:e6:2100 T1:e7:2200 rep-",
         ROWS(I(0x1000), I(0x1004), X(5, 0x1008), X(6, 0x2000), X(7, 0x2100), I(0x2200))},
        {"x A interrupt H", "+ S:1000 A:1004 T0:e5:0 T1:i7:2100 rep-",
         ROWS(I(0x1000), I(0x1004), X(5, 0x1008), Y(7), I(0x2100))},
        {"J A H", "+ S:1000 A:1004 T0:e5:3000 S:2000 rep-",
         ROWS(I(0x1000), J(0x1004), X(5, 0x3000), I(0x2000))},
        {"J A B H", "+ S:1000 A:1004 T0:e5:3000 T0:e6:2000 S:2100 rep-",
         ROWS(I(0x1000), J(0x1004), X(5, 0x3000), X(6, 0x2000), I(0x2100))},
        {"J A B C H", "+ S:1000 A:1004 T0:e5:3000 T0:e6:2000 T0:e7:2100 S:2200 rep-",
         ROWS(I(0x1000), J(0x1004), X(5, 0x3000), X(6, 0x2000), X(7, 0x2100), I(0x2200))},
        {"J interrupt H", "+ S:1000 A:1004 T1:i7:2000 rep-",
         ROWS(I(0x1000), J(0x1004), Y(7), I(0x2000))},
        {"J interrupt A H", "+ S:1000 A:1004 T0:i7:2000 T1:e5:2100 rep-",
         ROWS(I(0x1000), J(0x1004), Y(7), X(5, 0x2000), I(0x2100))},
        {"J target A", "+ S:1000 A:3000u T1:e5:2000 rep-",
         ROWS(I(0x1000), J(0x1004), I(0x3000), X(5, 0x3004), I(0x2000))},
        {"branch then trap", "+ S:1000 B1.0:1004 T1:e5:2000 rep-",
         ROWS(I(0x1000), T(0x1004), X(5, 0x3000), I(0x2000))},
        {"trap in the row of its predecessor", "+ S:1000 A:1004 T1:e5:2000 rep-",
         ROWS({.blocks = 1,
               .priv = 3,
               .cause = 5,
               .block = {{.iaddr = 0x1000, .iretire = 4, .ilastsize = 1, .itype = 1}}},
              I(0x2000))},
        {"trap in a group of its own", "+ S:1000 B1.0:1004 T1:e5:2000 rep-",
         ROWS({.blocks = 2,
               .priv = 3,
               .cause = 5,
               .block = {{.iaddr = 0x1000, .iretire = 4, .ilastsize = 1, .itype = 5},
                         {.iaddr = 0x3000, .itype = 1}}},
              I(0x2000))},
        {"handler is a taken branch", "+ S:1000 A:1004 T1:e5:2000t rep-",
         ROWS(I(0x1000), I(0x1004), X(5, 0x1008), T(0x2000))},
        {"trap whose handler is not traced", "+ S:1000 A:1004 rep-",
         ROWS(I(0x1000), I(0x1004), X(5, 0x1008))},
    };
    struct rvt_config config = plain_config();

    PLAY(table, &config);
}

/* Shows: ETR-ALG-004, ETR-ALG-026, ETR-ALG-027, ETR-ALG-028, ETR-ALG-038, ETR-FMT-007,
 * ETR-ALG-056 */
Test(encoder, the_first_traced_item)
{
    static const struct sequence table[] = {
        {"instruction", "+ S:1000 rep-", ROWS(I(0x1000))},
        {"taken branch", "+ S:1000t A:2004 rep-", ROWS(T(0x1000), I(0x2000), I(0x2004))},
        {"branch not taken", "+ S:1000 A:1004 rep-", ROWS(N(0x1000), I(0x1004))},
        {"jump", "+ S:1000 A:2000 ntr-", ROWS(J(0x1000), I(0x2000))},
        {"exception", "+ T0:e5:1000 S:2000 rep-", ROWS(X(5, 0x1000), I(0x2000))},
        {"two exceptions", "+ T0:e5:1000 T0:e6:2000 S:2100 rep-",
         ROWS(X(5, 0x1000), X(6, 0x2000), I(0x2100))},
        {"interrupt", "+ T1:i7:2000 rep-", ROWS(Y(7), I(0x2000))},
        {"handler of a trap that was not traced", "+ S:1000 rep T1:e5:2000 rep-",
         ROWS(G(0x1000, OFF), X(5, 0x1004), G(0x2000, ON))},
        {"second instruction of that handler", "+ S:1000 rep S:2004 rep-",
         ROWS(G(0x1000, OFF), X(5, 0x1004), I(0x2000), G(0x2004, ON))},
        {"nothing", "+ +-", ROWS(IDLE)},
    };
    struct rvt_config config = plain_config();

    PLAY(table, &config);
}

/* Shows: ETR-ALG-030, ETR-ALG-033, ETR-ALG-039, ETR-SUP-002, ETR-SUP-005, ETR-SUP-007, ETR-SUP-011,
 * ETR-FMT-027 */
Test(encoder, ends)
{
    static const struct sequence table[] = {
        {"in a straight line", "+ S:1000 A:1008 rep-", ROWS(I(0x1000), I(0x1004), I(0x1008))},
        {"on a jump target", "+ S:1000 A:2000 ntr-", ROWS(I(0x1000), J(0x1004), I(0x2000))},
        {"after a jump target", "+ S:1000 A:2000 A:2004 rep-",
         ROWS(I(0x1000), J(0x1004), I(0x2000), I(0x2004))},
        {"on a jump", "+ S:1000 A:1004 rep-", ROWS(I(0x1000), J(0x1004))},
        {"on a branch", "+ S:1000 B1.1:1004 rep-", ROWS(I(0x1000), N(0x1004))},
        {"on a trap after a jump target", "+ S:1000 A:2000u rep-",
         ROWS(I(0x1000), J(0x1004), I(0x2000), X(5, 0x2004))},
        {"by a trigger", "+ S:1000 A:1004 rep S:100c rep-",
         ROWS(I(0x1000), G(0x1004, OFF), I(0x1008), G(0x100c, ON))},
        {"by a trigger before an idle row", "+ S:1000 A:1004 rep S:1008 rep-",
         ROWS(I(0x1000), G(0x1004, OFF), IDLE, G(0x1008, ON))},
        {"off and on again at once", "+ S:1000 A:1008 rep-",
         ROWS(I(0x1000), G(0x1004, OFF), G(0x1008, ON))},
        {"on and off in one row", "+ S:1000 A:1004 rep S:100c rep-",
         ROWS(I(0x1000), G(0x1004, ON | OFF), I(0x1008), G(0x100c, ON | OFF))},
        {"halted", "+ S:1000 A:1004 rep S:1008 rep-",
         ROWS(I(0x1000), I(0x1004), HALTED, I(0x1008))},
        {"reset", "+ S:1000 A:1004 rep S:100 rep-",
         ROWS(I(0x1000), I(0x1004), RESET, RESET, I(0x100))},
        {"halted after a trap", "+ S:1000 A:1004 rep S:2000 rep-",
         ROWS(I(0x1000), I(0x1004), X(5, 0x1008), HALTED, I(0x2000))},
    };
    struct rvt_config config = plain_config();

    PLAY(table, &config);
}

/* Shows: ETR-FLT-009, ETR-FLT-010, ETR-FLT-011, ETR-FLT-012, ETR-ING-019, ETR-ING-020 */
Test(encoder, tracing_triggers_need_their_enable_and_all_a_running_hart)
{
    struct rvt_config config = plain_config();
    struct rvt_control on = {.enable = true, .inst_tracing = true};
    struct rvt_row rows[] = {G(0x1000, NTF), G(0x1004, NTF | OFF), I(0x1008)};
    struct rvt_row moment = {.cycle = 0};
    struct rvt_encoder *encoder;
    char text[200];
    struct notation note = {.config = &config};

    rvt_text_init(&note.text, text, sizeof(text));
    cr_assert(rvt_encoder_profile_open(&config, note_packet, &note, &encoder) == RVT_OK);
    cr_assert(rvt_encoder_control(encoder, &moment, &on, NULL) == RVT_OK);
    for (unsigned i = 0; i < 3; i++) {
        rows[i].cycle = i + 1;
        cr_assert(rvt_encoder_row(encoder, &rows[i], NULL) == RVT_OK);
    }
    on.inst_trig_enable = true;
    moment.cycle = 4;
    cr_assert(rvt_encoder_control(encoder, &moment, &on, NULL) == RVT_OK);
    struct rvt_row halted = {.cycle = 4, .halted = true, .trigger = OFF, .priv = 7, .blocks = 9};
    cr_assert(rvt_encoder_row(encoder, &halted, NULL) == RVT_OK);
    struct rvt_row again = I(0x2000);
    again.cycle = 9;
    cr_assert(rvt_encoder_row(encoder, &again, NULL) == RVT_OK);
    again.cycle = 10;
    again.block[0].iaddr = 0x2004;
    cr_assert(rvt_encoder_row(encoder, &again, NULL) == RVT_OK);
    cr_expect_str_eq(text, "+ S:1000 A:1004n A:1008 rep S:2000", "%s", text);
    rvt_encoder_close(encoder);
}

/* Shows: ETR-ALG-005, ETR-ALG-006, ETR-ALG-028, ETR-ALG-033, ETR-ALG-057, ETR-CTX-008,
 * ETR-ALG-003 */
Test(encoder, privilege)
{
    static const struct sequence table[] = {
        {"change without branches", "+ S:1000 S:2000/1 rep-",
         ROWS(I(0x1000), R(0x1004), P(0x2000, 1))},
        {"change with branches", "+ S:1000 B1.1:1008 S:2000/1 rep-",
         ROWS(I(0x1000), N(0x1004), R(0x1008), P(0x2000, 1))},
        {"change after a jump target", "+ S:1000 A:2000u S:3000/0 rep-",
         ROWS(I(0x1000), J(0x1004), R(0x2000), P(0x3000, 0))},
        {"change in a straight line", "+ S:1000 S:1004/1 A:100c rep-",
         ROWS(I(0x1000), P(0x1004, 1), P(0x1008, 1), P(0x100c, 1))},
        {"return without change", "+ S:1000 A:2000 A:2004 rep-",
         ROWS(I(0x1000), R(0x1004), I(0x2000), I(0x2004))},
        {"trap from a lower level", "+ S:1000/0 A:1004 T1:e8:2000 rep-",
         ROWS(P(0x1000, 0), P(0x1004, 0),
              {.blocks = 1, .priv = 0, .cause = 8, .block = {{.iaddr = 0x1008, .itype = 1}}},
              I(0x2000))},
        {"two traps from a lower level", "+ S:1000/0 A:1004 T0:e8:2000/0 T1:e5:2100 rep-",
         ROWS(P(0x1000, 0), P(0x1004, 0),
              {.blocks = 1, .priv = 0, .cause = 8, .block = {{.iaddr = 0x1008, .itype = 1}}},
              {.blocks = 1, .priv = 0, .cause = 5, .block = {{.iaddr = 0x2000, .itype = 1}}},
              I(0x2100))},
    };
    struct rvt_config config = plain_config();

    PLAY(table, &config);
    config.switches.updiscon_xret = false;
    static const struct sequence without = {"return is not a discontinuity",
                                            "+ S:1000 A:2004~ rep-",
                                            ROWS(I(0x1000), R(0x1004), I(0x2000), I(0x2004))};
    expect_packets(&config, &without);
}

/* Shows: ETR-CTX-001, ETR-CTX-002, ETR-CTX-003, ETR-CTX-004, ETR-ALG-008, ETR-ALG-035,
 * ETR-MR-008 */
Test(encoder, context)
{
    static const struct sequence table[] = {
        {"0 says nothing", "+ S:1000 A:1008 rep-", ROWS(I(0x1000), C(0x1004, 0, 9), I(0x1008))},
        {"1 at once", "+ S:1000 C:9 A:1008 rep-",
         ROWS(I(0x1000), C(0x1004, 1, 9), C(0x1008, 0, 9))},
        {"1 waits for an item that ends a block", "+ S:1000 A:2000 C:9 A:2100 rep-",
         ROWS(I(0x1000), J(0x1004), C(0x2000, 1, 9), C(0x2004, 0, 9),
              {.blocks = 1,
               .priv = 3,
               .context = 9,
               .block = {{.iaddr = 0x2008, .iretire = 2, .ilastsize = 1, .itype = 11}}},
              C(0x2100, 0, 9))},
        {"1 is reported by a sync packet", "+ S:1000 S:2000/1 A:2004 rep-",
         ROWS(I(0x1000), R(0x1004),
              {.blocks = 1,
               .priv = 1,
               .ctype = 1,
               .context = 9,
               .block = {{.iaddr = 0x2000, .iretire = 2, .ilastsize = 1}}},
              P(0x2004, 1))},
        {"1 with a trap", "+ S:1000 A:1004 T1:e5:2000 rep-",
         ROWS(I(0x1000), I(0x1004),
              {.blocks = 1,
               .priv = 3,
               .ctype = 1,
               .context = 9,
               .cause = 5,
               .block = {{.iaddr = 0x1008, .itype = 1}}},
              I(0x2000))},
        {"2 without branches", "+ S:1000 S:1008 rep-", ROWS(I(0x1000), I(0x1004), C(0x1008, 2, 9))},
        {"2 with branches", "+ S:1000 B1.1:1004 S:1008 rep-",
         ROWS(I(0x1000), N(0x1004), C(0x1008, 2, 9))},
        {"2 with an unchanged value", "+ S:1000 S:1004 rep-", ROWS(I(0x1000), C(0x1004, 2, 0))},
        {"2 with a trap does nothing", "+ S:1000 A:1004 T1:e5:2000 rep-",
         ROWS(I(0x1000), I(0x1004),
              {.blocks = 1,
               .priv = 3,
               .ctype = 2,
               .context = 9,
               .cause = 5,
               .block = {{.iaddr = 0x1008, .itype = 1}}},
              I(0x2000))},
        {"3 without branches", "+ S:1000 A:1004 S:5000 rep-",
         ROWS(I(0x1000), I(0x1004), C(0x5000, 3, 9))},
        {"3 with branches", "+ S:1000 B1.0:1004 S:5000 rep-",
         ROWS(I(0x1000), T(0x1004), C(0x5000, 3, 9))},
        {"3 after a jump target", "+ S:1000 A:2000u S:5000 rep-",
         ROWS(I(0x1000), J(0x1004), I(0x2000), C(0x5000, 3, 9))},
        {"2 belongs to the first instruction of its row", "+ S:1000 S:1004 A:100c rep-",
         ROWS(I(0x1000), {.blocks = 1,
                          .priv = 3,
                          .ctype = 2,
                          .block = {{.iaddr = 0x1004, .iretire = 6, .ilastsize = 1}}})},
    };
    struct rvt_config config = plain_config();

    PLAY(table, &config);
}

/* Shows: ETR-ALG-007, ETR-ALG-032, ETR-FMT-026, ETR-MODE-066, ETR-MR-007 */
Test(encoder, notify)
{
    static const struct sequence table[] = {
        {"in a straight line", "+ S:1000 A:1004n A:1008 rep-",
         ROWS(I(0x1000), G(0x1004, NTF), I(0x1008))},
        {"with branches", "+ S:1000 B1.1:1008n A:100c rep-",
         ROWS(I(0x1000), N(0x1004), G(0x1008, NTF), I(0x100c))},
        {"on a jump target", "+ S:1000 A:2000 A:2004 rep-",
         ROWS(I(0x1000), J(0x1004), G(0x2000, NTF), I(0x2004))},
        {"on the first instruction", "+ S:1000 A:1004 rep-", ROWS(G(0x1000, NTF), I(0x1004))},
        {"on the last instruction", "+ S:1000 A:1004n rep-", ROWS(I(0x1000), G(0x1004, NTF))},
        {"before a trap", "+ S:1000 A:1004n T1:e5:2000 rep-",
         ROWS(I(0x1000), G(0x1004, NTF), X(5, 0x1008), I(0x2000))},
        {"of a block means its last instruction", "+ S:1000 A:100cn A:1010 rep-",
         ROWS({.blocks = 1,
               .priv = 3,
               .trigger = NTF,
               .block = {{.iaddr = 0x1000, .iretire = 8, .ilastsize = 1}}},
              I(0x1010))},
        {"of group 1", "+ S:1000 B1.0:2004n A:2008 rep-",
         ROWS({.blocks = 2,
               .priv = 3,
               .trigger = NTF << 1,
               .block = {{.iaddr = 0x1000, .iretire = 4, .ilastsize = 1, .itype = 5},
                         {.iaddr = 0x2000, .iretire = 4, .ilastsize = 1}}},
              I(0x2008))},
    };
    struct rvt_config config = plain_config();

    PLAY(table, &config);
}

/* Shows: ETR-SUP-003, ETR-ALG-055 */
Test(encoder, loss)
{
    static const struct sequence table[] = {
        {"drops branches", "+ S:1000 lost S:2000 A:2004 rep-",
         ROWS(I(0x1000), T(0x1004), LOST(0x1100), I(0x2000), I(0x2004))},
        {"is reported once", "+ S:1000 lost S:2000 rep-",
         ROWS(I(0x1000), I(0x1004), LOST(0x1008), LOST(0x100c), I(0x2000))},
        {"does not hide a jump target", "+ S:1000 A:2000 lost S:3000 rep-",
         ROWS(I(0x1000), J(0x1004), I(0x2000), LOST(0x2004), I(0x3000))},
        {"forgets a trap", "+ S:1000 A:1004 lost S:2000 rep-",
         ROWS(I(0x1000), I(0x1004), X(5, 0x1008), LOST(0x2100), I(0x2000))},
        {"at the end", "+ S:1000 lost +-", ROWS(I(0x1000), LOST(0x1004))},
    };
    struct rvt_config config = plain_config();

    PLAY(table, &config);
}

/* A trace that begins with an interrupt begins at no jump target, whatever was executed before.
 * Shows: ETR-ALG-010, ETR-ALG-036 */
Test(encoder, an_interrupt_first)
{
    static const struct sequence table[] = {
        {"of all", "+ T1:i7:5000 rep-", ROWS(Y(7), I(0x5000))},
        {"after a loss", "+ S:1000 lost T1:i7:5000 rep-",
         ROWS(I(0x1000), J(0x1004), LOST(0x2000), Y(7), I(0x5000))},
        {"after an end", "+ S:1000 A:1004 rep T1:i7:5000 rep-",
         ROWS(I(0x1000), G(0x1004, OFF), J(0x1008),
              {.blocks = 1,
               .priv = 3,
               .cause = 7,
               .trigger = ON,
               .block = {{.iaddr = 0xbad, .itype = 2}}},
              I(0x5000))},
    };
    struct rvt_config config = plain_config();

    config.switches.int_at_updiscon = RVT_INT_AT_UPDISCON_THADDR0;
    PLAY(table, &config);
    config.switches.int_at_updiscon = RVT_INT_AT_UPDISCON_LITERAL;
    PLAY(table, &config);
}

/* The reference flow reports a trap once more before another one; no decoder can tell.
 * Shows: ETR-ALG-009 (AMB-043) */
Test(encoder, a_trap_again)
{
    static const struct sequence once[] = {
        {"reported", "+ S:1000 T0:e5:2000 T0:e6:3000 S:4000 rep-",
         ROWS(J(0x1000), X(5, 0x2000), X(6, 0x3000), I(0x4000))},
    };
    static const struct sequence again[] = {
        {"reported twice", "+ S:1000 T0:e5:2000 T0:e5:3000~ T1:e6:4000 rep-",
         ROWS(J(0x1000), X(5, 0x2000), X(6, 0x3000), I(0x4000))},
    };
    struct rvt_config config = plain_config();

    PLAY(once, &config);
    config.switches.trap_dup_refflow = true;
    PLAY(again, &config);
}
