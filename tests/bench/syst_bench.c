/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* SyS-T messages, read and checked: a mix as a client with GUID, timestamp and checksum sends
 * it, and a mix without. In million messages per second. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/transport.h"
#include "transport/syst/crc32c.h"
#include "transport/syst/syst_check.h"

enum { MESSAGES = 200000, BLOCK = 1 << 20 };

struct load {
    uint8_t *bytes;
    size_t *at; /* MESSAGES + 1 of them */
    struct rvt_syst_checker *checker;
    uint64_t sum, findings;
};

/* The message of this number: catalog with arguments, printf, string, catalog, short. */
static void make_message(struct rvt_syst_message *message, unsigned number, bool full)
{
    static const uint8_t printed[] = "state %s is %d of %d\0idle\0\1\0\0\0\7\0\0";
    static const uint8_t text[] = "a message that says something";
    static const uint8_t arguments[] = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0};

    *message = (struct rvt_syst_message){.type = RVT_SYST_CATALOG,
                                         .subtype = RVT_SYST_CATALOG_ID32_P32,
                                         .severity = RVT_SYST_SEVERITY_INFO,
                                         .origin = 0x123,
                                         .guid = full,
                                         .ts = full,
                                         .chk = full,
                                         .guid_bytes = {[8] = 0x80, [15] = 1},
                                         .timestamp = number,
                                         .value = number,
                                         .body = arguments,
                                         .body_bytes = sizeof arguments};
    if (number % 5 == 1) {
        message->type = RVT_SYST_STRING;
        message->subtype = RVT_SYST_STRING_PRINTF_32;
        message->body = printed;
        message->body_bytes = sizeof printed;
    } else if (number % 5 == 2) {
        message->type = RVT_SYST_STRING;
        message->subtype = RVT_SYST_STRING_GENERIC;
        message->body = text;
        message->body_bytes = sizeof text;
    } else if (number % 5 == 3) {
        message->body_bytes = 0;
    } else if (number % 5 == 4) {
        message->type = RVT_SYST_SHORT32;
    }
}

static void make(struct load *load, bool full)
{
    load->at[0] = 0;
    for (unsigned i = 0; i < MESSAGES; i++) {
        struct rvt_syst_message message;
        size_t bytes = 0;

        make_message(&message, i, full);
        if (rvt_syst_write(&message, load->bytes + load->at[i], RVT_SYST_MESSAGE_BYTES_MAX, &bytes,
                           NULL) != RVT_OK)
            abort();
        load->at[i + 1] = load->at[i] + bytes;
    }
}

static void on_finding(void *context, const struct rvt_finding *finding)
{
    struct load *load = context;

    load->findings += finding->rule != RVT_RULE_SYST_105; /* time restarts with each pass */
}

static void read_all(void *context)
{
    struct load *load = context;

    for (unsigned i = 0; i < MESSAGES; i++) {
        struct rvt_syst_message message;
        size_t used = 0;

        if (rvt_syst_read(load->bytes + load->at[i], load->at[i + 1] - load->at[i], &message, &used,
                          NULL) != RVT_OK)
            abort();
        load->sum += message.value + message.body_bytes;
    }
}

static void check_all(void *context)
{
    struct load *load = context;

    for (unsigned i = 0; i < MESSAGES; i++) {
        const struct rvt_syst_place place = {.byte = load->at[i]};
        struct rvt_syst_message message;
        size_t used = 0;
        bool delivered = false;

        rvt_syst_check(load->checker, &place, load->bytes + load->at[i],
                       load->at[i + 1] - load->at[i], &message, &used, &delivered);
        if (!delivered)
            abort();
        load->sum += message.value + message.body_bytes;
    }
}

static void sum_block(void *context)
{
    struct load *load = context;

    load->sum += rvt_crc32c(0, load->bytes, BLOCK);
}

static bool measure(struct load *load, const char *name, void (*work)(void *context))
{
    return bench_bar(name, 1e-6 * MESSAGES / bench_best(work, load), 2, "M messages/s");
}

int main(void)
{
    static struct load load;
    const struct rvt_syst_config config = {.sbd = false};
    bool good = true;

    load.bytes = malloc((size_t)MESSAGES * 80 + RVT_SYST_MESSAGE_BYTES_MAX);
    load.at = malloc((MESSAGES + 1) * sizeof *load.at);
    if (load.bytes == NULL || load.at == NULL ||
        rvt_syst_checker_open(&config, on_finding, &load, &load.checker) != RVT_OK)
        return 2;
    make(&load, true);
    good &= measure(&load, "SyS-T, all fields, read", read_all);
    good &= measure(&load, "SyS-T, all fields, checked", check_all);
    make(&load, false);
    good &= measure(&load, "SyS-T, header alone, read", read_all);
    good &= measure(&load, "SyS-T, header alone, checked", check_all);
    good &= bench_bar("CRC-32C", 1e-6 * BLOCK / bench_best(sum_block, &load), 500, "MB/s");
    if (load.findings != 1) { /* no CLOCK message: reported once */
        (void)fputs("syst_bench: the messages are not what they should be\n", stderr);
        good = false;
    }
    rvt_syst_checker_close(load.checker);
    free(load.at);
    free(load.bytes);
    return good ? 0 : 1;
}
