# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Lists the places of the elaborated RTL where a fault can be seeded, and the faults of each.

A place is a node of the syntax tree that exists in the configuration: an expression that is read,
a condition, a label of a case, or an assignment; in functions, only of those that are called. Its
faults are other texts for it, each of the
same width. Declarations, parameters, clocks, resets, assertions, and signals named unused_* have
none."""

import collections
import os
import re

import pyslang
from pyslang import ast, syntax

Place = collections.namedtuple("Place", "file start end kind")
Fault = collections.namedtuple("Fault", "operator text")

FIXED = ("clk_i", "rst_ni")
SWAPPED = {  # operators, and what may take the place of each
    "BinaryAnd": "|",
    "BinaryOr": "&",
    "BinaryXor": "|",
    "LogicalAnd": "||",
    "LogicalOr": "&&",
    "Add": "-",
    "Subtract": "+",
    "Equality": "!=",
    "Inequality": "==",
    "LessThan": "<=",
    "LessThanEqual": "<",
    "GreaterThan": ">=",
    "GreaterThanEqual": ">",
    "LogicalShiftLeft": ">>",
    "LogicalShiftRight": "<<",
}
ONE_SIDED = (
    "Subtract",
    "LessThan",
    "LessThanEqual",
    "GreaterThan",
    "GreaterThanEqual",
)  # operands swapped
UNARY = {"BitwiseNot": "", "LogicalNot": "", "BinaryAnd": "|", "BinaryOr": "&"}
# Syntax in which nothing may depend on a signal.
CONSTANT = {
    f"SyntaxKind.{name}"
    for name in (
        "ParameterDeclaration",
        "ParameterDeclarationStatement",
        "ParameterValueAssignment",
        "VariableDimension",
        "LocalVariableDeclaration",
        "GenvarDeclaration",
        "ConcurrentAssertionStatement",
        "ConcurrentAssertionMember",
        "ElabSystemTask",
    )
}
GENERATE = ("SyntaxKind.IfGenerate", "SyntaxKind.LoopGenerate", "SyntaxKind.CaseGenerate")


NUMBER = re.compile(r"(?:\d+'s?([bdh]))?(-?\w+)")
# Values that are stuck already.
STUCK = {"0": re.compile(r"'0|\d*'?[bdh]?0+"), "1": re.compile(r"'1|1'b1")}
# What Verilator and yosys accept.
TOLERATED = ("DiagCode(UsedBeforeDeclared)",)


def is_bits(kind):
    """True for a type that is a vector of bits."""
    return kind.isIntegral and not kind.isEnum


def number(constant):
    """The number that a constant is, as the compiler prints it."""
    base, digits = NUMBER.fullmatch(str(constant)).groups()
    return int(digits, {"b": 2, "h": 16}.get(base, 10))


class Reader:
    """Collects the places of one elaborated design."""

    def __init__(self, files, top, parameters, seeded):
        """Elaborates. files: the sources, packages first; parameters: numbers by name; seeded: the
        names of the files in which there may be faults."""
        self.manager = syntax.SyntaxTree.getDefaultSourceManager()
        self.seeded, self.places, self.texts = set(seeded), collections.defaultdict(dict), {}
        options = ast.CompilationOptions()
        options.topModules = {top}
        options.paramOverrides = [f"{name}=32'd{value}" for name, value in parameters.items()]
        compilation = ast.Compilation(pyslang.Bag([options]))
        self.fixed, trees = collections.defaultdict(list), []
        for path in files:
            trees.append(syntax.SyntaxTree.fromFile(path))
            compilation.addSyntaxTree(trees[-1])
        wrong = [
            str(item.code)
            for item in compilation.getAllDiagnostics()
            if item.isError() and str(item.code) not in TOLERATED
        ]
        if wrong:
            raise ValueError(f"elaboration: {', '.join(wrong)}")
        for path, tree in zip(files, trees):
            name = os.path.basename(path)
            if name in self.seeded:
                with open(path, encoding="ascii") as file:
                    self.texts[name] = file.read()
                tree.root.visit(lambda node, name=name: self._note_constant(name, node))
        self.functions = {}  # those that are called, by name; each is visited once
        for instance in compilation.getRoot().topInstances:
            instance.visit(self._visit)

    def _note_constant(self, name, node):
        """Notes ranges of a file in which nothing may depend on a signal."""
        if str(node.kind) in CONSTANT:
            part = node.sourceRange
        elif str(node.kind) in GENERATE:
            part = node.sourceRange
            body = getattr(node, "block", None)
            if body is not None:  # what comes before the body
                self.fixed[name].append((part.start.offset, body.sourceRange.start.offset))
            return True
        elif str(node.kind) == "SyntaxKind.FunctionDeclaration":
            part = node.prototype.sourceRange
        else:
            return True
        self.fixed[name].append((part.start.offset, part.end.offset))
        return True

    def _place(self, node, kind):
        """The place of a node, None if there can be no fault."""
        start, end = node.sourceRange.start, node.sourceRange.end
        name = os.path.basename(str(self.manager.getFileName(start)))
        if name not in self.seeded or not end.offset > start.offset:
            return None
        place = Place(name, start.offset, end.offset, kind)
        text = self.texts[name]
        if text[place.start - 1] == ".":  # .name of a port
            return None
        if any(low < place.end and place.start < high for low, high in self.fixed[name]):
            return None
        own = text[place.start : place.end]
        return None if any(word in own for word in FIXED) else place

    def _text(self, node):
        """The text of a node."""
        start, end = node.sourceRange.start, node.sourceRange.end
        name = os.path.basename(str(self.manager.getFileName(start)))
        return self.texts[name][start.offset : end.offset] if name in self.texts else ""

    def _add(self, node, kind, operator, *texts):
        """Adds faults of a place."""
        place = self._place(node, kind)
        if place:
            for text in texts:
                self.places[place][Fault(operator, text)] = None

    # ---- what is at each kind of node -----------------------------------------------------------

    def _visit(self, node):
        """Takes a node. Returns whether what is below it is visited as well."""
        handle = getattr(self, f"_take_{type(node).__name__}", None)
        if handle is None:
            return ast.VisitAction.Advance
        handle(node)
        return ast.VisitAction.Skip

    def _take_ParameterSymbol(self, node):
        """Nothing."""

    _take_GenvarSymbol = _take_ElabSystemTaskSymbol = _take_ParameterSymbol
    _take_UninstantiatedDefSymbol = _take_VariableDeclStatement = _take_ParameterSymbol
    _take_ConcurrentAssertionStatement = _take_ImmediateAssertionStatement = _take_ParameterSymbol

    def _visit_body(self, node):
        """What is instantiated."""
        for part in () if node.isUninstantiated else node:
            part.visit(self._visit)

    _take_GenerateBlockSymbol = _visit_body

    def _take_SubroutineSymbol(self, node):
        """Nothing where it is declared: a function counts where it is called."""

    def _take_TimedStatement(self, node):
        """Without its clock."""
        node.stmt.visit(self._visit)

    def _take_ForLoopStatement(self, node):
        """Without its bounds."""
        node.body.visit(self._visit)

    def _take_ReplicationExpression(self, node):
        """Without its count."""
        node.concat.visit(self._visit)

    def _condition(self, node):
        """A condition is inverted or stuck."""
        text = self._text(node)
        self._add(node, "condition", "condition negated", f"!({text})")
        self._add(node, "condition", "condition stuck", "1'b0", "1'b1")
        node.visit(self._visit)

    def _take_ConditionalStatement(self, node):
        """Its condition, and its statements."""
        for condition in node.conditions:
            self._condition(condition.expr)
        node.ifTrue.visit(self._visit)
        if node.ifFalse is not None:
            node.ifFalse.visit(self._visit)

    def _take_ConditionalExpression(self, node):
        """Its condition, and its sides in the other order."""
        for condition in node.conditions:
            self._condition(condition.expr)
        words = [self._text(part) for part in (node.conditions[0].expr, node.right, node.left)]
        self._add(node, "choice", "operands swapped", "({}) ? ({}) : ({})".format(*words))
        node.left.visit(self._visit)
        node.right.visit(self._visit)

    def _take_CaseStatement(self, node):
        """A label that matches no longer."""
        node.expr.visit(self._visit)
        for group in node.items:
            for label in group.expressions:
                text = self._text(node.expr)
                self._add(label, "label", "case item dropped", f"~({text})")
            group.stmt.visit(self._visit)
        if node.defaultCase is not None:
            node.defaultCase.visit(self._visit)

    def _take_AssignmentExpression(self, node):
        """A value that is not stored, or stuck; then the value itself."""
        if type(node.right).__name__ == "EmptyArgumentExpression":
            return
        target, value = self._text(node.left), self._text(node.right)
        if target.startswith("unused"):
            return
        if target and value and not node.isCompound:
            if node.isNonBlocking:
                self._add(node.right, "value", "assignment dropped", target)
            if is_bits(node.left.type):
                width = node.left.type.bitWidth
                stuck = (
                    f"{{{width}{{1'b{bit}}}}}" if width > 1 else f"1'b{bit}"
                    for bit in "01"
                    if not STUCK[bit].fullmatch(value)
                )
                self._add(node.right, "value", "assignment stuck", *stuck)
        node.right.visit(self._visit)

    def _take_BinaryExpression(self, node):
        """Another operator, operands in the other order."""
        left, right = self._text(node.left), self._text(node.right)
        name = str(node.op).rsplit(".", maxsplit=1)[-1]
        if name in SWAPPED:
            self._add(node, "operator", "operator swapped", f"(({left}) {SWAPPED[name]} ({right}))")
        if name in ONE_SIDED:
            between = self._between(node.left, node.right)
            self._add(node, "operator", "operands swapped", f"(({right}) {between} ({left}))")
        node.left.visit(self._visit)
        node.right.visit(self._visit)

    def _between(self, left, right):
        """The text between two nodes: the operator."""
        start, end = left.sourceRange.end, right.sourceRange.start
        name = os.path.basename(str(self.manager.getFileName(start)))
        text = self.texts[name][start.offset : end.offset] if name in self.texts else ""
        return text.strip(" \n()")

    def _take_UnaryExpression(self, node):
        """An inversion that is missing, or another reduction."""
        name = str(node.op).rsplit(".", maxsplit=1)[-1]
        if name in UNARY:
            operand = self._text(node.operand)
            self._add(node, "operator", "operator swapped", f"({UNARY[name]}({operand}))")
        node.operand.visit(self._visit)

    def _take_ConcatenationExpression(self, node):
        """Two neighbours in the other order."""
        texts = [self._text(part) for part in node.operands]
        for place in range(len(texts) - 1):
            order = texts[:place] + [texts[place + 1], texts[place]] + texts[place + 2 :]
            if texts[place] != texts[place + 1]:
                self._add(node, "order", "operands swapped", "{" + ", ".join(order) + "}")
        for part in node.operands:
            part.visit(self._visit)

    def _take_IntegerLiteral(self, node):
        """A constant that is off by one."""
        text = self._text(node)
        if "'" in text:
            self._add(
                node, "constant", "constant off by one", f"({text} + 1'b1)", f"({text} - 1'b1)"
            )
        else:
            self._add(node, "constant", "constant off by one", f"({text} + 1)", f"({text} - 1)")

    def _take_UnbasedUnsizedIntegerLiteral(self, node):
        """The other constant."""
        text = self._text(node)
        if text in ("'0", "'1"):
            self._add(node, "constant", "constant off by one", "'1" if text == "'0" else "'0")

    def _take_NamedValueExpression(self, node):
        """A constant that is off by one, or another signal of the same width."""
        symbol, text = node.symbol, self._text(node)
        kind = type(symbol).__name__
        if kind in ("ParameterSymbol", "EnumValueSymbol"):
            if is_bits(symbol.type) and not symbol.type.isSigned:
                width = symbol.type.bitWidth
                words = (f"{width}'({text} {sign} {width}'(1))" for sign in "+-")
                self._add(node, "constant", "constant off by one", *words)
        elif kind in ("VariableSymbol", "NetSymbol") and is_bits(symbol.type):
            self._add(node, "signal", "signal replaced", *self._others(symbol))

    def _others(self, symbol):
        """Registers and inputs of the same scope with the same width, none of which can close a
        combinational loop."""
        return [
            other.name
            for other in symbol.parentScope
            if type(other).__name__ in ("VariableSymbol", "NetSymbol")
            and other.name not in (symbol.name, *FIXED)
            and other.name.endswith(("_q", "_i"))
            and is_bits(other.type)
            and other.type.bitWidth == symbol.type.bitWidth
            and other.type.isSigned == symbol.type.isSigned
        ]

    def _take_RangeSelectExpression(self, node):
        """A range that is one higher or lower; the base of a range of fixed width."""
        simple = str(node.selectionKind).endswith("Simple")
        if simple and type(node.value).__name__ == "NamedValueExpression":
            if is_bits(node.value.type) and node.left.constant and node.right.constant:
                high, low = number(node.left.constant), number(node.right.constant)
                name, limit = self._text(node.value), node.value.type.bitWidth
                words = [
                    f"{name}[{high + by}:{low + by}]"
                    for by in (1, -1)
                    if low + by >= 0 and high + by < limit
                ]
                self._add(node, "range", "range off by one", *words)
        elif not simple:
            node.left.visit(self._visit)

    def _take_ElementSelectExpression(self, node):
        """A bit that is one higher or lower; an index that is wrong."""
        if node.selector.constant is None:
            node.selector.visit(self._visit)
            return
        if type(node.value).__name__ == "NamedValueExpression" and is_bits(node.value.type):
            index = number(node.selector.constant)
            name, limit = self._text(node.value), node.value.type.bitWidth
            words = [f"{name}[{index + by}]" for by in (1, -1) if 0 <= index + by < limit]
            self._add(node, "range", "range off by one", *words)

    def _take_CallExpression(self, node):
        """Its arguments, unless the system needs them to be constant; and what it calls."""
        if node.isSystemCall:
            return
        for argument in node.arguments:
            argument.visit(self._visit)
        function = node.subroutine
        name = function.hierarchicalPath
        if name not in self.functions:
            self.functions[name] = function
            function.body.visit(self._visit)


def read_places(files, top, parameters, seeded):
    """The faults of each place, in the order of the sources; and the texts of the files."""
    reader = Reader(files, top, parameters, seeded)
    places = {place: list(faults) for place, faults in sorted(reader.places.items()) if faults}
    return places, reader.texts
