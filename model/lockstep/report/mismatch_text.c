/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "lockstep/report/mismatch_text.h"

#include <inttypes.h>
#include <string.h>

enum { DIFFERENCE_CAPACITY = 256 };

/* True if the finding is about one packet, which its line shows, and not about two sides. */
static bool is_decode_exact(const struct rvt_mismatch *found)
{
    return found->kind == RVT_MISMATCH_NOT_RETIRED || found->kind == RVT_MISMATCH_UNDECODABLE ||
           found->kind == RVT_MISMATCH_UNSYNCHRONISED;
}

/* --- the first line --------------------------------------------------------------------------- */

/* The packet, with its kind unless its line follows, and how many after it. */
static void print_packet(const struct rvt_mismatch *found, struct rvt_text *text)
{
    rvt_text_add(text, "%s %" PRIu64, found->encapsulated ? "encapsulated packet" : "packet",
                 found->packet);
    if (found->packet_name != NULL && !is_decode_exact(found))
        rvt_text_add(text, " (%s)", found->packet_name);
    if (found->count > 1 && found->kind != RVT_MISMATCH_STREAMS)
        rvt_text_add(text, " and %" PRIu64 " after it", found->count - 1);
}

/* The first or a later beat of a packet left in another cycle. */
static void print_cycle(const struct rvt_mismatch *found, struct rvt_text *text)
{
    uint64_t expected = found->expected_value.number, observed = found->observed_value.number;
    uint64_t cycles = observed > expected ? observed - expected : expected - observed;

    rvt_text_add(text, "%s ", found->later_beat ? "a later beat of" : "first beat of");
    print_packet(found, text);
    rvt_text_add(text, " %" PRIu64 " cycle%s %s", cycles, cycles == 1 ? "" : "s",
                 observed > expected ? "late" : "early");
}

/* What is wrong, without its clause. */
static void print_fault(const struct rvt_mismatch *found, struct rvt_text *text)
{
    if (found->worded) {
        rvt_text_add(text, "%s", found->reason);
        return;
    }
    switch (found->kind) {
    case RVT_MISMATCH_DIFFERS:
        print_packet(found, text);
        rvt_text_add(text, " differs");
        break;
    case RVT_MISMATCH_MISSING:
        print_packet(found, text);
        rvt_text_add(text, " missing");
        break;
    case RVT_MISMATCH_EXTRA:
        print_packet(found, text);
        rvt_text_add(text, " observed, none expected");
        break;
    case RVT_MISMATCH_LATE:
        print_packet(found, text);
        rvt_text_add(text, " late: %" PRIu64 " cycles after its decision, %" PRIu64 " allowed",
                     found->observed_value.number, found->expected_value.number);
        break;
    case RVT_MISMATCH_STREAMS:
        print_packet(found, text);
        rvt_text_add(text,
                     " and those after it differ: the streams do not agree again within %" PRIu64
                     " packets",
                     found->count);
        break;
    case RVT_MISMATCH_NOT_RETIRED:
        print_packet(found, text);
        rvt_text_add(text, " does not decode to what retired");
        break;
    case RVT_MISMATCH_UNDECODABLE:
        print_packet(found, text);
        rvt_text_add(text, " cannot be decoded");
        break;
    case RVT_MISMATCH_PADDING:
        print_packet(found, text);
        rvt_text_add(text, " has other padding: %s", found->reason);
        break;
    case RVT_MISMATCH_UNREPORTED:
        rvt_text_add(text, "the trace ends without reporting %s", found->retired);
        break;
    case RVT_MISMATCH_CYCLE:
        print_cycle(found, text);
        break;
    case RVT_MISMATCH_NO_CAUSE:
        rvt_text_add(text, "first beat of packet %" PRIu64 ", but no row or event causes it",
                     found->packet);
        break;
    case RVT_MISMATCH_BEATS:
        rvt_text_add(
            text, "%" PRIu64 " packets without all their beats, %" PRIu64 " beats without a packet",
            found->expected_value.number, found->observed_value.number);
        break;
    case RVT_MISMATCH_ROW:
        rvt_text_add(text, "ingress: %s", found->reason);
        break;
    case RVT_MISMATCH_PROGRAM:
        rvt_text_add(text,
                     "ingress: the program does not hold what the hart retired: %s; is this the "
                     "right ELF?",
                     found->reason);
        break;
    case RVT_MISMATCH_NULL_PACKET:
    case RVT_MISMATCH_PACKET_END:
    case RVT_MISMATCH_UNSYNCHRONISED:
    case RVT_MISMATCH_ROOM:
    case RVT_MISMATCH_FAULT:
    case RVT_MISMATCH_NOTHING:
    case RVT_MISMATCH_REFUSED:
    case RVT_MISMATCH_MEMORY:
    case RVT_MISMATCH_WAIVER:
    case RVT_MISMATCH_KINDS:
        rvt_text_add(text, "%s", found->reason);
        break;
    }
}

