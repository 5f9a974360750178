/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * usage: border_calls CONFIG ELF
 * Calls the DPI border as a simulator would. It is compiled with the headers that Verilator
 * generates from the two packages (-include). Prints each check that fails, and how many were made.
 * exit: 0 all hold, 1 otherwise
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static unsigned checks, failures;

static void check(bool holds, const char *what)
{
    checks++;
    failures += !holds;
    if (!holds)
        printf("failed: %s\n", what);
}

/* ---- the encoder's scoreboard ---- */

static void *open_encoder(const char *config, const char *elf)
{
    void *handle = c_dpi_rvt_open(config, elf, 1, 1, 0, 0, 1, 4, 0, 0, 1, 0);

    check(handle != NULL && strcmp(c_dpi_rvt_error(handle), "") == 0,
          "the encoder's can be opened");
    c_dpi_rvt_control(handle, 1, 0, 0, 0, 1, 1, 0);
    return handle;
}

/* A row with so many blocks, each of an instruction at the program's beginning. */
static void send_row(void *handle, unsigned long long cycle, unsigned blocks)
{
    const unsigned long long iaddr[4] = {0x80000000, 0x80000000, 0x80000000, 0x80000000};
    const unsigned int iretire[4] = {2, 2, 2, 2};
    const unsigned char itype[4] = {0}, ilastsize[4] = {1, 1, 1, 1}, sijump[4] = {0};

    c_dpi_rvt_row(handle, cycle, 0, 0, blocks, iaddr, iretire, itype, ilastsize, sijump, 0, 0, 3, 0,
                  0, 0, 0, 0, 0, 0, 0);
}

/* Both verdicts have a first finding with this text; closes. */
static void expect_findings(void *handle, const char *text, const char *what)
{
    for (unsigned verdict = 0; verdict < 2; verdict++)
        check(c_dpi_rvt_findings(handle, verdict) > 0 &&
                  strstr(c_dpi_rvt_finding(handle, verdict, 0), text) != NULL,
              what);
    check(!c_dpi_rvt_passed(handle), what);
    c_dpi_rvt_close(handle);
}

static void check_encoder(const char *config, const char *elf)
{
    void *handle = open_encoder(config, elf);

    c_dpi_rvt_idle(handle, 2, 0);
    check(c_dpi_rvt_findings(handle, 0) == 0, "an idle cycle is no finding");
    c_dpi_rvt_close(handle);

    handle = open_encoder(config, elf);
    check(strcmp(c_dpi_rvt_record_fault(handle), "") == 0, "without a record, it has no fault");
    c_dpi_rvt_record(handle, "/dev/null/record", elf);
    check(strcmp(c_dpi_rvt_record_fault(handle),
                 "/dev/null/record: cannot create: Not a directory; nothing is recorded") == 0,
          "a record that cannot be made says why");
    c_dpi_rvt_idle(handle, 2, 0);
    check(c_dpi_rvt_findings(handle, 0) == 0, "a record that cannot be made is no finding");
    c_dpi_rvt_close(handle);

    handle = open_encoder(config, elf);
    send_row(handle, 2, 5);
    expect_findings(handle, "[RowRefused]", "a row of 5 blocks is a finding");

    handle = open_encoder(config, elf);
    for (unsigned i = 0; i < 5; i++)
        c_dpi_rvt_access(handle, 1, 0, 2, 0, 0x1000, 0, 0, 0, 0, 0, 0, 0, 0);
    send_row(handle, 2, 0);
    expect_findings(handle, "[RowRefused]", "a row of 5 accesses is a finding");

    handle = open_encoder(config, elf);
    c_dpi_rvt_bytes(handle, 2, 0, 0, 9, 0, 0);
    expect_findings(handle, "[Beat]", "a beat of 9 bytes is a finding");

    handle = open_encoder(config, elf);
    c_dpi_rvt_fault(handle, 2, 0, "a fault of the bench [Bench]");
    expect_findings(handle, "cycle 2: a fault of the bench [Bench]", "a fault is a finding");

    handle = c_dpi_rvt_open(config, elf, 0, 0, 0, 0, 1, 4, 0, 0, 0, 0);
    check(strcmp(c_dpi_rvt_error(handle), "") == 0, "the ingress alone can be opened");
    check(c_dpi_rvt_findings(handle, 3) == 0, "the ingress alone has the verdict ingress");
    check(!c_dpi_rvt_gives(handle, 0) && !c_dpi_rvt_gives(handle, 1) && c_dpi_rvt_gives(handle, 3),
          "the ingress alone has no other verdict");
    c_dpi_rvt_end(handle, 2, 0);
    check(!c_dpi_rvt_passed(handle), "an ingress without rows does not pass");
    c_dpi_rvt_close(handle);

    handle = c_dpi_rvt_open(config, "", 0, 0, 0, 0, 1, 4, 0, 0, 0, 0);
    check(strstr(c_dpi_rvt_error(handle), "+rvt_elf") != NULL,
          "the ingress alone without a program is an error");
    c_dpi_rvt_close(handle);

    handle = c_dpi_rvt_open(config, elf, 0, 0, 0, 0, 1, 4, 0, 1, 0, 0);
    check(strstr(c_dpi_rvt_error(handle), "+rvt_ingress=unchecked") != NULL,
          "the ingress alone, not checked, is an error");
    c_dpi_rvt_close(handle);

    handle = c_dpi_rvt_open("", "", 1, 1, 0, 0, 1, 4, 0, 0, 0, 0);
    check(strcmp(c_dpi_rvt_error(handle), "") != 0, "no configuration is an error");
    c_dpi_rvt_close(handle);
}

