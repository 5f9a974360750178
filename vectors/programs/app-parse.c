/* SPDX-FileCopyrightText: rvt contributors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A calculator: a recursive-descent parser turns sheets of formulas into trees, which are then
 * worked out for several inputs. */
#include "rt.h"

enum kind {
    NUMBER,
    VARIABLE,
    NEGATE,
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    REMAINDER,
    LESS,
    CHOOSE,
    CALL
};

struct variable {
    const char *name;
    size_t length;
    int32_t value;
};

typedef int32_t function(const int32_t *argument);

struct node {
    enum kind kind;
    int32_t number;
    struct variable *variable;
    function *function;
    struct node *child[3];
};

enum { NODES = 160, VARIABLES = 24 };

struct formula {
    struct variable *target;
    struct node *value;
};

struct sheet {
    struct node node[NODES];
    struct variable variable[VARIABLES];
    struct formula formula[VARIABLES];
    unsigned nodes, variables, formulas;
};

struct parser {
    struct sheet *sheet;
    const char *at;
    char token; /* itself, or '0' for a number, 'a' for a name, 0 at the end */
    int32_t number;
    const char *name;
    size_t length;
    int failed;
};

static int32_t minimum(const int32_t *argument)
{
    return argument[0] < argument[1] ? argument[0] : argument[1];
}

static int32_t maximum(const int32_t *argument)
{
    return argument[0] > argument[1] ? argument[0] : argument[1];
}

static int32_t absolute(const int32_t *argument)
{
    return argument[0] < 0 ? -argument[0] : argument[0];
}

static int32_t divisor(const int32_t *argument)
{
    int32_t a = absolute(&argument[0]), b = absolute(&argument[1]);

    while (b != 0) {
        int32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static int32_t clamp(const int32_t *argument)
{
    if (argument[0] < argument[1])
        return argument[1];
    return argument[0] > argument[2] ? argument[2] : argument[0];
}

static const struct {
    const char *name;
    unsigned arguments;
    function *call;
} functions[] = {{"min", 2, minimum},
                 {"max", 2, maximum},
                 {"abs", 1, absolute},
                 {"gcd", 2, divisor},
                 {"clamp", 3, clamp}};

static RT_LIBRARY int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static RT_LIBRARY int is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || c == '_';
}

static RT_LIBRARY int same_name(const char *name, size_t length, const char *other,
                                size_t other_length)
{
    if (length != other_length)
        return 0;
    for (size_t i = 0; i < length; i++)
        if (name[i] != other[i])
            return 0;
    return 1;
}

static RT_LIBRARY size_t text_length(const char *text)
{
    size_t length = 0;

    while (text[length] != '\0')
        length++;
    return length;
}

static RT_LIBRARY void advance(struct parser *p)
{
    while (*p->at == ' ' || *p->at == '\n')
        p->at++;
    if (is_digit(*p->at)) {
        p->number = 0;
        while (is_digit(*p->at))
            p->number = p->number * 10 + (*p->at++ - '0');
        p->token = '0';
    } else if (is_letter(*p->at)) {
        p->name = p->at;
        while (is_letter(*p->at) || is_digit(*p->at))
            p->at++;
        p->length = (size_t)(p->at - p->name);
        p->token = 'a';
    } else {
        p->token = *p->at;
        if (p->token != '\0')
            p->at++;
    }
}

static RT_LIBRARY int accept(struct parser *p, char token)
{
    if (p->token != token)
        return 0;
    advance(p);
    return 1;
}

static RT_LIBRARY void expect(struct parser *p, char token)
{
    if (!accept(p, token))
        p->failed = 1;
}

static RT_LIBRARY struct node *make(struct parser *p, enum kind kind, struct node *left,
                                    struct node *right)
{
    struct sheet *sheet = p->sheet;
    struct node *node = &sheet->node[sheet->nodes];

    if (sheet->nodes + 1 < NODES)
        sheet->nodes++;
    else
        p->failed = 1;
    node->kind = kind;
    node->child[0] = left;
    node->child[1] = right;
    return node;
}

static RT_LIBRARY struct variable *lookup(struct sheet *sheet, const char *name, size_t length)
{
    struct variable *variable = sheet->variable;

    for (unsigned i = 0; i < sheet->variables; i++, variable++)
        if (same_name(variable->name, variable->length, name, length))
            return variable;
    if (sheet->variables + 1 < VARIABLES)
        sheet->variables++;
    variable->name = name;
    variable->length = length;
    variable->value = 0;
    return variable;
}

static RT_LIBRARY struct node *parse_choice(struct parser *p);

static RT_LIBRARY struct node *parse_call(struct parser *p, const char *name, size_t length)
{
    struct node *node = make(p, CALL, NULL, NULL);

    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        if (!same_name(name, length, functions[i].name, text_length(functions[i].name)))
            continue;
        node->function = functions[i].call;
        node->number = (int32_t)functions[i].arguments;
        for (unsigned k = 0; k < functions[i].arguments; k++) {
            if (k > 0)
                expect(p, ',');
            node->child[k] = parse_choice(p);
        }
        expect(p, ')');
        return node;
    }
    p->failed = 1;
    return node;
}

