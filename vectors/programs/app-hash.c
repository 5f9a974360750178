/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A hash map with chaining, hash and equality as callbacks: it counts the words of a text, and is a
 * cache of numbers in which the oldest entry makes room. A tick counts time beside it. */
#include "rt.h"

typedef uint32_t hash_fn(const void *key);
typedef int equal_fn(const void *left, const void *right);
typedef void each_fn(const void *key, uint32_t value, void *user);

enum { ENTRIES = 96, BUCKETS = 128 };

struct entry {
    struct entry *next;
    const void *key;
    uint32_t hash, value;
};

struct map {
    hash_fn *hash;
    equal_fn *equal;
    struct entry *bucket[BUCKETS], *spare;
    uint32_t buckets, count; /* buckets: a power of two */
    struct entry pool[ENTRIES];
};

static RT_LIBRARY_CALL void map_open(struct map *map, hash_fn *hash, equal_fn *equal)
{
    map->hash = hash;
    map->equal = equal;
    map->buckets = 8;
    map->count = 0;
    for (uint32_t i = 0; i < BUCKETS; i++)
        map->bucket[i] = NULL;
    map->spare = NULL;
    for (uint32_t i = 0; i < ENTRIES; i++) {
        map->pool[i].next = map->spare;
        map->spare = &map->pool[i];
    }
}

/* The link that points to the entry of a key, or to the end of its chain. */
static RT_LIBRARY struct entry **map_slot(struct map *map, const void *key, uint32_t hash)
{
    struct entry **slot = &map->bucket[hash & (map->buckets - 1)];

    while (*slot != NULL && ((*slot)->hash != hash || !map->equal((*slot)->key, key)))
        slot = &(*slot)->next;
    return slot;
}

static RT_LIBRARY void map_grow(struct map *map)
{
    uint32_t before = map->buckets;

    if (before == BUCKETS)
        return;
    map->buckets = 2 * before;
    for (uint32_t i = 0; i < before; i++) {
        struct entry **slot = &map->bucket[i];
        while (*slot != NULL) {
            struct entry *entry = *slot;
            if (entry->hash & before) {
                *slot = entry->next;
                entry->next = map->bucket[i + before];
                map->bucket[i + before] = entry;
            } else {
                slot = &entry->next;
            }
        }
    }
}

/* The value of a key, which is put in with 0 if it is new; NULL if there is no room. */
static RT_LIBRARY_CALL uint32_t *map_value(struct map *map, const void *key)
{
    uint32_t hash = map->hash(key);
    struct entry **slot = map_slot(map, key, hash), *entry = *slot;

    if (entry != NULL)
        return &entry->value;
    if (map->spare == NULL)
        return NULL;
    if (map->count >= map->buckets / 4 * 3) {
        map_grow(map);
        slot = map_slot(map, key, hash);
    }
    entry = map->spare;
    map->spare = entry->next;
    entry->next = NULL;
    entry->key = key;
    entry->hash = hash;
    entry->value = 0;
    *slot = entry;
    map->count++;
    return &entry->value;
}

static RT_LIBRARY_CALL const uint32_t *map_find(struct map *map, const void *key)
{
    struct entry *entry = *map_slot(map, key, map->hash(key));

    return entry == NULL ? NULL : &entry->value;
}

static RT_LIBRARY_CALL int map_remove(struct map *map, const void *key)
{
    struct entry **slot = map_slot(map, key, map->hash(key)), *entry = *slot;

    if (entry == NULL)
        return 0;
    *slot = entry->next;
    entry->next = map->spare;
    map->spare = entry;
    map->count--;
    return 1;
}

static RT_LIBRARY_CALL void map_each(const struct map *map, each_fn *call, void *user)
{
    for (uint32_t i = 0; i < map->buckets; i++)
        for (const struct entry *entry = map->bucket[i]; entry != NULL; entry = entry->next)
            call(entry->key, entry->value, user);
}

/* Keys that are words of a text: they end where the letters do. */
static int is_letter(char c)
{
    return c >= 'a' && c <= 'z';
}

static uint32_t word_hash(const void *key)
{
    const char *word = key;
    uint32_t hash = 2166136261u;

    while (is_letter(*word))
        hash = (hash ^ (uint8_t)*word++) * 16777619u;
    return hash ^ hash >> 15;
}

static int word_equal(const void *left, const void *right)
{
    const char *a = left, *b = right;

    while (is_letter(*a) && *a == *b) {
        a++;
        b++;
    }
    return !is_letter(*a) && !is_letter(*b);
}

static uint32_t number_hash(const void *key)
{
    uint32_t value = *(const uint32_t *)key;

    value = (value ^ value >> 16) * 0x45d9f3bu;
    return value ^ value >> 16;
}

static int number_equal(const void *left, const void *right)
{
    return *(const uint32_t *)left == *(const uint32_t *)right;
}

static const char prose[] = "the map keeps a chain for each bucket and the chain keeps the entries "
                            "of the bucket and when the "
                            "entries are many the map takes more buckets and each chain is cut in "
                            "two so that a chain is short "
                            "and a word is found in a few steps however many words the map keeps";

static uint32_t count_words(struct map *map)
{
    uint32_t words = 0;

    for (const char *at = prose; *at != '\0';) {
        if (!is_letter(*at)) {
            at++;
            continue;
        }
        ++*map_value(map, at);
        words++;
        while (is_letter(*at))
            at++;
    }
    return words;
}

struct total {
    uint32_t words, most;
    const char *common;
};

static void add_up(const void *key, uint32_t value, void *user)
{
    struct total *total = user;

    total->words += value;
    if (value > total->most) {
        total->most = value;
        total->common = key;
    }
}

/* The last KEPT distinct numbers of a sequence, and how often each one came; returns the hits. */
enum { KEPT = 40, ASKED = 230 };

static uint32_t run_cache(struct map *map)
{
    static uint32_t ring[KEPT];
    uint32_t seed = 4242, hits = 0, used = 0;

    for (uint32_t i = 0; i < ASKED; i++) {
        uint32_t wanted = rt_random(&seed) % 67 * 1001;
        if (map_find(map, &wanted) != NULL) {
            ++*map_value(map, &wanted);
            hits++;
            continue;
        }
        uint32_t *place = &ring[used++ % KEPT];
        if (used > KEPT && !map_remove(map, place))
            return 0;
        *place = wanted;
        *map_value(map, place) = 1;
    }
    return map->count == KEPT ? hits : 0;
}

static volatile uint32_t ticks;

void rt_trap(struct rt_frame *frame)
{
    if (frame->cause != RT_CAUSE_TIMER)
        rt_exit(1);
    ticks++;
    rt_timer_arm(RT_TICK);
}

static struct map map;

int main(void)
{
    struct total total = {0, 0, NULL};
    uint32_t words;

    rt_timer_start(RT_TICK);
    map_open(&map, word_hash, word_equal);
    words = count_words(&map);
    map_each(&map, add_up, &total);
    if (words != total.words || total.most != 7 || !word_equal(total.common, "the"))
        return 2;
    map_open(&map, number_hash, number_equal);
    if (run_cache(&map) == 0)
        return 3;
    rt_csr_clear(mstatus, RT_MSTATUS_MIE);
    return ticks > 0 ? 0 : 4;
}
