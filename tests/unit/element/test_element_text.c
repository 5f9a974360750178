/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* Every kind of element in both forms, with each of its members. */
#include "tests/unit/checks.h"

#include <string.h>

#include "element/element_text.h"

struct form {
    struct rvt_element element;
    const char *text, *json; /* after the kind */
};

static void expect(const struct form *form)
{
    struct rvt_element element = form->element;
    char text[600], expected[600];
    struct rvt_text line;

    element.id = 3;
    element.index = 0x2f;
    rvt_text_init(&line, expected, sizeof expected);
    rvt_text_add(&line, "id=3 index=0x2f %s%s", rvt_element_kind_name(element.kind), form->text);
    rvt_text_init(&line, text, sizeof text);
    rvt_element_text(&element, &line);
    cr_expect(eq(str, text, expected));
    rvt_text_init(&line, expected, sizeof expected);
    rvt_text_add(&line, "{\"id\":3,\"index\":47,\"kind\":\"%s\"%s}",
                 rvt_element_kind_name(element.kind), form->json);
    rvt_text_init(&line, text, sizeof text);
    rvt_element_json(&element, &line);
    cr_expect(eq(str, text, expected));
}

#define EXPECT(table)                                                                              \
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)                                  \
    expect(&table[i])

Test(element_text, shows_losses_and_synchronisation)
{
    static const struct form table[] = {
        {{.kind = RVT_ELEMENT_NO_SYNC, .loss = {RVT_ELEMENT_LOSS_START}},
         " reason=start",
         ",\"reason\":\"start\""},
        {{.kind = RVT_ELEMENT_NO_SYNC, .loss = {RVT_ELEMENT_LOSS_ENDED}},
         " reason=ended",
         ",\"reason\":\"ended\""},
        {{.kind = RVT_ELEMENT_NO_SYNC, .loss = {RVT_ELEMENT_LOSS_ENCODER}},
         " reason=encoder",
         ",\"reason\":\"encoder\""},
        {{.kind = RVT_ELEMENT_NO_SYNC, .loss = {RVT_ELEMENT_LOSS_CARRIER}},
         " reason=carrier",
         ",\"reason\":\"carrier\""},
        {{.kind = RVT_ELEMENT_NO_SYNC, .loss = {RVT_ELEMENT_LOSS_FAULT}},
         " reason=fault",
         ",\"reason\":\"fault\""},
        {{.kind = RVT_ELEMENT_TRACE_ON, .trace_on = {RVT_ELEMENT_TRACE_ON_START}},
         " reason=start",
         ",\"reason\":\"start\""},
        {{.kind = RVT_ELEMENT_TRACE_ON, .trace_on = {RVT_ELEMENT_TRACE_ON_OVERFLOW}},
         " reason=overflow",
         ",\"reason\":\"overflow\""},
        {{.kind = RVT_ELEMENT_TRACE_ON, .trace_on = {RVT_ELEMENT_TRACE_ON_RESTART}},
         " reason=restart",
         ",\"reason\":\"restart\""},
        {{.kind = RVT_ELEMENT_EO_TRACE}, "", ""},
    };

    EXPECT(table);
}

Test(element_text, shows_ranges)
{
    static const struct form table[] = {
        {{.kind = RVT_ELEMENT_INSTR_RANGE,
          .range = {.start = 0x1000,
                    .end = 0x100a,
                    .count = 3,
                    .last = 0x1008,
                    .xlen = 64,
                    .last_bytes = 2,
                    .last_class = RVT_INSN_CLASS_BRANCH,
                    .last_conditional = true,
                    .last_executed = true}},
         " start=0x1000 end=0x100a count=3 xlen=64 last=0x1008 last_bytes=2 last_class=branch "
         "last_itype=0 conditional executed",
         ",\"start\":\"0x1000\",\"end\":\"0x100a\",\"count\":3,\"xlen\":64,\"last\":\"0x1008\","
         "\"last_bytes\":2,\"last_class\":\"branch\",\"last_itype\":0,\"conditional\":true,"
         "\"executed\":true"},
        {{.kind = RVT_ELEMENT_INSTR_RANGE,
          .range = {.start = 0xffffffff80000000,
                    .end = 0xffffffff80000004,
                    .count = 1,
                    .last = 0xffffffff80000000,
                    .xlen = 32,
                    .last_bytes = 4,
                    .last_class = RVT_INSN_CLASS_UNINFERABLE,
                    .last_itype = 13}},
         " start=0xffffffff80000000 end=0xffffffff80000004 count=1 xlen=32 "
         "last=0xffffffff80000000 last_bytes=4 last_class=uninferable last_itype=13",
         ",\"start\":\"0xffffffff80000000\",\"end\":\"0xffffffff80000004\",\"count\":1,"
         "\"xlen\":32,\"last\":\"0xffffffff80000000\",\"last_bytes\":4,"
         "\"last_class\":\"uninferable\",\"last_itype\":13,\"conditional\":false,"
         "\"executed\":false"},
        {{.kind = RVT_ELEMENT_I_RANGE_NOPATH,
          .range = {.start = 0x1004, .end = 0x2000, .xlen = 32}},
         " start=0x1004 end=0x2000 count=0 xlen=32",
         ",\"start\":\"0x1004\",\"end\":\"0x2000\",\"count\":0,\"xlen\":32"},
    };

    EXPECT(table);
}

