"""``browserenv doctor``: the browser that it tells of is the one that an environment would take."""

from __future__ import annotations

from pathlib import Path

import pytest

from browserenv.browser.launch import VARIABLE
from browserenv.cli import doctor


@pytest.fixture
def bundled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine without a Chromium of its own; where Playwright's would be."""
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    path = tmp_path / "playwright" / "chrome"
    monkeypatch.setattr(doctor, "bundled_chromium", lambda: path)
    return path


def test_playwright_s_own_chromium_is_enough(bundled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bundled.parent.mkdir()
    bundled.write_text("#!/bin/sh\n")
    bundled.chmod(0o755)
    assert doctor._passes("browser", doctor._browser)
    assert capsys.readouterr().out == f"browser    {bundled}\n"


def test_none_at_all_is_broken_and_the_mend_is_told(bundled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not doctor._passes("browser", doctor._browser)
    assert "broken: no Chromium: " in (said := capsys.readouterr().out)
    assert "run 'playwright install chromium'" in said
