"""The text judge against its truth table, and against anything at all."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from browserenv.judges.evidence import Evidence
from browserenv.judges.judge import judge
from browserenv.judges.text import judge_text, states
from browserenv.judges.verdict import Outcome
from browserenv.tasks.checks import TextCheck

INCLUDE, EXACT, EXCLUDE = "must_include", "exact", "must_exclude"

Row = tuple[str, list[str], str | None, bool]

NUMBERS: list[Row] = [
    (INCLUDE, ["2"], "2", True),
    (INCLUDE, ["2"], "2.", True),
    (INCLUDE, ["2"], "**2**", True),
    (INCLUDE, ["2"], "`2`", True),
    (INCLUDE, ["2"], "The answer is 2", True),
    (INCLUDE, ["2"], "The answer is 2.", True),
    (INCLUDE, ["2"], "There are 2 of them", True),
    (INCLUDE, ["2"], "(2)", True),
    (INCLUDE, ["2"], '"2"', True),
    (INCLUDE, ["2"], "2 inches", True),
    (INCLUDE, ["2"], "02", True),
    (INCLUDE, ["2"], "2.0", True),
    (INCLUDE, ["2"], "\uff12", True),
    (INCLUDE, ["2"], "It is\u00a02\u202f!", True),
    (INCLUDE, ["2"], "2\u200b", True),
    (INCLUDE, ["2"], "2, not 3", True),
    (INCLUDE, ["2"], "2. That is, 2.", True),
    (INCLUDE, ["2"], "12", False),
    (INCLUDE, ["2"], "22", False),
    (INCLUDE, ["2"], "2024", False),
    (INCLUDE, ["2"], "page 2 of 9", False),
    (INCLUDE, ["2"], "not 2", False),
    (INCLUDE, ["2"], "It is not 2", False),
    (INCLUDE, ["2"], "It isn't 2", False),
    (INCLUDE, ["2"], "It isn\u2019t exactly 2", False),
    (INCLUDE, ["2"], "It is never 2", False),
    (INCLUDE, ["2"], "not 2, 3", False),
    (INCLUDE, ["2"], "2 or 3", False),
    (INCLUDE, ["2"], "either 1 or 2", False),
    (INCLUDE, ["2"], "2 or more", False),
    (INCLUDE, ["2"], "1, 2, 3, 4, 5", False),
    (INCLUDE, ["2"], "1,2,3", False),
    (INCLUDE, ["2"], "1 2 3", False),
    (INCLUDE, ["2"], "1\n2\n3", False),
    (INCLUDE, ["2"], "2-3", False),
    (INCLUDE, ["2"], "2 to 3", False),
    (INCLUDE, ["2"], "between 2 and 3", False),
    (INCLUDE, ["2"], "2/3", False),
    (INCLUDE, ["2"], "2%", False),
    (INCLUDE, ["2"], "2.5", False),
    (INCLUDE, ["2"], "0.2", False),
    (INCLUDE, ["2"], "-2", False),
    (INCLUDE, ["2"], "\u22122", False),
    (INCLUDE, ["2"], "2,000", False),
    (INCLUDE, ["2"], "2k", False),
    (INCLUDE, ["2"], "v2", False),
    (INCLUDE, ["2"], "2nd", False),
    (INCLUDE, ["2"], "12:02", False),
    (INCLUDE, ["2"], "2:30", False),
    (INCLUDE, ["2"], "2023-10-02", False),
    (INCLUDE, ["2"], "two", False),
    (INCLUDE, ["2"], "", False),
    (INCLUDE, ["2"], None, False),
    (INCLUDE, ["2"], "null", False),
    (INCLUDE, ["2"], "no 2", False),
    (INCLUDE, ["2"], "No, 2", True),
    (INCLUDE, ["2"], "2 is wrong", False),
    (INCLUDE, ["2"], "more than 2", False),
    (INCLUDE, ["2"], "at least 2", False),
    (INCLUDE, ["2"], "> 2", False),
    (INCLUDE, ["2"], "\u2265 2", False),
    (INCLUDE, ["2"], "2+", False),
    (INCLUDE, ["2"], "2 million", False),
    (INCLUDE, ["2"], "2 dozen", False),
    (INCLUDE, ["2"], "There are two (2) reviews.", True),
    (INCLUDE, ["2"], "2 (not 12)", True),
    (INCLUDE, ["0"], "0", True),
    (INCLUDE, ["0"], "0.", True),
    (INCLUDE, ["0"], "$0.00", True),
    (INCLUDE, ["0"], "0.00", True),
    (INCLUDE, ["0"], "USD 0", True),
    (INCLUDE, ["0"], "**0**", True),
    (INCLUDE, ["0"], "-0", True),
    (INCLUDE, ["0"], "The answer is 0", True),
    (INCLUDE, ["0"], "10", False),
    (INCLUDE, ["0"], "0%", False),
    (INCLUDE, ["0"], "100", False),
    (INCLUDE, ["0"], "1O", False),
    (INCLUDE, ["0"], "O", False),
    (INCLUDE, ["$25.00"], "25", True),
    (INCLUDE, ["$25.00"], "25.0", True),
    (INCLUDE, ["$25.00"], "$25", True),
    (INCLUDE, ["$25.00"], "$ 25.00", True),
    (INCLUDE, ["$25.00"], "25,00", True),
    (INCLUDE, ["$25.00"], "It costs $25.00.", True),
    (INCLUDE, ["$25.00"], "\u20ac25.00", False),
    (INCLUDE, ["$25.00"], "$250.00", False),
    (INCLUDE, ["$25.00"], "$2,500.00", False),
    (INCLUDE, ["$25.00"], "$25.01", False),
    (INCLUDE, ["$25.00"], "-$25.00", False),
    (INCLUDE, ["$2,500.00"], "2500", True),
    (INCLUDE, ["$2,500.00"], "2,500", True),
    (INCLUDE, ["$2,500.00"], "$2500.00 in total, after 3 orders", True),
    (INCLUDE, ["8.99"], "The 65 cm ball costs $8.99", True),
    (INCLUDE, ["8.99"], "18.99", False),
    (INCLUDE, ["8.99"], "8.999", False),
    (INCLUDE, ["12%"], "12%", True),
    (INCLUDE, ["12%"], "12 %", True),
    (INCLUDE, ["12%"], "12", False),
    (INCLUDE, ["170"], "170", True),
    (INCLUDE, ["170"], "000000170", True),
    (INCLUDE, ["170"], "#170", True),
    (INCLUDE, ["170"], "170.", True),
    (INCLUDE, ["170"], "Order #170 was placed on 2023-05-02 for $65.00.", True),
    (INCLUDE, ["170"], "1700", False),
    (INCLUDE, ["170"], "order170", False),
    (INCLUDE, ["170"], "170, 171, 172", False),
    (INCLUDE, ["170"], "170 or 189", False),
    (INCLUDE, ["170"], "not 170 but 189", False),
    (INCLUDE, ["189"], "not 170 but 189", True),
    (INCLUDE, ["170", "189"], "Orders 170 and 189", True),
    (INCLUDE, ["170", "189"], "170, 189", True),
    (INCLUDE, ["170", "189"], "170", False),
    (INCLUDE, ["170", "189"], "170, 180, 189", False),
    (INCLUDE, ["1", "3"], "1 and 3", True),
    (INCLUDE, ["1", "3"], "1, 2, 3", False),
    (INCLUDE, ["3.2 km", "1"], "3.2 km and 1", True),
    (INCLUDE, ["3.2 km", "1"], "It is 3.2 km. The count is 1.", True),
    (INCLUDE, ["3.2 km", "1"], "3.2 km and 1 or 2", False),
    (INCLUDE, ["3.2 km", "1"], "3.2 m and 1", False),
    (INCLUDE, ["21"], "21 inches", True),
    (INCLUDE, ["21"], '21"', True),
    (INCLUDE, ["21"], "21\u2033", True),
    (INCLUDE, ["21"], "21 in", True),
    (INCLUDE, ["21"], "The height is 21 inches", True),
    (INCLUDE, ["21"], "53 cm", False),
    (INCLUDE, ["21"], "21 or 22", False),
    (INCLUDE, ["21"], "21 inches or 22 inches", False),
    (INCLUDE, ["2"], "minus 2", False),
    (INCLUDE, ["2"], "\u00bd", False),
    (INCLUDE, ["2"], "2..3", False),
    (INCLUDE, ["-2"], "minus 2", True),
    (INCLUDE, ["0.5"], ".5", True),
    (INCLUDE, ["12%"], "12 percent", True),
    (INCLUDE, ["12"], "12 percent", False),
    (INCLUDE, ["$25.00"], "US$25", True),
    (INCLUDE, ["$25.00"], "USD25", True),
    (INCLUDE, ["$25.00"], "25 dollars", True),
    (INCLUDE, ["$25.00"], "25 euros", False),
    (INCLUDE, ["$25.00"], "CAD 25", False),
    (INCLUDE, ["$20.00"], "$20-$25", False),
    (INCLUDE, ["5 pounds"], "5 pounds", True),
    (INCLUDE, ["5 pounds"], "5 kg", False),
    (INCLUDE, ["0.25", "812"], "1. $0.25\n2. $812.00", True),
    (INCLUDE, ["5"], "1. 5\n2. 6", False),
    (INCLUDE, ["1"], "1. five\n2. six", False),
    (INCLUDE, ["1", "2"], "1. five\n3. six", False),
    (INCLUDE, ["170", "189"], "170 or 189 or more", False),
    (INCLUDE, ["170", "189"], "170, 189 or something else", False),
    (INCLUDE, ["170"], "170~180", False),
    (INCLUDE, ["170"], "170 through 180", False),
    (INCLUDE, ["170"], "from 170 up to 180", False),
    (INCLUDE, ["170"], "170 (or 189)", False),
    (INCLUDE, ["170"], "The only order not delivered is 170", True),
    (INCLUDE, ["170"], "I do not think it is 170", False),
    (INCLUDE, ["170"], "I do not know whether the answer is 170", False),
]

WORDS: list[Row] = [
    (INCLUDE, ["yes"], "Yes", True),
    (INCLUDE, ["yes"], "Yes.", True),
    (INCLUDE, ["yes"], "Yes, it is.", True),
    (INCLUDE, ["yes"], "yesterday", False),
    (INCLUDE, ["yes"], "yes and no", False),
    (INCLUDE, ["yes"], "yes/no", False),
    (INCLUDE, ["yes"], "yes or no", False),
    (INCLUDE, ["yes"], "yes-man", False),
    (INCLUDE, ["no"], "No", True),
    (INCLUDE, ["no"], "No, it isn't.", True),
    (INCLUDE, ["no"], "not sure", False),
    (INCLUDE, ["no"], "nothing", False),
    (INCLUDE, ["Paris"], "Paris", True),
    (INCLUDE, ["Paris"], "It is in PARIS!", True),
    (INCLUDE, ["Paris"], "not Paris", False),
    (INCLUDE, ["Paris"], "It is not in Paris", False),
    (INCLUDE, ["Paris"], "Not sure. Paris", True),
    (INCLUDE, ["Paris"], "not London, but Paris", True),
    (INCLUDE, ["Paris"], "not London but Paris", True),
    (INCLUDE, ["Paris"], "Paris or London", False),
    (INCLUDE, ["Paris"], "London or Paris", False),
    (INCLUDE, ["Zoe Marl\u00f3n", '4" disc'], '["Zoe Marl\\u00f3n", "4\\" disc"]', True),
    (INCLUDE, ["Paris"], '{"city": "Paris", "sure": true}', True),
    (INCLUDE, ["Paris"], '{"city": "not Paris"}', False),
    (INCLUDE, ["Paris"], '```json\n["Paris"]\n```', True),
    (INCLUDE, ["a cat"], "- It was not there\n- a cat", True),
    (INCLUDE, ["a cat"], "1. It was not there\n2. a cat", True),
    (INCLUDE, ["Paris"], "Paris\u2014the capital of France", True),
    (INCLUDE, ["a\u2014b"], "a-b", True),
    (INCLUDE, ["3"], "3\u20144", False),
    (INCLUDE, ["Ann"], "It is Ann's post", True),
    (INCLUDE, ["Ann"], "It is Ann'sen", False),
    (INCLUDE, ["Paris"], "_Paris_", True),
    (INCLUDE, ["Paris"], "It is __Paris__.", True),
    (INCLUDE, ["Paris"], "It is **_Paris_**, in France.", True),
    (INCLUDE, ["sci_fi"], "It is _sci_fi_", True),
    (INCLUDE, ["_private"], "It is _private", True),
    (INCLUDE, ["Paris"], "Parisian", False),
    (INCLUDE, ["Paris"], "Paris (or London)", False),
    (INCLUDE, ["Ann"], "The user who has not posted is Ann", True),
    (INCLUDE, ["Ann"], "The one who never voted was Ann.", True),
    (INCLUDE, ["Ann"], "I am not convinced it is Ann", False),
    (INCLUDE, ["Ann"], "http://forum.localhost/user/Ann", True),
    (INCLUDE, ["Ann"], "/user/Ann/comments", True),
    (INCLUDE, ["Ann"], "Bob/Ann", False),
    (INCLUDE, ["Paris"], "London instead of Paris", False),
    (INCLUDE, ["Paris"], "Paris instead of London", True),
    (INCLUDE, ["Paris"], "anything but Paris", False),
    (INCLUDE, ["results found"], "No results found", False),
    (INCLUDE, ["170"], "Order 170 is not shipped yet", True),
    (INCLUDE, ["books"], "f/books", True),
    (INCLUDE, ["books"], "http://forum.localhost/f/books", True),
    (INCLUDE, ["books"], "ebooks", False),
    (INCLUDE, ["cancelled"], "It was not delivered but cancelled", True),
    (INCLUDE, ["out of stock"], "It is out of stock.", True),
    (INCLUDE, ["out of stock"], "It is **out of stock**", True),
    (INCLUDE, ["out of stock"], "out  of\nstock", True),
    (INCLUDE, ["out of stock"], "stock out of", False),
    (INCLUDE, ["not found"], "The order was not found", True),
    (INCLUDE, ["not found"], "The order was found", False),
    (INCLUDE, ["11:02 PM"], "11:02\u202fPM", True),
    (INCLUDE, ["11:02 PM"], "at 11:02 pm.", True),
    (INCLUDE, ["11:02 PM"], "11:02 AM", False),
    (INCLUDE, ["11:02 PM"], "1:11:02 PM", False),
    (INCLUDE, ["25 EUR"], "25\u00a0EUR", True),
    (INCLUDE, ["25 EUR"], "125 EUR", False),
    (INCLUDE, ["caf\u00e9"], "cafe\u0301", True),
    (INCLUDE, ["caf\u00e9"], "cafe", False),
    (INCLUDE, ["it's"], "it\u2019s", True),
    (INCLUDE, ["2010-2015"], "2010\u20132015", True),
    (INCLUDE, ["\u201cHello\u201d there"], '"Hello" there', True),
    (INCLUDE, ["zero width"], "ze\u200bro wi\u00addth", True),
    (INCLUDE, ["stra\u00dfe"], "STRASSE", True),
    (INCLUDE, ["\u6771\u4eac"], "\u6771\u4eac\u90fd\u3067\u3059", True),
    (INCLUDE, ["sci_fi"], "The forum is sci_fi.", True),
    (INCLUDE, ["fi"], "sci-fi", False),
    (INCLUDE, ["ann@example.org"], "Write to ann@example.org.", True),
    (INCLUDE, ["example"], "ann@example.org", False),
    (INCLUDE, ["null"], "null", True),
    (INCLUDE, ["N/A"], "N/A", True),
    (INCLUDE, ["Quest Lumaflex", "Sprite Yoga"], "Sprite Yoga and Quest Lumaflex", True),
    (INCLUDE, ["Quest Lumaflex", "Sprite Yoga"], "Quest Lumaflex", False),
    (INCLUDE, ["Item 7"], "\n".join(f"- Item {n}" for n in range(50)), False),
    (INCLUDE, ["Item 7"], ", ".join(f"Item {n}" for n in range(50)), False),
    (INCLUDE, ["Item 7"], "Item 7", True),
    (INCLUDE, ["Item 7"], "Item 77", False),
    (INCLUDE, ["Paris"], "Paris " + "x" * 30_000, False),
    (INCLUDE, ["Paris"], "   ", False),
    (INCLUDE, ["Paris"], "...", False),
    (EXACT, ["Paris"], "paris", True),
    (EXACT, ["Paris"], " Paris. ", True),
    (EXACT, ["Paris"], "'Paris'", True),
    (EXACT, ["Paris"], "**Paris**", True),
    (EXACT, ["Paris"], "# Paris", True),
    (EXACT, ["Paris"], "In Paris", False),
    (EXACT, ["Paris"], "Paris, London", False),
    (EXACT, ["Paris", "Paname"], "Paname", True),
    (EXACT, ["21"], "21 inches", False),
    (EXACT, ["007"], "7", False),
    (EXACT, ["2**3"], "23", False),
    (EXACT, ["a_b"], "ab", False),
    (EXACT, ["N/A"], "n/a", True),
    (EXACT, ["10"], "1O", False),
    (EXACT, ["10"], "\uff11\uff10", True),
    (EXACT, ["Paris"], None, False),
    (EXACT, ["none"], "None", True),
    (EXCLUDE, ["Paris"], "London", True),
    (EXCLUDE, ["Paris"], "London, not Paris", False),
    (EXCLUDE, ["Paris"], "Parisian", True),
    (EXCLUDE, ["2"], "12", True),
    (EXCLUDE, ["2"], "2.00", False),
    (EXCLUDE, ["Paris"], "", False),
    (EXCLUDE, ["Paris"], None, False),
    (EXCLUDE, ["Paris"], "null", False),
]

TRUTH = NUMBERS + WORDS


def check_of(how: str, references: list[str]) -> TextCheck:
    return TextCheck.model_validate({how: references})


@pytest.mark.parametrize(("how", "references", "answer", "passes"), TRUTH)
def test_truth_table(how: str, references: list[str], answer: str | None, passes: bool) -> None:
    verdict = judge_text(check_of(how, references), Evidence(answer=answer))
    assert verdict.outcome is (Outcome.PASS if passes else Outcome.FAIL), verdict.reason


def test_table_is_large_and_has_no_doubles() -> None:
    rows = {(how, tuple(references), answer) for how, references, answer, _ in TRUTH}
    assert len(rows) == len(TRUTH) >= 190


def test_alternatives_need_one_of_them() -> None:
    check = TextCheck.model_validate({"must_include": [["grey", "gray"], "cat"]})
    assert judge_text(check, Evidence(answer="a gray cat")).outcome is Outcome.PASS
    assert judge_text(check, Evidence(answer="a grey cat")).outcome is Outcome.PASS
    assert judge_text(check, Evidence(answer="a black cat")).outcome is Outcome.FAIL


def test_include_and_exclude_together() -> None:
    check = TextCheck.model_validate({"must_include": ["Ann"], "must_exclude": ["Bob"]})
    assert judge_text(check, Evidence(answer="Ann")).outcome is Outcome.PASS
    both = judge_text(check, Evidence(answer="Ann and Bob"))
    assert both.outcome is Outcome.FAIL
    assert both.reason == "the answer mentions 'Bob'"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (None, "no answer was given"),
        ("?!", "no answer was given"),
        ("NULL", 'the answer is "NULL", which is none'),
        ("12", "the answer does not state 2"),
        ("not 2", "the answer denies 2"),
        ("2 of 9", "the answer states 9 beside 2"),
        ("2 or more", "the answer offers 2 as one of several"),
        ("over 2", "the answer gives 2 as a bound"),
        ("x" * 20_001, "an answer of 20001 characters is longer than 20000"),
        ("\ufdfa" * 2000, "an answer of 36000 characters is longer than 20000"),
        ("1\n" * 30, "the answer lists 30 items where 1 were asked for"),
    ],
)
def test_reasons_say_what_was_wrong(answer: str | None, reason: str) -> None:
    assert judge_text(check_of(INCLUDE, ["2"]), Evidence(answer=answer)).reason == reason


@pytest.mark.parametrize(
    ("answer", "passes"),
    [
        ("Do you mean Monday or Friday?", True),
        ("Do you mean the one on Monday, or the one on Friday?", True),
        ("Friday/Monday", True),
        ("Monday or Tuesday or Friday", False),
        ("Monday or Tuesday, and Friday", False),
        ("Monday or Tuesday and Friday", False),
        ("Sunday or Monday, Friday", False),
        ("Monday or Tuesday", False),
        ("Monday/Tuesday and Friday", False),
    ],
)
def test_what_is_asked_for_together_may_be_offered_as_alternatives(answer: str, passes: bool) -> None:
    outcome = judge_text(check_of(INCLUDE, ["Monday", "Friday"]), Evidence(answer=answer)).outcome
    assert outcome is (Outcome.PASS if passes else Outcome.FAIL)
    alternatives = TextCheck.model_validate({"must_include": [["Monday", "Friday"]]})
    assert judge_text(alternatives, Evidence(answer="Monday or Friday")).outcome is Outcome.FAIL


def test_longer_numbers_are_refused_in_a_list_alone() -> None:
    assert states("170", "170, 171") == "the answer lists 170 and 171"
    assert states("170", "order 170 costs 65") == ""


def test_symbols_alone_can_be_asked_for() -> None:
    assert judge_text(check_of(EXACT, ["???"]), Evidence(answer="???")).outcome is Outcome.PASS


def test_reference_of_marks_alone_is_the_judges_failure() -> None:
    verdict = judge(check_of(INCLUDE, ["''"]), Evidence(answer="anything"))
    assert verdict.outcome is Outcome.INDETERMINATE
    assert verdict.reason == "the judge failed: ValueError: reference \"''\" holds nothing to compare"


def test_verdict_keeps_the_answer_shortened() -> None:
    verdict = judge_text(check_of(INCLUDE, ["Paris"]), Evidence(answer="word " * 1000))
    assert verdict.evidence == ("word " * 1000)[:500]


def test_answer_that_could_not_be_got_is_indeterminate() -> None:
    verdict = judge(check_of(INCLUDE, ["2"]), Evidence(missing={"answer": "the page crashed"}))
    assert (verdict.outcome, verdict.reason) == (Outcome.INDETERMINATE, "the page crashed")


def test_half_a_surrogate_pair_is_stored_and_judged() -> None:
    evidence = Evidence(answer="caf\ud800")
    assert Evidence.model_validate_json(evidence.model_dump_json()) == evidence
    assert judge(check_of(INCLUDE, ["2"]), evidence).outcome is Outcome.FAIL


@settings(deadline=None)
@given(st.text(), st.sampled_from(["2", "$25.00", "yes", "Paris", "not found", "11:02 PM", "N/A"]))
def test_any_answer_gets_a_verdict(answer: str, reference: str) -> None:
    for how in (INCLUDE, EXACT, EXCLUDE):
        verdict = judge(check_of(how, [reference]), Evidence(answer=answer))
        assert verdict.outcome is not Outcome.INDETERMINATE, verdict.reason


@settings(deadline=None)
@given(st.text(alphabet="0123456789.,-+ $%/:#orandt", max_size=30))
def test_any_muddle_of_digits_gets_a_verdict(answer: str) -> None:
    assert judge(check_of(INCLUDE, ["2"]), Evidence(answer=answer)).outcome is not Outcome.INDETERMINATE


@settings(deadline=None)
@given(st.text(min_size=1))
def test_an_answer_equal_to_the_reference_is_exact(text: str) -> None:
    verdict = judge(TextCheck.model_construct(exact=(text,)), Evidence(answer=text))
    if any(char.isalnum() for char in text):
        assert verdict.outcome is Outcome.PASS or "nothing to compare" in verdict.reason


@pytest.mark.parametrize(
    ("check", "answer"),
    [
        ({"must_include": ["2"]}, "3" + "\n" * 19_990 + "2"),
        ({"typed": {"type": "list", "items": ["Ann", "Bob"]}}, "Ann" + "\n" * 19_990 + "Bob, Cy"),
        ({"must_include": ["2"], "original": True}, "." + " " * 90_000 + "x"),
    ],
    ids=["lines", "list", "original"],
)
def test_empty_space_takes_no_time(check: dict[str, Any], answer: str) -> None:
    """Each of these took minutes, in which no other environment of the process went on."""
    assert judge_text(TextCheck.model_validate(check), Evidence(answer=answer)).outcome is Outcome.FAIL
