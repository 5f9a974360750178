/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * A decode tree: captured bytes of one trace buffer to generic trace elements (rvt/element.h).
 * Formatter frames or STP are taken apart, and each source has a decoder of its own: E-Trace of a
 * hart, also tunnelled in SyS-T messages on STP, or the data of software on STP. All elements go to
 * one sink, which may pause the tree at any element.
 *
 * Operations and responses are those of the data path of OpenCSD. The program calls
 * rvt_tree_process with RVT_OP_DATA as long as the tree answers RVT_RESP_CONT. After RVT_RESP_WAIT
 * it calls RVT_OP_FLUSH until RVT_RESP_CONT; then it goes on with the bytes that were not used.
 * RVT_OP_EOT ends the data, and RVT_OP_RESET begins anew. After RVT_RESP_FATAL only RVT_OP_RESET is
 * possible.
 *
 * The elements and their order do not depend on how the bytes are cut into pieces, nor on where the
 * sink pauses.
 * Memory is bounded: while the sink pauses, the tree decodes nothing more, inside of a packet, too.
 * While a tree waits, its programs must not change.
 */
#ifndef RVT_TREE_H
#define RVT_TREE_H

#include <rvt/element.h>
#include <rvt/finding.h>
#include <rvt/program.h>
#include <rvt/stp.h>

struct rvt_tree; /* opaque */

enum rvt_operation {
    RVT_OP_DATA,  /* bytes of the capture */
    RVT_OP_FLUSH, /* deliver what waits, after RVT_RESP_WAIT */
    RVT_OP_EOT,   /* the capture ends: report what is held back, and the end of each source */
    RVT_OP_RESET  /* begin with a new capture; attached decoders stay */
};

enum rvt_response {
    RVT_RESP_CONT, /* go on */
    RVT_RESP_WAIT, /* pause: call with RVT_OP_FLUSH */
    RVT_RESP_FATAL /* nothing more can be done, but RVT_OP_RESET */
};

/* Takes an element, borrowed for the call. RVT_RESP_WAIT: it is taken, but no more for now.
 * RVT_RESP_FATAL ends the work of the tree. */
typedef enum rvt_response (*rvt_element_sink)(void *context, const struct rvt_element *element);

/* What carries the sources. */
enum rvt_tree_framing {
    RVT_TREE_SINGLE,       /* nothing: all bytes are those of ID 0 */
    RVT_TREE_FRAMES,       /* formatter frames at multiples of 16 bytes, as in memory */
    RVT_TREE_FRAME_STREAM, /* formatter frames with FSYNC and HSYNC, as of a port */
};

enum rvt_log_severity { RVT_LOG_ERROR, RVT_LOG_WARNING, RVT_LOG_INFO };

/* An entry of the error log. The library provides it, or it is an output structure. */
struct rvt_log_entry {
    size_t size;
    enum rvt_log_severity severity;
    enum rvt_status code;
    uint64_t index; /* byte of the capture */
    bool has_id;    /* it concerns a source */
    unsigned id;
    const char *text; /* one line; borrowed for the call */
};

/* A part of a formatter stream, for a raw frame monitor. The library provides it. */
struct rvt_raw_frame {
    size_t size;
    uint64_t index;      /* of its first byte */
    const uint8_t *data; /* without HSYNC; borrowed for the call */
    size_t bytes;
    const char *kind; /* "frame", "fsync", "hsync", "incomplete" or "skipped"; static */
};

/* A packet of a source, for a packet monitor. The library provides it. */
struct rvt_monitored_packet {
    size_t size;
    unsigned id;
    uint64_t index;         /* of its first byte */
    const uint8_t *payload; /* borrowed for the call */
    size_t bytes;
    const struct rvt_te_inst *te_inst; /* null: it is none, or cannot be read */
    const struct rvt_te_data *te_data; /* the same */
    const struct rvt_stp_element *stp; /* the same */
};

/* Input structure. Callbacks but element may be null. */
struct rvt_tree_options {
    size_t size;
    enum rvt_tree_framing framing;
    void *context; /* of all callbacks */
    rvt_element_sink element;
    void (*packet)(void *context, const struct rvt_monitored_packet *packet);
    void (*raw_frame)(void *context, const struct rvt_raw_frame *frame);
    void (*log)(void *context, const struct rvt_log_entry *entry);
    enum rvt_log_severity verbosity; /* entries up to this severity are logged */
};

/* Where the E-Trace of a hart comes from. Input structure. */
struct rvt_tree_hart {
    size_t size;
    unsigned carrier_id; /* ID of the frames; 0 without frames */
    unsigned id;         /* that its elements have */
    bool tunnelled;      /* in SyS-T messages on STP: master, channel and protocol are those of the
                            section transport of the configuration */
    uint64_t step_limit; /* instructions that one packet may prove; 0: 16777216 */
    const struct rvt_configuration *configuration; /* copied */
    struct rvt_program *program;                   /* borrowed until it is detached */
    bool mid_packet; /* the capture may begin in the middle of a packet, as that of a ring buffer;
                        the first element NO_SYNC has the bytes that were skipped. Not with frames,
                        nor tunnelled. */
};

