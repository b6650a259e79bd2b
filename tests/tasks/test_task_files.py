"""What can be wrong with a task file, and how it is said: one line, the file, the key, the mend."""

from __future__ import annotations

from pathlib import Path

import pytest

from browserenv.tasks.checks import JUDGES
from browserenv.tasks.errors import TaskFileError
from browserenv.tasks.reader import load_family, read_family, read_yaml

FILE = "forum/create_forum.yaml"
GOOD = """\
family: forum.create-forum
sites: [forum]
login: {forum: Ann}
start: "forum:/"
intent: Make {{name}}.
params:
  name: {draw: choice, of: [a, b]}
checks:
  - judge: page
    url: "forum:/f/{{name}}/edit"
    locator: document.title
    must_include: ["{{name}}"]
changes: {}
"""
INCLUDE = 'must_include: ["{{name}}"]'
URL = 'url: "forum:/f/{{name}}/edit"'
DRAW = "{draw: choice, of: [a, b]}"
PAGE_CHECK = GOOD[GOOD.index("  - judge") : GOOD.index("changes")]
STATE = "  - judge: state\n    site: forum\n    equals: 1\n    query: "
CHANGES = "changes: {forum: {posts: {%s}}}"

# (what is replaced, by what, the message: {} is the file)
TABLE: list[tuple[str, str, str]] = [
    (
        "judge: page",
        "judge: must_inlcude",
        "unknown judge 'must_inlcude' in {} (checks[0]); did you mean 'must_include'?"
        " It is a key of judge 'text' or 'page'",
    ),
    ("judge: page", "judge: pgae", "unknown judge 'pgae' in {} (checks[0]); did you mean 'page'?"),
    ("judge: page", "judge: zzz", f"unknown judge 'zzz' in {{}} (checks[0]); there is {', '.join(sorted(JUDGES))}"),
    ("judge: page", "original: true", f"missing key 'judge' in {{}} (checks[0]); it is one of {', '.join(JUDGES)}"),
    ("must_include:", "must_inlcude:", "unknown key 'must_inlcude' in {} (checks[0]); did you mean 'must_include'?"),
    (
        INCLUDE,
        "must_include: []",
        "an empty list checks nothing in {} (checks[0].must_include); name at least one text or leave the key out",
    ),
    (
        INCLUDE,
        'must_include: [""]',
        "an empty text is in every text, so it would check nothing in {} (checks[0].must_include[0][0])",
    ),
    (INCLUDE, "must_include: [3]", "3 is no text in {} (checks[0].must_include); write it in quotes"),
    (INCLUDE, 'must_include: "{{nmae}}"', "unknown slot 'nmae' in {} (checks[0].must_include); did you mean 'name'?"),
    (
        INCLUDE,
        'must_include: "{{name|lwoer}}"',
        "unknown filter 'lwoer' in {} (checks[0].must_include); did you mean 'lower'?",
    ),
    (
        INCLUDE,
        "exact_match: x\n    must_include: x",
        "judge 'page' needs one of exact_match, must_include in {} (checks[0])",
    ),
    (
        "locator: document.title",
        "locator: document.q('#x'",
        "locator \"document.q('#x'\" is no expression: ( is never closed in {} (checks[0].locator)",
    ),
    (
        "locator: document.title",
        "locator: window.title",
        "locator 'window.title' must start with 'document.' or '[...document.', or be empty in {} (checks[0].locator)",
    ),
    (
        URL,
        "url: http://forum.localhost/f",
        "'http://forum.localhost/f' is no address in {} (checks[0].url); write site:/path, such as forum:/f/books",
    ),
    (URL, "url: fourm:/f", "unknown site 'fourm' in {} (checks[0]); did you mean 'forum'?"),
    (
        PAGE_CHECK,
        STATE + "diff.x ==\n",
        "query 'diff.x ==' is no JMESPath: Invalid jmespath expression: Incomplete expression: \"diff.x ==\" ^"
        " in {} (checks[0])",
    ),
    (
        PAGE_CHECK,
        STATE + "dif.x\n",
        "unknown name 'dif' in query 'dif.x' in {} (checks[0]); did you mean 'diff'?",
    ),
    (
        PAGE_CHECK,
        STATE + "rows.u\n    rows: {users: {collection: users}}\n",
        "unknown read 'rows.u' in query 'rows.u' in {} (checks[0]); there is users",
    ),
    (
        PAGE_CHECK,
        "  - {judge: text}\n",
        "judge 'text' needs one of exact, must_include, must_exclude, typed in {} (checks[0])",
    ),
    (
        PAGE_CHECK,
        "  - {judge: text, exact: a, must_include: b}\n",
        "'exact' is the whole answer, so must_include and must_exclude add nothing in {} (checks[0]); choose one",
    ),
    (PAGE_CHECK, "  - {judge: url}\n", "judge 'url' needs 'url' or a list 'any_of', and not both in {} (checks[0])"),
    (
        PAGE_CHECK,
        '  - {judge: url, url: "forum:/a", match: prefx}\n',
        "wrong value 'prefx': should be 'exact' or 'prefix' in {} (checks[0].match)",
    ),
    (
        "checks:\n" + PAGE_CHECK,
        "checks: []\n",
        "no checks in {} (checks); a task that asks for nothing would always pass: name a check or a change",
    ),
    ("changes: {}", "chnages: {}", "unknown key 'chnages' in {}; did you mean 'changes'?"),
    ("changes: {}", "changes: {fourm: {}}", "unknown site 'fourm' in {} (changes); did you mean 'forum'?"),
    ("changes: {}", CHANGES % "aded: []", "unknown key 'aded' in {} (changes.forum.posts); did you mean 'added'?"),
    (
        "changes: {}",
        CHANGES % "added: [{x: {include: [a]}}]",
        "unknown key 'include' in {} (changes.forum.posts.added[0].x); did you mean 'includes'?",
    ),
    (
        "changes: {}",
        CHANGES % "added: [{x: {any: true, equals: 1}}]",
        "a matcher has exactly one key, not any, equals in {} (changes.forum.posts.added[0].x);"
        " write a literal object as equals: {...}",
    ),
    (
        "changes: {}",
        CHANGES % "added: [{x: {ref: psots.1}}, {}]",
        "ref 'psots.1' names no added row in {} (changes.forum.posts.added[0].x); did you mean 'posts.1'?",
    ),
    (
        "changes: {}",
        CHANGES % "added: [{x: {ref: posts}}]",
        "'posts' is no ref in {} (changes.forum.posts.added[0].x.ref);"
        " write collection.index, such as forums.0, or forums.0.name",
    ),
    (
        "changes: {}",
        CHANGES % "added: [{x: {ref: posts.0}}]",
        "refs go in a circle: posts.0 in {} (changes.forum)",
    ),
    (
        "changes: {}",
        CHANGES % "added: [{x: {matches: '['}}]",
        "'[' is no regular expression: unterminated character set at position 0"
        " in {} (changes.forum.posts.added[0].x.matches)",
    ),
    ("changes: {}", CHANGES % "updated: [{row: {}}]", "missing key 'to' in {} (changes.forum.posts.updated[0])"),
    (
        "changes: {}",
        CHANGES % "updated: [{row: {}, to: {}}]",
        "'to' names no column, so the row would not change in {} (changes.forum.posts.updated[0])",
    ),
    ("changes: {}", "stop: on_sucess", "wrong value 'on_sucess': should be 'on_answer' or 'on_success' in {} (stop)"),
    ("changes: {}", "budget: {max_step: 3}", "unknown key 'max_step' in {} (budget); did you mean 'max_steps'?"),
    (
        "changes: {}",
        "budget: {max_steps: 0}",
        "wrong value 0: should be greater than or equal to 1 in {} (budget.max_steps)",
    ),
    ("changes: {}", "possible: yes", "wrong value 'yes': should be a valid boolean in {} (possible)"),
    ("changes: {}", "oracle: [{do: clik}]", "unknown do 'clik' in {} (oracle[0]); did you mean 'click'?"),
    (
        "changes: {}",
        "oracle: [{do: click, roel: link, name: x}]",
        "unknown key 'roel' in {} (oracle[0]); did you mean 'role'?",
    ),
    (
        "changes: {}",
        "mutants: [{name: x}]",
        "mutant 'x' changes nothing in {} (mutants[0]); give params, steps, replace, prepend or append",
    ),
    (
        "changes: {}",
        "mutants: [{name: x, params: {nmae: y}}]",
        "unknown slot 'nmae' in {} (mutants[0].params); did you mean 'name'?",
    ),
    (
        "changes: {}",
        "mutants: [{name: x, replace: {1: {do: noop}}}]\noracle: [{do: noop}]",
        "no step '1' to replace in {} (mutants[0].replace); the script has 1 steps, counted from 0",
    ),
    ("changes: {}", "instances: {580: {nmae: x}}", "unknown slot 'nmae' in {} (instances.580); did you mean 'name'?"),
    (
        "changes: {}",
        "instances: {580: {}}",
        "slot 'name' has no value in {} (instances.580); name one, since instances are not drawn",
    ),
    (DRAW, "{draw: chioce, of: [a]}", "unknown draw 'chioce' in {} (params.name); did you mean 'choice'?"),
    (DRAW, "{draw: choice, of: []}", "an empty list in {} (params.name.of); name at least one"),
    (DRAW, "{draw: range, first: 3, last: 1}", "range from 3 to 1 is empty in {} (params.name); swap first and last"),
    (
        DRAW,
        "{draw: range, first: 0, last: 99999999999999999999}",
        "range from 0 to 99999999999999999999 has more than 9007199254740992 numbers in {} (params.name); narrow it",
    ),
    (DRAW, f"{{draw: range, first: 0, last: {'9' * 5000}}}", "a number in {} has too many digits; write it in quotes"),
    ("changes: {}", f"provenance: {{a: {'[' * 3000}", "lists or mappings in {} are nested too deep; make it flatter"),
    (DRAW, "{draw: words, of: [a], n: 2}", "2 different items of 1 cannot be drawn in {} (params.name)"),
    (
        DRAW,
        "{draw: choice, of: [a, {b: c}]}",
        "slot 'name' stands inside a text and is {'b': 'c'} in {} (intent);"
        " give it a filter, such as commas, in_path, json, lines, lower",
    ),
    ("family: forum.create-forum\n", "", "missing key 'family' in {}"),
    (
        "family: forum.create-forum",
        "family: Forum",
        "'Forum' is no family id in {} (family); write site.name, such as forum.create-forum",
    ),
    ("sites: [forum]", "sites: [forum]\nsites: [shop]", "key 'sites' is given twice in {} (line 3)"),
    ("sites: [forum]", "sites: [forum, forum]", "a site is named twice in {} (sites)"),
    ("sites: [forum]", "sites: [forum", "expected ',' or ']', but got ':' in {} (line 3)"),
    ("sites: [forum]", "sites: [forum]\n[a]: b", "a key is a list or a mapping in {} (line 3)"),
    ('start: "forum:/"', "start: /", "'/' is no address in {} (start[0]); write site:/path, such as forum:/f/books"),
    ("login: {forum: Ann}", "login: {fourm: Ann}", "unknown site 'fourm' in {} (login); did you mean 'forum'?"),
    ("changes: {}", "setup: {fourm: {}}", "unknown site 'fourm' in {} (setup); did you mean 'forum'?"),
    (
        "changes: {}",
        "permissions: {sites: [fourm]}",
        "unknown site 'fourm' in {} (permissions.sites); did you mean 'forum'?",
    ),
    ("changes: {}", "oracle: [{do: goto, url: fourm:/}]", "unknown site 'fourm' in {} (oracle); did you mean 'forum'?"),
    (
        "changes: {}",
        "mutants: [{name: m, steps: [{do: goto, url: fourm:/}]}]",
        "unknown site 'fourm' in {} (mutants[0]); did you mean 'forum'?",
    ),
    (GOOD, "", "no mapping in {}; a task file begins with 'family: site.name'"),
    (GOOD, "- a", "no mapping in {}; a task file begins with 'family: site.name'"),
    (
        GOOD,
        "family: !!python/name:os.system x",
        "could not determine a constructor for the tag 'tag:yaml.org,2002:python/name:os.system' in {} (line 1)",
    ),
]


