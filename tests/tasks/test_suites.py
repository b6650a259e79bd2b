"""Suites: names for many tasks."""

from __future__ import annotations

import pytest

from browserenv.tasks.catalog import Catalog
from browserenv.tasks.errors import UnknownTaskError
from browserenv.tasks.suites import by_sites, named_tasks, suite, suite_names

CATALOG = Catalog()


def test_each_site_is_a_suite_and_all_is_every_task() -> None:
    assert suite_names(CATALOG)[:3] == ("all", "calendar", "forum")
    assert suite(CATALOG, "all") == tuple(CATALOG.ids())
    forum = suite(CATALOG, "forum")
    assert forum[0] == "580"
    assert all(CATALOG.sites(task_id) == ("forum",) for task_id in forum)
    assert set(suite(CATALOG, "calendar")).isdisjoint(forum)


def test_names_are_suites_and_tasks_and_each_task_comes_once() -> None:
    named = named_tasks(CATALOG, ["forum.subscribe", "forum", "580"])
    assert named[0] == "forum.subscribe"
    assert sorted(named) == sorted(suite(CATALOG, "forum"))
    with pytest.raises(UnknownTaskError, match="no task 'forun'"):
        named_tasks(CATALOG, ["forum", "forun"])
    with pytest.raises(UnknownTaskError, match="no suite 'forun'; did you mean 'forum'"):
        suite(CATALOG, "forun")


def test_tasks_of_the_same_sites_go_together() -> None:
    ids = ["forum.subscribe", "calendar.keep-tasks", "580"]
    assert by_sites(CATALOG, ids) == [("forum.subscribe", "580"), ("calendar.keep-tasks",)]
