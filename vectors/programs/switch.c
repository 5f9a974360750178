/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Large switches, which become indirect jumps through tables: a tokenizer, a register machine, a
 * state machine. */
#include "rt.h"

enum token { END, NUMBER, NAME, PLUS, MINUS, STAR, SLASH, OPEN, CLOSE, EQUALS, BLANK, COMMA, BAD };

static RT_NOINLINE enum token classify(char c)
{
    switch (c) {
    case '\0':
        return END;
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
        return NUMBER;
    case 'a':
    case 'b':
    case 'c':
    case 'd':
    case 'e':
    case 'x':
    case 'y':
    case 'z':
        return NAME;
    case '+':
        return PLUS;
    case '-':
        return MINUS;
    case '*':
        return STAR;
    case '/':
        return SLASH;
    case '(':
        return OPEN;
    case ')':
        return CLOSE;
    case '=':
        return EQUALS;
    case ' ':
        return BLANK;
    case ',':
        return COMMA;
    default:
        return BAD;
    }
}

/* Sum over the tokens of a line, each weighted in its own way. */
static RT_NOINLINE uint32_t scan(const char *line)
{
    uint32_t sum = 0, value = 0;
    int depth = 0;

    for (;; line++) {
        switch (classify(*line)) {
        case END:
            return sum + value + (uint32_t)depth;
        case NUMBER:
            value = value * 10 + (uint32_t)(*line - '0');
            break;
        case NAME:
            value = value * 31 + (uint32_t)*line;
            break;
        case PLUS:
            sum += value;
            value = 0;
            break;
        case MINUS:
            sum -= value;
            value = 0;
            break;
        case STAR:
            sum ^= value << 3;
            break;
        case SLASH:
            sum = sum / 3 + value;
            break;
        case OPEN:
            depth++;
            break;
        case CLOSE:
            depth--;
            sum += 17;
            break;
        case EQUALS:
            sum = sum << 5 | sum >> 27;
            break;
        case BLANK:
            break;
        case COMMA:
            value ^= sum;
            break;
        case BAD:
            return 0;
        }
    }
}

/* A register machine; every instruction is opcode, target, left, right. */
static RT_NOINLINE uint32_t execute(const uint8_t (*code)[4], uint32_t input)
{
    uint32_t r[8] = {0, input};
    const uint8_t(*at)[4] = code;

    for (;;) {
        const uint8_t *i = *at++;
        uint32_t left = r[i[2] & 7], right = r[i[3] & 7];

        switch (i[0]) {
        case 0:
            return left;
        case 1:
            r[i[1]] = left + right;
            break;
        case 2:
            r[i[1]] = left - right;
            break;
        case 3:
            r[i[1]] = left * right;
            break;
        case 4:
            r[i[1]] = left & right;
            break;
        case 5:
            r[i[1]] = left ^ right;
            break;
        case 6:
            r[i[1]] = left >> 1;
            break;
        case 7:
            r[i[1]] = i[2];
            break;
        case 8:
            if (left == 0)
                at = code + i[1];
            break;
        case 9:
            if (left != right)
                at = code + i[1];
            break;
        case 10:
            at = code + i[1];
            break;
        case 11:
            r[i[1]] = left;
            break;
        default:
            return ~0u;
        }
    }
}

/* Length of the Collatz sequence of r1. */
static const uint8_t collatz[][4] = {
    {7, 2, 1, 0},  /* 0: r2 = 1 */
    {7, 3, 3, 0},  /* 1: r3 = 3 */
    {7, 4, 0, 0},  /* 2: r4 = 0, the length */
    {2, 5, 1, 2},  /* 3: r5 = r1 - 1 */
    {8, 12, 5, 0}, /* 4: r1 is 1: to 12 */
    {1, 4, 4, 2},  /* 5: r4 = r4 + 1 */
    {4, 5, 1, 2},  /* 6: r5 = r1 & 1 */
    {9, 10, 5, 0}, /* 7: odd: to 10 */
    {6, 1, 1, 0},  /* 8: r1 = r1 / 2 */
    {10, 3, 0, 0}, /* 9: to 3 */
    {3, 1, 1, 3},  /* 10: r1 = r1 * 3 */
    {8, 13, 0, 0}, /* 11: to 13 */
    {0, 0, 4, 0},  /* 12: return r4 */
    {1, 1, 1, 2},  /* 13: r1 = r1 + 1 */
    {10, 3, 0, 0}, /* 14: to 3 */
};

/* A state machine with one switch in another. */
static RT_NOINLINE uint32_t walk(uint32_t steps)
{
    uint32_t state = 0, seed = 2024, marks = 0;

    while (steps--) {
        uint32_t input = rt_random(&seed) >> 29;

        switch (state) {
        case 0:
            switch (input) {
            case 0:
                state = 1;
                break;
            case 1:
                state = 2;
                break;
            case 2:
                state = 3;
                break;
            case 3:
                marks++;
                break;
            case 4:
                state = 5;
                marks ^= 3;
                break;
            case 5:
                state = 4;
                break;
            default:
                state = 6;
                break;
            }
            break;
        case 1:
            state = input & 1 ? 2 : 0;
            break;
        case 2:
            marks += input;
            state = 3;
            break;
        case 3:
            state = input > 4 ? 0 : 4;
            break;
        case 4:
            marks *= 3;
            state = 5;
            break;
        case 5:
            state = input == 2 ? 6 : 0;
            break;
        default:
            state = input % 6;
            break;
        }
    }
    return marks;
}

int main(void)
{
    static const char *const lines[] = {
        "a=1+2*(x-3),42/y",  "b = (12+34)*(56-78)/9",   "((((z))))",
        "c=a+b+c+d+e,x,y,z", "1234567890-987654321*55", "x=y=z=(a,b,c)",
    };
    uint32_t sum = 0;

    for (int round = 0; round < 12; round++)
        for (int i = 0; i < 6; i++)
            sum += scan(lines[i]);
    if (execute(collatz, 27) != 111 || execute(collatz, 97) != 118)
        return 1;
    for (uint32_t i = 1; i < 7; i++)
        sum += execute(collatz, i);
    return sum + walk(900) != 0 ? 0 : 2;
}
