/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * Files of packets: packet lists in hexadecimal, encapsulated bytes, and these in formatter frames
 * or in SyS-T messages on STP, plain or compressed with gzip. A reader finds the packets of a file
 * in any of these forms, also after damage; a writer makes such files. For bytes that do not come
 * from files see rvt/encap.h, rvt/frame.h and rvt/syst.h. Spec: ENC-001..020, ETR-DAT-016.
 */
#ifndef RVT_TRACE_FILE_H
#define RVT_TRACE_FILE_H

#include <rvt/encap.h>
#include <rvt/finding.h>

/* How a file carries packets. The section transport of the configuration describes the last two. */
enum rvt_trace_form {
    RVT_TRACE_HEX,   /* one payload on a line, "d:" before te_data */
    RVT_TRACE_ENCAP, /* encapsulated bytes */
    RVT_TRACE_FRAME, /* the same in formatter frames */
    RVT_TRACE_STP    /* the same in SyS-T messages on STP */
};

/* A packet of a file. Output structure; pointers are valid until the next call for the file. */
struct rvt_trace_item {
    size_t size;
    const char *unit;    /* what position counts: "line" or "byte"; static */
    uint64_t position;   /* its line, or the offset of its first byte in the uncompressed file; on
                            STP that of the packet that carries it */
    bool is_data;        /* te_data: by its type, or by "d:"; else te_inst */
    const char *foreign; /* why it is no packet of the configured source: "null", "other source",
                            "other type"; static; null: it is one */
    const struct rvt_encap_packet *packet; /* of RVT_TRACE_HEX the payload alone */
};

struct rvt_trace_file; /* opaque; memory does not grow with the file */

RVT_BEGIN_C

/*
 * Opens the file at path ("-": standard input) for reading. The configuration is copied.
 * finding(context, ...) takes the rules that frames, STP or SyS-T break without a loss; it may be
 * null. The caller owns *file and closes it. RVT_ERR_IO; RVT_ERR_PARAMETER: the configuration fails
 * its check, no such form, or null; RVT_ERR_MEMORY.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_trace_file_open(const char *path, const struct rvt_configuration *configuration,
                    enum rvt_trace_form form, rvt_finding_callback finding, void *context,
                    struct rvt_trace_file **file, struct rvt_diagnosis *diagnosis);

/*
 * The same for a ring buffer in memory that was written over (rvt_source_open_ring): encapsulated
 * bytes, read in the order of time from byte write of the file on, which is byte 0 of positions. It
 * may begin in the middle of a packet: the first packet is looked for, and its position shows how
 * many bytes were skipped; of unaligned bits, and of blocks, the bits and blocks show it. A decoder
 * is to be told that packets are missing before it (rvt_trace_decoder_lost). RVT_ERR_PARAMETER:
 * also write beyond the end of the file.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_trace_file_open_ring(const char *path, const struct rvt_configuration *configuration,
                         uint64_t write, struct rvt_trace_file **file,
                         struct rvt_diagnosis *diagnosis);

/*
 * Before the first read: goes on at byte position, in frames the beginning of a frame or an FSYNC,
 * in STP an ASYNC, with the packet of the source that begins at byte from; without a carrier both
 * are one. rvt/index.h finds them. In STP the packets before it are read, too, but not shown; of
 * several packets that one STP packet carries, the first one is next. Packets that cross the ends
 * of messages are found from byte 0 on alone. RVT_ERR_PARAMETER: null, or a packet list, unaligned
 * bits, or blocks in frames do not allow it; RVT_ERR_TRUNCATED: the file ends before; RVT_ERR_IO,
 * RVT_ERR_SYNTAX.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_trace_file_seek(struct rvt_trace_file *file,
                                                         uint64_t position, uint64_t from,
                                                         struct rvt_diagnosis *diagnosis);

/*
 * Reads the next packet into *item, null packets and packets of other sources included. *end: there
 * was none. A fault has its place in diagnosis; unit and position of *item are then set as well,
 * and packet is null. RVT_ERR_IO, RVT_ERR_SYNTAX: the file cannot be read, reading is over.
 * RVT_ERR_PARAMETER: null, a wrong size, or the file was opened for writing. After any other status
 * the next call goes on. RVT_ERR_SEQUENCE: packets are missing before this position, because the
 * carrier lost something or their index says so; others: bytes that are no packet.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_trace_file_read(struct rvt_trace_file *file,
                                                         struct rvt_trace_item *item, bool *end,
                                                         struct rvt_diagnosis *diagnosis);

/* Whether what was read so far had a packet of the configured source. RVT_ERR_SEQUENCE: it had
 * none; diagnosis says what there was instead. */
RVT_API RVT_MUST_USE enum rvt_status rvt_trace_file_check(const struct rvt_trace_file *file,
                                                          struct rvt_diagnosis *diagnosis);

/* How far reading is in the file itself, to show the progress: its bytes that were used so far,
 * compressed ones of a compressed file. 0: null, or the file was opened for writing. */
RVT_API uint64_t rvt_trace_file_place(const struct rvt_trace_file *file);

/* Creates the file at path ("-": standard output), compressed if its name ends in .gz; it appears
 * when it is closed. The caller owns *file. RVT_ERR_IO; RVT_ERR_PARAMETER and RVT_ERR_MEMORY as
 * rvt_trace_file_open. */
RVT_API RVT_MUST_USE enum rvt_status
rvt_trace_file_create(const char *path, const struct rvt_configuration *configuration,
                      enum rvt_trace_form form, struct rvt_trace_file **file,
                      struct rvt_diagnosis *diagnosis);

/*
 * Writes a payload as a packet of the configured source: te_data or te_inst by te_data, with
 * timestamp if it has one (cut to its width); on STP timestamp is the time of the message.
 * RVT_ERR_CAPACITY: the payload is too long; RVT_ERR_PARAMETER: null, no bytes, or the file was
 * opened for reading; RVT_ERR_IO. Spec: decision 0005 of the project.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_trace_file_write(struct rvt_trace_file *file, bool te_data,
                                                          const uint8_t *payload, size_t bytes,
                                                          uint64_t timestamp,
                                                          struct rvt_diagnosis *diagnosis);

/* Closes and frees; null is accepted. Of a file that was created: RVT_ERR_IO if anything could not
 * be written, and then no file appears. */
RVT_API enum rvt_status rvt_trace_file_close(struct rvt_trace_file *file,
                                             struct rvt_diagnosis *diagnosis);

RVT_END_C

#endif
