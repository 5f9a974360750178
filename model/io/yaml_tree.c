/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/yaml_tree.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "io/bytes/file.h"

enum { CHUNK_BYTES = 65536 };

/* Memory of the nodes and their text: allocated piece by piece, freed at once. */
struct chunk {
    struct chunk *next;
    size_t used, capacity;
    max_align_t start[];
};

struct rvt_yaml {
    struct chunk *chunks;
    size_t nodes;
    const struct rvt_yaml_node *root;
};

/* An open sequence or mapping. */
struct level {
    struct rvt_yaml_node *node;
    struct rvt_yaml_node *last; /* latest entry */
    const char *key;            /* mapping: the key whose value comes next; else null */
    unsigned key_line, key_column;
};

struct builder {
    struct rvt_yaml *yaml;
    struct rvt_diag *diag;
    struct level level[RVT_YAML_DEPTH_MAX];
    unsigned depth;
    unsigned line, column; /* of the event, from 1 */
};

static void *take(struct rvt_yaml *yaml, size_t bytes)
{
    size_t unit = sizeof(max_align_t);
    size_t size = (bytes + unit - 1) / unit * unit;
    struct chunk *chunk = yaml->chunks;
    if (chunk == NULL || chunk->capacity - chunk->used < size) {
        size_t capacity = size > CHUNK_BYTES ? size : CHUNK_BYTES;
        chunk = malloc(sizeof(*chunk) + capacity);
        if (chunk == NULL)
            return NULL;
        *chunk = (struct chunk){.next = yaml->chunks, .used = 0, .capacity = capacity};
        yaml->chunks = chunk;
    }
    void *piece = (uint8_t *)chunk->start + chunk->used;
    chunk->used += size;
    return piece;
}

static enum rvt_status refuse(struct builder *builder, enum rvt_status status, const char *text)
{
    enum rvt_status kept =
        rvt_diag_set(builder->diag, status, NULL, 0, NULL, "column %u: %s", builder->column, text);
    rvt_diag_at(builder->diag, "line", builder->line);
    return kept;
}

/* A copy of the text of a scalar event; null without memory. */
static const char *keep_text(struct builder *builder, const yaml_event_t *event)
{
    size_t length = event->data.scalar.length;
    char *text = take(builder->yaml, length + 1);
    if (text != NULL) {
        memcpy(text, event->data.scalar.value, length);
        text[length] = '\0';
    }
    return text;
}

/* Takes a scalar as the next key of the mapping level. */
static enum rvt_status add_key(struct builder *builder, struct level *level,
                               const yaml_event_t *event)
{
    if (level->node->count >= RVT_YAML_KEYS_MAX)
        return refuse(builder, RVT_ERR_CAPACITY, "the mapping has too many keys");
    const char *key = keep_text(builder, event);
    if (key == NULL)
        return refuse(builder, RVT_ERR_MEMORY, "out of memory");
    const struct rvt_yaml_node *earlier = rvt_yaml_get(level->node, key);
    if (earlier != NULL) {
        enum rvt_status status = rvt_diag_set(builder->diag, RVT_ERR_SYNTAX, NULL, 0, NULL,
                                              "column %u: key '%s' occurs twice, first in line %u",
                                              builder->column, key, earlier->key_line);
        rvt_diag_at(builder->diag, "line", builder->line);
        return status;
    }
    level->key = key;
    level->key_line = builder->line;
    level->key_column = builder->column;
    return RVT_OK;
}

/* Makes a node for the event and adds it to the open level. */
static enum rvt_status add_node(struct builder *builder, enum rvt_yaml_kind kind,
                                const yaml_event_t *event)
{
    struct rvt_yaml *yaml = builder->yaml;
    if (yaml->nodes >= RVT_YAML_NODES_MAX)
        return refuse(builder, RVT_ERR_CAPACITY, "the document has too many values");
    yaml->nodes++;
    struct rvt_yaml_node *node = take(yaml, sizeof(*node));
    const char *text = kind == RVT_YAML_SCALAR ? keep_text(builder, event) : NULL;
    if (node == NULL || (kind == RVT_YAML_SCALAR && text == NULL))
        return refuse(builder, RVT_ERR_MEMORY, "out of memory");
    *node = (struct rvt_yaml_node){
        .kind = kind, .line = builder->line, .column = builder->column, .text = text};
    if (builder->depth == 0) {
        yaml->root = node;
    } else {
        struct level *level = &builder->level[builder->depth - 1];
        node->key = level->key;
        node->key_line = level->key_line;
        node->key_column = level->key_column;
        level->key = NULL;
        if (level->last == NULL)
            level->node->first = node;
        else
            level->last->next = node;
        level->last = node;
        level->node->count++;
    }
    if (kind != RVT_YAML_SCALAR) {
        if (builder->depth == RVT_YAML_DEPTH_MAX)
            return refuse(builder, RVT_ERR_CAPACITY, "nested too deeply");
        builder->level[builder->depth++] = (struct level){.node = node};
    }
    return RVT_OK;
}

/* The mapping whose next event is a key, or null. */
static struct level *key_due(struct builder *builder)
{
    if (builder->depth == 0)
        return NULL;
    struct level *level = &builder->level[builder->depth - 1];
    return level->node->kind == RVT_YAML_MAPPING && level->key == NULL ? level : NULL;
}

