/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A hart and an encoder for the tests of the lockstep: a loop of four instructions whose rows go to
 * a lockstep, and an encoder in place of the hardware. A test sends, alters or omits its packets.
 */
#ifndef RVT_TESTS_LOCKSTEP_FIXTURE_H
#define RVT_TESTS_LOCKSTEP_FIXTURE_H

#include <string.h>

#include "draft/encoder_profile.h"
#include "encoder/encoder.h"
#include "model/lockstep/core/lockstep.h"
#include "wire/encap.h"
#include "wire/packet.h"

enum { SENT_MAX = 512, LOOP_BASE = 0x1000 };

struct sent {
    struct rvt_payload payload;
    uint8_t encap[RVT_ENCAP_BYTES_MAX];
    size_t encap_bytes;
};

struct rig {
    struct rvt_config config;
    struct rvt_config hardware_config;
    struct rvt_image *image;
    struct rvt_lockstep *lockstep;
    struct rvt_encoder *hardware;
    struct sent sent[SENT_MAX];
    unsigned sent_count, passed_on;
    uint64_t cycle, held;
};

static inline struct rvt_instant rig_now(const struct rig *rig)
{
    return (struct rvt_instant){.cycle = rig->cycle, .held_cycles = rig->held};
}

static inline enum rvt_status rig_record(void *context, const struct rvt_packet *packet,
                                         const struct rvt_origin *origin)
{
    struct rig *rig = context;
    struct sent *sent = &rig->sent[rig->sent_count++];
    const struct rvt_encap_config *config = &rig->hardware_config.encap;
    struct rvt_encap encap = {.kind = RVT_ENCAP_NORMAL,
                              .extend = config->timestamp_bytes > 0,
                              .srcid = (uint16_t)config->srcid,
                              .type = (uint8_t)config->type_inst};
    enum rvt_status status = rvt_packet_write(&rig->hardware_config, packet, &sent->payload, NULL);

    if (status != RVT_OK)
        return status;
    encap.payload = sent->payload;
    encap.timestamp = origin->time & rvt_mask(8 * config->timestamp_bytes);
    return rvt_encap_write(&rig->hardware_config, &encap, sent->encap, sizeof sent->encap,
                           &sent->encap_bytes, NULL);
}

/* addi; beq +8 (taken); nop; jalr x0, x1 (back to the start). */
static inline bool rig_image(struct rig *rig)
{
    static const uint8_t code[] = {0x13, 0, 0, 0, 0x63, 0x04, 0, 0,
                                   0x13, 0, 0, 0, 0x67, 0x80, 0, 0};

    return rvt_image_open(64, false, &rig->image) == RVT_OK &&
           rvt_image_add(rig->image, LOOP_BASE, code, sizeof code) == RVT_OK;
}

/* rig->config may be changed between the two calls. */
static inline void rig_defaults(struct rig *rig)
{
    memset(rig, 0, sizeof *rig);
    rvt_config_defaults(&rig->config, RVT_PROFILE_V2_0_4);
    rig->config.params.iaddress_width_p = 64;
    rig->config.params.itype_width_p = 4;
    rig->config.params.context_width_p = 16;
    rig->config.params.time_width_p = 32;
    rig->config.params.iretire_width_p = 8;
    rig->config.params.retires_p = 8;
    rig->config.options.full_address = true;
    rig->hardware_config = rig->config;
}

static inline bool rig_open(struct rig *rig, const struct rvt_lockstep_options *options,
                            bool with_image)
{
    if (with_image && !rig_image(rig))
        return false;
    return rvt_encoder_profile_open(&rig->hardware_config, rig_record, rig, &rig->hardware) ==
               RVT_OK &&
           rvt_lockstep_open(&rig->config, options, rig->image, &rig->lockstep) == RVT_OK;
}

static inline void rig_close(struct rig *rig)
{
    rvt_lockstep_close(rig->lockstep);
    rvt_encoder_close(rig->hardware);
    rvt_image_close(rig->image);
}

static inline bool rig_control(struct rig *rig, bool enable)
{
    const struct rvt_control control = {.enable = enable, .inst_tracing = enable};
    const struct rvt_row row = {.cycle = ++rig->cycle};

    rvt_lockstep_control(rig->lockstep, rig_now(rig), 0, 0, &control);
    return rvt_encoder_control(rig->hardware, &row, &control, NULL) == RVT_OK;
}

static inline bool rig_row(struct rig *rig, const struct rvt_row *like)
{
    struct rvt_row row = *like;

    row.cycle = ++rig->cycle;
    row.time = rig->cycle / 4;
    row.priv = 3;
    row.blocks = 1;
    rvt_lockstep_row(rig->lockstep, rig_now(rig), 0, &row);
    return rvt_encoder_row(rig->hardware, &row, NULL) == RVT_OK;
}

/* The loop in two blocks: addi and the taken branch, then the jump back. */
static const struct rvt_row loop_branch = {
    .block = {{.iaddr = LOOP_BASE, .iretire = 4, .itype = RVT_ITYPE_TAKEN_BRANCH, .ilastsize = 1}}};
static const struct rvt_row loop_jump = {
    .block = {{.iaddr = LOOP_BASE + 12, .iretire = 2, .itype = RVT_ITYPE_RETURN, .ilastsize = 1}}};

/* One iteration of the loop. */
static inline bool rig_loop(struct rig *rig)
{
    return rig_row(rig, &loop_branch) && rig_row(rig, &loop_jump);
}

/* Passes the packets that the lockstep has not seen to it. */
static inline void rig_pass_packets(struct rig *rig)
{
    for (; rig->passed_on < rig->sent_count; rig->passed_on++) {
        const struct rvt_payload *payload = &rig->sent[rig->passed_on].payload;
        rvt_lockstep_packet(rig->lockstep, rig_now(rig), payload->byte, payload->bytes);
    }
}

static inline void rig_pass_bytes(struct rig *rig)
{
    for (; rig->passed_on < rig->sent_count; rig->passed_on++) {
        const struct sent *sent = &rig->sent[rig->passed_on];
        rvt_lockstep_bytes(rig->lockstep, rig_now(rig), sent->encap, sent->encap_bytes, true, true);
    }
}

/* Enables, runs so many iterations and disables; the packets are in rig->sent. */
static inline bool rig_session(struct rig *rig, unsigned iterations)
{
    bool good = rig_control(rig, true);

    while (good && iterations-- > 0)
        good = rig_loop(rig);
    return good && rig_control(rig, false);
}

static inline void rig_end(struct rig *rig)
{
    rig->cycle++;
    rvt_lockstep_end(rig->lockstep, rig_now(rig));
}

/* The first finding of a verdict, or "". */
static inline const char *rig_finding(const struct rig *rig, enum rvt_verdict verdict)
{
    const char *text = rvt_lockstep_finding(rig->lockstep, verdict, 0);

    return text != NULL ? text : "";
}

#endif
