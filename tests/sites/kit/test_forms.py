"""Forms in blocks, and what they do to texts."""

from __future__ import annotations

import pytest
from flask import Flask
from wtforms import StringField

from browserenv.sites.kit.forms import BlockForm, Required, at_most, matching, tidy_line, tidy_text


class Form(BlockForm):
    block = "thing"
    name = StringField("Name", [Required(), at_most(5), matching("[a-z]+", "Small letters only.")], filters=[tidy_line])
    secret = StringField("Secret", name="secret][first")


def sent(data: dict[str, str], block: str | None = None) -> BlockForm:
    with Flask(__name__).test_request_context("/", method="POST", data=data):
        form = Form(block=block)
        form.is_sent_and_valid()
        return form


def test_names_and_ids() -> None:
    form = sent({})
    assert [(field.name, field.id) for field in form] == [
        ("thing[name]", "thing_name"),
        ("thing[secret][first]", "thing_secret_first"),
    ]
    assert str(form["name"].label) == '<label for="thing_name">Name</label>'
    assert "required" in str(form["name"]()) and "maxlength" not in str(form["name"]())
    assert form.token_name == "thing[_token]"


def test_the_block_may_depend_on_a_row() -> None:
    form = sent({"reply_7[name]": "abc"}, "reply_7")
    assert form["name"].data == "abc" and not form["name"].errors


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "This field is required."),
        (" \t ", "This field is required."),
        ("abcdef", "This is too long: 6 characters, and 5 are allowed."),
        ("Abc", "Small letters only."),
        ("abc", None),
        ("  abc ", None),
    ],
)
def test_checks(text: str, message: str | None) -> None:
    assert list(sent({"thing[name]": text})["name"].errors) == ([message] if message else [])


def test_a_get_shows_the_given_values() -> None:
    with Flask(__name__).test_request_context("/?thing[name]=no"):
        form = Form(data={"name": "yes"})
        assert form["name"].data == "yes" and not form.is_sent_and_valid()


@pytest.mark.parametrize(
    ("text", "line", "lines"),
    [
        (None, "", ""),
        (" a \r\n b ", "a b", "a \n b"),
        ("a\x00b\x1b", "ab", "ab"),
        ("a\rb", "a b", "a\nb"),
        ("\u00a0x\u2003y", "x y", "x\u2003y"),
    ],
)
def test_tidying(text: str | None, line: str, lines: str) -> None:
    assert (tidy_line(text), tidy_text(text)) == (line, lines)
