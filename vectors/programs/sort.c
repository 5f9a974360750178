/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Quicksort and merge sort with the order passed as a function pointer, and a heap sort without. */
#include "rt.h"

#define COUNT 128u

typedef int order_fn(uint32_t left, uint32_t right);

static RT_NOINLINE int rising(uint32_t left, uint32_t right)
{
    return left < right;
}

static RT_NOINLINE int falling(uint32_t left, uint32_t right)
{
    return left > right;
}

/* Orders by the low byte first. */
static RT_NOINLINE int by_byte(uint32_t left, uint32_t right)
{
    if ((left & 255u) != (right & 255u))
        return (left & 255u) < (right & 255u);
    return left < right;
}

static void swap(uint32_t *left, uint32_t *right)
{
    uint32_t value = *left;

    *left = *right;
    *right = value;
}

static RT_NOINLINE void quick_sort(uint32_t *values, int count, order_fn *before)
{
    while (count > 1) {
        uint32_t pivot = values[count / 2];
        int low = 0, high = count - 1;

        while (low <= high) {
            while (before(values[low], pivot))
                low++;
            while (before(pivot, values[high]))
                high--;
            if (low <= high)
                swap(&values[low++], &values[high--]);
        }
        quick_sort(values, high + 1, before);
        values += low;
        count -= low;
    }
}

static RT_NOINLINE void merge_sort(uint32_t *values, uint32_t *spare, int count, order_fn *before)
{
    int half = count / 2, left = 0, right = half;

    if (count < 2)
        return;
    merge_sort(values, spare, half, before);
    merge_sort(values + half, spare, count - half, before);
    for (int i = 0; i < count; i++) {
        if (right >= count || (left < half && !before(values[right], values[left])))
            spare[i] = values[left++];
        else
            spare[i] = values[right++];
    }
    for (int i = 0; i < count; i++)
        values[i] = spare[i];
}

static void sift_down(uint32_t *values, uint32_t root, uint32_t count)
{
    for (;;) {
        uint32_t child = 2 * root + 1;

        if (child >= count)
            return;
        if (child + 1 < count && values[child + 1] > values[child])
            child++;
        if (values[root] >= values[child])
            return;
        swap(&values[root], &values[child]);
        root = child;
    }
}

static RT_NOINLINE void heap_sort(uint32_t *values, uint32_t count)
{
    for (uint32_t i = count / 2; i-- > 0;)
        sift_down(values, i, count);
    for (uint32_t end = count; end-- > 1;) {
        swap(&values[0], &values[end]);
        sift_down(values, 0, end);
    }
}

static uint32_t values[COUNT] RT_NOINIT, spare[COUNT] RT_NOINIT;

static void fill(uint32_t seed)
{
    for (uint32_t i = 0; i < COUNT; i++)
        values[i] = rt_random(&seed) >> 8;
}

static int sorted(order_fn *before)
{
    for (uint32_t i = 1; i < COUNT; i++)
        if (before(values[i], values[i - 1]))
            return 0;
    return 1;
}

int main(void)
{
    static order_fn *const orders[] = {rising, falling, by_byte};

    for (uint32_t i = 0; i < 3; i++) {
        fill(12345u + i);
        quick_sort(values, (int)COUNT, orders[i]);
        if (!sorted(orders[i]))
            return 1;
        merge_sort(values, spare, (int)COUNT, orders[(i + 1) % 3]);
        if (!sorted(orders[(i + 1) % 3]))
            return 2;
    }
    fill(777u);
    heap_sort(values, COUNT);
    return sorted(rising) ? 0 : 3;
}
