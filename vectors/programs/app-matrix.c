/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Matrices in fixed point (16 fraction bits): products, Gaussian elimination with pivots, rotation
 * of points, a smoothing filter over an image. */
#include "rt.h"

enum { SIDE = 6, POINTS = 12, WIDTH = 14, HEIGHT = 10 };

typedef int32_t fixed;

#define ONE      65536
#define FIXED(n) ((fixed)((n)*65536.0))
#define CLOSE    64 /* of 65536, what rounding may add up to */

struct matrix {
    fixed at[SIDE][SIDE];
};

static RT_LIBRARY fixed multiply(fixed a, fixed b)
{
    return (fixed)(((int64_t)a * b) >> 16);
}

static RT_LIBRARY fixed absolute(fixed a)
{
    return a < 0 ? -a : a;
}

/* a / b by long division of the magnitudes. */
static RT_LIBRARY fixed divide(fixed a, fixed b)
{
    uint32_t over = (uint32_t)absolute(a), under = (uint32_t)absolute(b);
    uint32_t whole = over / under, rest = over % under;

    for (int i = 0; i < 16; i++) {
        whole <<= 1;
        rest <<= 1;
        if (rest >= under) {
            rest -= under;
            whole++;
        }
    }
    return (a < 0) != (b < 0) ? -(fixed)whole : (fixed)whole;
}

static RT_LIBRARY_CALL void set_identity(struct matrix *m)
{
    for (int i = 0; i < SIDE; i++)
        for (int k = 0; k < SIDE; k++)
            m->at[i][k] = i == k ? ONE : 0;
}

static void set_random(struct matrix *m, uint32_t seed)
{
    for (int i = 0; i < SIDE; i++)
        for (int k = 0; k < SIDE; k++)
            m->at[i][k] = (fixed)(rt_random(&seed) >> 15) - ONE + (i == k ? 3 * ONE : 0);
}

static RT_LIBRARY_CALL void product(struct matrix *out, const struct matrix *left,
                                    const struct matrix *right)
{
    for (int i = 0; i < SIDE; i++)
        for (int k = 0; k < SIDE; k++) {
            fixed sum = 0;
            for (int j = 0; j < SIDE; j++)
                sum += multiply(left->at[i][j], right->at[j][k]);
            out->at[i][k] = sum;
        }
}

static RT_LIBRARY void swap_rows(struct matrix *m, int a, int b)
{
    for (int k = 0; k < SIDE; k++) {
        fixed value = m->at[a][k];
        m->at[a][k] = m->at[b][k];
        m->at[b][k] = value;
    }
}

static RT_LIBRARY void scale_row(struct matrix *m, int row, fixed by)
{
    for (int k = 0; k < SIDE; k++)
        m->at[row][k] = divide(m->at[row][k], by);
}

static RT_LIBRARY void subtract_row(struct matrix *m, int row, int other, fixed times)
{
    for (int k = 0; k < SIDE; k++)
        m->at[row][k] -= multiply(times, m->at[other][k]);
}

static RT_LIBRARY int pivot_of(const struct matrix *m, int column)
{
    int best = column;

    for (int i = column + 1; i < SIDE; i++)
        if (absolute(m->at[i][column]) > absolute(m->at[best][column]))
            best = i;
    return best;
}

/* Turns `m` into the identity and `out` into its inverse; 0 if there is none. */
static RT_LIBRARY_CALL int invert(struct matrix *m, struct matrix *out)
{
    set_identity(out);
    for (int column = 0; column < SIDE; column++) {
        int pivot = pivot_of(m, column);
        fixed value = m->at[pivot][column];
        if (absolute(value) < CLOSE)
            return 0;
        if (pivot != column) {
            swap_rows(m, pivot, column);
            swap_rows(out, pivot, column);
        }
        scale_row(m, column, value);
        scale_row(out, column, value);
        for (int i = 0; i < SIDE; i++) {
            fixed times = m->at[i][column];
            if (i == column || times == 0)
                continue;
            subtract_row(m, i, column, times);
            subtract_row(out, i, column, times);
        }
    }
    return 1;
}

static RT_LIBRARY_CALL int is_identity(const struct matrix *m)
{
    for (int i = 0; i < SIDE; i++)
        for (int k = 0; k < SIDE; k++)
            if (absolute(m->at[i][k] - (i == k ? ONE : 0)) > CLOSE)
                return 0;
    return 1;
}

struct point {
    fixed x, y;
};

/* Sine of a quarter turn and less, by its series. */
static RT_LIBRARY_CALL fixed sine(fixed angle)
{
    fixed square = multiply(angle, angle), term = angle, sum = angle;

    for (int i = 2; absolute(term) > 1; i += 2) {
        term = -divide(multiply(term, square), i * (i + 1) * ONE);
        sum += term;
    }
    return sum;
}

static RT_LIBRARY_CALL struct point rotate(struct point p, fixed sin, fixed cos)
{
    return (struct point){multiply(p.x, cos) - multiply(p.y, sin),
                          multiply(p.x, sin) + multiply(p.y, cos)};
}

/* Turns points round in twelve steps: they must come back to where they were. */
static int turn_around(void)
{
    fixed sin = sine(FIXED(0.5235988)), cos = sine(FIXED(1.0471976));
    uint32_t seed = 5;

    for (int i = 0; i < POINTS; i++) {
        struct point start = {(fixed)(rt_random(&seed) >> 13), (fixed)(rt_random(&seed) >> 13)};
        struct point p = start;
        for (int step = 0; step < 12; step++)
            p = rotate(p, sin, cos);
        if (absolute(p.x - start.x) > 8 * CLOSE || absolute(p.y - start.y) > 8 * CLOSE)
            return 0;
    }
    return 1;
}

static uint8_t image[HEIGHT][WIDTH], smooth[HEIGHT][WIDTH];

static RT_LIBRARY int clip(int value, int limit)
{
    return value < 0 ? 0 : value >= limit ? limit - 1 : value;
}

static void filter(void)
{
    static const int8_t kernel[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};

    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            int sum = 8;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    sum +=
                        kernel[dy + 1][dx + 1] * image[clip(y + dy, HEIGHT)][clip(x + dx, WIDTH)];
            smooth[y][x] = (uint8_t)(sum / 16);
        }
}

static int smooth_image(void)
{
    uint32_t seed = 99, before = 0, after = 0;

    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            image[y][x] = (uint8_t)(rt_random(&seed) >> 24);
    filter();
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 1; x < WIDTH; x++) {
            before += (uint32_t)absolute(image[y][x] - image[y][x - 1]);
            after += (uint32_t)absolute(smooth[y][x] - smooth[y][x - 1]);
        }
    return 2 * after < before;
}

static struct matrix given, reduced, inverse, both;

int main(void)
{
    set_random(&given, 2718);
    for (int i = 0; i < SIDE; i++)
        for (int k = 0; k < SIDE; k++)
            reduced.at[i][k] = given.at[i][k];
    if (!invert(&reduced, &inverse) || !is_identity(&reduced))
        return 1;
    product(&both, &given, &inverse);
    if (!is_identity(&both))
        return 2;
    product(&both, &inverse, &given);
    if (!is_identity(&both))
        return 3;
    if (!turn_around())
        return 4;
    return smooth_image() ? 0 : 5;
}
