/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "subject.h"

#include <stdlib.h>
#include <string.h>

#include "decoder/operating_mode.h"
#include "draft/decoder_profile.h"
#include "draft/encoder_profile.h"
#include "encoder/encoder.h"
#include "io/stream.h"
#include "base/bits.h"
#include "wire/encap.h"

static void *more(void *array, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return array;
    *capacity = 2 * *capacity + 1024;
    array = realloc(array, *capacity * size);
    if (array == NULL)
        abort();
    return array;
}

static void add_word(struct words *words, uint64_t word)
{
    words->word = more(words->word, words->count, &words->capacity, sizeof *words->word);
    words->word[words->count++] = word;
}

static void add_byte(struct subject *subject, uint8_t byte)
{
    subject->byte = more(subject->byte, subject->bytes, &subject->byte_capacity, 1);
    subject->byte[subject->bytes++] = byte;
}

/* Idles and one alignment, as many as show a reader that a header follows. */
static void add_nulls(struct subject *subject)
{
    const struct rvt_encap_config *encap = &subject->config.encap;

    for (unsigned i = 0; i < 31 + encap->timestamp_bytes + encap->srcid_bits / 8; i++)
        add_byte(subject, 0x00);
    add_byte(subject, 0x80);
}

static enum rvt_status add_packet(void *context, const struct rvt_packet *packet,
                                  const struct rvt_origin *origin)
{
    struct subject *subject = context;
    struct rvt_encap encap = {.kind = RVT_ENCAP_NORMAL,
                              .extend = subject->config.encap.timestamp_bytes > 0,
                              .srcid = (uint16_t)subject->config.encap.srcid,
                              .type = (uint8_t)subject->config.encap.type_inst,
                              .flow = (uint8_t)subject->config.encap.flow,
                              .timestamp = origin->cycle & 0xff};
    bool sync =
        rvt_packet_is_sync(packet) && (packet->subformat == RVT_SUBFORMAT_START || packet->thaddr);
    uint8_t byte[RVT_ENCAP_BYTES_MAX];
    size_t bytes = 0;

    if (rvt_packet_write(&subject->config, packet, &encap.payload, NULL) != RVT_OK ||
        rvt_encap_write(&subject->config, &encap, byte, sizeof byte, &bytes, NULL) != RVT_OK)
        return RVT_ERR_IO;
    if (sync)
        add_nulls(subject);
    subject->packet =
        more(subject->packet, subject->packets, &subject->packet_capacity, sizeof *subject->packet);
    subject->packet[subject->packets++] = (struct packet){
        .offset = subject->bytes,
        .bytes = bytes,
        .sync = sync,
        .support = packet->format == RVT_FORMAT_SYNC && packet->subformat == RVT_SUBFORMAT_SUPPORT};
    for (size_t i = 0; i < bytes; i++)
        add_byte(subject, byte[i]);
    return RVT_OK;
}

static bool encode(struct subject *subject, size_t rows, size_t parts)
{
    const struct rvt_control on = {.enable = true, .inst_tracing = true};
    const struct rvt_control off = {.enable = false};
    struct rvt_row row = {.cycle = 0};
    struct rvt_encoder *encoder;

    if (rvt_encoder_profile_open(&subject->config, add_packet, subject, &encoder) != RVT_OK)
        return false;
    bool good = rvt_encoder_control(encoder, &row, &on, NULL) == RVT_OK;
    for (size_t i = 0; good && i < rows && i < subject->trace->rows; i++) {
        row.cycle = subject->trace->row[i].cycle;
        if (i > 0 && i % (rows / parts) == 0)
            good = rvt_encoder_control(encoder, &row, &off, NULL) == RVT_OK &&
                   rvt_encoder_control(encoder, &row, &on, NULL) == RVT_OK;
        good = good && rvt_encoder_row(encoder, &subject->trace->row[i], NULL) == RVT_OK;
    }
    row.cycle++;
    good = good && rvt_encoder_control(encoder, &row, &off, NULL) == RVT_OK;
    rvt_encoder_close(encoder);
    return good;
}