/* ---- the scoreboards of the transports ---- */

/* There is a finding with this text, at the end if not before: a difference is a finding once it is
 * known how far it goes; closes. */
static void expect_finding(void *handle, const char *text, const char *what)
{
    c_dpi_transport_end(handle, 99);
    check(strstr(c_dpi_transport_finding(handle), text) != NULL, what);
    check(!c_dpi_transport_passed(handle), what);
    c_dpi_transport_close(handle);
}

static void expect_equal(void *handle, const char *what)
{
    c_dpi_transport_end(handle, 99);
    check(strcmp(c_dpi_transport_finding(handle), "") == 0, what);
    check(c_dpi_transport_passed(handle), what);
    check(strstr(c_dpi_transport_counts(handle), " compared") != NULL, what);
    c_dpi_transport_close(handle);
}

/* ASYNC, VERSION 3, M8 05, C8 02, D8TS 7f of time 1234, NULL, derived by hand. */
static const uint8_t STREAM[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                 0xff, 0x0f, 0x0f, 0x30, 0x01, 0x35, 0x20, 0x4f, 0xf7,
                                 0x0e, 0x00, 0x00, 0x00, 0x00, 0x00, 0x10, 0x32, 0x04};

static void *run_stp_as(unsigned wrong, svBit decode_exact, const char *config_path)
{
    void *handle = c_dpi_stp_open(3, 0, 0, 0);

    c_dpi_transport_configure(handle, decode_exact, 1, config_path);
    c_dpi_stp_sync(handle);
    c_dpi_stp_write(handle, 10, 0, 1, 0, 1, 5, 2, 0xabcd7f, 0x1234, 0, 0);
    c_dpi_stp_flush(handle, 10);
    for (unsigned i = 0; i < sizeof STREAM; i++)
        c_dpi_stp_bytes(handle, 11 + i, STREAM[i] ^ (i == 18 ? wrong : 0), 1);
    return handle;
}

static void *run_stp(unsigned wrong)
{
    return run_stp_as(wrong, 0, "");
}

static void check_stp(void)
{
    unsigned char fault[256];
    void *handle = run_stp(0);

    c_dpi_stp_idle(handle, 90);
    expect_equal(handle, "STP that is right");
    expect_finding(run_stp(1), "[STP-004]", "STP with a wrong bit is a finding");
    handle = c_dpi_stp_open(3, 0, 0, 0);
    c_dpi_stp_bytes(handle, 11, 0, 9);
    expect_finding(handle, "[Beat]", "an STP beat of 9 bytes is a finding");
    handle = run_stp(0);
    c_dpi_transport_fault(handle, 44, "a fault of the bench [Bench]");
    expect_finding(handle, "cycle 44: a fault of the bench [Bench]", "a fault is the finding");
    handle = run_stp_as(0, 1, "");
    c_dpi_stp_idle(handle, 90);
    check(strstr(c_dpi_transport_counts(handle), "1 of 1 packets") != NULL, "packets are compared");
    expect_equal(handle, "STP that decodes to what was written");
    expect_finding(run_stp_as(0, 1, "build/no-such-file"), "[Configuration]",
                   "a configuration that cannot be read is a finding");
    handle = run_stp(1);
    c_dpi_transport_report(handle, "/dev/null", "tb", fault);
    check(fault[0] == '\0', "a report that can be written has no fault");
    c_dpi_transport_report(handle, "/dev/null/report", "tb", fault);
    check(strcmp((char *)fault, "cannot create: Not a directory") == 0,
          "a report that cannot be written says why");
    c_dpi_transport_close(handle);
    check(c_dpi_stp_open(0, 0, 0, 0) == NULL, "a format that VERSION cannot state is refused");
}

