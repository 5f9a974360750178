/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "io/transport/collateral_xml.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

#include "io/bytes/file.h"
#include "io/transport/guid_text.h"

enum { FILE_BYTES_MAX = 64 * 1024 * 1024, SEPARATOR = '|' };

/* An element with text, and the list that holds it. GUIDs are kept apart. */
static const struct {
    const char *list, *element;
    enum rvt_collateral_kind kind; /* RVT_COLLATERAL_KINDS: GUIDs */
} ELEMENTS[] = {
    {"Guids", "Guid", RVT_COLLATERAL_KINDS},
    {"Builds", "Build", RVT_COLLATERAL_BUILD},
    {"Modules", "Module", RVT_COLLATERAL_MODULE},
    {"SourceFiles", "File", RVT_COLLATERAL_FILE},
    {"Catalog32", "Format", RVT_COLLATERAL_CATALOG32},
    {"Catalog64", "Format", RVT_COLLATERAL_CATALOG64},
    {"Short32", "Format", RVT_COLLATERAL_SHORT32},
    {"Short64", "Format", RVT_COLLATERAL_SHORT64},
    {"Write", "Protocol", RVT_COLLATERAL_PROTOCOL},
};

enum { ELEMENT_COUNT = sizeof ELEMENTS / sizeof ELEMENTS[0] };

struct reader {
    struct rvt_collateral *collateral;
    XML_Parser parser;
    struct rvt_diag *diag;
    enum rvt_status status;
    struct rvt_collateral_client *client; /* inside of Client */
    unsigned clients;
    int list;                         /* index of ELEMENTS inside of its list, or -1 */
    struct rvt_collateral_item *item; /* inside of an element that has text */
    size_t text_bytes, text_capacity;
    char *text;
};

static void refuse(struct reader *reader, enum rvt_status status, const char *field,
                   const char *why)
{
    if (reader->status != RVT_OK)
        return;
    reader->status = status;
    rvt_diag_set(reader->diag, status, NULL, 0, NULL, "%s%s%s", field ? field : "",
                 field ? ": " : "", why);
    rvt_diag_at(reader->diag, "line", XML_GetCurrentLineNumber(reader->parser));
    (void)XML_StopParser(reader->parser, XML_FALSE);
}

/* Makes room for one more element of size bytes in array; null: no memory, reported. */
static void *grow(struct reader *reader, void *array, size_t count, size_t *capacity, size_t size)
{
    size_t wanted = *capacity ? 2 * *capacity : 16;
    void *larger;

    if (count < *capacity)
        return array;
    larger = realloc(array, wanted * size);
    if (larger == NULL)
        refuse(reader, RVT_ERR_MEMORY, NULL, "out of memory");
    else
        *capacity = wanted;
    return larger;
}

/* The name of an element without its namespace. */
static const char *local(const char *name)
{
    const char *separator = strrchr(name, SEPARATOR);

    return separator ? separator + 1 : name;
}

static const char *attribute(const char **attributes, const char *name)
{
    for (; attributes[0] != NULL; attributes += 2)
        if (strcmp(local(attributes[0]), name) == 0)
            return attributes[1];
    return NULL;
}

/* Reads a number, decimal or 0x; *present: the attribute is there. */
static void read_number(struct reader *reader, const char **attributes, const char *name,
                        uint64_t *number, bool *present)
{
    const char *text = attribute(attributes, name);
    bool hexadecimal = text && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char *digits = hexadecimal ? text + 2 : text;
    uint64_t base = hexadecimal ? 16 : 10;

    *present = text != NULL;
    *number = 0;
    if (text == NULL)
        return;
    if (*digits == '\0')
        refuse(reader, RVT_ERR_SYNTAX, name, "not a number");
    for (; *digits != '\0'; digits++) {
        static const char all[] = "0123456789abcdef";
        char lower = *digits >= 'A' && *digits <= 'F' ? (char)(*digits - 'A' + 'a') : *digits;
        const char *digit = strchr(all, lower);

        if (digit == NULL || (uint64_t)(digit - all) >= base ||
            *number > (UINT64_MAX - (uint64_t)(digit - all)) / base) {
            refuse(reader, RVT_ERR_SYNTAX, name, "not a number of 64 bits");
            return;
        }
        *number = *number * base + (uint64_t)(digit - all);
    }
}

static void add_guid(struct reader *reader, const char **attributes)
{
    struct rvt_collateral_client *client = reader->client;
    const char *id = attribute(attributes, "ID"), *mask = attribute(attributes, "Mask");
    struct rvt_collateral_guid *larger =
        grow(reader, client->guid, client->guids, &client->guid_capacity, sizeof *client->guid);
    struct rvt_collateral_guid *guid;

    if (larger == NULL)
        return;
    client->guid = larger;
    guid = &client->guid[client->guids];
    memset(guid->mask, 0xff, sizeof guid->mask);
    if (id == NULL || !rvt_guid_parse(id, guid->id))
        refuse(reader, RVT_ERR_SYNTAX, "ID", "not a GUID");
    else if (mask != NULL && !rvt_guid_parse(mask, guid->mask))
        refuse(reader, RVT_ERR_SYNTAX, "Mask", "not a GUID");
    else
        client->guids++;
}

