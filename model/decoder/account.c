/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "decoder/account.h"

#include <stddef.h>

enum { KIND_RANGE = 0, KIND_TRAP = 1, KIND_EVENT = 2 };

void rvt_account_begin(struct rvt_account *account, const struct rvt_packet *packet,
                       uint64_t ordinal)
{
    account->packet = packet;
    account->ordinal = ordinal;
    account->mode = RVT_ACCOUNT_HOLD;
    account->overflow = false;
    account->count = 0;
    account->sound = 0;
    account->instructions = 0;
}

static enum rvt_status tell_range(struct rvt_account *account,
                                  const struct rvt_account_entry *entry)
{
    const struct rvt_decoder_output *output = account->output;
    struct rvt_range range = {.first = entry->first,
                              .last = entry->last,
                              .count = entry->count,
                              .packet = account->ordinal,
                              .last_size = entry->last_size};

    if (account->instructions == 0)
        account->first = entry->first;
    account->last = account->latest = entry->last;
    account->told = true;
    account->instructions += entry->count;
    if (output->range == NULL)
        return RVT_OK;
    return output->range(output->context, &range) == RVT_OK ? RVT_OK : RVT_ERR_SINK;
}

static enum rvt_status tell(struct rvt_account *account, const struct rvt_account_entry *entry)
{
    const struct rvt_decoder_output *output = account->output;
    enum rvt_status status = RVT_OK;

    if (entry->kind == KIND_RANGE)
        return tell_range(account, entry);
    if (entry->kind == KIND_TRAP && output->trap != NULL)
        status = output->trap(output->context, &account->trap);
    else if (entry->kind >= KIND_EVENT && output->event != NULL)
        status = output->event(output->context, (enum rvt_trace_event)(entry->kind - KIND_EVENT),
                               account->packet);
    return status == RVT_OK ? RVT_OK : RVT_ERR_SINK;
}

enum rvt_status rvt_account_tell(struct rvt_account *account, bool sound_only)
{
    uint32_t count = sound_only ? account->sound : account->count;
    enum rvt_status status = RVT_OK;

    for (uint32_t i = 0; i < count && status == RVT_OK; i++)
        status = tell(account, &account->entry[i]);
    return status;
}

enum rvt_status rvt_account_say(struct rvt_account *account, const struct rvt_account_entry *entry)
{
    if (account->mode == RVT_ACCOUNT_DIRECT)
        return tell(account, entry);
    if (account->mode == RVT_ACCOUNT_SILENT)
        return RVT_OK;
    if (account->count == RVT_ACCOUNT_MAX)
        account->overflow = true;
    else
        account->entry[account->count++] = *entry;
    return RVT_OK;
}

enum rvt_status rvt_account_event(struct rvt_account *account, enum rvt_trace_event event)
{
    struct rvt_account_entry entry = {.kind = (uint8_t)(KIND_EVENT + event)};

    return rvt_account_say(account, &entry);
}

enum rvt_status rvt_account_trap(struct rvt_account *account, const struct rvt_trap *trap)
{
    struct rvt_account_entry entry = {.kind = KIND_TRAP};

    account->trap = *trap;
    account->trap.packet = account->ordinal;
    return rvt_account_say(account, &entry);
}