/* Where the data of software comes from. Input structure. */
struct rvt_tree_software {
    size_t size;
    unsigned carrier_id; /* as above */
    unsigned id;
    bool messages;                     /* whole SyS-T messages; else each STP packet with data */
    const struct rvt_stp_options *stp; /* copied; null: the default */
};

/* What a tree has done. Output structure. */
struct rvt_tree_counts {
    size_t size;
    uint64_t bytes;    /* used since the latest reset */
    uint64_t elements; /* delivered */
    uint64_t skipped;  /* bytes of frames whose ID has no decoder */
};

RVT_BEGIN_C

/* Opens a tree without decoders. The caller owns *tree. RVT_ERR_PARAMETER: element is null, no such
 * framing, or a wrong size; RVT_ERR_MEMORY. */
RVT_API RVT_MUST_USE enum rvt_status rvt_tree_open(const struct rvt_tree_options *options,
                                                   struct rvt_tree **tree);

/*
 * Opens the tree that the YAML file at path ("-": standard input) describes, with its decoders,
 * configurations and programs, which the tree owns: schema rvt-tree/1 (docs/files.md). The framing
 * of options is not used. The caller owns *tree. RVT_ERR_SYNTAX: unknown, repeated or missing keys,
 * wrong types; RVT_ERR_PARAMETER: also an ID that occurs twice or cannot be in this framing;
 * otherwise as the functions that load and attach what it names. diagnosis has line and column of
 * the file, and the fault of a file that it names.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_tree_load(const char *path,
                                                   const struct rvt_tree_options *options,
                                                   struct rvt_tree **tree,
                                                   struct rvt_diagnosis *diagnosis);

/* The path of the capture that the file of rvt_tree_load names; null: it names none, or there was
 * no file. Lives as long as the tree. */
RVT_API const char *rvt_tree_capture(const struct rvt_tree *tree);

/* Closes and frees tree and decoders; null is accepted. */
RVT_API void rvt_tree_close(struct rvt_tree *tree);

/*
 * Attaches a decoder, before the first byte or after RVT_OP_RESET. Several decoders may share a
 * carrier_id: harts with different srcID, tunnels, and the software of one STP stream.
 * RVT_ERR_PARAMETER: id has a decoder already, carrier_id cannot be that of a source in this
 * framing, mid_packet does not go with the framing, bytes were processed, the configuration fails
 * its check, null, or a wrong size; RVT_ERR_MEMORY.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_tree_attach_hart(struct rvt_tree *tree,
                                                          const struct rvt_tree_hart *hart,
                                                          struct rvt_diagnosis *diagnosis);
RVT_API RVT_MUST_USE enum rvt_status
rvt_tree_attach_software(struct rvt_tree *tree, const struct rvt_tree_software *software,
                         struct rvt_diagnosis *diagnosis);

/* Detaches the decoder whose elements have id. What it holds is dropped. RVT_ERR_PARAMETER: there
 * is none, null, or the tree waits. */
RVT_API RVT_MUST_USE enum rvt_status rvt_tree_detach(struct rvt_tree *tree, unsigned id);

/*
 * RVT_OP_DATA: takes the bytes bytes at data, of which the first one has the byte index index in
 * the capture (consecutive pieces have consecutive indices), and sets *used to the number that it
 * has taken: all of them with RVT_RESP_CONT. The others are to be given again. The other operations
 * ignore index, data and bytes, and set *used to 0. used may be null where bytes is 0.
 * RVT_RESP_FATAL: the sink said so, memory ran out, data was given while the tree waits, or after
 * RVT_OP_EOT; the log has the reason. Also null. RVT_OP_RESET allocates nothing.
 */
RVT_API enum rvt_response rvt_tree_process(struct rvt_tree *tree, enum rvt_operation operation,
                                           uint64_t index, const uint8_t *data, size_t bytes,
                                           size_t *used);

/*
 * The latest error since the latest reset, of the tree or of the source whose elements have id,
 * whatever the log takes: an entry of the severity RVT_LOG_ERROR, or an element UNKNOWN, which is
 * not logged. After RVT_RESP_FATAL it is the reason, unless the arguments were null. *entry is an
 * output structure; its text lives until the next call with the tree. RVT_ERR_PARAMETER: there was
 * none, no such source, null, or a wrong size.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_tree_last_error(const struct rvt_tree *tree,
                                                         struct rvt_log_entry *entry);
RVT_API RVT_MUST_USE enum rvt_status
rvt_tree_last_error_of(const struct rvt_tree *tree, unsigned id, struct rvt_log_entry *entry);

/* What the tree has done so far. RVT_ERR_PARAMETER: null, or a wrong size. */
RVT_API RVT_MUST_USE enum rvt_status rvt_tree_count(const struct rvt_tree *tree,
                                                    struct rvt_tree_counts *counts);

RVT_END_C

#endif