/* True if the reason itself ends with the clause, as a diagnosis does. */
static bool cites(const struct rvt_mismatch *found)
{
    return found->kind == RVT_MISMATCH_ROW || found->kind == RVT_MISMATCH_PROGRAM ||
           found->kind == RVT_MISMATCH_REFUSED;
}

/* --- the evidence ----------------------------------------------------------------------------- */

static void print_bytes(const struct rvt_mismatch_packet *packet, struct rvt_text *text)
{
    for (size_t i = 0; i < packet->bytes; i++)
        rvt_text_add(text, " %02x", (unsigned)packet->byte[i]);
}

static void print_fields(const struct rvt_mismatch *found, struct rvt_text *text)
{
    char line[DIFFERENCE_CAPACITY];

    for (unsigned i = 0; i < found->differences.count; i++) {
        rvt_difference_format(&found->differences.of[i], line, sizeof line);
        rvt_text_add(text, "\n  field     %s", line);
    }
}

/* Why the model expected a packet. */
static void print_cause(const struct rvt_mismatch *found, struct rvt_text *text)
{
    const struct rvt_mismatch_cause *cause = &found->cause;

    rvt_text_add(text, "\n  because   ");
    if (found->verdict == RVT_MISMATCH_TIMING) {
        if (cause->decision != NULL)
            rvt_text_add(text, "%s (%s), ", cause->decision, cause->clause);
        rvt_text_add(text, "%s of cycle %" PRIu64, found->packet_name, cause->cycle);
        return;
    }
    if (cause->decision != NULL && cause->iaddr != 0)
        rvt_text_add(text, "%s (%s), item 0x%" PRIx64 " of", cause->decision, cause->clause,
                     cause->iaddr);
    else if (cause->decision != NULL) /* an event */
        rvt_text_add(text, "%s (%s) in", cause->decision, cause->clause);
    else if (cause->iaddr != 0)
        rvt_text_add(text, "an access of the instruction at 0x%" PRIx64 " in", cause->iaddr);
    else
        rvt_text_add(text, "a response in");
    rvt_text_add(text, " cycle %" PRIu64 ", decided in cycle %" PRIu64, cause->cycle,
                 cause->decided);
}

/* What was observed, in place of what was expected or without. */
static void print_observed(const struct rvt_mismatch *found, struct rvt_text *text)
{
    if (!found->encapsulated) {
        rvt_text_add(text, "\n  observed  %s", found->observed.line);
    } else if (found->expected.known) {
        rvt_text_add(text, "\n  encap     expected");
        print_bytes(&found->expected, text);
        rvt_text_add(text, "\n            observed");
        print_bytes(&found->observed, text);
    } else {
        rvt_text_add(text, "\n  observed ");
        print_bytes(&found->observed, text);
    }
}

/* The packets of both sides. */
static void print_packets(const struct rvt_mismatch *found, struct rvt_text *text)
{
    if (found->expected.known)
        rvt_text_add(text, "\n  expected  %s", found->expected.line);
    if (found->cause.known)
        print_cause(found, text);
    if (!found->observed.known)
        return;
    if (is_decode_exact(found))
        rvt_text_add(text, "\n  packet    %s", found->observed.line);
    else
        print_observed(found, text);
}

void rvt_mismatch_print(const struct rvt_mismatch *found, struct rvt_text *text)
{
    bool cycle = found->kind == RVT_MISMATCH_CYCLE;

    rvt_text_add(text, "cycle %" PRIu64 ": ", found->cycle);
    print_fault(found, text);
    if (found->clause[0] != '\0' && !cites(found))
        rvt_text_add(text, " [%s]", found->clause);
    else if (found->kind == RVT_MISMATCH_DIFFERS && !found->worded)
        rvt_text_add(text, " [-]");
    print_fields(found, text);
    if (found->kind == RVT_MISMATCH_UNDECODABLE && !found->worded)
        rvt_text_add(text, "\n  because   %s", found->reason);
    if (found->kind == RVT_MISMATCH_NOT_RETIRED)
        rvt_text_add(text, "\n  retired   %s\n  decoded   %s", found->retired, found->decoded);
    if (cycle)
        rvt_text_add(text, "\n  expected  cycle %" PRIu64 "\n  observed  cycle %" PRIu64,
                     found->expected_value.number, found->observed_value.number);
    print_packets(found, text);
    rvt_text_add(text, "%s", found->detail);
    for (unsigned i = 0; i < found->blocks; i++)
        rvt_past_block_print(&found->block[i], text);
    rvt_text_add(text, "%s", found->note);
}
