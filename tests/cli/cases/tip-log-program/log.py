# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Prints the rows of a tip trace, one instruction each, as an instruction log; the words come from
the program."""
import csv
import struct
import sys

elf = open(sys.argv[2], "rb").read()
wide = elf[4] == 2
header, place = ("<Q", 32) if wide else ("<I", 28)
segment = struct.unpack_from(header, elf, place)[0]
if wide:
    offset, base = struct.unpack_from("<QQ", elf, segment + 8)
else:
    offset, base = struct.unpack_from("<II", elf, segment + 4)
print("VALID,ADDRESS,INSN,PRIVILEGE,EXCEPTION,ECAUSE,TVAL,INTERRUPT")
for row in csv.DictReader(open(sys.argv[1])):
    if row["iretire_0"] != "0":
        size = 2 << int(row["ilastsize_0"])
        at = offset + int(row["iaddr_0"], 16) - base
        word = int.from_bytes(elf[at : at + size], "little")
        print(f"1,{row['iaddr_0']},{word:x},{row['priv']},0,0,0,0")
