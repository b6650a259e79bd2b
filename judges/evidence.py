"""Evidence: all that a judge sees. Plain JSON, so that a stored episode can be judged again without a browser."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from .same import same

Json = Any
Row = dict[str, Json]
# {collection: {"added": {id: row}, "updated": {id: {"before": row, "after": row}}, "deleted": {id: row}}}
Diff = dict[str, dict[str, dict[str, Json]]]


def _encodable(text: Json) -> Json:
    """Agents may send half of a surrogate pair, which no file could hold."""
    return text.encode("utf-8", "replace").decode("utf-8") if isinstance(text, str) else text


SentText = Annotated[str | None, BeforeValidator(_encodable)]
Names = Annotated[tuple[str, ...], Field(strict=False)]


class PageAnswer(BaseModel):
    """What one page probe read.

    ``url`` is where the judge's page ended after redirects, ``status`` the HTTP status of the document (None when not
    known, as for the page that the agent left open). ``value`` is the locator's value as JSON, or the page's HTML
    when the locator is empty. ``thrown`` is the message of the locator's own exception, such as reading ``.value`` of
    an element that is not there: that is a fact about the page. ``error`` is a failure to load or ask the page at all
    (time-out, connection refused, crash): that is a fault of the world, and the check is indeterminate.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    url: str
    status: int | None = None
    value: Json = None
    thrown: str | None = None
    error: str | None = None


class Evidence(BaseModel):
    """An episode as the judges see it.

    ``answer``: the message that the agent sent to the user, None when it sent none; ``infeasible``: the reason that it
    gave with ``report_infeasible``, None when it did not; ``finished``: whether the agent or the task ended it all.
    ``url``: the final URL of the active tab, None when no page is open.
    ``hosts``: each site's base, such as ``{"forum": "http://forum.localhost"}``.
    ``pages``: by ``Probe.key``; ``diff``: each site's diff since the start state; ``rows``: by ``RowRead.key(site)``.
    ``ignored``: by site and collection, the derived columns, which never count as changed.
    ``untrusted``: by site that keeps its state in the browser, the changed rows (``collection/id``) that no real input
    of a user is behind; such a change fails every check of that site's state.
    ``collections``: by site, the collections there are; where given, a check that names another is not judged.
    ``missing``: why evidence could not be got, by input (``state:forum``, ``url``, ``answer``, ``page``) or by the key
    of a page or row read; a check that needs it is indeterminate with that reason.
    ``trajectory``: a summary for reports; no judge of this module reads it.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    answer: SentText = None
    infeasible: SentText = None
    finished: bool = False
    url: str | None = None
    hosts: dict[str, str] = Field(default_factory=dict)
    pages: dict[str, PageAnswer] = Field(default_factory=dict)
    diff: dict[str, Diff] = Field(default_factory=dict)
    rows: dict[str, list[Row]] = Field(default_factory=dict)
    ignored: dict[str, dict[str, Names]] = Field(default_factory=dict)
    untrusted: dict[str, Names] = Field(default_factory=dict)
    collections: dict[str, Names] = Field(default_factory=dict)
    missing: dict[str, str] = Field(default_factory=dict)
    trajectory: dict[str, Json] = Field(default_factory=dict)


class MissingEvidence(Exception):
    """A judge needs what the evidence does not hold; the check is indeterminate, with this as the reason."""


def diff_of(evidence: Evidence, site: str) -> Diff:
    """A site's diff without what does not count. Raises ``MissingEvidence``."""
    require(evidence, f"state:{site}")
    if site not in evidence.diff:
        raise MissingEvidence(f"no diff of site {site!r} in the evidence")
    return without_derived(evidence.diff[site], evidence.ignored.get(site, {}))


def untrusted_reason(evidence: Evidence, site: str) -> str:
    """Why a site's state cannot count as the user's doing; empty when it can."""
    found = evidence.untrusted.get(site, ())
    return f"changed by no input of a user: {', '.join(found[:5])}{' ...' if len(found) > 5 else ''}" if found else ""


def rows_of(evidence: Evidence, key: str) -> list[Row]:
    """What a row read found. Raises ``MissingEvidence``."""
    require(evidence, key)
    require(evidence, "state:" + key.partition(":")[0])
    if key not in evidence.rows:
        raise MissingEvidence(f"no rows {key} in the evidence")
    return evidence.rows[key]


def require(evidence: Evidence, name: str) -> None:
    """Raises ``MissingEvidence`` when it is on record that this could not be got."""
    if name in evidence.missing:
        raise MissingEvidence(evidence.missing[name])


def without_derived(diff: Diff, ignored: dict[str, tuple[str, ...]]) -> Diff:
    """The diff without updates in derived columns alone, and without collections in which nothing else changed.

    Rows stay whole: a derived column can still be read.
    """
    kept: Diff = {}
    for collection, kinds in diff.items():
        skip = set(ignored.get(collection, ()))
        updated = {key: row for key, row in kinds.get("updated", {}).items() if changed_columns(row) - skip}
        changes = {"added": kinds.get("added", {}), "updated": updated, "deleted": kinds.get("deleted", {})}
        if any(changes.values()):
            kept[collection] = changes
    return kept


def changed_columns(update: Json) -> set[str]:
    """The columns of ``{"before": row, "after": row}`` that differ; a column in one row alone differs."""
    before, after = update["before"], update["after"]
    both = before.keys() & after.keys()
    return {name for name in before.keys() | after.keys() if name not in both or not same(before[name], after[name])}
