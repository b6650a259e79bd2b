"""WebArena's forum tasks on our forum: their addresses answer, their locators find something once the flow is done."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from browserenv.sites.forum.app import create_app, mint_login
from browserenv.sites.forum.manifest import MANIFEST
from browserenv.sites.kit.client import SiteClient
from browserenv.sites.kit.golden import Golden
from browserenv.sites.kit.mount import Mount
from browserenv.sites.kit.state import State

from .hand import BASE, USER, Hand

PLACEHOLDER = "__REDDIT__"
CREATED = ("sci_fi", "cmu_lti", "Cyberpunk", "PlantsForCatParents", "Karaoke")

VOTE = "document.querySelector('div.submission__vote').querySelector('form').getAttribute('class')"
INNER = "document.querySelector('.submission__inner').outerText"
LINKS = (
    "[...document.querySelector('.submission__inner').querySelectorAll('[href],[src]')]"
    ".map(elem => elem.getAttribute('href') || elem.getAttribute('src')).join(' ')"
)
SUBMISSION_BODY = "document.querySelector('.submission__body').outerText"
COMMENT_BODY = "document.querySelector('.comment__body').outerText"
BIOGRAPHY = 'document.querySelector(".user-bio__biography").outerText'
SIDEBAR = 'document.querySelector("#sidebar > section").outerText'
DESCRIPTION_FIELD = 'document.querySelector("#forum_description").value'
SIDEBAR_FIELD = 'document.querySelector("#forum_sidebar").value'


def literal_addresses(task: dict[str, Any]) -> set[str]:
    """The paths that a task addresses literally: start, reference and checked pages."""
    urls = task["start_url"].split(" |AND| ") + task["eval"]["reference_url"].split(" |OR| ")
    urls += [check["url"] for check in task["eval"]["program_html"]]
    return {url.removeprefix(PLACEHOLDER) or "/" for url in urls if url.startswith(PLACEHOLDER)}


def test_there_are_106_tasks(forum_tasks: list[dict[str, Any]]) -> None:
    assert len(forum_tasks) == 106


def test_every_literal_address_answers_200(
    forum_tasks: list[dict[str, Any]], forum_golden: Golden, tmp_path: Path
) -> None:
    state = State(tmp_path, forum_golden.folder, MANIFEST.collections)
    state.reset()
    mount = Mount(MANIFEST, state)
    (user,) = state.rows("users", {"name": USER})
    client = SiteClient(create_app(), mount).be(user["id"], mint_login(mount, USER))
    for name in CREATED:
        fields = {"forum[name]": name, "forum[title]": name, "forum[description]": "x", "forum[sidebar]": "x"}
        assert client.post("/create_forum", fields).status_code == 302
    addresses = sorted(set().union(*(literal_addresses(task) for task in forum_tasks)))
    assert len(addresses) == 91
    answers = {address: client.get(address).status_code for address in addresses}
    assert {address: status for address, status in answers.items() if status != 200} == {}
    state.close()


def create_forum(hand: Hand) -> None:
    hand.goto("/")
    hand.click("link", "Create forum")
    hand.fill("Name", "sci_fi")
    hand.fill("Title", "Science fiction")
    hand.fill("Description", "Far away places")
    hand.fill("Sidebar", "New\nOld")
    hand.click("button", "Create forum")


def submit_text(hand: Hand) -> None:
    hand.goto("/submit/books")
    hand.fill("Title", "Which bookshop should I visit?")
    hand.fill("Body", "I have one day in town.")
    hand.click("button", "Create submission")


def repost_image(hand: Hand) -> None:
    hand.goto("/f/pics")
    found = re.search(r"/submission_images/[0-9a-f]{64}\.jpg", hand.html)
    assert found is not None
    hand.goto("/submit/earthporn")
    hand.fill("URL", BASE + found[0])
    hand.fill("Title", "from /f/pics")
    hand.click("button", "Create submission")
    hand.note = found[0].rsplit("/", 1)[1]


def upvote(hand: Hand) -> None:
    hand.goto("/f/books/124260/")
    hand.click("button", "Upvote")


def downvote(hand: Hand) -> None:
    hand.goto("/f/gadgets/19459/")
    hand.click("button", "Downvote")


def comment(hand: Hand) -> None:
    hand.goto("/f/books/59421/")
    hand.fill("Comment", "I am a big fan of this shop")
    hand.click("button", "Post")


def reply(hand: Hand) -> None:
    hand.goto("/f/books/59421/-/comment/1235250")
    hand.fill("Comment", "thanks for all the books")
    hand.click("button", "Post")


def edit_biography(hand: Hand) -> None:
    hand.goto(f"/user/{USER}")
    hand.click("link", "Edit biography")
    hand.fill("Biography", "I read books")
    hand.click("button", "Save")


def subscribe(hand: Hand) -> None:
    hand.goto("/f/space")
    hand.click("button", "Subscribe")


def edit_submission(hand: Hand) -> None:
    hand.goto("/f/MachineLearning/1/")
    hand.click("link", "Edit")
    hand.fill("Body", "EDIT: still true")
    hand.click("button", "Save")


# What is done, where the locator is read afterwards ("last": where the person ended; "post": the post as WebArena's
# helper shortens the last address), the locator, and what its value must include.
FLOWS: list[tuple[Callable[[Hand], None], str, str, str]] = [
    (create_forum, "/f/sci_fi/edit", DESCRIPTION_FIELD, "Far away places"),
    (create_forum, "/f/sci_fi/edit", SIDEBAR_FIELD, "New"),
    (submit_text, "post", INNER, "Which bookshop should I visit?"),
    (submit_text, "post", "document.querySelector('.submission__title').outerText", "Which bookshop should I visit?"),
    (submit_text, "post", SUBMISSION_BODY, "I have one day in town."),
    (repost_image, "post", INNER, "from /f/pics"),
    (repost_image, "post", LINKS, "NOTE"),
    (repost_image, "last", f"{INNER} + {LINKS}", "NOTE"),
    (upvote, "/f/books/124260/any-slug", VOTE, "vote vote--user-upvoted"),
    (downvote, "/f/gadgets/19459/any-slug", VOTE, "vote vote--user-downvoted"),
    (comment, "last", COMMENT_BODY, "I am a big fan of this shop"),
    (reply, "/f/books/59421/-/comment/1235250", "", "thanks for all the books"),
    (edit_biography, f"/user/{USER}", BIOGRAPHY, "I read books"),
    (subscribe, "/", SIDEBAR, "space"),
    (edit_submission, "/f/MachineLearning/1/any-slug", SUBMISSION_BODY, "EDIT: still true"),
]

# Pairs of locator and page that cannot hold a value, with the reason.
IMPOSSIBLE = {
    (584, "/f/Karaoke"): "the task reads the edit form's fields on the forum's own page, where no such form is",
}


def post_address(url: str) -> str:
    """The post's address without its slug, as WebArena's helper gives it."""
    parts = urlsplit(url).path.split("/")
    return "/".join(parts[:4]) + "/" if len(parts) >= 4 and parts[1] == "f" else urlsplit(url).path


@pytest.mark.parametrize(("flow", "page", "locator", "wanted"), FLOWS)
def test_a_locator_finds_what_the_flow_left(
    hand: Hand, flow: Callable[[Hand], None], page: str, locator: str, wanted: str
) -> None:
    flow(hand)
    if page == "last":
        value = hand.read_here(locator)
    else:
        value = hand.read(post_address(hand.url) if page == "post" else page, locator)
    assert wanted.replace("NOTE", hand.note) in str(value)


def test_every_locator_of_the_tasks_is_in_a_flow(forum_tasks: list[dict[str, Any]]) -> None:
    tested = {locator for _, _, locator, _ in FLOWS}
    used = {check["locator"] for task in forum_tasks for check in task["eval"]["program_html"]}
    assert used <= tested


def test_the_impossible_pairs_are_the_ones_listed(forum_tasks: list[dict[str, Any]]) -> None:
    """Fields of the edit form are read on pages that end in /edit, but for the pairs that are listed."""
    strays = {
        (task["task_id"], check["url"].removeprefix(PLACEHOLDER))
        for task in forum_tasks
        for check in task["eval"]["program_html"]
        if "#forum_" in check["locator"] and not check["url"].endswith("/edit")
    }
    assert strays == set(IMPOSSIBLE)


def test_where_the_url_is_checked_after_a_post_or_a_comment(hand: Hand) -> None:
    submit_text(hand)
    assert urlsplit(hand.url).path.startswith("/f/books/")
    comment(hand)
    assert urlsplit(hand.url).path.startswith("/f/books/59421/")


def test_the_login_page_takes_a_robot_that_knows_labels(hand: Hand) -> None:
    hand.goto("/")
    hand.click("button", "Log out")
    hand.goto("/login")
    hand.fill("Username", USER)
    hand.fill("Password", "test1234")
    hand.click("button", "Log in")
    hand.goto(f"/user/{USER}/account")
    assert "Delete" in hand.html
