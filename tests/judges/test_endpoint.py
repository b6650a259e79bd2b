"""The endpoint's settings: where they come from, what is refused, what is never shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from browserenv.judges.endpoint import DEFAULT_URL, EndpointError, endpoint_from, public_url, replies_folder
from browserenv.sites.kit.golden import cache_folder

NAMED = {"BROWSERENV_JUDGE_MODEL": "some-model"}


def test_without_a_model_there_is_no_endpoint() -> None:
    assert endpoint_from({}) is None
    assert endpoint_from({"BROWSERENV_JUDGE_KEY": "k", "BROWSERENV_JUDGE_URL": "http://127.0.0.1:1/v1"}) is None


def test_settings_come_before_variables() -> None:
    found = endpoint_from({**NAMED, "BROWSERENV_JUDGE_URL": "http://a/v1"}, "other", "http://b/v1/")
    assert found is not None
    assert (found.model, found.url) == ("other", "http://b/v1")


def test_the_public_service_needs_a_key_and_an_own_server_none() -> None:
    public, own = endpoint_from(NAMED), endpoint_from({**NAMED, "BROWSERENV_JUDGE_URL": "http://127.0.0.1:9/v1"})
    assert public is not None
    assert own is not None
    assert public.lacks == f"no key for {DEFAULT_URL}; set BROWSERENV_JUDGE_KEY"
    assert own.lacks == ""


def test_no_key_is_shown() -> None:
    found = endpoint_from(
        {**NAMED, "BROWSERENV_JUDGE_KEY": "sk-TEST-1", "BROWSERENV_JUDGE_URL": "http://u:p@h:1/v1?k=s"}
    )
    assert "sk-TEST" not in repr(found)
    assert found is not None
    assert found.address == public_url("http://u:p@h:1/v1?k=s#f") == "http://h:1/v1"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("URL", "h:1"), ("URL", "file:///x"), ("URL", "http://[h/v1"), ("URL", "http://h:99999/v1")),
        *(("SAMPLES", "0"), ("SAMPLES", "x"), ("SAMPLES", "\u00b2"), ("TEMPERATURE", "3")),
        *(("PRICE", "1"), ("PRICE", "-1,2"), ("PRICE", "1,nan")),
    ],
)
def test_what_cannot_be_is_one_line_with_the_variable(name: str, value: str) -> None:
    with pytest.raises(EndpointError, match=f"BROWSERENV_JUDGE_{name} ") as caught:
        endpoint_from({**NAMED, f"BROWSERENV_JUDGE_{name}": value})
    assert "\n" not in str(caught.value)


def test_further_variables() -> None:
    given = {"SAMPLES": "5", "TEMPERATURE": "none", "PRICE": "0.4,1.6"}
    found = endpoint_from(NAMED | {f"BROWSERENV_JUDGE_{name}": value for name, value in given.items()})
    assert found is not None
    assert (found.n_samples, found.temperature, found.price) == (5, None, (0.4, 1.6))


def test_replies_are_cached_beside_the_golden_states(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for environ in ({"BROWSERENV_CACHE": str(tmp_path)}, {"XDG_CACHE_HOME": str(tmp_path / "x")}, {}):
        for name in ("BROWSERENV_CACHE", "XDG_CACHE_HOME"):
            monkeypatch.delenv(name, raising=False)
        for name, value in environ.items():
            monkeypatch.setenv(name, value)
        assert replies_folder(environ) == cache_folder() / "judge"
