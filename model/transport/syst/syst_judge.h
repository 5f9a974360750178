/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/* What the parts of the SyS-T checker share. */
#ifndef RVT_TRANSPORT_SYST_SYST_JUDGE_H
#define RVT_TRANSPORT_SYST_SYST_JUDGE_H

#include "transport/syst/syst_check.h"

/* One message at the bar. */
struct rvt_syst_judge {
    const struct rvt_syst_config *config;
    rvt_finding_sink sink;
    void *sink_context;
    const struct rvt_syst_place *place;
    const uint8_t *data;
    size_t bytes; /* as many as there are */
    size_t used;  /* of them, by the message */
    const struct rvt_syst_message *message;
};

/*
 * Tells that rule is broken at byte offset at of the message. field, expects: literals or null (no
 * value; nothing to compare it with).
 */
void rvt_syst_tell(const struct rvt_syst_judge *judge, enum rvt_rule rule, size_t at,
                   const char *field, uint64_t value, const char *expects, uint64_t expected);

/* The rules of the payload of a message that was read. */
void rvt_syst_judge_payload(const struct rvt_syst_judge *judge);

#endif
