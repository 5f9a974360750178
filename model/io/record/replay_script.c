/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/record/replay_script.h"

#include <string.h>

static const char HEAD[] =
    "#!/bin/sh\n"
    "# Replays a run of the scoreboard without a simulator: what the model sends (expected*)\n"
    "# against what the hardware sent. RVT names the command rvt.\n"
    "# exit: 0 no difference, 1 differences, which are printed, 2 the replay failed\n"
    "#\n"
    "#   config.yaml   the configuration\n"
    "#   control.yaml  what software programmed, and from which cycle on it was in force\n"
    "#   trace.csv     the rows of the ingress port, each with its cycle\n";
static const char ROWS_HEAD[] =
    "#!/bin/sh\n"
    "# Compares the rows of a run of the scoreboard with the program, without a simulator. RVT "
    "names\n"
    "# the command rvt.\n"
    "# exit: 0 no finding, 1 findings, which are printed, 2 the replay failed\n"
    "#\n"
    "#   config.yaml   the configuration\n"
    "#   control.yaml  what software programmed, and from which cycle on it was in force\n"
    "#   trace.csv     the rows of the ingress port, each with its cycle\n"
    "cd \"$(dirname \"$0\")\" || exit 2\n"
    "\"${RVT:-rvt}\" tip -c config.yaml --check ";
static const char PACKETS_NOTE[] =
    "#   packets.hex   the packets that the hardware sent, each with its cycle\n";
static const char BYTES_NOTE[] = "#   stream.bin    the bytes that the hardware sent\n";
static const char COMMON[] =
    "cd \"$(dirname \"$0\")\" || exit 2\n"
    "rvt=${RVT:-rvt}\n"
    "differs=0\n"
    "\n"
    "# Shows the lines that differ: < of the model, > of the hardware.\n"
    "compare() {\n"
    "  echo \"--- $1 $2\"\n"
    "  diff \"$1\" \"$2\"\n"
    "  case $? in 0) ;; 1) differs=1 ;; *) exit 2 ;; esac\n"
    "}\n"
    "\n"
    "# Writes the packets of a file, one on a line, without positions and null packets.\n"
    "list() {\n"
    "  \"$rvt\" dump -c config.yaml --as \"$1\" \"$2\" >\"$2.dump\"\n"
    "  [ $? -le 1 ] || exit 2 # 1: findings, which it prints\n"
    "  sed -e 's/^ *[0-9a-f]*  *//' -e '/^null/d' \"$2.dump\" >\"$2.txt\"\n"
    "}\n";
static const char PACKETS_PART[] =
    "\n"
    "# Packet by packet: line 1 is packet 0.\n"
    "\"$rvt\" encode -c config.yaml --control control.yaml trace.csv -o expected.hex || exit 2\n"
    "list hex expected.hex\n"
    "list hex packets.hex\n"
    "compare expected.hex.txt packets.hex.txt\n";
static const char BYTES_PART[] = "\n"
                                 "# The same for the bytes.\n"
                                 "\"$rvt\" encode -c config.yaml --control control.yaml --as encap "
                                 "trace.csv -o expected.bin ||\n"
                                 "  exit 2\n"
                                 "list encap expected.bin\n"
                                 "list encap stream.bin\n"
                                 "compare expected.bin.txt stream.bin.txt\n";
static const char DECODE_PART[] =
    "\n"
    "# What was executed, by the packets of the model and of the hardware.\n"
    "for name in expected %s; do\n"
    "  \"$rvt\" decode -c config.yaml%s -p ";
static const char DECODE_END[] = " \"$name.%s\" -o \"$name.pc\"\n"
                                 "  [ $? -le 1 ] || exit 2 # 1: findings, which it prints\n"
                                 "done\n"
                                 "compare expected.pc %s.pc\n";

/* Appends text as one word of the shell. */
static void print_word(struct rvt_output *output, const char *text)
{
    rvt_output_print(output, "'");
    for (; *text != '\0'; text++)
        if (*text == '\'')
            rvt_output_write(output, "'\\''", 4);
        else
            rvt_output_write(output, text, 1);
    rvt_output_print(output, "'");
}

/* The script of a run that checked only rows; program as named by its caller. */
static void print_rows(struct rvt_output *output, const char *program)
{
    rvt_output_write(output, ROWS_HEAD, strlen(ROWS_HEAD));
    if (program != NULL)
        print_word(output, program);
    else
        rvt_output_print(output, "\"${1:?the absolute path of the program}\"");
    rvt_output_print(output, " trace.csv\n");
}

void rvt_replay_script_print(struct rvt_output *output, bool packets, bool bytes,
                             const char *program)
{
    const char *name = packets ? "packets" : "stream";
    const char *ending = packets ? "hex" : "bin";

    if (!packets && !bytes) {
        print_rows(output, program);
        return;
    }
    rvt_output_write(output, HEAD, strlen(HEAD));
    rvt_output_print(output, "%s%s%s", packets ? PACKETS_NOTE : "", bytes ? BYTES_NOTE : "",
                     COMMON);
    if (packets)
        rvt_output_write(output, PACKETS_PART, strlen(PACKETS_PART));
    if (bytes)
        rvt_output_write(output, BYTES_PART, strlen(BYTES_PART));
    if (program != NULL) {
        rvt_output_print(output, DECODE_PART, name, packets ? "" : " --as encap");
        print_word(output, program);
        rvt_output_print(output, DECODE_END, ending, name);
    }
    rvt_output_print(output, "\nexit $differs\n");
}