static RT_LIBRARY struct node *parse_primary(struct parser *p)
{
    struct node *node;

    if (p->token == '0') {
        node = make(p, NUMBER, NULL, NULL);
        node->number = p->number;
        advance(p);
    } else if (p->token == 'a') {
        const char *name = p->name;
        size_t length = p->length;
        advance(p);
        if (accept(p, '('))
            return parse_call(p, name, length);
        node = make(p, VARIABLE, NULL, NULL);
        node->variable = lookup(p->sheet, name, length);
    } else if (accept(p, '(')) {
        node = parse_choice(p);
        expect(p, ')');
    } else {
        node = make(p, NUMBER, NULL, NULL);
        p->failed = 1;
    }
    return node;
}

static RT_LIBRARY struct node *parse_unary(struct parser *p)
{
    if (accept(p, '-'))
        return make(p, NEGATE, parse_unary(p), NULL);
    return parse_primary(p);
}

static RT_LIBRARY struct node *parse_product(struct parser *p)
{
    struct node *left = parse_unary(p);

    while (!p->failed) {
        if (accept(p, '*'))
            left = make(p, MULTIPLY, left, parse_unary(p));
        else if (accept(p, '/'))
            left = make(p, DIVIDE, left, parse_unary(p));
        else if (accept(p, '%'))
            left = make(p, REMAINDER, left, parse_unary(p));
        else
            break;
    }
    return left;
}

static RT_LIBRARY struct node *parse_sum(struct parser *p)
{
    struct node *left = parse_product(p);

    while (!p->failed) {
        if (accept(p, '+'))
            left = make(p, ADD, left, parse_product(p));
        else if (accept(p, '-'))
            left = make(p, SUBTRACT, left, parse_product(p));
        else
            break;
    }
    return left;
}

static RT_LIBRARY struct node *parse_choice(struct parser *p)
{
    struct node *node = parse_sum(p);

    if (accept(p, '<'))
        node = make(p, LESS, node, parse_sum(p));
    if (accept(p, '?')) {
        node = make(p, CHOOSE, node, parse_choice(p));
        expect(p, ':');
        node->child[2] = parse_choice(p);
    }
    return node;
}

/* 1 if the whole text was understood. */
static RT_LIBRARY_CALL int parse_sheet(struct sheet *sheet, const char *text)
{
    struct parser p = {.sheet = sheet, .at = text};

    sheet->nodes = sheet->variables = sheet->formulas = 0;
    advance(&p);
    while (p.token == 'a' && !p.failed && sheet->formulas < VARIABLES) {
        struct formula *formula = &sheet->formula[sheet->formulas++];
        formula->target = lookup(sheet, p.name, p.length);
        advance(&p);
        expect(&p, '=');
        formula->value = parse_choice(&p);
        expect(&p, ';');
    }
    return !p.failed && p.token == '\0';
}

