/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The configuration: discovery parameters, run-time options, resynchronisation, encapsulation,
 * transport, and the switches that settle what the specification leaves open. Values go by the
 * names that they have in configuration files (schema rvt-config/1) and in `rvt config`:
 * SECTION.NAME, such as "parameters.iaddress_width_p", or NAME alone, which means the first section
 * that has it. Sections are parameters, options, resync, encapsulation, transport and switches.
 * Spec: E-Trace, "Discovery of encoder parameter values" (ETR-DISC-001..005).
 */
#ifndef RVT_CONFIG_H
#define RVT_CONFIG_H

#include <rvt/status.h>

struct rvt_configuration; /* opaque */

/* A row of the table of values. */
struct rvt_configuration_key {
    size_t size;
    const char *section;       /* "parameters"; static, like all strings here */
    const char *name;          /* "iaddress_width_p" */
    const char *const *words;  /* the values of a choice, ended by null; null: a number */
    const char *clause;        /* where the specification defines it; may be null */
    unsigned minimum, maximum; /* of a number; true or false is 0 or 1 */
};

RVT_BEGIN_C

/*
 * Creates a configuration with the defaults of the specification. profile: the document that the
 * stream follows, "v2.0.4", "v2.0.3", "v2.0.5-draft", "draft-0.026" or "refflow" (the official
 * reference flow); null means "v2.0.4". The caller owns *configuration and frees it.
 * RVT_ERR_PARAMETER: no such profile, or configuration is null; RVT_ERR_MEMORY.
 * Spec: ETR-DISC-001..004.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_configuration_new(const char *profile, struct rvt_configuration **configuration);

/*
 * Reads and checks the YAML file at path ("-": standard input). The caller owns *configuration.
 * RVT_ERR_IO: cannot be read; RVT_ERR_SYNTAX: unknown or repeated keys, wrong types (the line is in
 * diagnosis); RVT_ERR_PARAMETER: a value is out of range, or contradicts another; RVT_ERR_CAPACITY:
 * larger than any configuration; RVT_ERR_MEMORY.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_configuration_load(const char *path, struct rvt_configuration **configuration,
                       struct rvt_diagnosis *diagnosis);

/* The same of bytes bytes of YAML in memory, which are not kept. The same errors but RVT_ERR_IO. */
RVT_API RVT_MUST_USE enum rvt_status
rvt_configuration_parse(const char *text, size_t bytes, struct rvt_configuration **configuration,
                        struct rvt_diagnosis *diagnosis);

/* Copies a configuration. The caller owns *copy. RVT_ERR_PARAMETER: null; RVT_ERR_MEMORY. */
RVT_API RVT_MUST_USE enum rvt_status
rvt_configuration_copy(const struct rvt_configuration *configuration,
                       struct rvt_configuration **copy);

/* Frees; null is accepted. Handles that were opened with it have a copy. */
RVT_API void rvt_configuration_free(struct rvt_configuration *configuration);

/*
 * Sets the value called key to a number; true is 1, and of a choice the number is the place of its
 * word in the table. What values mean together is not checked here, but by rvt_configuration_check
 * and by each function that takes the configuration. RVT_ERR_PARAMETER: no such key, or the number
 * is out of range; the configuration is unchanged.
 */
RVT_API RVT_MUST_USE enum rvt_status rvt_configuration_set(struct rvt_configuration *configuration,
                                                           const char *key, unsigned value,
                                                           struct rvt_diagnosis *diagnosis);

/* The same with the value as text, as a file spells it: a decimal number, "true", "false", or the
 * word of a choice. */
RVT_API RVT_MUST_USE enum rvt_status
rvt_configuration_set_text(struct rvt_configuration *configuration, const char *key,
                           const char *value, struct rvt_diagnosis *diagnosis);

/* The value called key, as a number. RVT_ERR_PARAMETER: no such key. */
RVT_API RVT_MUST_USE enum rvt_status
rvt_configuration_get(const struct rvt_configuration *configuration, const char *key,
                      unsigned *value);

/* Row index of the table of values, from 0, into *key (an output structure). RVT_ERR_PARAMETER: the
 * table ends before it. */
RVT_API RVT_MUST_USE enum rvt_status rvt_configuration_describe(size_t index,
                                                                struct rvt_configuration_key *key);

/*
 * Sets what a trap vector register of the hart holds, with its mode bits: mtvec ("m"), stvec ("s"),
 * utvec ("u") or vstvec ("vs"); trap_vectors in files. In implicit exception mode packets omit the
 * address of the trap handler, and whoever decodes finds it by the register of the privilege level
 * that the packet reports: the base, plus 4 bytes for each number of an interrupt in mode 1
 * (vectored). A packet whose register is not set cannot be decoded. RVT_ERR_PARAMETER: null, no
 * such register, or a reserved mode (2 or 3); the configuration is unchanged. Spec: ETR-MODE-062;
 * ambiguity AMB-047.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_configuration_set_trap_vector(struct rvt_configuration *configuration, const char *name,
                                  uint64_t value, struct rvt_diagnosis *diagnosis);

/* What that register holds. *known: it is set; else *value is 0. RVT_ERR_PARAMETER: null, or no
 * such register. */
RVT_API RVT_MUST_USE enum rvt_status
rvt_configuration_get_trap_vector(const struct rvt_configuration *configuration, const char *name,
                                  bool *known, uint64_t *value);

/*
 * Checks ranges and rules between values: optional modes need their tables, 3-bit itypes forbid
 * implicit return (ETR-ING-006), the longest payload must fit 248 bits (ETR-CMP-011).
 * RVT_ERR_PARAMETER, with field, value and clause in diagnosis.
 */
RVT_API RVT_MUST_USE enum rvt_status
rvt_configuration_check(const struct rvt_configuration *configuration,
                        struct rvt_diagnosis *diagnosis);

/* Writes the configuration with every value as YAML to path ("-": standard output);
 * rvt_configuration_load reads it back. RVT_ERR_IO, RVT_ERR_MEMORY. */
RVT_API RVT_MUST_USE enum rvt_status
rvt_configuration_save(const struct rvt_configuration *configuration, const char *path,
                       struct rvt_diagnosis *diagnosis);

/* The same as JSON, for other programs: an object with one member for each section.
 * rvt_configuration_load reads it back, too. */
RVT_API RVT_MUST_USE enum rvt_status
rvt_configuration_save_json(const struct rvt_configuration *configuration, const char *path,
                            struct rvt_diagnosis *diagnosis);

RVT_END_C

#endif
