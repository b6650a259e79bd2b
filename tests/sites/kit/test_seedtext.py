"""The grammar engine of the seed texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from browserenv.sites.kit.seedtext import Grammar, GrammarError, Page, sentences, stream

BOOKS = """
# a remark
@title
I read {@book} by {@book.author}, not {book}
@book text author
Emma | Austen
Ulysses | Joyce
@mood
<glad|sad>
"""


def _page(text: str, seed: int = 0) -> Page:
    return Page(Grammar.parse(text), stream("test", seed))


def test_bound_words_stay_and_fresh_ones_differ() -> None:
    written = {_page(BOOKS, seed).write("title") for seed in range(30)}
    assert written == {"I read Emma by Austen, not Ulysses", "I read Ulysses by Joyce, not Emma"}


def test_fresh_words_of_one_text_differ() -> None:
    text = "@pair\n{a} and {a}\n@a\n" + "\n".join("bcdefgh")
    pairs = [_page(text, seed).write("pair").split(" and ") for seed in range(50)]
    assert all(first != second for first, second in pairs)


def test_bound_record_is_the_same_everywhere_on_a_page() -> None:
    page = _page(BOOKS)
    record = page.bind("book")
    assert record["author"] == {"Emma": "Austen", "Ulysses": "Joyce"}[record["text"]]
    assert page.bind("book", 1) is record
    assert _page(BOOKS).bind("book", 1)["text"] == "Ulysses"


def test_choices_nest_and_may_be_empty() -> None:
    text = "@a\n<x|<y|z> {b}|>!\n@b\nw"
    assert {_page(text, seed).write("a") for seed in range(60)} == {"x!", "y w!", "z w!", "!"}


def test_numbers_keep_to_their_steps() -> None:
    drawn = {_page("@a\n{#10-20/5}", seed).write("a") for seed in range(60)}
    assert drawn == {"10", "15", "20"}


@pytest.mark.parametrize(
    ("word", "form", "expected"),
    [
        ("old map", "c", "Old map"),
        ("Old map", "l", "old map"),
        ("old map", "t", "Old Map"),
        ("old map", "a", "an old map"),
        ("unit", "a", "a unit"),
        ("umbrella", "a", "an umbrella"),
        ("unimportant note", "a", "an unimportant note"),
        ("one-woman show", "a", "a one-woman show"),
        ("hour", "a", "an hour"),
        ("80 mm lens", "a", "an 80 mm lens"),
        ("70 mm lens", "a", "a 70 mm lens"),
    ],
)
def test_forms(word: str, form: str, expected: str) -> None:
    written = _page(f"@a\n{{b!{form}}}\n@b\n{word}").write("a")
    assert written == expected


def test_article_before_a_drawn_word_is_mended() -> None:
    assert _page("@a\nA {b} and a {c}\n@b\nowl\n@c\n8-inch lens").write("a") == "An owl and an 8-inch lens"


def test_write_new_repeats_no_sentence_of_the_page() -> None:
    page = _page("@a\n" + "\n".join(f"Number {number}. Again {number}." for number in range(40)))
    texts = [page.write_new("a") for _ in range(40)]
    assert len(set(texts)) == 40
    assert page.n_left("a") == 0
    with pytest.raises(GrammarError, match="'a' has nothing new to say"):
        page.write_new("a")


def test_layers_replace_and_add() -> None:
    base = Grammar.parse("@a\nlow\n@b\nkept")
    top = Grammar.parse("@a\nhigh\n@+b\nadded").over(base)
    assert [rule.rows for rule in (top.rule("a"), top.rule("b"))] == [
        (((("high",),)),),
        (((("kept",),)), ((("added",),))),
    ]


def test_words_make_a_grammar() -> None:
    grammar = Grammar.of_words({"a": ["one {b}"], "+b": ["two"]}).over(Grammar.parse("@b\nthree"))
    assert {Page(grammar, stream(seed)).write("a") for seed in range(20)} == {"one two", "one three"}


def test_a_file_is_read_as_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "names.txt"
    path.write_text("@a\nBrontë\\n\\nend", encoding="utf-8")
    assert Page(Grammar.read(path), stream(1)).write("a") == "Brontë\n\nend"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("stray", "text before the first rule: 'stray'"),
        ("@a\n{b c}", r"cannot read '\{b c\}' in rule 'a'"),
        ("@a\n<b|c", "'<' without '>' in rule 'a'"),
        ("@a\nb | c", r"'\|' outside of '<...>' in rule 'a'"),
        ("@a x y\nb", "rule 'a' has fields"),
    ],
)
def test_a_broken_grammar_says_where(text: str, message: str) -> None:
    with pytest.raises(GrammarError, match=message):
        Grammar.parse(text)


@pytest.mark.parametrize("text", ["@a\n{b}", "@a\n<x|{b}>", "@a\n{b.z}\n@b x y\n1 | 2", "@a\n{b}\n@b"])
def test_check_finds_what_is_missing(text: str) -> None:
    with pytest.raises(GrammarError, match="b"):
        Grammar.parse(text).check()


def test_unknown_rule_names_the_mend() -> None:
    with pytest.raises(GrammarError, match="no rule 'zebra' with alternatives in the grammar; add '@zebra'"):
        _page(BOOKS).write("zebra")


def test_streams_are_named() -> None:
    assert stream("a", 1).random() == stream("a", 1).random()
    assert stream("a", 1).random() != stream("a", 2).random()


def test_sentences() -> None:
    text = "A book by H. G. Wells. Is it good?\n\n- yes\n- no!"
    assert sentences(text) == ["A book by H. G. Wells.", "Is it good?", "- yes", "- no!"]
