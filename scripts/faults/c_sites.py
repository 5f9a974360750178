# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Places of C sources at which a fault can be seeded, and the sources with faults in them.

libclang parses each file. A site is a range of bytes with one or more faulty texts. A rewritten
file holds every chosen fault behind a selection, RVT_FAULT(number): the integer is read once when
a program starts (tests/faults), so that one build serves a whole sample.
"""

import collections
import re

import clang.cindex
from clang.cindex import CursorKind as Kind, TypeKind

# kind: the operator; start, end: bytes; faults: (what it does, faulty text, how to put it in);
# static: in a constant expression, so that it cannot be selected at run time.
Site = collections.namedtuple("Site", "path line function kind start end static faults")
Fault = collections.namedtuple("Fault", "breaks text form")

COMPARE = {
    "<": ["<=", ">="],
    "<=": ["<", ">"],
    ">": [">=", "<="],
    ">=": [">", "<"],
    "==": ["!="],
    "!=": ["=="],
}
ARITHMETIC = {
    "+": ["-"],
    "-": ["+"],
    "*": ["/"],
    "/": ["*"],
    "%": ["/"],
    "<<": [">>"],
    ">>": ["<<"],
    "&": ["|"],
    "|": ["&"],
    "^": ["|"],
    "&&": ["||"],
    "||": ["&&"],
}
COMPOUND = {
    "+=": ["-="],
    "-=": ["+="],
    "*=": ["/="],
    "<<=": [">>="],
    ">>=": ["<<="],
    "&=": ["|="],
    "|=": ["&="],
    "^=": ["|="],
}
NARROWER = {
    TypeKind.ULONG: "uint32_t",
    TypeKind.LONG: "int32_t",
    TypeKind.UINT: "uint16_t",
    TypeKind.INT: "int16_t",
    TypeKind.USHORT: "uint8_t",
    TypeKind.SHORT: "int8_t",
}
UNSIGNED = (TypeKind.BOOL, TypeKind.UCHAR, TypeKind.USHORT, TypeKind.UINT, TypeKind.ULONG)
BYTES = {"uint32_t": 4, "int32_t": 4, "uint16_t": 2, "int16_t": 2, "uint8_t": 1, "int8_t": 1}
WRAPPERS = (Kind.UNEXPOSED_EXPR, Kind.PAREN_EXPR)
STATEMENTS = (
    Kind.CALL_EXPR,
    Kind.BINARY_OPERATOR,
    Kind.COMPOUND_ASSIGNMENT_OPERATOR,
    Kind.UNARY_OPERATOR,
    Kind.CSTYLE_CAST_EXPR,
)
COMMENT = re.compile(rb"/\*.*?\*/", re.S)
WORD = re.compile(r"[A-Za-z_]\w*")
FLAGS = ["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-Iinclude", "-Imodel", "-I."]
DETAILED = clang.cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD


def inner(node):
    """The expression within parentheses and implicit conversions."""
    while node.kind in WRAPPERS:
        children = list(node.get_children())
        if len(children) != 1:
            break
        node = children[0]
    return node


class Finder:
    """The sites of one source file."""

    def __init__(self, path):
        """Parses the file, which is named from the root of the tree."""
        self.path, self.sites = path, {}
        with open(path, "rb") as file:
            self.source = file.read()
        unit = clang.cindex.Index.create().parse(path, FLAGS, options=DETAILED)
        broken = [str(fault) for fault in unit.diagnostics if fault.severity >= 3]
        if broken:
            raise SystemExit(f"{path}: {broken[0]}")
        self.macros = []
        for node in unit.cursor.get_children():
            if node.location.file is None or node.location.file.name != path:
                continue
            if node.kind == Kind.MACRO_INSTANTIATION:
                self.macros.append(self.span(node))
        self.function = None
        for node in unit.cursor.get_children():
            if node.location.file is None or node.location.file.name != path:
                continue
            if node.kind == Kind.FUNCTION_DECL and node.is_definition():
                self.function = node.spelling
                for child in node.get_children():
                    if child.kind == Kind.COMPOUND_STMT:
                        self.walk(child, False)
                self.function = None
            elif node.kind == Kind.VAR_DECL:
                for child in node.get_children():
                    self.walk(child, True)

    @staticmethod
    def span(node):
        """First byte of a node, and the byte after it."""
        return node.extent.start.offset, node.extent.end.offset

    def text(self, start, end=None):
        """Source text of a node, or of a range."""
        if end is None:
            start, end = self.span(start)
        return self.source[start:end].decode()

    def whole(self, start, end):
        """True if the range is source as it stands: in no macro, unless it is the macro's name."""
        return not any(
            first <= start
            and end <= last
            and not ((first, last) == (start, end) and WORD.fullmatch(self.text(start, end)))
            for first, last in self.macros
        )

    def add(self, node, kind, static, faults, form="value", span=None):
        """Notes a site. faults: (what it does, faulty text)."""
        start, end = span or self.span(node)
        faults = [Fault(" ".join(breaks.split()), text, form) for breaks, text in faults]
        if not faults or not self.whole(start, end):
            return
        line = self.source.count(b"\n", 0, start) + 1
        site = Site(self.path, line, self.function, kind, start, end, static, faults)
        self.sites.setdefault((kind, start, end), site)

    def operator(self, left, right):
        """The operator between two operands."""
        between = self.source[self.span(left)[1] : self.span(right)[0]]
        return COMMENT.sub(b"", between).strip(b" \t\n()").decode()

    def condition(self, node, static):
        """A truth value: negated, stuck at 0, stuck at 1."""
        text = self.text(node)
        if text in ("true", "false", "0", "1"):
            return
        self.add(
            node,
            "condition",
            static,
            [
                (f"'{text}' negated", f"!({text})"),
                (f"'{text}' stuck at 0", "0"),
                (f"'{text}' stuck at 1", "1"),
            ],
        )

    def constant(self, node, static):
        """A number or an enumerator, one more and one less."""
        text = self.text(node)
        if text in ("true", "false"):
            flipped = "false" if text == "true" else "true"
            self.add(node, "constant", static, [(f"{flipped} for {text}", flipped)])
        elif text != "NULL" and not text.startswith(("'", "__")):
            faults = [(f"{text} + 1", f"({text} + 1)"), (f"{text} - 1", f"({text} - 1)")]
            self.add(node, "constant", static, faults[:1] if text == "0" else faults)

    def narrow(self, node, kind, target, static):
        """A value cut to half the width of where it goes, unless its own type has no more, or it
        is a truth value."""
        narrow = NARROWER.get(target.get_canonical().kind)
        own = inner(node).type.get_canonical()
        if narrow and own.kind in UNSIGNED and own.get_size() <= BYTES[narrow]:
            return
        if self.is_truth(inner(node)):
            return
        if narrow and inner(node).kind not in (Kind.INTEGER_LITERAL, Kind.INIT_LIST_EXPR):
            text = self.text(node)
            self.add(node, kind, static, [(f"'{text}' cut to {narrow}", f"(({narrow})({text}))")])

    def is_truth(self, node):
        """True if an expression is 0 or 1."""
        if node.kind == Kind.BINARY_OPERATOR:
            return self.operator(*node.get_children()) in (*COMPARE, "&&", "||")
        return node.kind == Kind.UNARY_OPERATOR and self.text(node).startswith("!")

    def binary(self, node, static):
        """Operators of two operands."""
        left, right = list(node.get_children())
        word = self.operator(left, right)
        if word == "=":
            self.narrow(right, "width", left.type, static)
            return
        kind = "comparison" if word in COMPARE else "arithmetic"
        others = COMPARE.get(word, ARITHMETIC.get(word, []))
        if any(
            side.type.get_canonical().kind in (TypeKind.POINTER, TypeKind.CONSTANTARRAY)
            for side in (left, right)
        ) and word in ("-", "<", "<=", ">", ">="):
            others = [] if word == "-" else others
        sides = self.text(left), self.text(right)
        self.add(
            node,
            kind,
            static,
            [
                (f"{other} for {word} in '{self.text(node)}'", f"({sides[0]} {other} {sides[1]})")
                for other in others
            ],
        )
        if word in ("&&", "||"):
            self.condition(left, static)
            self.condition(right, static)

    def call(self, node, static):
        """Arguments of one type, swapped."""
        arguments = list(node.get_arguments())
        if len(arguments) < 2 or not all(arguments):
            return
        spans = [self.span(argument) for argument in arguments]
        faults = []
        for i, (first, one) in enumerate(zip(arguments, spans)):
            for second, two in list(zip(arguments, spans))[i + 1 :]:
                same = first.type.get_canonical().spelling == second.type.get_canonical().spelling
                if same and self.text(*one) != self.text(*two) and one[1] <= two[0]:
                    start, end = self.span(node)
                    text = (
                        self.text(start, one[0])
                        + self.text(*two)
                        + self.text(one[1], two[0])
                        + self.text(*one)
                        + self.text(two[1], end)
                    )
                    faults.append((f"'{self.text(*one)}' and '{self.text(*two)}' swapped", text))
        self.add(node, "arguments", static, faults)

    def statement_span(self, node):
        """Bytes of an expression statement with its semicolon, or None."""
        start, end = self.span(node)
        rest = COMMENT.sub(b"", self.source[end : end + 80]).lstrip()
        return (start, self.source.index(b";", end) + 1) if rest.startswith(b";") else None

    def statement(self, node):
        """A statement that is one expression: dropped."""
        real = inner(node)
        if real.kind == Kind.CSTYLE_CAST_EXPR:
            real = inner(list(real.get_children())[-1])
        span = self.statement_span(node)
        if real.kind not in STATEMENTS or span is None:
            return None
        kind = "call" if real.kind == Kind.CALL_EXPR else "assignment"
        self.add(node, kind, False, [(f"'{self.text(node)}' dropped", ";")], "statement", span)
        return span

    def compound(self, node):
        """Statements of a block: one dropped, two swapped."""
        before = None
        for child in node.get_children():
            span = self.statement(child)
            if span and before:
                first, second = self.text(*before), self.text(*span)
                self.add(
                    child,
                    "order",
                    False,
                    [(f"'{second}' before '{first}'", f"{second} {first}")],
                    "statement",
                    (before[0], span[1]),
                )
            before = span

    def declaration(self, node, static):
        """A variable with its initial value."""
        static = static or node.storage_class == clang.cindex.StorageClass.STATIC
        children = list(node.get_children())
        for child in children:
            if child.kind == Kind.INTEGER_LITERAL and node.type.kind == TypeKind.CONSTANTARRAY:
                continue  # the size of an array
            self.walk(child, static)
            if child.kind.is_expression() and child is children[-1] and not static:
                self.narrow(child, "width", node.type, static)

    def walk(self, node, static):
        """Notes the sites of a node and of everything in it."""
        children = list(node.get_children())
        kind = node.kind
        if kind in (Kind.TYPE_REF, Kind.STRUCT_DECL, Kind.ENUM_DECL):
            return
        if kind == Kind.VAR_DECL:
            self.declaration(node, static)
            return
        if kind == Kind.CASE_STMT:
            children = children[1:]
            for child in children:
                self.statement(child)
        elif kind == Kind.DEFAULT_STMT:
            for child in children:
                self.statement(child)
        elif kind == Kind.COMPOUND_STMT:
            self.compound(node)
        elif kind in (Kind.IF_STMT, Kind.WHILE_STMT, Kind.CONDITIONAL_OPERATOR):
            self.condition(children[0], static)
        elif kind == Kind.DO_STMT:
            self.condition(children[-1], static)
        if kind in (Kind.IF_STMT, Kind.WHILE_STMT, Kind.FOR_STMT):
            for child in children[-1:] if kind != Kind.IF_STMT else children[1:]:
                self.statement(child)
        elif kind == Kind.UNARY_OPERATOR and self.text(node).startswith("!"):
            self.condition(children[0], static)
        elif kind == Kind.UNARY_OPERATOR and self.text(node).startswith("~"):
            text = self.text(node)
            self.add(node, "arithmetic", static, [(f"'{text}' without ~", f"({text[1:]})")])
        elif kind == Kind.BINARY_OPERATOR and len(children) == 2:
            self.binary(node, static)
        elif kind == Kind.COMPOUND_ASSIGNMENT_OPERATOR:
            word = self.operator(*children)
            sides = [self.text(child) for child in children]
            self.add(
                node,
                "arithmetic",
                static,
                [
                    (
                        f"{other} for {word} in '{self.text(node)}'",
                        f"({sides[0]} {other} {sides[1]})",
                    )
                    for other in COMPOUND.get(word, [])
                ],
            )
        elif kind == Kind.CALL_EXPR:
            self.call(node, static)
        elif kind == Kind.CSTYLE_CAST_EXPR:
            self.narrow(children[-1], "width", node.type, static)
        elif kind == Kind.INTEGER_LITERAL:
            self.constant(node, static)
        elif kind == Kind.DECL_REF_EXPR and node.referenced is not None:
            if node.referenced.kind == Kind.ENUM_CONSTANT_DECL:
                self.constant(node, static)
        for child in children:
            self.walk(child, static)


