"""The pure functions of the client kit, in a browser, against the shapes that the harness speaks of."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, sync_playwright

CLIENT = Path(__file__).parents[3] / "sites" / "kit" / "client"
BEFORE = {
    "events": {"a": {"id": "a", "n": 1}, "b": {"id": "b", "guests": [{"name": "x", "email": "y"}]}, "c": {"id": "c"}},
    "tasks": {"t": {"id": "t"}},
}
AFTER = {
    "events": {"b": {"guests": [{"email": "y", "name": "x"}], "id": "b"}, "c": {"id": "c", "n": 2}, "d": {"id": "d"}},
    "tasks": {"t": {"id": "t"}},
}


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """A page that serves the kit's modules."""
    with sync_playwright() as playwright:
        path = shutil.which("chromium") or playwright.chromium.executable_path
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()

        def answer(route: Any) -> None:
            name = route.request.url.rsplit("/", 1)[-1]
            if name.endswith(".js"):
                route.fulfill(body=(CLIENT / name).read_text(), content_type="text/javascript")
            else:
                route.fulfill(body="<!doctype html><main></main>", content_type="text/html")

        page.route("**/*", answer)
        page.goto("http://kit.localhost/")
        yield page
        browser.close()


@pytest.fixture
def call(page: Page) -> Callable[..., Any]:
    def run(module: str, name: str, *arguments: Any) -> Any:
        return page.evaluate(
            "async ([module, name, given]) => (await import(`/kit/${module}.js`))[name](...given)",
            [module, name, list(arguments)],
        )

    return run


def test_diff_tells_added_updated_and_deleted_rows(call: Callable[..., Any]) -> None:
    assert call("diff", "diff", BEFORE, AFTER) == {
        "events": {
            "added": {"d": {"id": "d"}},
            "updated": {"c": {"before": {"id": "c"}, "after": {"id": "c", "n": 2}}},
            "deleted": {"a": {"id": "a", "n": 1}},
        }
    }
    assert call("diff", "diff", BEFORE, BEFORE) == {}


def test_flat_and_nested_hold_empty_objects_where_nothing_changed(call: Callable[..., Any]) -> None:
    changes = call("diff", "diff", BEFORE, AFTER)
    events = {"added": {"d": {"id": "d"}}, "updated": {"c": {"id": "c", "n": 2}}, "deleted": {"a": {"id": "a", "n": 1}}}
    tasks: dict[str, Any] = {"added": {}, "updated": {}, "deleted": {}}
    assert call("diff", "flat", changes, ["events", "tasks"]) == {"eventsDiff": events, "tasksDiff": tasks}
    assert call("diff", "nested", changes, ["events", "tasks"]) == {"differences": {"events": events, "tasks": tasks}}


def test_a_change_is_untrusted_unless_all_that_touched_it_is_trusted(call: Callable[..., Any]) -> None:
    changes = call("diff", "diff", BEFORE, AFTER)

    def entry(row_id: str, trusted: bool) -> dict[str, Any]:
        return {"collection": "events", "id": row_id, "trusted": trusted}

    log = [entry("d", True), entry("c", True), entry("c", False), {**entry("a", True), "collection": "tasks"}]
    assert sorted(call("diff", "untrusted", changes, log)) == ["events/a", "events/c"]


@pytest.mark.parametrize(
    ("event", "cause"),
    [
        ("new MouseEvent('click')", {"type": "click", "trusted": False}),
        ("new SubmitEvent('submit')", {"type": "submit", "trusted": False}),
        ("({type: 'click', isTrusted: true})", {"type": "script", "trusted": False}),
        ("Object.create(Event.prototype, {isTrusted: {value: true}})", {"type": "script", "trusted": False}),
        ("undefined", {"type": "script", "trusted": False}),
    ],
)
def test_what_no_user_made_is_no_trusted_cause(page: Page, event: str, cause: dict[str, Any]) -> None:
    assert page.evaluate(f"async () => (await import('/kit/cause.js')).causeOf({event})") == cause


def test_a_click_of_the_pointer_is_a_trusted_cause(page: Page) -> None:
    page.evaluate(
        """async () => { const {causeOf} = await import('/kit/cause.js');
            document.body.style.height = '100vh';
            document.body.addEventListener('click', (event) => { window.seen = causeOf(event); }, {once: true}); }"""
    )
    page.mouse.click(20, 20)
    assert page.evaluate("window.seen") == {"type": "click", "trusted": True}


def test_store_commits_all_or_nothing_and_counts_ids(page: Page) -> None:
    state = page.evaluate(
        """async () => {
            const {Store, StoreError} = await import('/kit/store.js');
            localStorage.clear();
            const seed = async () => ({collections: {
                notes: {n1: {id: 'n1', text: 'a'}, n3: {id: 'n3', text: 'c'}}}, next: {notes: 2}});
            const store = await Store.open({key: 'k', schema: 1, seed});
            const add = (text) => store.commit(null, (draft) =>
                draft.put('notes', {id: draft.newId('notes', 'n'), text}));
            add('b'); add('d');
            let fault = '';
            try { store.commit(null, (draft) => { draft.remove('notes', 'n1'); throw new StoreError('no'); }); }
            catch (error) { fault = error.message; }
            const nothing = store.commit(null, (draft) => draft.put('notes', {id: 'n1', text: 'a'}));
            return {fault, nothing, kept: JSON.parse(localStorage.getItem('k'))}; }"""
    )
    assert (state["fault"], state["nothing"]) == ("no", [])
    kept = state["kept"]
    assert {row["id"]: row["text"] for row in kept["collections"]["notes"].values()} == {
        "n1": "a",
        "n2": "b",
        "n3": "c",
        "n4": "d",
    }
    assert (kept["schema"], kept["version"], kept["next"]) == (1, 2, {"notes": 5})
    assert [(e["seq"], e["id"], e["cause"], e["trusted"]) for e in kept["log"]] == [
        (1, "n2", "script", False),
        (2, "n4", "script", False),
    ]


def test_a_state_of_another_schema_or_none_at_all_gives_way_to_the_seed(page: Page) -> None:
    for text in ("{", '{"schema": 0, "version": 9}', "null"):
        version = page.evaluate(
            """async (text) => { const {Store} = await import('/kit/store.js'); localStorage.setItem('k', text);
                return (await Store.open({key: 'k', schema: 1, seed: async () => ({collections: {}})})).version; }""",
            text,
        )
        assert version == 0


def test_undo_leaves_rows_alone_that_changed_since(page: Page) -> None:
    notes = page.evaluate(
        """async () => {
            const {Store} = await import('/kit/store.js');
            localStorage.clear();
            const seed = async () => ({collections: {notes: {a: {id: 'a', n: 1}, b: {id: 'b', n: 1}}}});
            const store = await Store.open({key: 'k', schema: 1, seed});
            const changes = store.commit(null, (draft) => {
                draft.put('notes', {id: 'a', n: 2}); draft.put('notes', {id: 'b', n: 2}); });
            store.commit(null, (draft) => draft.put('notes', {id: 'b', n: 3}));
            store.undo(null, changes);
            return store.all('notes').map((row) => row.n); }"""
    )
    assert notes == [1, 3]
