/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs: a map of roads searched in width and in depth, shortest ways with a heap (Dijkstra), a
 * spanning tree (Kruskal) with sets that join. */
#include "rt.h"

enum { SIDE = 6, NODES = SIDE * SIDE, ROADS = 2 * SIDE * (SIDE - 1), FAR = 1 << 28 };

struct road {
    uint16_t from, to;
    int32_t length;
};

struct way {
    struct way *next;
    uint16_t to;
    int32_t length;
};

struct graph {
    struct way *first[NODES];
    struct way way[2 * ROADS];
    struct road road[ROADS];
    unsigned ways, roads;
};

static RT_LIBRARY_CALL void add_way(struct graph *graph, unsigned from, unsigned to, int32_t length)
{
    struct way *way = &graph->way[graph->ways++];

    way->to = (uint16_t)to;
    way->length = length;
    way->next = graph->first[from];
    graph->first[from] = way;
}

static void add_road(struct graph *graph, unsigned from, unsigned to, int32_t length)
{
    struct road *road = &graph->road[graph->roads++];

    road->from = (uint16_t)from;
    road->to = (uint16_t)to;
    road->length = length;
    add_way(graph, from, to, length);
    add_way(graph, to, from, length);
}

static void make_city(struct graph *graph)
{
    uint32_t seed = 1729;

    for (unsigned node = 0; node < NODES; node++) {
        if (node % SIDE + 1 < SIDE)
            add_road(graph, node, node + 1, 1 + (int32_t)(rt_random(&seed) >> 27));
        if (node + SIDE < NODES)
            add_road(graph, node, node + SIDE, 1 + (int32_t)(rt_random(&seed) >> 27));
    }
}

/* A heap of nodes, the nearest on top; `before` is its order. */
struct item {
    int32_t key;
    unsigned node;
};

typedef int before_fn(const struct item *left, const struct item *right);

struct heap {
    struct item item[2 * ROADS + 1];
    unsigned count;
    before_fn *before;
};

static RT_LIBRARY int nearer(const struct item *left, const struct item *right)
{
    return left->key < right->key || (left->key == right->key && left->node < right->node);
}

static RT_LIBRARY void exchange(struct item *a, struct item *b)
{
    struct item item = *a;

    *a = *b;
    *b = item;
}

static RT_LIBRARY void push(struct heap *heap, int32_t key, unsigned node)
{
    unsigned at = heap->count++;

    heap->item[at] = (struct item){key, node};
    while (at > 0 && heap->before(&heap->item[at], &heap->item[(at - 1) / 2])) {
        exchange(&heap->item[at], &heap->item[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
}

static RT_LIBRARY struct item pop(struct heap *heap)
{
    struct item top = heap->item[0];
    unsigned at = 0;

    heap->item[0] = heap->item[--heap->count];
    for (;;) {
        unsigned child = 2 * at + 1;
        if (child >= heap->count)
            return top;
        if (child + 1 < heap->count && heap->before(&heap->item[child + 1], &heap->item[child]))
            child++;
        if (!heap->before(&heap->item[child], &heap->item[at]))
            return top;
        exchange(&heap->item[child], &heap->item[at]);
        at = child;
    }
}

static struct heap heap;

static RT_LIBRARY_CALL void shortest(const struct graph *graph, unsigned start, int32_t *distance)
{
    for (unsigned i = 0; i < NODES; i++)
        distance[i] = FAR;
    heap.count = 0;
    heap.before = nearer;
    distance[start] = 0;
    push(&heap, 0, start);
    while (heap.count > 0) {
        struct item item = pop(&heap);
        if (item.key > distance[item.node])
            continue;
        for (const struct way *way = graph->first[item.node]; way != NULL; way = way->next) {
            int32_t length = item.key + way->length;
            if (length < distance[way->to]) {
                distance[way->to] = length;
                push(&heap, length, way->to);
            }
        }
    }
}

/* No road shortens a distance, and every node but the start has one that it comes from. */
static int are_shortest(const struct graph *graph, unsigned start, const int32_t *distance)
{
    for (unsigned node = 0; node < NODES; node++) {
        int reached = node == start && distance[node] == 0;
        for (const struct way *way = graph->first[node]; way != NULL; way = way->next) {
            if (distance[way->to] + way->length < distance[node])
                return 0;
            reached |= distance[way->to] + way->length == distance[node];
        }
        if (!reached)
            return 0;
    }
    return 1;
}

/* Steps from `start` to the farthest node, in width. */
static RT_LIBRARY_CALL unsigned steps_across(const struct graph *graph, unsigned start)
{
    static uint16_t queue[NODES], step[NODES];
    unsigned head = 0, tail = 0;

    for (unsigned i = 0; i < NODES; i++)
        step[i] = UINT16_MAX;
    step[start] = 0;
    queue[tail++] = (uint16_t)start;
    while (head < tail) {
        unsigned node = queue[head++];
        for (const struct way *way = graph->first[node]; way != NULL; way = way->next)
            if (step[way->to] == UINT16_MAX) {
                step[way->to] = (uint16_t)(step[node] + 1);
                queue[tail++] = way->to;
            }
    }
    return step[queue[tail - 1]];
}

static RT_LIBRARY_CALL unsigned reach(const struct graph *graph, unsigned node, uint8_t *seen)
{
    unsigned count = 1;

    seen[node] = 1;
    for (const struct way *way = graph->first[node]; way != NULL; way = way->next)
        if (!seen[way->to])
            count += reach(graph, way->to, seen);
    return count;
}

static uint16_t parent[NODES];

static RT_LIBRARY unsigned root_of(unsigned node)
{
    while (parent[node] != node) {
        parent[node] = parent[parent[node]];
        node = parent[node];
    }
    return node;
}

static RT_LIBRARY_CALL int join(unsigned a, unsigned b)
{
    a = root_of(a);
    b = root_of(b);
    parent[a] = (uint16_t)b;
    return a != b;
}

/* Length of the roads that still connect everything; *count: how many they are. */
static int32_t spanning_tree(const struct graph *graph, unsigned *count)
{
    int32_t sum = 0;

    for (unsigned i = 0; i < NODES; i++)
        parent[i] = (uint16_t)i;
    heap.count = 0;
    for (unsigned i = 0; i < graph->roads; i++)
        push(&heap, graph->road[i].length, i);
    for (*count = 0; heap.count > 0;) {
        struct item item = pop(&heap);
        const struct road *road = &graph->road[item.node];
        if (join(road->from, road->to)) {
            sum += road->length;
            ++*count;
        }
    }
    return sum;
}

static struct graph city;
static int32_t distance[NODES];

int main(void)
{
    uint8_t seen[NODES];
    unsigned count;
    int32_t all = 0, tree;

    make_city(&city);
    shortest(&city, 0, distance);
    if (!are_shortest(&city, 0, distance))
        return 1;
    if (steps_across(&city, 0) != 2 * (SIDE - 1) ||
        steps_across(&city, NODES / 2 + SIDE / 2) != SIDE)
        return 2;
    for (unsigned i = 0; i < NODES; i++)
        seen[i] = 0;
    if (reach(&city, 0, seen) != NODES)
        return 3;
    for (unsigned i = 0; i < city.roads; i++)
        all += city.road[i].length;
    tree = spanning_tree(&city, &count);
    return count == NODES - 1 && tree < all && city.roads == ROADS ? 0 : 4;
}
