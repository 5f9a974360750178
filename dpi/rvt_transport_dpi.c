/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The DPI border of the transports: plain C types of the simulator to calls of the judges, nothing
 * else. Compiled with the header that the simulator generates for rvt_transport_dpi_pkg.sv in front
 * (-include), so that every prototype is checked.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rvt_stp_judge.h"

enum { BEAT_BYTES = 8 };

static void beat_bytes(unsigned long long data, uint8_t byte[BEAT_BYTES])
{
    for (unsigned i = 0; i < BEAT_BYTES; i++)
        byte[i] = (uint8_t)(data >> (8 * i));
}

/* ---- STP transmitter ---- */

void *c_dpi_stp_open(unsigned int time_type, unsigned int minor, svBit le, svBit le_always)
{
    const struct rvt_stp_encoder_config config = {.time_type = (enum rvt_stp_time_type)time_type,
                                                  .minor = minor,
                                                  .le = le != 0,
                                                  .le_always = le_always != 0};
    struct rvt_stp_judge *judge;

    return rvt_stp_judge_open(&config, &judge) == RVT_OK ? judge : NULL;
}

void c_dpi_stp_sync(void *handle)
{
    rvt_stp_judge_sync(handle);
}

void c_dpi_stp_write(void *handle, unsigned long long cycle, unsigned char kind, unsigned char size,
                     svBit marker, svBit stamp, unsigned short master, unsigned short channel,
                     unsigned long long data, unsigned long long time_value,
                     unsigned long long sync_bytes, unsigned long long frequency)
{
    const struct rvt_stp_written write = {.kind = kind,
                                          .size = size,
                                          .marker = marker != 0,
                                          .stamp = stamp != 0,
                                          .master = master,
                                          .channel = channel,
                                          .data = data,
                                          .time = time_value};

    rvt_stp_judge_write(handle, cycle, &write, sync_bytes, frequency);
}

void c_dpi_stp_flush(void *handle, unsigned long long cycle)
{
    rvt_stp_judge_flush(handle, cycle);
}

void c_dpi_stp_bytes(void *handle, unsigned long long cycle, unsigned long long data,
                     unsigned int count)
{
    uint8_t byte[BEAT_BYTES];

    beat_bytes(data, byte);
    rvt_stp_judge_bytes(handle, cycle, byte, count);
}

void c_dpi_stp_idle(void *handle, unsigned long long cycle)
{
    rvt_stp_judge_idle(handle, cycle);
}

void c_dpi_stp_end(void *handle, unsigned long long cycle)
{
    rvt_stp_judge_end(handle, cycle);
}

const char *c_dpi_stp_finding(void *handle)
{
    const char *finding = rvt_stp_judge_finding(handle);
    return finding != NULL ? finding : "";
}

svBit c_dpi_stp_passed(void *handle)
{
    return rvt_stp_judge_passed(handle);
}

void c_dpi_stp_statistics(void *handle, unsigned long long *writes, unsigned long long *bytes,
                          unsigned long long *due, unsigned long long *flushes)
{
    struct rvt_stp_judge_statistics statistics;

    rvt_stp_judge_statistics(handle, &statistics);
    *writes = statistics.writes;
    *bytes = statistics.bytes;
    *due = statistics.due;
    *flushes = statistics.flushes;
}

void c_dpi_stp_close(void *handle)
{
    rvt_stp_judge_close(handle);
}
