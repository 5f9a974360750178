/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A balanced search tree (AVL) of records, in two orders at once: each tree has its comparison as a
 * callback; records are inserted, found, visited in order and removed, recursively. */
#include "rt.h"

enum { RECORDS = 40, NAME = 8 };

struct record {
    uint32_t id;
    char name[NAME];
};

typedef int compare_fn(const void *left, const void *right);
typedef void visit_fn(const void *item, void *user);

struct node {
    struct node *left, *right;
    int height;
    const void *item;
};

struct tree {
    struct node *root;
    compare_fn *compare;
    size_t count;
};

static struct node pool[2 * RECORDS];
static struct node *spare;

static RT_LIBRARY void pool_open(void)
{
    spare = NULL;
    for (size_t i = 0; i < sizeof pool / sizeof pool[0]; i++) {
        pool[i].left = spare;
        spare = &pool[i];
    }
}

static RT_LIBRARY struct node *take_node(const void *item)
{
    struct node *node = spare;

    spare = node->left;
    node->left = node->right = NULL;
    node->height = 1;
    node->item = item;
    return node;
}

static RT_LIBRARY void give_node(struct node *node)
{
    node->left = spare;
    spare = node;
}

static RT_LIBRARY int height(const struct node *node)
{
    return node == NULL ? 0 : node->height;
}

static RT_LIBRARY void measure(struct node *node)
{
    int left = height(node->left), right = height(node->right);

    node->height = 1 + (left > right ? left : right);
}

static RT_LIBRARY struct node *rotate_right(struct node *node)
{
    struct node *left = node->left;

    node->left = left->right;
    left->right = node;
    measure(node);
    measure(left);
    return left;
}

static RT_LIBRARY struct node *rotate_left(struct node *node)
{
    struct node *right = node->right;

    node->right = right->left;
    right->left = node;
    measure(node);
    measure(right);
    return right;
}

static RT_LIBRARY struct node *balance(struct node *node)
{
    int lean = height(node->left) - height(node->right);

    if (lean > 1) {
        if (height(node->left->left) < height(node->left->right))
            node->left = rotate_left(node->left);
        return rotate_right(node);
    }
    if (lean < -1) {
        if (height(node->right->right) < height(node->right->left))
            node->right = rotate_right(node->right);
        return rotate_left(node);
    }
    measure(node);
    return node;
}

static RT_LIBRARY struct node *insert(struct tree *tree, struct node *node, const void *item)
{
    if (node == NULL) {
        tree->count++;
        return take_node(item);
    }
    int order = tree->compare(item, node->item);
    if (order < 0)
        node->left = insert(tree, node->left, item);
    else if (order > 0)
        node->right = insert(tree, node->right, item);
    else
        return node;
    return balance(node);
}

static RT_LIBRARY struct node *take_first(struct node *node, struct node **first)
{
    if (node->left == NULL) {
        *first = node;
        return node->right;
    }
    node->left = take_first(node->left, first);
    return balance(node);
}

static RT_LIBRARY struct node *detach(struct tree *tree, struct node *node, const void *item)
{
    if (node == NULL)
        return NULL;
    int order = tree->compare(item, node->item);
    if (order < 0) {
        node->left = detach(tree, node->left, item);
    } else if (order > 0) {
        node->right = detach(tree, node->right, item);
    } else {
        struct node *left = node->left, *right = node->right, *first;
        give_node(node);
        tree->count--;
        if (right == NULL)
            return left;
        right = take_first(right, &first);
        first->left = left;
        first->right = right;
        node = first;
    }
    return balance(node);
}

static RT_LIBRARY_CALL const void *find(const struct tree *tree, const void *item)
{
    const struct node *node = tree->root;

    while (node != NULL) {
        int order = tree->compare(item, node->item);
        if (order == 0)
            return node->item;
        node = order < 0 ? node->left : node->right;
    }
    return NULL;
}

static RT_LIBRARY_CALL void visit(const struct node *node, visit_fn *call, void *user)
{
    if (node == NULL)
        return;
    visit(node->left, call, user);
    call(node->item, user);
    visit(node->right, call, user);
}

static RT_LIBRARY_CALL void tree_insert(struct tree *tree, const void *item)
{
    tree->root = insert(tree, tree->root, item);
}

static RT_LIBRARY_CALL void tree_delete(struct tree *tree, const void *item)
{
    tree->root = detach(tree, tree->root, item);
}

static int by_id(const void *left, const void *right)
{
    const struct record *a = left, *b = right;

    return a->id < b->id ? -1 : a->id > b->id;
}

static int by_name(const void *left, const void *right)
{
    const struct record *a = left, *b = right;

    for (size_t i = 0; i < NAME; i++)
        if (a->name[i] != b->name[i])
            return (unsigned char)a->name[i] - (unsigned char)b->name[i];
    return 0;
}

/* What a visit collects: how many, and whether they came in order. */
struct walk {
    compare_fn *compare;
    const void *latest;
    size_t count;
    int sorted;
};

static void in_order(const void *item, void *user)
{
    struct walk *walk = user;

    if (walk->latest != NULL && walk->compare(walk->latest, item) >= 0)
        walk->sorted = 0;
    walk->latest = item;
    walk->count++;
}

static int whole(const struct tree *tree, size_t count)
{
    struct walk walk = {.compare = tree->compare, .sorted = 1};

    visit(tree->root, in_order, &walk);
    return walk.sorted && walk.count == count && tree->count == count && height(tree->root) <= 8;
}

static struct record record[RECORDS];

static void make_records(void)
{
    uint32_t seed = 20011;

    for (uint32_t i = 0; i < RECORDS; i++) {
        uint32_t letters = rt_random(&seed);
        record[i].id = i * 2654435761u >> 12;
        for (size_t k = 0; k + 1 < NAME; k++, letters >>= 4)
            record[i].name[k] = (char)('a' + (letters & 15));
        record[i].name[NAME - 1] = '\0';
    }
}

int main(void)
{
    struct tree ids = {.compare = by_id}, names = {.compare = by_name};

    pool_open();
    make_records();
    for (size_t i = 0; i < RECORDS; i++) {
        tree_insert(&ids, &record[i]);
        tree_insert(&names, &record[i]);
    }
    if (!whole(&ids, RECORDS) || !whole(&names, RECORDS))
        return 1;
    for (size_t i = 0; i < RECORDS; i++) {
        struct record wanted = {.id = record[i].id};
        if (find(&ids, &wanted) != &record[i] || find(&names, &record[i]) != &record[i])
            return 2;
    }
    for (size_t i = 0; i < RECORDS; i += 2) {
        tree_delete(&ids, &record[i]);
        tree_delete(&names, &record[i]);
    }
    if (!whole(&ids, RECORDS / 2) || !whole(&names, RECORDS / 2))
        return 3;
    return find(&ids, &record[0]) == NULL && find(&names, &record[1]) == &record[1] ? 0 : 4;
}
