"""REAL's queries over the difference that a site's ``/finish`` page shows, from our own diff of that site."""

from __future__ import annotations

import json
from collections.abc import Mapping

import jmespath
from jmespath.exceptions import JMESPathError

from ..tasks.foreign_checks import FinishCheck
from .evidence import Diff, Evidence, Json, MissingEvidence, diff_of
from .verdict import Verdict, failed, passed

_KINDS = ("added", "updated", "deleted")


def judge_finish(check: FinishCheck, evidence: Evidence) -> Verdict:
    """The query's value against the expected one, compared as Python does (there ``1 == True``)."""
    label = f"query on {check.site}"
    if "initialfinaldiff" in check.query:
        raise MissingEvidence("the query reads the store of the original site's program, which no other site has")
    shape = finish_of(diff_of(evidence, check.site), evidence.collections.get(check.site, ()), check.names)
    try:
        found = jmespath.search(check.query, shape)
    except JMESPathError as error:
        return failed("finish", label, f"the query raised: {' '.join(str(error).split())}")
    wanted = json.dumps(check.equals, ensure_ascii=False)
    if found == check.equals:
        return passed("finish", label, f"is {wanted}", found)
    return failed("finish", label, f"is {json.dumps(found, ensure_ascii=False)[:200]}, not {wanted}", found)


def finish_of(diff: Diff, collections: tuple[str, ...] = (), names: Mapping[str, str] | None = None) -> dict[str, Json]:
    """Both shapes that REAL's sites have: ``{"eventsDiff": ...}`` and ``{"differences": {"events": ...}}``.

    Collections without a change are empty objects, on which REAL's tasks count. An updated row is shown as it is now.
    ``names``: further names of collections, by ours.
    """
    shown: dict[str, Json] = {}
    for name in {*collections, *diff}:
        kinds = diff.get(name, {})
        shown[name] = {kind: dict(kinds.get(kind, {})) for kind in _KINDS}
        shown[name]["updated"] = {key: row["after"] for key, row in shown[name]["updated"].items()}
    shown |= {theirs: shown[ours] for ours, theirs in (names or {}).items() if ours in shown}
    return {**{f"{name}Diff": kinds for name, kinds in shown.items()}, "differences": shown}
