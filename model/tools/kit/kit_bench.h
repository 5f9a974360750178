/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
/*
 * The files that `rvt kit` writes: of a bench, or of several benches of one encoder. With several
 * configurations each has a folder of its own in the folder of the kit, named after the file of the
 * configuration; what connects the encoder, and what runs the benches, is there once.
 */
#ifndef RVT_TOOLS_KIT_KIT_BENCH_H
#define RVT_TOOLS_KIT_KIT_BENCH_H

#include "tools/kit/installation.h"

enum { RVT_KIT_CONFIGS_MAX = 16, RVT_KIT_NAME_BYTES = 64 };

/* What the rows come from. */
enum rvt_kit_source { RVT_KIT_PLAYER, RVT_KIT_BIND, RVT_KIT_CORE };

/* What shows the causes of traps; the numbers are those of the adapter's trap_source_p. */
enum rvt_kit_traps { RVT_KIT_TRAPS_PORT, RVT_KIT_TRAPS_CSRS, RVT_KIT_TRAPS_NONE };

/* A configuration; the caller sets path ("-": stdin) alone. */
struct rvt_kit_config {
    const char *path;
    char name[RVT_KIT_NAME_BYTES]; /* of its folder, if there are several */
    char *text;
    struct rvt_configuration *configuration;
};

/* What the command line asks for. */
struct rvt_kit {
    const char *folder;
    unsigned configs; /* 1..RVT_KIT_CONFIGS_MAX; several only with RVT_KIT_PLAYER */
    struct rvt_kit_config config[RVT_KIT_CONFIGS_MAX];
    enum rvt_kit_source source;
    unsigned lanes, accesses;
    bool packets, bytes, last, force;
    const char *top; /* of RVT_KIT_CORE, as the next two */
    unsigned nret;
    enum rvt_kit_traps traps;
    struct rvt_installation installation; /* for rvt_kit_write to find */
};

/* Reads the configurations, writes the files, prints a line for each of them and what comes next;
 * complains and returns false if anything fails. */
RVT_MUST_USE
bool rvt_kit_write(struct rvt_kit *kit);

#endif