static enum rvt_status take_scalar(struct builder *builder, const yaml_event_t *event)
{
    if (event->data.scalar.anchor != NULL || event->data.scalar.tag != NULL)
        return refuse(builder, RVT_ERR_SYNTAX, "anchors and tags are not supported");
    if (memchr(event->data.scalar.value, 0, event->data.scalar.length) != NULL)
        return refuse(builder, RVT_ERR_SYNTAX, "a value contains a zero byte");
    struct level *level = key_due(builder);
    return level != NULL ? add_key(builder, level, event)
                         : add_node(builder, RVT_YAML_SCALAR, event);
}

static enum rvt_status take_start(struct builder *builder, enum rvt_yaml_kind kind,
                                  const yaml_event_t *event)
{
    bool map = kind == RVT_YAML_MAPPING;
    const void *anchor = map ? event->data.mapping_start.anchor : event->data.sequence_start.anchor;
    const void *tag = map ? event->data.mapping_start.tag : event->data.sequence_start.tag;
    if (anchor != NULL || tag != NULL)
        return refuse(builder, RVT_ERR_SYNTAX, "anchors and tags are not supported");
    if (key_due(builder) != NULL)
        return refuse(builder, RVT_ERR_SYNTAX, "a key must be a word");
    return add_node(builder, kind, event);
}

static enum rvt_status take_event(struct builder *builder, const yaml_event_t *event)
{
    builder->line = (unsigned)event->start_mark.line + 1;
    builder->column = (unsigned)event->start_mark.column + 1;
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return take_scalar(builder, event);
    case YAML_SEQUENCE_START_EVENT:
        return take_start(builder, RVT_YAML_SEQUENCE, event);
    case YAML_MAPPING_START_EVENT:
        return take_start(builder, RVT_YAML_MAPPING, event);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        builder->depth--;
        return RVT_OK;
    case YAML_ALIAS_EVENT:
        return refuse(builder, RVT_ERR_SYNTAX, "aliases are not supported");
    case YAML_DOCUMENT_START_EVENT:
        return builder->yaml->root == NULL
                   ? RVT_OK
                   : refuse(builder, RVT_ERR_SYNTAX, "more than one document");
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_STREAM_END_EVENT:
    case YAML_DOCUMENT_END_EVENT:
        return RVT_OK;
    }
    return refuse(builder, RVT_ERR_SYNTAX, "unknown event");
}

/* Why libyaml stopped. */
static enum rvt_status parser_fault(struct builder *builder, const yaml_parser_t *parser)
{
    const char *problem = parser->problem != NULL ? parser->problem : "not valid YAML";
    if (parser->error == YAML_MEMORY_ERROR)
        return rvt_diag_set(builder->diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    if (parser->error == YAML_READER_ERROR) { /* an encoding fault: only the offset is known */
        (void)rvt_diag_set(builder->diag, RVT_ERR_SYNTAX, NULL, 0, NULL, "%s", problem);
        rvt_diag_at(builder->diag, "byte", parser->problem_offset);
        return RVT_ERR_SYNTAX;
    }
    builder->line = (unsigned)parser->problem_mark.line + 1;
    builder->column = (unsigned)parser->problem_mark.column + 1;
    return refuse(builder, RVT_ERR_SYNTAX, problem);
}

static enum rvt_status build(struct builder *builder, yaml_parser_t *parser)
{
    for (;;) {
        yaml_event_t event;
        if (!yaml_parser_parse(parser, &event))
            return parser_fault(builder, parser);
        bool end = event.type == YAML_STREAM_END_EVENT;
        enum rvt_status status = take_event(builder, &event);
        yaml_event_delete(&event);
        if (status != RVT_OK)
            return status;
        if (end) {
            return builder->yaml->root != NULL
                       ? RVT_OK
                       : refuse(builder, RVT_ERR_SYNTAX, "the file contains no values");
        }
    }
}

enum rvt_status rvt_yaml_parse(const uint8_t *data, size_t bytes, struct rvt_yaml **yaml,
                               struct rvt_diag *diag)
{
    struct builder builder = {.yaml = calloc(1, sizeof(struct rvt_yaml)), .diag = diag};
    yaml_parser_t parser;
    if (builder.yaml == NULL || !yaml_parser_initialize(&parser)) {
        free(builder.yaml);
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, data, bytes);
    enum rvt_status status = build(&builder, &parser);
    yaml_parser_delete(&parser);
    if (status != RVT_OK) {
        rvt_yaml_close(builder.yaml);
        return status;
    }
    *yaml = builder.yaml;
    return RVT_OK;
}

enum rvt_status rvt_yaml_open(const char *path, struct rvt_yaml **yaml, struct rvt_diag *diag)
{
    uint8_t *data = NULL;
    size_t bytes = 0;
    enum rvt_status status = rvt_file_load(path, RVT_YAML_BYTES_MAX, &data, &bytes, diag);
    if (status == RVT_OK) {
        status = rvt_yaml_parse(data, bytes, yaml, diag);
        free(data);
    }
    return status;
}

void rvt_yaml_close(struct rvt_yaml *yaml)
{
    if (yaml == NULL)
        return;
    while (yaml->chunks != NULL) {
        struct chunk *chunk = yaml->chunks;
        yaml->chunks = chunk->next;
        free(chunk);
    }
    free(yaml);
}

const struct rvt_yaml_node *rvt_yaml_root(const struct rvt_yaml *yaml)
{
    return yaml->root;
}

const struct rvt_yaml_node *rvt_yaml_get(const struct rvt_yaml_node *map, const char *key)
{
    if (map == NULL || map->kind != RVT_YAML_MAPPING)
        return NULL;
    const struct rvt_yaml_node *node = map->first;
    while (node != NULL && strcmp(node->key, key) != 0)
        node = node->next;
    return node;
}
