# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""Faults of the C model that provably change nothing.

Swapped statements commute if neither writes what the other reads or writes. A location is a member
or a variable; members of different names never overlap, as long as no union holds them. The library
has no global state, so a call touches only what its arguments reach: the records and numbers to
which their types lead through members and pointers. A type that leads to void, to a function, to
an incomplete type or to a union may reach anything. Pointers to bytes are taken to point to bytes.
Functions of the C library that allocate, free, set and copy touch only what their arguments point
to. Two statements that add to one number by |=, &= or ^= commute.

A value may be cut to a width in which all its values fit (value_bounds.py).
"""

import os
import re
import subprocess

import clang.cindex
from clang.cindex import CursorKind as Kind, TypeKind

from faults import c_sites, value_bounds

SIZEOF = Kind.CXX_UNARY_EXPR
MEMORY = ("calloc", "free", "malloc", "memcpy", "memmove", "memset")
COLLECTS = ("|=", "&=", "^=")
ARRAYS = (TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY)


class Opaque(Exception):
    """An expression whose effects are not known."""


def plain(of):
    """The canonical name of a type, without qualifiers."""
    return re.sub(r"\b(?:const|volatile|restrict)\b ?", "", of.get_canonical().spelling).strip()


def reach(of, found):
    """Adds the names of the records and of the pointed-to numbers to which a type leads."""
    of = of.get_canonical()
    if of.kind in ARRAYS:
        reach(of.element_type, found)
    elif of.kind == TypeKind.POINTER:
        target = of.get_pointee().get_canonical()
        if target.kind in (TypeKind.VOID, TypeKind.FUNCTIONPROTO, TypeKind.FUNCTIONNOPROTO):
            raise Opaque
        found.add(plain(target))
        reach(target, found)
    elif of.kind == TypeKind.RECORD:
        declared = of.get_declaration()
        fields = list(of.get_fields())
        if declared.kind != Kind.STRUCT_DECL or not fields:
            raise Opaque
        if ("record", plain(of)) not in found:
            found.add(("record", plain(of)))
            found.add(plain(of))
            for field in fields:
                reach(field.type, found)


class Effects:
    """What a statement reads and writes: {(key, type, record)}, and what its calls reach."""

    def __init__(self, statement):
        """Collects the effects. Raises Opaque where they are not known."""
        self.reads, self.writes, self.reached = set(), set(), set()
        self.value(statement)

    def location(self, node):
        """The location of an lvalue; what its address needs is read."""
        node = c_sites.inner(node)
        of = node.type.get_canonical()
        if of.kind == TypeKind.RECORD:
            raise Opaque
        return self.place(node, plain(of))

    def place(self, node, of):
        """The location of an lvalue or of the array that holds it."""
        node = c_sites.inner(node)
        children = list(node.get_children())
        if node.kind == Kind.DECL_REF_EXPR:
            return node.referenced.get_usr(), of, None
        if node.kind == Kind.MEMBER_REF_EXPR:
            record = node.referenced.semantic_parent
            if Kind.UNION_DECL in (record.kind, record.semantic_parent.kind):
                raise Opaque
            self.address(children[0])
            return node.referenced.get_usr(), of, plain(record.type)
        if node.kind == Kind.ARRAY_SUBSCRIPT_EXPR:
            self.value(children[1])
            base = c_sites.inner(children[0])
            if base.type.get_canonical().kind in ARRAYS:
                return self.place(base, of)
            self.value(base)
            return None, of, None
        if node.kind == Kind.UNARY_OPERATOR and first_token(node) == "*":
            self.value(children[0])
            return None, of, None
        raise Opaque

    def address(self, node):
        """Reads what the address of a member's record needs."""
        node = c_sites.inner(node)
        if node.type.get_canonical().kind == TypeKind.POINTER:
            self.value(node)
        elif node.kind not in (Kind.DECL_REF_EXPR, Kind.CALL_EXPR):
            key, _, _ = self.place(node, "")
            if key is None and node.kind not in (Kind.ARRAY_SUBSCRIPT_EXPR, Kind.UNARY_OPERATOR):
                raise Opaque
        elif node.kind == Kind.CALL_EXPR:
            raise Opaque

    def value(self, node):
        """Notes the effects of an expression."""
        node = c_sites.inner(node)
        children = list(node.get_children())
        if node.kind in (Kind.DECL_REF_EXPR, Kind.MEMBER_REF_EXPR, Kind.ARRAY_SUBSCRIPT_EXPR):
            if node.referenced is not None and node.referenced.kind == Kind.ENUM_CONSTANT_DECL:
                return
            if node.type.get_canonical().kind in ARRAYS:
                raise Opaque  # its address goes elsewhere
            self.reads.add(self.location(node))
        elif node.kind == Kind.UNARY_OPERATOR:
            word = first_token(node)
            if word == "*":
                self.reads.add(self.location(node))
            elif word == "&":
                self.place(children[0], "")
            elif word in ("-", "+", "!", "~"):
                self.value(children[0])
            else:  # ++ and --, before or after
                self.reads.add(self.location(children[0]))
                self.writes.add(self.location(children[0]))
        elif node.kind == Kind.BINARY_OPERATOR and assigns(node, children):
            self.writes.add(self.location(children[0]))
            self.value(children[1])
        elif node.kind == Kind.COMPOUND_ASSIGNMENT_OPERATOR:
            self.reads.add(self.location(children[0]))
            self.writes.add(self.location(children[0]))
            self.value(children[1])
        elif node.kind == Kind.CALL_EXPR:
            self.call(node)
        elif node.kind == Kind.CSTYLE_CAST_EXPR:
            self.value(children[-1])
        elif node.kind in (Kind.BINARY_OPERATOR, Kind.CONDITIONAL_OPERATOR):
            for child in children:
                self.value(child)
        elif node.kind not in (Kind.INTEGER_LITERAL, Kind.CHARACTER_LITERAL, SIZEOF):
            raise Opaque

    def call(self, node):
        """Notes the effects of a call."""
        called = node.referenced
        if called is None or called.kind != Kind.FUNCTION_DECL:
            raise Opaque
        if not called.spelling.startswith("rvt_") and called.location.file.name.startswith("/"):
            self.library(node)
            return
        if called.type.is_function_variadic():
            raise Opaque
        for argument in node.get_arguments():
            reach(argument.type, self.reached)
            self.value(argument)

    def library(self, node):
        """Notes the effects of a function of the C library that only touches its arguments."""
        if node.spelling not in MEMORY:
            raise Opaque
        for argument in node.get_arguments():
            of = c_sites.inner(argument).type
            if of.get_canonical().kind == TypeKind.POINTER:
                reach(of, self.reached)
            self.value(argument)

    def touched(self):
        """All locations of the statement itself."""
        return self.reads | self.writes