static void check_arbiter(void)
{
    for (unsigned wrong = 0; wrong < 2; wrong++) {
        void *handle = c_dpi_arbiter_open(2, 1);

        c_dpi_transport_configure(handle, 1, 1, ""); /* it stays bit-exact */
        c_dpi_arbiter_offers(handle, 10, 3, 1);
        c_dpi_arbiter_take(handle, 10, 0, 0, 1, 0, 1, 5, 2, 0x7f);
        c_dpi_arbiter_write(handle, 11, 0, 1, 0, 1, 5, (unsigned short)(2 + wrong), 0x7f);
        if (wrong == 0)
            expect_equal(handle, "an arbiter that is right");
        else
            expect_finding(handle, "[ArbiterWrite]", "another channel is a finding");
    }
    check(c_dpi_arbiter_open(65, 1) == NULL, "65 sources are refused");
}

/* RAW of severity 4, origin 0x123, protocol 5: 6 | 4 << 4 | 0x123 << 12 | 5 << 24. */
enum { TUNNEL_HEADER = 0x05123046 };

static void check_tunnel(void)
{
    void *handle;

    for (unsigned wrong = 0; wrong < 2; wrong++) {
        handle = c_dpi_tunnel_open(0);
        c_dpi_tunnel_options(handle, 5, 0x123, 4, 0, 0, 0);
        c_dpi_tunnel_beat(handle, 10, 0x44332211, 4, 1);
        c_dpi_tunnel_message(handle, 11, TUNNEL_HEADER, 0);
        c_dpi_tunnel_payload(handle, 12, 0x44332211 ^ wrong, 4, 1);
        if (wrong == 0)
            c_dpi_tunnel_idle(handle, 90);
        if (wrong == 0)
            expect_equal(handle, "a tunnel of messages that is right");
        else
            expect_finding(handle, "[TunnelBytes]", "a wrong byte of payload is a finding");
    }
    handle = c_dpi_tunnel_open(0);
    c_dpi_tunnel_options(handle, 5, 0x123, 4, 0, 0, 0);
    c_dpi_tunnel_carrier(handle, 1, 5, 2, 0, 0, 0);
    c_dpi_tunnel_beat(handle, 10, 0x44332211, 4, 1);
    c_dpi_tunnel_write(handle, 11, 0, 3, 0, 1, 5, 2, TUNNEL_HEADER);
    c_dpi_tunnel_write(handle, 12, 0, 3, 1, 0, 5, 2, 0x44332211);
    expect_equal(handle, "a tunnel of writes that is right");
    handle = c_dpi_tunnel_open(0);
    c_dpi_tunnel_beat(handle, 10, 0, 9, 1);
    expect_finding(handle, "[Beat]", "a tunnel's beat of 9 bytes is a finding");
}

/* RAW without fields, payload 11 22 33 44. */
static void check_syst(void)
{
    for (unsigned wrong = 0; wrong < 2; wrong++) {
        void *handle = c_dpi_syst_open(0);

        c_dpi_syst_message(handle, 10, 6, 0, 0, 0, 0, 0, 0, 0, 1, 5, 2);
        c_dpi_syst_payload(handle, 11, 0x44332211, 4, 1);
        c_dpi_syst_write(handle, 12, 0, 3, 0, 1, 5, 2, 6);
        c_dpi_syst_write(handle, 13, 0, 3, 1, 0, 5, 2, 0x44332211 ^ wrong);
        if (wrong == 0)
            expect_equal(handle, "a source of messages that is right");
        else
            expect_finding(handle, "differs", "a wrong write is a finding");
    }
}

/* ID 0x12, data 0x41, 0x42, 0x43, ID 0, zeros, derived by hand. */
static void check_frame(void)
{
    void *handle;

    for (unsigned wrong = 0; wrong < 2; wrong++) {
        handle = c_dpi_frame_open(0, 0);
        c_dpi_frame_data(handle, 5, 0x12, 0x434241, 3);
        c_dpi_frame_flush(handle, 6);
        c_dpi_frame_bytes(handle, 10, 0x0143424125 ^ wrong << 3, 0, 16);
        if (wrong == 0)
            c_dpi_frame_idle(handle, 90);
        if (wrong == 0)
            expect_equal(handle, "a formatter that is right");
        else
            expect_finding(handle, "[FrameBytes]", "a wrong byte of a frame is a finding");
    }
    handle = c_dpi_frame_open(0, 0);
    c_dpi_frame_trigger(handle, 5);
    c_dpi_frame_bytes(handle, 10, 0, 0, 17);
    expect_finding(handle, "[Beat]", "a beat of 17 bytes of frames is a finding");
    handle = c_dpi_frame_open(0, 0);
    c_dpi_frame_data(handle, 5, 0x12, 0, 9);
    expect_finding(handle, "[Beat]", "a source's beat of 9 bytes is a finding");
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 1;
    check_encoder(argv[1], argv[2]);
    check_stp();
    check_arbiter();
    check_tunnel();
    check_syst();
    check_frame();
    printf("%u checks, %u failed\n", checks, failures);
    return failures == 0 && checks > 0 ? 0 : 1;
}