def test_the_good_file_is_good() -> None:
    assert read_family(GOOD, FILE).family == "forum.create-forum"


@pytest.mark.parametrize(("old", "new", "message"), TABLE, ids=[row[1][:40] or "empty" for row in TABLE])
def test_message(old: str, new: str, message: str) -> None:
    assert GOOD.count(old) == 1
    with pytest.raises(TaskFileError) as caught:
        read_family(GOOD.replace(old, new), FILE)
    assert str(caught.value) == message.replace("{}", FILE, 1)
    assert "\n" not in str(caught.value)


def test_a_key_used_as_a_judge_is_shown_where_it_belongs() -> None:
    with pytest.raises(TaskFileError, match=r"did you mean 'must_include'\? It is a key of judge 'text' or 'page'"):
        read_family(GOOD.replace("judge: page", "judge: must_include"), FILE)


def test_every_choice_is_checked_and_not_the_drawn_one_alone() -> None:
    text = GOOD.replace(DRAW, "{draw: choice, of: [a, b, c, d, e, 'x y']}")
    with pytest.raises(TaskFileError, match=r"'forum:/f/x y/edit' is no address in .* \(checks\[0\].url\)"):
        read_family(text, FILE)


def test_an_impossible_task_may_have_no_checks() -> None:
    text = GOOD.replace("checks:\n" + PAGE_CHECK, "checks: []\npossible: false\n")
    assert not read_family(text, FILE).possible


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("a: yes", {"a": "yes"}),
        ("a: on", {"a": "on"}),
        ("a: 2023-10-15", {"a": "2023-10-15"}),
        ("a: 1:30", {"a": "1:30"}),
        ("a: 010", {"a": "010"}),
        ("a: [1, -2, 1.5, 1e3, true, null, ~, '1']", {"a": [1, -2, 1.5, 1000.0, True, None, None, "1"]}),
        ("580: {x: y}", {"580": {"x": "y"}}),
        ("a: 0x1F", {"a": "0x1F"}),
        ("a: .nan", {"a": ".nan"}),
    ],
)
def test_yaml_is_read_as_people_expect(text: str, data: object) -> None:
    read = read_yaml(text, FILE)
    assert read == data
    assert repr(read) == repr(data)


def test_the_file_is_named_by_its_last_two_parts(tmp_path: Path) -> None:
    (tmp_path / "forum").mkdir()
    path = tmp_path / "forum" / "create_forum.yaml"
    path.write_text(GOOD.replace("judge: page", "judge: pgae"), encoding="utf-8")
    with pytest.raises(TaskFileError, match=r"unknown judge 'pgae' in forum/create_forum.yaml \(checks\[0\]\)"):
        load_family(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(TaskFileError, match=r"cannot read forum/create_forum\.yaml"):
        load_family(path)
    with pytest.raises(TaskFileError, match=r"cannot read forum/none\.yaml"):
        load_family(tmp_path / "forum" / "none.yaml")
