/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: rvt contributors
 */
#include "tools/vectors/vectors_list.h"

#include <string.h>

#include "io/bytes/output.h"

static enum rvt_status print_case(void *context, struct rvt_golden_case *c, struct rvt_diag *diag)
{
    struct rvt_output *output = context;
    const struct rvt_yaml_node *source = rvt_yaml_get(c->root, "source");

    (void)diag;
    rvt_output_print(output, "%.*s/%s\t", (int)(strlen(c->name) - strlen(".yaml")), c->name, c->id);
    for (const struct rvt_yaml_node *number = rvt_yaml_get(c->node, "clause")->first;
         number != NULL; number = number->next)
        rvt_output_print(output, "%s%s", number->text, number->next != NULL ? "," : "");
    rvt_output_print(output, "\t%s\t%s\t%s\t%s\n", rvt_golden_role_text(rvt_golden_role(c)),
                     rvt_yaml_get(source, "kind")->text, rvt_yaml_get(c->root, "config")->text,
                     rvt_yaml_get(c->node, "title")->text);
    return RVT_OK;
}

enum rvt_exit rvt_vectors_list(const struct rvt_vectors_choice *choice, struct rvt_output *output)
{
    const struct rvt_golden_visitor visitor = {print_case, output, NULL};
    struct rvt_golden_set *set = NULL;

    if (!rvt_vectors_open(choice, &set))
        return RVT_EXIT_UNUSABLE;
    enum rvt_status status = rvt_vectors_visit(choice, set, &visitor);
    rvt_golden_set_close(set);
    return status == RVT_OK ? RVT_EXIT_GOOD : RVT_EXIT_UNUSABLE;
}
