from __future__ import annotations

import pytest

from traceview.tools.derived.op_names import OpCategory, parse_framework_op


@pytest.mark.parametrize(
    ("full_name", "category", "scopes", "label"),
    [
        ("model/conv_1/Conv2D:Conv2D", OpCategory.TENSORFLOW, ("model", "conv_1"), "Conv2D"),
        ("model/MatMul_1:", OpCategory.TENSORFLOW, ("model",), "MatMul"),
        ("jit(f)/mul:mul", OpCategory.JAX, ("jit(f)",), "mul"),
        ("a/transpose:transpose[permutation=(1, 0)]", OpCategory.JAX, ("a",), "transpose"),
        ("jit(f)/jvp(g)/add_2:", OpCategory.JAX, ("jit(f)", "jvp(g)"), "add"),
        ("Iterator::Batch::Map", OpCategory.DATA, (), "Iterator::Map"),
        ("MemcpyHToD", OpCategory.MEMCPY, (), "MemcpyHToD"),
        ("some annotation ", OpCategory.UNKNOWN, (), "some annotation"),
    ],
)
def test_a_full_name_is_taken_apart(
    full_name: str, category: OpCategory, scopes: tuple[str, ...], label: str
) -> None:
    op = parse_framework_op(full_name)
    assert (op.category, op.scopes, op.label) == (category, scopes, label)


def test_an_instruction_without_a_name_keeps_its_colon() -> None:
    assert parse_framework_op(":").label == ":"