Test(element_text, shows_every_class)
{
    static const char *const words[] = {"sequential",  "branch", "inferable", "uninferable",
                                        "trap_return", "traps",  "unknown"};

    for (unsigned class = 0; class < sizeof words / sizeof *words; class ++) {
        const struct rvt_element element = {
            .kind = RVT_ELEMENT_INSTR_RANGE,
            .range = {.count = 1, .last_class = (enum rvt_insn_class) class}};
        char text[200], word[40];
        struct rvt_text line;

        rvt_text_init(&line, word, sizeof word);
        rvt_text_add(&line, " last_class=%s ", words[class]);
        rvt_text_init(&line, text, sizeof text);
        rvt_element_text(&element, &line);
        cr_expect(strstr(text, word) != NULL, "%s in %s", word, text);
    }
}

Test(element_text, shows_context_exceptions_times_and_events)
{
    static const struct form table[] = {
        {{.kind = RVT_ELEMENT_PE_CONTEXT,
          .context = {.privilege_known = true,
                      .context_known = true,
                      .privilege = 3,
                      .xlen = 64,
                      .context_width = 16,
                      .context = 0xabc}},
         " privilege=3 context=0xabc context_width=16 xlen=64",
         ",\"privilege\":3,\"context\":\"0xabc\",\"context_width\":16,\"xlen\":64"},
        {{.kind = RVT_ELEMENT_PE_CONTEXT, .context = {.xlen = 32}}, " xlen=32", ",\"xlen\":32"},
        {{.kind = RVT_ELEMENT_EXCEPTION,
          .exception = {.number = 12,
                        .has_address = true,
                        .at_branch_target = true,
                        .address = 0x1010,
                        .tval = 0x2000}},
         " number=12 epc=0x1010 at_branch_target tval=0x2000",
         ",\"number\":12,\"interrupt\":false,\"epc\":\"0x1010\",\"at_branch_target\":true,"
         "\"tval\":\"0x2000\""},
        {{.kind = RVT_ELEMENT_EXCEPTION, .exception = {.number = 7, .interrupt = true}},
         " number=7 interrupt tval=0x0",
         ",\"number\":7,\"interrupt\":true,\"at_branch_target\":false,\"tval\":\"0x0\""},
        {{.kind = RVT_ELEMENT_EXCEPTION_RET}, "", ""},
        {{.kind = RVT_ELEMENT_TIMESTAMP, .timestamp = {0x123456789abcdef0}},
         " value=0x123456789abcdef0",
         ",\"value\":\"0x123456789abcdef0\""},
        {{.kind = RVT_ELEMENT_EVENT, .event = {.type = RVT_ELEMENT_EVENT_TRIGGER, .address = 1}},
         " type=trigger",
         ",\"type\":\"trigger\""},
        {{.kind = RVT_ELEMENT_EVENT, .event = {.type = RVT_ELEMENT_EVENT_NOTIFY, .address = 0x10}},
         " type=notify address=0x10",
         ",\"type\":\"notify\",\"address\":\"0x10\""},
        {{.kind = RVT_ELEMENT_ADDR_NACC, .nacc = {0x80001000}},
         " address=0x80001000",
         ",\"address\":\"0x80001000\""},
    };

    EXPECT(table);
}

Test(element_text, shows_data_of_software)
{
    static const uint8_t payload[] = {0x00, 0xa1, 0xff};
    static const struct form table[] = {
        {{.kind = RVT_ELEMENT_SWTRACE,
          .swtrace = {.master = 1,
                      .channel = 2,
                      .message = true,
                      .marker = true,
                      .has_time = true,
                      .time_trusted = true,
                      .time = 0x55,
                      .payload = payload,
                      .bytes = 3}},
         " master=1 channel=2 message marker time=0x55 time_trusted payload=00a1ff",
         ",\"master\":1,\"channel\":2,\"message\":true,\"marker\":true,\"flag\":false,"
         "\"time\":\"0x55\",\"time_trusted\":true,\"payload\":\"00a1ff\""},
        {{.kind = RVT_ELEMENT_SWTRACE, .swtrace = {.channel = 65535, .flag = true}},
         " master=0 channel=65535 flag payload=",
         ",\"master\":0,\"channel\":65535,\"message\":false,\"marker\":false,\"flag\":true,"
         "\"payload\":\"\""},
    };

    EXPECT(table);
}