def first_token(node):
    """The first token of an expression."""
    return next(node.get_tokens()).spelling


def assigns(node, children):
    """True if a binary operator is =."""
    with open(node.location.file.name, "rb") as file:
        source = file.read()
    between = source[children[0].extent.end.offset : children[1].extent.start.offset]
    return c_sites.COMMENT.sub(b"", between).strip(b" \t\n()") == b"="


def overlap(one, other):
    """True if two locations may be the same."""
    if one[0] is None or other[0] is None:
        return one[1] == other[1]
    return one[0] == other[0]


def conflict(one, other):
    """True if the effects of one may change what the other does or leaves."""
    if any(overlap(a, b) for a in one.writes for b in other.touched()):
        return True
    return any(
        record in one.reached or of in one.reached for _, of, record in other.touched()
    ) or bool(one.reached & other.reached)


def collected(statement):
    """The operator and the location of a statement that only adds to a number, with the effects of
    what it adds; None: it is none."""
    children = list(statement.get_children())
    if statement.kind != Kind.COMPOUND_ASSIGNMENT_OPERATOR:
        return None
    with open(statement.location.file.name, "rb") as file:
        source = file.read()
    between = source[children[0].extent.end.offset : children[1].extent.start.offset]
    word = c_sites.COMMENT.sub(b"", between).strip(b" \t\n()").decode()
    effects = Effects(children[1])
    return (word, Effects(children[0]).location(children[0]), effects)


def collect_alike(first, second):
    """True if two statements add to one number by one operator, whose order has no effect."""
    one, other = collected(first), collected(second)
    if one is None or other is None or one[:2] != other[:2] or one[0] not in COLLECTS:
        return False
    if one[1][0] is None or any(part[2].writes for part in (one, other)):
        return False
    written = Effects(first)
    written.reads = written.reached = set()
    return not any(conflict(written, part[2]) for part in (one, other))


def symmetric(source, site):
    """True if a call gives the same when its two arguments are swapped: comparing texts for
    equality, or allocating."""
    text = source[site.start : site.end].decode()
    if site.kind != "arguments":
        return False
    if re.match(r"calloc\b", text):
        return True
    rest = source[site.end : site.end + 40].decode(errors="replace")
    return bool(re.match(r"strcmp\b", text) and re.match(r"\s*[!=]=\s*0\b", rest))


def commute(path, start, end):
    """True if the two statements of a range of bytes have the same effect in either order."""
    unit = clang.cindex.Index.create().parse(path, c_sites.FLAGS)
    for block in unit.cursor.walk_preorder():
        if block.kind != Kind.COMPOUND_STMT or block.extent.start.offset > start:
            continue
        children = list(block.get_children())
        for first, second in zip(children, children[1:]):
            if first.extent.start.offset != start or not start < second.extent.end.offset <= end:
                continue
            try:
                if collect_alike(first, second):
                    return True
                one, other = Effects(first), Effects(second)
            except Opaque:
                return False
            return not conflict(one, other) and not conflict(other, one)
    return False


def bounded(site, fault):
    """True if a site cuts a value to a width in which all its values fit."""
    found = re.search(r"cut to (u?)int(\d+)_t$", fault.breaks)
    if site.kind != "width" or site.static or not found:
        return False
    bound = value_bounds.of_range(site.path, site.function, site.start, site.end)
    return bound is not None and bound < 1 << int(found[2]) - (not found[1])


def compiled(compiler, path, text):
    """Exit status and assembly of a source."""
    where = "-I" + os.path.dirname(path)
    command = [compiler, *c_sites.FLAGS, where, "-w", "-O2", "-S", "-o", "-", "-x", "c", "-"]
    done = subprocess.run(command, input=text, capture_output=True, check=False)
    return done.returncode, done.stdout


def proof(site, fault):
    """Why a fault changes nothing, or None: it swaps independent statements or the arguments of a
    symmetric call, cuts a value that fits, or one of two compilers makes the same code with it as
    without it."""
    with open(site.path, "rb") as file:
        source = file.read()
    if site.kind == "order" and commute(site.path, site.start, site.end):
        return "independent statements"
    if symmetric(source, site):
        return "a call that is symmetric"
    if bounded(site, fault):
        return "all its values fit"
    if site.path.endswith(".c"):
        faulty = c_sites.replace(source, site, fault)
        for compiler in ("gcc", "clang"):
            codes = [compiled(compiler, site.path, text) for text in (source, faulty)]
            if codes[0] == codes[1] and codes[0][0] == 0:
                return f"{compiler} -O2 makes the same code"
    return None
