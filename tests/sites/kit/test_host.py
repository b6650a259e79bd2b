"""Sites that are served by one process: each mount has a server of its own, which ends when it is asked to."""

from __future__ import annotations

import http.client
from pathlib import Path

import pytest

from browserenv.sites.kit.golden import Golden
from browserenv.sites.kit.host import SiteHost


def test_an_unmounted_site_answers_nobody_also_on_a_connection_kept_open(forum_golden: Golden, tmp_path: Path) -> None:
    host = SiteHost()
    try:
        port = host.mount("a", "forum", tmp_path / "a", forum_golden.folder, secret="s")
        other = host.mount("b", "forum", tmp_path / "b", forum_golden.folder, secret="s")
        kept = http.client.HTTPConnection("127.0.0.1", port)
        kept.request("GET", "/")
        assert kept.getresponse().read()
        thread = host.served["a"].thread
        host.unmount("a")
        assert not thread.is_alive()
        with pytest.raises((http.client.HTTPException, OSError)):
            kept.request("GET", "/")
            kept.getresponse()
        beside = http.client.HTTPConnection("127.0.0.1", other)
        beside.request("GET", "/")
        assert beside.getresponse().status == 200
        beside.close()
    finally:
        host.close()


def test_sites_come_and_go_and_no_server_s_thread_fails(forum_golden: Golden, tmp_path: Path) -> None:
    """A thread that fails makes the test fail: its warning is an error."""
    host = SiteHost()
    for _ in range(20):
        host.mount("a", "forum", tmp_path, forum_golden.folder, secret="s")
        host.close()