/* True if the path of the program goes from the latest instruction to pc. */
static bool leads_to(const struct reception *reception, uint64_t pc)
{
    const struct rvt_insn *insn = &reception->last_insn;
    uint64_t mask = rvt_mask(rvt_image_xlen(reception->subject->trace->image));
    uint64_t next = (reception->last + insn->size) & mask;

    switch (insn->kind) {
    case RVT_INSN_BRANCH:
        return pc == next || pc == insn->target;
    case RVT_INSN_JUMP:
        return pc == insn->target;
    case RVT_INSN_UNINFERABLE:
    case RVT_INSN_TRAP_RETURN:
        return true;
    case RVT_INSN_SEQUENTIAL:
    case RVT_INSN_UNKNOWN:
    case RVT_INSN_TRAPS:
        break;
    }
    return pc == next;
}

static enum rvt_status on_range(void *context, const struct rvt_range *range)
{
    struct reception *reception = context;
    uint64_t pc = range->first;
    struct loss *latest = reception->losses > 0 ? &reception->loss[reception->losses - 1] : NULL;

    if (latest != NULL && !latest->after_known) {
        latest->after_known = true;
        latest->after = range->first;
    }
    for (uint64_t i = 0; i < range->count; i++) {
        add_word(&reception->words, pc);
        reception->breaks += reception->on_path && !leads_to(reception, pc);
        if (rvt_image_insn(reception->subject->trace->image, pc, &reception->last_insn, NULL) !=
            RVT_OK)
            return RVT_ERR_IO;
        reception->last = pc;
        reception->last_known = reception->on_path = true;
        pc += reception->last_insn.size;
    }
    return RVT_OK;
}

static enum rvt_status on_trap(void *context, const struct rvt_trap *trap)
{
    struct reception *reception = context;

    reception->on_path = false;
    add_word(&reception->words, UINT64_MAX - trap->interrupt);
    add_word(&reception->words, trap->ecause);
    add_word(&reception->words, trap->tval);
    return RVT_OK;
}

/* After its end a trace begins anywhere, and so may another context (AMB-105). */
static enum rvt_status on_event(void *context, enum rvt_trace_event event,
                                const struct rvt_packet *packet)
{
    struct reception *reception = context;

    (void)packet;
    if (event == RVT_EVENT_ENDED || event == RVT_EVENT_CONTEXT)
        reception->on_path = false;
    return RVT_OK;
}

static enum rvt_status on_loss(void *context, const struct rvt_loss *loss)
{
    struct reception *reception = context;

    reception->on_path = false;

    reception->loss = more(reception->loss, reception->losses, &reception->loss_capacity,
                           sizeof *reception->loss);
    reception->loss[reception->losses++] = (struct loss){.loss = *loss,
                                                         .at = reception->words.count,
                                                         .before_known = reception->last_known,
                                                         .before = reception->last};
    return RVT_OK;
}

/* The packet of this number has a fault, or bytes in its place. */
static void add_fault(struct reception *reception, uint64_t packet)
{
    reception->fault = more(reception->fault, reception->faults, &reception->fault_capacity,
                            sizeof *reception->fault);
    reception->fault[reception->faults++] = packet;
}

static enum rvt_status open_decoder(struct reception *reception, struct rvt_decoder **decoder)
{
    struct rvt_decoder_output output = {.range = on_range,
                                        .trap = on_trap,
                                        .event = on_event,
                                        .loss = on_loss,
                                        .context = reception};

    return rvt_decoder_profile_open(&reception->subject->config, reception->subject->trace->image,
                                    &output, 1 << 18, decoder);
}

/* Passes a payload to the decoder, which reports losses itself. diag: of a packet, this or an
 * earlier one; without a position if it is this one. */
static bool feed(struct rvt_decoder *decoder, const struct rvt_payload *payload,
                 struct rvt_diag *diag)
{
    struct rvt_packet packet;

    if (rvt_packet_read(rvt_decoder_config(decoder), payload->byte, payload->bytes, &packet,
                        NULL) == RVT_OK)
        return rvt_decoder_packet(decoder, &packet, diag) == RVT_OK;
    rvt_decoder_break(decoder);
    return false;
}

