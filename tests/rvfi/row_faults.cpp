// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: rvt contributors
#include "row_faults.hpp"

#include <functional>
#include <map>
#include <utility>

namespace rvt
{
namespace
{

using Rows = std::vector<rvt_row>;

struct Fault {
    std::function<bool(const Rows &, size_t)> fits;
    std::function<void(Rows &, size_t)> act;
};

// The newest block that is used.
rvt_block &last_block(rvt_row &row)
{
    unsigned k = row.blocks - 1u;
    while (k > 0 && row.block[k].iretire == 0 && row.block[k].itype == 0)
        k--;
    return row.block[k];
}

bool retires(const Rows &rows, size_t r)
{
    return !rows[r].halted && rows[r].block[0].iretire > 0;
}

bool ends_in(const Rows &rows, size_t r, unsigned itype)
{
    rvt_row row = rows[r];
    return !row.halted && last_block(row).itype == itype;
}

std::ptrdiff_t place(size_t r)
{
    return static_cast<std::ptrdiff_t>(r);
}

const std::map<std::string, Fault> &faults()
{
    static const std::map<std::string, Fault> all = {
        {"row-lost", {retires, [](Rows &rows, size_t r) { rows.erase(rows.begin() + place(r)); }}},
        {"row-duplicated",
         {retires,
          [](Rows &rows, size_t r) {
              rvt_row copy = rows[r];
              rows.insert(rows.begin() + place(r), copy);
          }}},
        {"rows-swapped",
         {[](const Rows &rows, size_t r) { return retires(rows, r) && retires(rows, r + 1); },
          [](Rows &rows, size_t r) { std::swap(rows[r], rows[r + 1]); }}},
        {"return-as-jump",
         {[](const Rows &rows, size_t r) { return ends_in(rows, r, RVT_ITYPE_RETURN); },
          [](Rows &rows, size_t r) { last_block(rows[r]).itype = RVT_ITYPE_UNINFERABLE_JUMP; }}},
        {"taken-as-not-taken",
         {[](const Rows &rows, size_t r) { return ends_in(rows, r, RVT_ITYPE_TAKEN_BRANCH); },
          [](Rows &rows, size_t r) { last_block(rows[r]).itype = RVT_ITYPE_NONTAKEN_BRANCH; }}},
        {"branch-as-nothing",
         {[](const Rows &rows, size_t r) { return ends_in(rows, r, RVT_ITYPE_NONTAKEN_BRANCH); },
          [](Rows &rows, size_t r) { last_block(rows[r]).itype = RVT_ITYPE_NONE; }}},
        {"iretire-short",
         {[](const Rows &rows, size_t r) {
              return retires(rows, r) && rows[r].block[0].iretire > 1;
          },
          [](Rows &rows, size_t r) { rows[r].block[0].iretire--; }}},
        {"trap-late",
         {[](const Rows &rows, size_t r) {
              return !rows[r].halted && rows[r].block[0].iretire == 0 && retires(rows, r + 1);
          },
          [](Rows &rows, size_t r) { std::swap(rows[r], rows[r + 1]); }}},
        {"priv-wrong", {retires, [](Rows &rows, size_t r) { rows[r].priv ^= 3; }}},
    };
    return all;
}

} // namespace

bool is_row_fault(const std::string &name)
{
    return faults().count(name) != 0;
}

bool put_row_fault(const std::string &name, Random &random, std::vector<rvt_row> &rows)
{
    const Fault &fault = faults().at(name);
    if (rows.size() < 100)
        return false;
    size_t count = rows.size() - 60;
    size_t start = random.below(count);
    for (size_t k = 0; k < count; k++) {
        size_t r = 20 + (start + k) % count;
        if (!fault.fits(rows, r))
            continue;
        fault.act(rows, r);
        return true;
    }
    return false;
}

} // namespace rvt
