"""Equality of JSON values, type-strict."""

from __future__ import annotations

from typing import Any


def same(left: Any, right: Any) -> bool:
    """Whether two JSON values are the same to any depth.

    ``2`` is not ``"2"``, ``true`` is not ``1``, null is nothing but null; ``2`` and ``2.0`` are the same number, since
    JSON has one kind of number and stored evidence may come back as either. The order of keys does not count, that
    of items does.
    """
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, int | float) and isinstance(right, int | float):
        return left == right
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(map(same, left, right))
    return type(left) is type(right) and bool(left == right)
