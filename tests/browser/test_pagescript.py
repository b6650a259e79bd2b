"""The clock of the pages."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from tests.browser.conftest import Room

CLOCK = """<!doctype html><title>x</title><script>
const real = new Date(2023, 9, 15, 15, 34).getTime(), near = time => Math.abs(time - real) < 120000;
result = {
  now: near(Date.now()), made: near(new Date().getTime()), called: Date().startsWith("Sun Oct 15 2023 15:3"),
  format: new Intl.DateTimeFormat("en-US").format(), parts: new Intl.DateTimeFormat("en-US").formatToParts().length,
  formatted: new Intl.DateTimeFormat("en-US").format(new Date(0)), locale: new Date().toLocaleDateString("en-US"),
  origin: near(performance.timeOrigin + performance.now()), kept: [1, 2].map(n => n * 2).join(),
  given: new Date(2020, 1, 29).getDate(), text: new Date("2020-02-29T00:00:00Z").toISOString(),
  utc: Date.UTC(1970, 0, 2), sub: new (class Mine extends Date {})() instanceof Date, typed: typeof Date(),
  parse: Date.parse("1970-01-01T00:00:01Z"), isDate: new Date() instanceof Date, own: new Date().constructor === Date,
  type: Object.prototype.toString.call(new Date()), name: Date.name, length: Date.length, global: "Date" in window,
  clone: structuredClone(new Date()) instanceof Date,
  timer: typeof setTimeout(() => {}, 0), keys: Object.keys(window).includes("__browserenv"),
  modified: near(Date.parse(document.lastModified)),
};
document.title = JSON.stringify(result)</script>"""


def test_a_page_s_clock_shows_the_start_time_in_every_way(room: Room) -> None:
    result = json.loads((room.open(CLOCK).open_pages_titles or ("{}",))[0])
    assert result == {
        "now": True, "made": True, "called": True, "format": "10/15/2023", "parts": 5, "formatted": "1/1/1970",
        "locale": "10/15/2023", "origin": True, "kept": "2,4", "given": 29, "text": "2020-02-29T00:00:00.000Z",
        "utc": 86400000, "parse": 1000, "isDate": True, "own": True, "type": "[object Date]", "name": "Date",
        "length": 7, "clone": True, "sub": True, "typed": "string", "global": True, "timer": "number", "keys": False,
        "modified": True,
    }  # fmt: skip


def test_the_clock_runs_and_timers_fire(room: Room) -> None:
    room.open("""<title>x</title><script>const start = Date.now(); let n = 0;
      const id = setInterval(() => { n += 1; if (n === 3) { clearInterval(id); const took = Date.now() - start;
        document.title = [took >= 30 && took < 60000, setTimeoutArgs] } }, 20);
      let setTimeoutArgs; setTimeout((a, b) => setTimeoutArgs = a + b, 1, "ar", "gs");
      const gone = setTimeout(() => document.title = "cleared timer fired", 5); clearTimeout(gone);
    </script>""")
    room.well("noop(300)")
    assert room.see().open_pages_titles == ("true,args",)


def test_frames_tabs_and_later_pages_have_the_same_clock(room: Room) -> None:
    year = "<script>document.title = top.document.title = new Date().getFullYear()</script>"
    room.open(f"<iframe srcdoc='{year}'></iframe><button onclick=\"window.open('/1')\">open</button>", year)
    assert room.see().open_pages_titles == ("2023",)
    room.act("click", '"open"')
    assert room.see().open_pages_titles == ("2023", "2023")


def test_the_clock_of_an_episode_is_its_own(room: Room) -> None:
    page = "<script>document.title = new Date().getFullYear()</script>"
    room.open(page, start_time=datetime(2031, 5, 1, 12, tzinfo=UTC))
    assert room.see().open_pages_titles == ("2031",)
    assert room.open(page).open_pages_titles == ("2023",)
