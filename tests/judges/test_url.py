"""URLs by their parts."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from browserenv.judges.evidence import Evidence
from browserenv.judges.judge import judge
from browserenv.judges.url import parse_url
from browserenv.judges.verdict import Outcome, Verdict
from browserenv.tasks.checks import UrlCheck

HOSTS = {"admin": "http://shop-admin.localhost", "forum": "http://forum.localhost/"}
H = "http://shop-admin.localhost"


def verdict_on(seen: str | None, **check: Any) -> Verdict:
    return judge(UrlCheck.model_validate(check), Evidence(url=seen, hosts=HOSTS))


# (the check's address, match, query rule, final URL, should it pass)
TABLE: list[tuple[str, str, str | None, str, bool]] = [
    ("admin:/reports/viewed", "exact", None, f"{H}/reports/viewed", True),
    ("admin:/reports/viewed", "exact", None, f"{H}/reports/viewed/", True),
    ("admin:/reports/viewed/", "exact", None, f"{H}/reports/viewed", True),
    ("admin:/reports/viewed", "exact", None, f"{H}:80/reports/viewed", True),
    ("admin:/reports/viewed", "exact", None, "HTTP://SHOP-ADMIN.localhost/reports/viewed", True),
    ("admin:/reports/viewed", "exact", None, "http://shop-admin.localhost./reports/viewed", True),
    ("admin:/reports/viewed", "exact", None, f"{H}/reports/%76iewed", True),
    ("admin:/reports/viewed", "exact", None, f"{H}/reports/viewed#top", True),
    ("admin:/reports/viewed", "exact", None, f"{H}/reports/viewed#/other", False),
    ("admin:/reports/viewed", "exact", None, f"{H}/reports/viewed#!other", False),
    ("admin:/reports/viewed", "exact", None, f"{H}/reports/viewedasdf", False),
    ("admin:/reports/viewed", "exact", None, f"{H}/reports/viewed2", False),
    ("admin:/reports/viewed", "exact", None, f"{H}/x?next=/reports/viewed", False),
    ("admin:/reports/viewed", "exact", None, f"{H}/reports/viewed?page=1", False),
    ("admin:/reports/viewed", "exact", "subset", f"{H}/reports/viewed?page=1", True),
    ("admin:/reports/viewed", "exact", None, f"{H}/Reports/viewed", False),
    ("admin:/reports/viewed", "exact", None, f"{H}/reports", False),
    ("admin:/reports/viewed", "exact", None, f"{H}/reports/viewed/more", False),
    ("admin:/reports/viewed", "exact", None, "https://shop-admin.localhost/reports/viewed", False),
    ("admin:/reports/viewed", "exact", None, "http://shop-admin.localhost:8080/reports/viewed", False),
    ("admin:/reports/viewed", "exact", None, "http://shop.localhost/reports/viewed", False),
    ("admin:/reports/viewed", "exact", None, "http://shop-admin.localhost@evil.test/reports/viewed", False),
    ("admin:/reports/viewed", "exact", None, "http://shop-admin.localhost.evil.test/reports/viewed", False),
    ("admin:/reports/viewed", "exact", None, "about:blank", False),
    ("admin:/reports/viewed", "exact", None, "chrome-error://chromewebdata/", False),
    ("admin:/reports/viewed", "prefix", None, f"{H}/reports/viewed/more?x=1", True),
    ("admin:/reports/viewed", "prefix", None, f"{H}/reports/viewedasdf", False),
    ("admin:/reports/viewed", "prefix", "exact", f"{H}/reports/viewed?x=1", False),
    ("admin:/", "exact", None, H, True),
    ("admin:/", "exact", None, f"{H}/", True),
    ("admin:/", "exact", None, f"{H}/a", False),
    ("admin:/", "prefix", None, f"{H}/a", True),
    ("forum:/f/nyc", "exact", None, "http://forum.localhost/f/nyc", True),
    ("forum:/f/nyc", "prefix", None, "http://forum.localhost/f/nyc_other", False),
    ("forum:/f/a%2Fb", "exact", None, "http://forum.localhost/f/a/b", False),
    ("forum:/f/caf%C3%A9", "exact", None, "http://forum.localhost/f/café", True),
    ("forum:/s?q=a+b", "exact", None, "http://forum.localhost/s?q=a%20b", True),
    ("forum:/s?q=a&r=b", "exact", None, "http://forum.localhost/s?r=b&q=a", True),
    ("forum:/s?q=a", "exact", None, "http://forum.localhost/s?q=A", False),
    ("forum:/s?q=a", "exact", None, "http://forum.localhost/s", False),
    ("forum:/s?q=a", "exact", None, "http://forum.localhost/s?q=ab", False),
    ("forum:/s?q=a", "prefix", None, "http://forum.localhost/s?q=a&page=2", True),
    ("forum:/s?q=a", "prefix", None, "http://forum.localhost/s?q=b&q=a", True),
    ("forum:/s?q=%FF", "exact", None, "http://forum.localhost/s?q=%FE", False),
    ("forum:/s", "exact", None, "http://forum.localhost:99999/s", False),
    ("forum:/s", "exact", None, "http://[forum.localhost/s", False),
    ("forum:/s?l[]=x&l[]=y", "exact", None, "http://forum.localhost/s?l%5B%5D=y&l%5B%5D=x", True),
    ("forum:/s?l[]=x&l[]=y", "exact", None, "http://forum.localhost/s?l[]=x", False),
    ("forum:/s?q=", "exact", None, "http://forum.localhost/s?q=", True),
    ("forum:/s?q=", "exact", None, "http://forum.localhost/s", False),
    ("forum:/#/cart", "exact", None, "http://forum.localhost/#/cart", True),
    ("forum:/#/cart", "exact", None, "http://forum.localhost/", False),
]


@pytest.mark.parametrize(("address", "match", "query", "url", "passes"), TABLE)
def test_table(address: str, match: str, query: str | None, url: str, passes: bool) -> None:
    verdict = verdict_on(url, url=address, match=match, query=query)
    assert verdict.outcome is (Outcome.PASS if passes else Outcome.FAIL), verdict.reason


def test_alternatives_keep_their_own_query() -> None:
    addresses = ["forum:/a?x=1", "forum:/b?x=2"]
    assert verdict_on("http://forum.localhost/b?x=2", any_of=addresses).outcome is Outcome.PASS
    assert verdict_on("http://forum.localhost/a?x=2", any_of=addresses).outcome is Outcome.FAIL


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        (None, "no page is open"),
        ("http://shop.localhost/a", "host is http://shop.localhost, not http://forum.localhost"),
        ("http://forum.localhost/b", "path is /b, not /a"),
        ("http://forum.localhost/a?q=2", "query lacks q=1"),
        ("http://forum.localhost/a?q=1&r=3", "query has r=3 besides"),
    ],
)
def test_reasons(url: str | None, reason: str) -> None:
    assert verdict_on(url, url="forum:/a?q=1").reason == reason


def test_what_is_not_known_is_indeterminate() -> None:
    check = UrlCheck(url="git:/x")
    assert judge(check, Evidence(url="http://git.localhost/x", hosts=HOSTS)).outcome is Outcome.INDETERMINATE
    lost = judge(check, Evidence(missing={"url": "the browser crashed"}, hosts=HOSTS))
    assert (lost.outcome, lost.reason) == (Outcome.INDETERMINATE, "the browser crashed")


@settings(deadline=None)
@given(st.text())
def test_any_url_is_judged(url: str) -> None:
    verdict = verdict_on(url, url="forum:/a")
    assert verdict.outcome is Outcome.FAIL


@settings(deadline=None)
@given(st.lists(st.text(alphabet="ab/%#? é.", min_size=1), max_size=4))
def test_a_path_equals_itself(segments: list[str]) -> None:
    parsed = parse_url("http://h/" + "/".join(segments))
    assert parsed == parse_url("http://H:80/" + "/".join(segments))
