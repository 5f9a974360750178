# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Prints rows of four branches, one row per cycle: the most that a hart can retire."""

ROWS, BLOCKS = 3000, 4
NOT_TAKEN, TAKEN = 4, 5


def main():
    """Prints the rows."""
    print(
        ",".join(f"itype_{k},iaddr_{k},iretire_{k},ilastsize_{k}" for k in range(BLOCKS))
        + ",cause,tval,priv"
    )
    address = 0x80000000
    for row in range(ROWS):
        fields = []
        for k in range(BLOCKS):
            itype = TAKEN if (7 * row + 3 * k) % 5 < 2 else NOT_TAKEN
            fields.append(f"{itype},{address:x},2,1")
            address += 32 if itype == TAKEN else 4
        print(",".join(fields) + ",0,0,3")


if __name__ == "__main__":
    main()