static void add_entry(struct reader *reader, enum rvt_collateral_kind kind, const char **attributes)
{
    struct rvt_collateral_list *list = &reader->client->list[kind];
    struct rvt_collateral_item *larger =
        grow(reader, list->entry, list->count, &list->capacity, sizeof *list->entry);
    struct rvt_collateral_item item = {.order = list->count};
    bool present = false;

    if (larger == NULL)
        return;
    list->entry = larger;
    read_number(reader, attributes, "ID", &item.shown.id, &present);
    if (!present)
        refuse(reader, RVT_ERR_SYNTAX, "ID", "the element has no ID");
    read_number(reader, attributes, "Mask", &item.shown.mask, &present);
    if (!present)
        item.shown.mask = UINT64_MAX;
    read_number(reader, attributes, "File", &item.shown.file, &item.shown.has_file);
    read_number(reader, attributes, "Line", &item.shown.line, &item.shown.has_line);
    list->entry[list->count] = item;
    reader->item = &list->entry[list->count++];
    reader->text_bytes = 0;
}

static void add_client(struct reader *reader, const char **attributes)
{
    struct rvt_collateral_client *client = calloc(1, sizeof *client);
    const char *name = attribute(attributes, "Name");

    if (client == NULL) {
        refuse(reader, RVT_ERR_MEMORY, NULL, "out of memory");
        return;
    }
    rvt_collateral_add(reader->collateral, client);
    reader->client = client;
    reader->clients++;
    if (name != NULL && (client->name = strdup(name)) == NULL)
        refuse(reader, RVT_ERR_MEMORY, NULL, "out of memory");
}

static void XMLCALL on_start(void *context, const char *qualified, const char **attributes)
{
    struct reader *reader = context;
    const char *name = local(qualified);

    if (reader->client == NULL) {
        if (strcmp(name, "Client") == 0)
            add_client(reader, attributes);
        return;
    }
    if (reader->list < 0) {
        for (int i = 0; i < ELEMENT_COUNT; i++)
            if (strcmp(name, ELEMENTS[i].list) == 0)
                reader->list = i;
        return;
    }
    if (reader->item != NULL || strcmp(name, ELEMENTS[reader->list].element) != 0)
        return;
    if (ELEMENTS[reader->list].kind == RVT_COLLATERAL_KINDS)
        add_guid(reader, attributes);
    else
        add_entry(reader, ELEMENTS[reader->list].kind, attributes);
}

static void XMLCALL on_text(void *context, const char *text, int bytes)
{
    struct reader *reader = context;

    for (int i = 0; reader->item != NULL && i < bytes; i++) {
        char *larger = grow(reader, reader->text, reader->text_bytes, &reader->text_capacity, 1);

        if (larger == NULL)
            return;
        reader->text = larger;
        reader->text[reader->text_bytes++] = text[i];
    }
}

static void end_item(struct reader *reader)
{
    char *text = malloc(reader->text_bytes + 1);

    if (text == NULL) {
        refuse(reader, RVT_ERR_MEMORY, NULL, "out of memory");
        return;
    }
    if (reader->text_bytes > 0)
        memcpy(text, reader->text, reader->text_bytes);
    text[reader->text_bytes] = '\0';
    reader->item->owned = text;
    reader->item->shown.text = text;
    reader->item = NULL;
}

static void XMLCALL on_end(void *context, const char *qualified)
{
    struct reader *reader = context;
    const char *name = local(qualified);

    if (reader->item != NULL && strcmp(name, ELEMENTS[reader->list].element) == 0) {
        end_item(reader);
    } else if (reader->list >= 0 && strcmp(name, ELEMENTS[reader->list].list) == 0) {
        reader->list = -1;
    } else if (reader->client != NULL && reader->list < 0 && strcmp(name, "Client") == 0) {
        rvt_collateral_client_sort(reader->client);
        reader->client = NULL;
    }
}

static void parse(struct reader *reader, const uint8_t *data, size_t bytes)
{
    XML_SetUserData(reader->parser, reader);
    XML_SetElementHandler(reader->parser, on_start, on_end);
    XML_SetCharacterDataHandler(reader->parser, on_text);
    if (XML_Parse(reader->parser, (const char *)data, (int)bytes, 1) != XML_STATUS_OK)
        refuse(reader, RVT_ERR_SYNTAX, NULL, XML_ErrorString(XML_GetErrorCode(reader->parser)));
    if (reader->status == RVT_OK && reader->clients == 0)
        refuse(reader, RVT_ERR_SYNTAX, NULL, "the file contains no SyS-T client");
}

enum rvt_status rvt_collateral_load(struct rvt_collateral *collateral, const char *path,
                                    struct rvt_diag *diag)
{
    struct reader reader = {.collateral = collateral, .diag = diag, .list = -1};
    uint8_t *data = NULL;
    size_t bytes = 0;
    enum rvt_status status = rvt_file_load(path, FILE_BYTES_MAX, &data, &bytes, diag);

    if (status != RVT_OK)
        return status;
    reader.parser = XML_ParserCreateNS(NULL, SEPARATOR);
    if (reader.parser == NULL)
        reader.status = rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    else
        parse(&reader, data, bytes);
    XML_ParserFree(reader.parser);
    free(reader.text);
    free(data);
    return reader.status;
}
