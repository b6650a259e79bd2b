"""Secrets are masked wherever they stand."""

from __future__ import annotations

from browserenv.runs.redaction import Redaction

SECRET = "sk-TEST-0123456789abcdef"


def test_values_of_secret_variables_are_masked_in_any_depth() -> None:
    redaction = Redaction(
        {"BROWSERENV_JUDGE_KEY": "plain-word-key", "DB_PASSWORD": "hunter2hunter2", "HOME": "/home/ann"}
    )
    masked = redaction.json({"plain-word-key": ["hunter2hunter2 at /home/ann", 3, None, {"x": ("hunter2hunter2",)}]})
    assert masked == {"***": ["*** at /home/ann", 3, None, {"x": ["***"]}]}


def test_short_values_are_words_and_stay() -> None:
    assert Redaction({"API_KEY": "none"}).text("there is none") == "there is none"


def test_a_secret_that_begins_with_another_is_masked_whole() -> None:
    assert Redaction({}, ["abcdefgh", "abcdefgh12345"]).text("abcdefgh12345") == "***"


def test_keys_are_known_by_their_form() -> None:
    redaction = Redaction({})
    for text in (SECRET, f"fill('e5', '{SECRET}')", f"http://h/?key={SECRET}&x=1", f"Bearer {SECRET}"):
        assert "0123456789" not in redaction.text(text)
    assert redaction.text("http://ann:hunter2@h/x") == "http://***@h/x"
    for harmless in ("risk-free-shopping-for-all-of-us", "sk-8 boards", "a task-580", "mail ann@h.example: ok"):
        assert redaction.text(harmless) == harmless
