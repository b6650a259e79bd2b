"""The forum in a real browser: the login page, and what the script adds to votes and subscriptions."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect, sync_playwright
from werkzeug.serving import WSGIRequestHandler, make_server

from browserenv.sites.forum.app import mint_login
from browserenv.sites.kit.mount import ENVIRON_KEY, Mount

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse


class Quiet(WSGIRequestHandler):
    """Logs nothing."""

    def log(self, type: str, message: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def address(app: Flask, mount: Mount) -> Iterator[str]:
    """Serves the mount on a loopback port; gives the rule that leads a browser to it."""

    def serve_mount(environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        return app.wsgi_app({**environ, ENVIRON_KEY: mount}, start_response)

    server = make_server("127.0.0.1", 0, serve_mount, threaded=True, request_handler=Quiet)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"MAP forum.localhost:80 127.0.0.1:{server.server_port}, MAP * ~NOTFOUND"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def browser(address: str) -> Iterator[Browser]:
    """Chromium that reaches the forum and nothing else."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", "--no-first-run", "--disable-sync", f"--host-resolver-rules={address}"],
        )
        yield browser
        browser.close()


def logged_in(browser: Browser, mount: Mount, scripts: bool = True) -> Page:
    context = browser.new_context(java_script_enabled=scripts, base_url="http://forum.localhost")
    context.add_cookies(mint_login(mount, "MarvelsGrantMan136"))  # type: ignore[arg-type]
    return context.new_page()


def test_the_login_page(browser: Browser) -> None:
    page = browser.new_page(base_url="http://forum.localhost")
    page.goto("/login")
    page.get_by_label("Username", exact=True).fill("MarvelsGrantMan136")
    page.get_by_label("Password", exact=True).fill("test1234")
    page.get_by_role("button", name="Log in").click()
    page.goto("/user/MarvelsGrantMan136/account")
    assert "Delete" in page.content()


@pytest.mark.parametrize("scripts", [True, False])
def test_votes_with_and_without_the_script(browser: Browser, mount: Mount, scripts: bool) -> None:
    page = logged_in(browser, mount, scripts)
    page.goto("/f/books/1/x")
    form = page.locator("div.submission__vote form")
    score = form.locator(".vote__net-score")
    before = int(score.inner_text())
    form.get_by_role("button", name="Upvote").click()
    expect(form).to_have_class("vote vote--user-upvoted")
    expect(score).to_have_text(str(before + 1))
    form.get_by_role("button", name="Downvote").click()
    expect(form).to_have_class("vote vote--user-downvoted")
    expect(score).to_have_text(str(before - 1))
    assert mount.state.rows("submission_votes", {})[0]["choice"] == -1
    form.get_by_role("button", name="Retract downvote").click()
    expect(form).to_have_class("vote")
    expect(score).to_have_text(str(before))
    assert mount.state.diff() == {}


def test_a_vote_by_script_does_not_load_a_page(browser: Browser, mount: Mount) -> None:
    page = logged_in(browser, mount)
    page.goto("/f/books/1/x")
    page.locator("textarea").fill("half a comment")
    with page.expect_response("**/sv/1.json") as answer:
        page.locator("div.submission__vote").get_by_role("button", name="Upvote").click()
    assert answer.value.status == 200
    assert page.locator("textarea").input_value() == "half a comment"


@pytest.mark.parametrize("scripts", [True, False])
def test_subscribing_with_and_without_the_script(browser: Browser, mount: Mount, scripts: bool) -> None:
    page = logged_in(browser, mount, scripts)
    page.goto("/f/earthporn")
    page.get_by_role("button", name="Subscribe", exact=True).click()
    expect(page.get_by_role("button", name="Unsubscribe")).to_be_visible()
    expect(page.locator(".subscribe__count")).to_have_text("101")
    page.get_by_role("button", name="Unsubscribe").click()
    expect(page.get_by_role("button", name="Subscribe", exact=True)).to_be_visible()
    assert mount.state.diff() == {}


def test_a_vote_of_an_ended_session_leads_to_a_page_that_says_so(browser: Browser, mount: Mount) -> None:
    page = logged_in(browser, mount)
    page.goto("/f/books/1/x")
    with mount.state.writing() as db:
        db.execute("UPDATE users SET password_hash = 'other' WHERE id = 1")
    page.locator("div.submission__vote").get_by_role("button", name="Upvote").click()
    page.wait_for_load_state()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Bad request")


def test_the_submission_form_shows_the_field_of_the_chosen_kind(browser: Browser, mount: Mount) -> None:
    page = logged_in(browser, mount)
    page.goto("/submit/books")
    url, image = page.locator("#submission_url"), page.locator("#submission_image")
    expect(url).to_be_visible()
    expect(image).to_be_hidden()
    page.get_by_role("radio", name="Image").check()
    expect(image).to_be_visible()
    expect(url).to_be_hidden()


@pytest.mark.parametrize("width", [1280, 390])
def test_no_page_is_wider_than_the_window(browser: Browser, mount: Mount, width: int) -> None:
    page = logged_in(browser, mount)
    page.set_viewport_size({"width": width, "height": 720})
    with mount.state.writing() as db:
        db.execute("UPDATE submissions SET title = ?, body = ? WHERE id IN (1, 69)", ["W" * 300, "`" + "x" * 500 + "`"])
    for path in ("/", "/f/books", "/f/books/1", "/forums", "/submit", "/create_forum", "/user/Wren", "/search?q=hello"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") == width, path
