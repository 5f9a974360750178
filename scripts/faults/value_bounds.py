# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The largest value that an expression of the C model can have, as far as its syntax shows it.

A bound follows from the type, from constants, and from the ranges of the configuration, which is
validated before anything reads it. A local variable has the bound of its initial value if nothing
else writes it and nothing takes its address. What may be negative or wrap around has no bound but
that of an unsigned type.
"""

import re

import clang.cindex
from clang.cindex import CursorKind as Kind, TypeKind

from faults import c_sites

KEYS = "model/base/config_keys.c"
UNSIGNED = (TypeKind.BOOL, TypeKind.UCHAR, TypeKind.USHORT, TypeKind.UINT, TypeKind.ULONG)
SIGNED = (TypeKind.SCHAR, TypeKind.SHORT, TypeKind.INT, TypeKind.LONG)
LOGICAL = (*c_sites.COMPARE, "&&", "||")
MASK = "rvt_mask"  # (n): the lowest n bits, at most 64


def ranges():
    """The largest value of each parameter of the configuration that is a number."""
    with open(KEYS, encoding="utf-8") as file:
        text = file.read()
    found = re.findall(r"NUMBER\(\"parameters\", params, (\w+), \d+, (\d+),", text)
    return {name: int(most) for name, most in found}


def of_type(of):
    """The bound of an unsigned type, or None."""
    of = of.get_canonical()
    if of.kind not in UNSIGNED:
        return None
    return 1 if of.kind == TypeKind.BOOL else (1 << 8 * of.get_size()) - 1


def greatest(of):
    """The greatest value of an integer type, or None."""
    of = of.get_canonical()
    if of.kind in UNSIGNED:
        return of_type(of)
    return (1 << 8 * of.get_size() - 1) - 1 if of.kind in SIGNED else None


def least(one, other):
    """The lower of two bounds, of which either may be None."""
    return min((bound for bound in (one, other) if bound is not None), default=None)


class Bounds:
    """Bounds of the expressions of one function."""

    def __init__(self, function):
        """function: its definition. Finds the local variables that only their declaration sets."""
        self.parameters, self.written = ranges(), set()
        self.finder = c_sites.Finder.__new__(c_sites.Finder)
        with open(function.location.file.name, "rb") as file:
            self.finder.source = file.read()
        for node in function.walk_preorder():
            children = list(node.get_children())
            if node.kind == Kind.UNARY_OPERATOR:
                if not self.finder.text(node).startswith(("!", "~", "-", "+")) or (
                    self.finder.text(node).startswith(("--", "++"))
                ):
                    self.write(children[0])
            elif node.kind == Kind.COMPOUND_ASSIGNMENT_OPERATOR or (
                node.kind == Kind.BINARY_OPERATOR and self.finder.operator(*children) == "="
            ):
                self.write(children[0])

    def write(self, node):
        """Notes what may be written. Members and elements belong to their variable."""
        for part in node.walk_preorder():
            if part.kind == Kind.DECL_REF_EXPR and part.referenced is not None:
                self.written.add(part.referenced.get_usr())

    def most(self, node):
        """The bound of an expression, or None."""
        real = c_sites.inner(node)
        bound = least(self.by_syntax(real), of_type(real.type))
        fits = greatest(node.type)
        if bound is not None and fits is not None and bound <= fits:
            return bound
        return of_type(node.type)

    def by_syntax(self, node):
        """The bound that the form of an expression gives, or None."""
        children = list(node.get_children())
        if node.kind == Kind.INTEGER_LITERAL:
            token = next(node.get_tokens(), None)
            number = re.fullmatch(
                r"(0[xX][0-9a-fA-F]+|\d+)[uUlL]*", token.spelling if token else ""
            )
            return int(number[1], 0) if number and not re.match("0[0-7]", number[1]) else None
        if node.kind == Kind.DECL_REF_EXPR:
            return self.of_name(node.referenced)
        if node.kind == Kind.MEMBER_REF_EXPR:
            return self.of_member(node.referenced)
        if node.kind == Kind.CSTYLE_CAST_EXPR:
            return self.most(children[-1])
        if node.kind == Kind.CONDITIONAL_OPERATOR:
            bounds = [self.most(child) for child in children[1:]]
            return None if None in bounds else max(bounds)
        if node.kind == Kind.UNARY_OPERATOR:
            return 1 if self.finder.text(node).startswith("!") else None
        if node.kind == Kind.CALL_EXPR and node.spelling == MASK:
            bits = self.most(children[-1])
            return None if bits is None or bits > 64 else (1 << bits) - 1
        if node.kind == Kind.BINARY_OPERATOR and len(children) == 2:
            word = self.finder.operator(*children)
            if word in LOGICAL:
                return 1
            return self.of_operator(word, node, *(self.most(child) for child in children))
        return None

    def of_name(self, declared):
        """The bound of a variable or an enumerator."""
        if declared is None:
            return None
        if declared.kind == Kind.ENUM_CONSTANT_DECL:
            return declared.enum_value if declared.enum_value >= 0 else None
        children = list(declared.get_children())
        if (
            declared.kind != Kind.VAR_DECL
            or declared.semantic_parent.kind != Kind.FUNCTION_DECL
            or declared.get_usr() in self.written
            or not children
            or not children[-1].kind.is_expression()
            or declared.type.get_canonical().kind in (TypeKind.CONSTANTARRAY, TypeKind.RECORD)
        ):
            return None
        return self.most(children[-1])

    def of_member(self, member):
        """The bound of a parameter or a bit-field."""
        if member.semantic_parent.spelling == "rvt_params":
            return self.parameters.get(member.spelling)
        if member.is_bitfield() and of_type(member.type) is not None:
            return (1 << member.get_bitfield_width()) - 1
        return None

    @staticmethod
    def of_operator(word, node, left, right):
        """The bound of left word right; None if the result may not fit the type of node."""
        fits = greatest(node.type)
        if word == "&":
            return least(left, right)
        if left is None or right is None:
            return None
        bound = None
        if word == "+":
            bound = left + right
        elif word == "*":
            bound = left * right
        elif word == "<<" and right < 64:
            bound = left << right
        elif word in ("|", "^"):
            bound = (1 << max(left, right).bit_length()) - 1
        elif word in ("/", ">>"):
            bound = left
        elif word == "%":
            bound = min(left, max(right - 1, 0))
        return bound if bound is not None and fits is not None and bound <= fits else None


def of_range(path, name, start, end):
    """The bound of the expression at a range of bytes of a function, or None."""
    unit = clang.cindex.Index.create().parse(path, c_sites.FLAGS)
    for function in unit.cursor.get_children():
        if function.kind != Kind.FUNCTION_DECL or function.spelling != name:
            continue
        if not function.is_definition():
            continue
        for node in function.walk_preorder():
            if node.kind.is_expression() and c_sites.Finder.span(node) == (start, end):
                return Bounds(function).most(node)
    return None