static RT_LIBRARY_CALL int32_t evaluate(const struct node *node)
{
    int32_t left, right, argument[3];

    switch (node->kind) {
    case NUMBER:
        return node->number;
    case VARIABLE:
        return node->variable->value;
    case NEGATE:
        return -evaluate(node->child[0]);
    case CHOOSE:
        return evaluate(node->child[evaluate(node->child[0]) ? 1 : 2]);
    case CALL:
        for (int32_t i = 0; i < node->number; i++)
            argument[i] = evaluate(node->child[i]);
        return node->function(argument);
    default:
        break;
    }
    left = evaluate(node->child[0]);
    right = evaluate(node->child[1]);
    switch (node->kind) {
    case ADD:
        return left + right;
    case SUBTRACT:
        return left - right;
    case MULTIPLY:
        return left * right;
    case DIVIDE:
        return right == 0 ? 0 : left / right;
    case REMAINDER:
        return right == 0 ? 0 : left % right;
    default:
        return left < right;
    }
}

static void set(struct sheet *sheet, const char *name, int32_t value)
{
    lookup(sheet, name, text_length(name))->value = value;
}

static int32_t get(struct sheet *sheet, const char *name)
{
    return lookup(sheet, name, text_length(name))->value;
}

static void recalculate(struct sheet *sheet)
{
    for (unsigned i = 0; i < sheet->formulas; i++)
        sheet->formula[i].target->value = evaluate(sheet->formula[i].value);
}

static const char wages[] = "hours = 7 * days + (20 < days ? 9 : 3);\n"
                            "rate = 31 + hours / 50;\n"
                            "gross = hours * rate - min(hours, 40) * 2;\n"
                            "bonus = hours % 5 < 2 ? gross / 12 : 0;\n"
                            "tax = max(0, gross - 1000) * 18 / 100 + clamp(gross / 20, 10, 90);\n"
                            "pension = (gross + bonus) * 9 / 100;\n"
                            "net = gross + bonus - tax - pension;\n";

static const char tiles[] = "side = gcd(width, height);\n"
                            "across = width / side;\n"
                            "down = height / side;\n"
                            "tiles = across * down;\n"
                            "joint = abs(width - height) < 100 ? 2 : 3;\n"
                            "grout = ((across - 1) * height + (down - 1) * width) * joint / 10;\n"
                            "price = tiles * (side * side / 40 + 3) + -(-grout * 2);\n";

static int32_t net_wage(int32_t days)
{
    int32_t hours = 7 * days + (20 < days ? 9 : 3), rate = 31 + hours / 50;
    int32_t gross = hours * rate - (hours < 40 ? hours : 40) * 2;
    int32_t bonus = hours % 5 < 2 ? gross / 12 : 0, over = gross > 1000 ? gross - 1000 : 0;
    int32_t share = gross / 20;

    share = share < 10 ? 10 : share > 90 ? 90 : share;
    return gross + bonus - (over * 18 / 100 + share) - (gross + bonus) * 9 / 100;
}

static struct sheet sheet;

int main(void)
{
    if (!parse_sheet(&sheet, wages))
        return 1;
    for (int32_t days = 1; days < 24; days += 4) {
        set(&sheet, "days", days);
        recalculate(&sheet);
        if (get(&sheet, "net") != net_wage(days))
            return 2;
    }
    if (!parse_sheet(&sheet, tiles))
        return 3;
    for (int32_t width = 120; width < 360; width += 36) {
        set(&sheet, "width", width);
        set(&sheet, "height", 240);
        recalculate(&sheet);
        if (get(&sheet, "side") * get(&sheet, "across") != width)
            return 4;
    }
    if (get(&sheet, "tiles") != 35 || get(&sheet, "price") != 3212)
        return 5;
    return parse_sheet(&sheet, "broken = (1 + ;") ? 6 : 0;
}