Test(element_text, shows_data_accesses)
{
    static const struct form table[] = {
        {{.kind = RVT_ELEMENT_DATA_ADDR,
          .data = {.type = RVT_TE_DATA_STORE, .bytes = 4, .value = 0x8000}},
         " type=store bytes=4 value=0x8000",
         ",\"type\":\"store\",\"request\":false,\"response\":false,\"error\":false,"
         "\"operand\":false,\"bytes\":4,\"value\":\"0x8000\""},
        {{.kind = RVT_ELEMENT_DATA_VAL,
          .data = {.type = RVT_TE_DATA_SWAP,
                   .request = true,
                   .operand = true,
                   .lrid = 5,
                   .bytes = 8,
                   .value = 9}},
         " type=swap request operand lrid=5 bytes=8 value=0x9",
         ",\"type\":\"swap\",\"request\":true,\"response\":false,\"error\":false,"
         "\"operand\":true,\"lrid\":5,\"bytes\":8,\"value\":\"0x9\""},
        {{.kind = RVT_ELEMENT_DATA_VAL,
          .data = {.type = RVT_TE_DATA_LOAD, .response = true, .error = true, .bytes = 1}},
         " type=load response error lrid=0 bytes=1 value=0x0",
         ",\"type\":\"load\",\"request\":false,\"response\":true,\"error\":true,"
         "\"operand\":false,\"lrid\":0,\"bytes\":1,\"value\":\"0x0\""},
    };

    EXPECT(table);
}

/* A decoder of the program's own may write any text. */
Test(element_text, shows_diagnoses)
{
    static const struct rvt_diagnosis plain = {
        .status = RVT_ERR_RESERVED, .clause = "ETR-FMT-027", .text = "the code is reserved"};
    static const struct rvt_diagnosis quoted = {.status = RVT_ERR_FLOW,
                                                .text = "a \"quote\", a \\ and\nan\tend"};
    static const struct form table[] = {
        {{.kind = RVT_ELEMENT_UNKNOWN, .unknown = {&plain}},
         " status=reserved clause=ETR-FMT-027 text=the code is reserved",
         ",\"status\":\"reserved\",\"clause\":\"ETR-FMT-027\",\"text\":\"the code is reserved\""},
        {{.kind = RVT_ELEMENT_UNKNOWN, .unknown = {&quoted}},
         " status=flow text=a \"quote\", a \\ and an end",
         ",\"status\":\"flow\",\"text\":\"a \\\"quote\\\", a \\\\ and\\u000aan\\u0009end\""},
    };

    EXPECT(table);
}

Test(element_text, kinds_without_a_member_show_only_their_name)
{
    static const char *const names[] = {"ADDR_UNKNOWN",    "CYCLE_COUNT", "SYNC_MARKER",
                                        "INSTRUMENTATION", "MEMTRANS",    "BUS_TRANSFER",
                                        "CUSTOM"};
    static const struct form table[] = {
        {{.kind = RVT_ELEMENT_ADDR_UNKNOWN}, "", ""},
        {{.kind = RVT_ELEMENT_CYCLE_COUNT}, "", ""},
        {{.kind = RVT_ELEMENT_SYNC_MARKER}, "", ""},
        {{.kind = RVT_ELEMENT_INSTRUMENTATION}, "", ""},
        {{.kind = RVT_ELEMENT_MEMTRANS}, "", ""},
        {{.kind = RVT_ELEMENT_BUS_TRANSFER}, "", ""},
        {{.kind = RVT_ELEMENT_CUSTOM}, "", ""},
    };

    EXPECT(table);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        cr_expect(eq(str, TEXT(rvt_element_kind_name(table[i].element.kind)), TEXT(names[i])));
}

Test(element_text, every_kind_has_a_name_of_its_own)
{
    for (unsigned kind = 0; kind < RVT_ELEMENT_KINDS; kind++) {
        const char *name = rvt_element_kind_name((enum rvt_element_kind)kind);

        cr_assert(ne(ptr, (void *)(uintptr_t)name, NULL));
        for (unsigned other = 0; other < kind; other++)
            cr_expect(strcmp(name, rvt_element_kind_name((enum rvt_element_kind)other)) != 0);
    }
    cr_expect(eq(ptr,
                 (void *)(uintptr_t)rvt_element_kind_name((enum rvt_element_kind)RVT_ELEMENT_KINDS),
                 NULL));
}
