/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "golden/exchange/record.h"

#include <stdio.h>
#include <string.h>

#include "golden/exchange/yaml_json.h"
#include "golden/vector_set.h"
#include "io/config_print.h"

json_t *rvt_golden_invalid(void)
{
    return json_pack("{s:s}", "verdict", "invalid");
}

/* The request without config and input. */
static json_t *start(const struct rvt_golden_case *c, const char *suffix, const char *task)
{
    char name[2 * RVT_GOLDEN_NAME_BYTES];
    size_t stem = strlen(c->name) - strlen(".yaml");
    json_t *record = json_pack("{s:s}", "schema", "rvt-vector/1");

    (void)snprintf(name, sizeof name, "%.*s/%.128s%s%s", (int)stem, c->name, c->id,
                   suffix != NULL ? "/" : "", suffix != NULL ? suffix : "");
    rvt_json_put(&record, "case", json_string(name));
    rvt_json_put(&record, "title", rvt_json_text(rvt_yaml_get(c->node, "title")->text));
    rvt_json_put(&record, "clause", rvt_golden_json(rvt_yaml_get(c->node, "clause")));
    rvt_json_put(&record, "source",
                 json_string(rvt_yaml_get(rvt_yaml_get(c->root, "source"), "kind")->text));
    rvt_json_put(&record, "role", json_string(rvt_golden_role_text(rvt_golden_role(c))));
    rvt_json_put(&record, "task", json_string(task));
    return record;
}

enum rvt_status rvt_golden_exchange_put(const struct rvt_golden_exchanges *to, const char *suffix,
                                        const char *task, const struct rvt_config *config,
                                        json_t *input, json_t *expect, struct rvt_diag *diag)
{
    json_t *record = start(to->c, suffix, task);

    rvt_json_put(&record, "config", rvt_config_json(config, NULL));
    rvt_json_put(&record, "input", input);
    rvt_json_put(&record, "expect", expect);
    if (record == NULL)
        return rvt_diag_set(diag, RVT_ERR_MEMORY, NULL, 0, NULL, "out of memory");
    enum rvt_status status = to->sink(to->context, record, diag);
    json_decref(record);
    return status;
}