/* Decodes the undamaged stream, and records how far each packet leads. */
static bool learn(struct subject *subject)
{
    struct reception reception = {.subject = subject};
    struct rvt_decoder *decoder = NULL;
    bool good = open_decoder(&reception, &decoder) == RVT_OK;

    for (size_t i = 0; good && i < subject->packets; i++) {
        struct rvt_encap encap;
        size_t used = 0;
        good = rvt_encap_read(&subject->config, subject->byte + subject->packet[i].offset,
                              subject->bytes - subject->packet[i].offset, &encap, &used,
                              NULL) == RVT_OK &&
               feed(decoder, &encap.payload, NULL);
        subject->packet[i].after = reception.words.count;
    }
    good = good && rvt_decoder_finish(decoder, NULL) == RVT_OK && reception.losses == 0;
    rvt_decoder_close(decoder);
    subject->words = reception.words;
    free(reception.loss);
    return good && subject->words.count > 0;
}

bool subject_init(struct subject *subject, const struct rvt_config *config,
                  const struct trace *trace, size_t rows, size_t parts)
{
    *subject = (struct subject){.trace = trace, .config = *config};
    return encode(subject, rows, parts) && learn(subject);
}

void subject_fini(struct subject *subject)
{
    free(subject->byte);
    free(subject->packet);
    free(subject->words.word);
}

/* Records the modes after the packet at position was read. */
static void note_modes(struct reception *reception, const struct rvt_decoder *decoder,
                       size_t position)
{
    const struct subject *subject = reception->subject;

    if (rvt_operating_mode_differs(&rvt_decoder_config(decoder)->options,
                                   &subject->config.options)) {
        reception->other_modes = true;
        reception->again.met = false;
    } else if (reception->other_modes && !reception->again.met) {
        for (size_t i = 0; i < subject->packets; i++) {
            const struct packet *packet = &subject->packet[i];
            if (!packet->sync || packet->offset <= reception->moved_from ||
                packet->offset + reception->added - reception->removed != position)
                continue;
            reception->again.met = true;
            reception->again.packet = i;
            reception->again.after = reception->words.count;
        }
    }
}

bool reception_take(struct reception *reception, const char *path)
{
    const struct rvt_config *config = &reception->subject->config;
    struct rvt_decoder *decoder = NULL;
    struct rvt_stream *stream = NULL;
    struct rvt_stream_item item;
    struct rvt_diag diag;
    uint64_t number = 0; /* of the next packet, as the decoder counts */
    bool end = false;

    rvt_diag_clear(&diag);
    if (rvt_stream_open(path, config, RVT_STREAM_ENCAP, &stream, &diag) != RVT_OK ||
        open_decoder(reception, &decoder) != RVT_OK) {
        rvt_stream_close(stream);
        return false;
    }
    while (!end) {
        rvt_diag_clear(&diag);
        enum rvt_status status = rvt_stream_read(stream, &item, &end, &diag);
        if (status == RVT_ERR_IO || status == RVT_ERR_SYNTAX)
            break;
        if (status != RVT_OK) {
            rvt_decoder_break(decoder);
            add_fault(reception, number++);
        }
        if (status != RVT_OK || end || rvt_stream_foreign(config, &item) != NULL)
            continue;
        rvt_diag_clear(&diag);
        if (!feed(decoder, &item.encap.payload, &diag))
            add_fault(reception, diag.unit != NULL ? diag.position : number);
        number++;
        note_modes(reception, decoder, (size_t)item.position);
        for (unsigned i = 0; i < RVT_PLACES; i++)
            if (item.position == reception->place[i].offset) {
                reception->place[i].met = true;
                reception->place[i].after = reception->words.count;
            }
    }
    if (rvt_decoder_finish(decoder, NULL) == RVT_ERR_SINK)
        end = false;
    rvt_decoder_close(decoder);
    rvt_stream_close(stream);
    return end;
}

void reception_fini(struct reception *reception)
{
    free(reception->words.word);
    free(reception->loss);
    free(reception->fault);
}