def sites_of(path):
    """The sites of a file, in order of their bytes."""
    return sorted(Finder(path).sites.values(), key=lambda site: (site.start, -site.end, site.kind))


def line_of(site):
    """The source line on which a site begins, without indentation."""
    with open(site.path, "rb") as file:
        return file.read().splitlines()[site.line - 1].strip().decode()


def rewrite(source, chosen):
    """The source with chosen faults, each behind its selection. chosen: (number, site, fault)."""
    chosen = sorted(chosen, key=lambda one: (one[1].start, -one[1].end, one[0]))

    def render(start, end, faults):
        """The bytes from start to end with these faults, which lie within."""
        out, at = [], start
        while faults:
            number, site, fault = faults[0]
            within = [one for one in faults[1:] if one[1].end <= site.end]
            good = render(site.start, site.end, within)
            bad = fault.text.encode()
            out.append(source[at : site.start])
            form = b"(RVT_FAULT(%d) ? (%s) : (%s))"
            if fault.form == "statement":
                form = b"{ if (RVT_FAULT(%d)) { %s } else { %s } }"
            out.append(form % (number, bad, good))
            at, faults = site.end, [one for one in faults[1:] if one[1].end > site.end]
        out.append(source[at:end])
        return b"".join(out)

    return render(0, len(source), chosen)


def replace(source, site, fault):
    """The source with one fault in place."""
    return source[: site.start] + fault.text.encode() + source[site.end :]
