/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Leaps out of deep calls: errors in a recursive parser, a search that stops when it has found,
 * nested catches. */
#include "rt.h"

struct place {
    uintptr_t ra, sp, s[12];
    struct place *outer;
};

int mark(struct place *place) __attribute__((returns_twice));
void leap(struct place *place, int value) __attribute__((noreturn));

static struct place *catcher;

static void throw(int value)
{
    struct place *place = catcher;

    catcher = place->outer;
    leap(place, value);
}

/* Parser of sums, products, signs and brackets over single digits. */
static const char *input;

static int sum(void);

static RT_NOINLINE int factor(void)
{
    int value;

    if (*input == '-') {
        input++;
        return -factor();
    }
    if (*input == '(') {
        input++;
        value = sum();
        if (*input++ != ')')
            throw(1);
        return value;
    }
    if (*input < '0' || *input > '9')
        throw(2);
    return *input++ - '0';
}

static RT_NOINLINE int product(void)
{
    int value = factor();

    while (*input == '*' || *input == '/') {
        char sign = *input++;
        int right = factor();

        if (sign == '/' && right == 0)
            throw(3);
        value = sign == '*' ? value * right : value / right;
    }
    return value;
}

static RT_NOINLINE int sum(void)
{
    int value = product();

    while (*input == '+' || *input == '-')
        value = *input++ == '+' ? value + product() : value - product();
    return value;
}

/* Value of a text, or 1000 and the error. */
static RT_NOINLINE int parse(const char *text)
{
    struct place place = {.outer = catcher};
    int error = mark(&place);

    if (error)
        return 1000 + error;
    catcher = &place;
    input = text;
    int value = sum();
    if (*input)
        throw(4);
    catcher = place.outer;
    return value;
}

/* Queens on a board; leaves the search from its bottom. */
static struct place found;

static RT_NOINLINE void place_queen(unsigned row, unsigned size, uint8_t *columns, int skip)
{
    static int left;

    if (row == 0)
        left = skip;
    if (row == size && left-- == 0)
        leap(&found, columns[0] + 1);
    if (row == size)
        return;
    for (unsigned column = 0; column < size; column++) {
        unsigned i = 0;

        while (i < row && columns[i] != column && columns[i] + row - i != column &&
               columns[i] + i != column + row)
            i++;
        if (i == row) {
            columns[row] = (uint8_t)column;
            place_queen(row + 1, size, columns, skip);
        }
    }
}

static RT_NOINLINE int queens(unsigned size, int skip)
{
    uint8_t columns[8];
    int result = mark(&found);

    if (result)
        return result;
    place_queen(0, size, columns, skip);
    return 0;
}

/* Goes down `depth` calls, catching at every third; each catch throws on until the value is used
 * up. There are more catches than the value. */
static RT_NOINLINE int dive(int depth, int value)
{
    struct place place;

    if (depth == 0)
        throw(value);
    if (depth % 3)
        return dive(depth - 1, value) + 1;
    place.outer = catcher;
    int caught = mark(&place);
    if (caught == 0) {
        catcher = &place;
        return dive(depth - 1, value);
    }
    if (caught > 1)
        throw(caught - 1);
    return depth;
}

int main(void)
{
    static const struct {
        const char *text;
        int value;
    } cases[] = {
        {"1+2*3", 7},
        {"(1+2)*3", 9},
        {"-(4-(5-(6-7)))", 2},
        {"2*(3+4)*(5-6)", -14},
        {"8/0+1", 1003},
        {"((((1+2)))", 1001},
        {"1+a", 1002},
        {"7)", 1004},
        {"9*(8-(7/(3-3)))", 1003},
        {"-----5", -5},
        {"1*2*3*4*5*6*7", 5040},
        {"(((((((3*)))))))", 1002},
    };

    for (int round = 0; round < 18; round++)
        for (unsigned i = 0; i < 12; i++)
            if (parse(cases[i].text) != cases[i].value)
                return 1;
    if (queens(6, 0) != 2 || queens(6, 3) != 5 || queens(6, 4) != 0 || queens(5, 2) != 2)
        return 2;
    for (int depth = 16; depth < 120; depth += 3) {
        catcher = NULL;
        if (dive(depth, 1 + depth % 5) < 4)
            return 3;
    }
    return 0;
}
