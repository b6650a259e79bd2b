"""The file that a new family begins with."""

from __future__ import annotations

from datetime import date

import pytest

from browserenv.tasks.errors import TaskError
from browserenv.tasks.lint import lint
from browserenv.tasks.reader import read_family
from browserenv.tasks.starter import starter, starter_file


def test_it_loads_and_is_clean() -> None:
    family = read_family(starter("shop-admin.refund-order"), "shop-admin/refund_order.yaml")
    assert family.family == "shop-admin.refund-order"
    assert list(lint(family, date(2026, 1, 1))) == []
    assert starter_file(family.family) == "shop-admin/refund_order.yaml"


@pytest.mark.parametrize("name", ["refund", "Shop.refund", "shop.Refund order", "shop."])
def test_a_wrong_id_is_refused(name: str) -> None:
    with pytest.raises(TaskError, match=r"is no family id; write site\.name"):
        starter(name)
