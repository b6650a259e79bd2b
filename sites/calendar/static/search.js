// Search: events by words in title, place, description, guests or calendar.

import { h, replace } from "/kit/dom.js";
import { line } from "./agenda.js";

const DAYS_BACK = 366;
const DAYS_AHEAD = 366;
const N_SHOWN = 60;

export function drawSearch(app, parent) {
  const words = (new URLSearchParams(window.location.search).get("q") ?? "").trim();
  parent.dataset.title = words ? `Search for ${words}` : "Search";
  const found = words ? find(app, words) : [];
  const today = app.model.today();
  const [coming, past] = [found.filter((o) => o.lastDay >= today), found.filter((o) => o.lastDay < today).reverse()];
  const count = `${found.length} ${found.length === 1 ? "event" : "events"} for “${words}”`;
  replace(
    parent,
    h(
      "div",
      { class: "page", "data-scroll": "page" },
      h("p", { class: "count-line", role: "status" }, words ? (found.length ? count : `No events for “${words}” within a year of today.`) : "Type what to look for in the search field."),
      section(app, "Coming up", coming),
      section(app, "Past", past),
    ),
  );
}

function section(app, title, occurrences) {
  if (!occurrences.length) return null;
  return h(
    "section",
    { class: "card", "aria-label": title },
    h("h2", {}, `${title} (${occurrences.length})`),
    h("ul", { class: "lines" }, occurrences.slice(0, N_SHOWN).map((o) => h("li", {}, line(app, o, { date: true })))),
    occurrences.length > N_SHOWN ? h("p", { class: "nothing" }, `and ${occurrences.length - N_SHOWN} more; add a word to narrow it down`) : null,
  );
}

/** The occurrences within a year of today in which every word is found. */
export function find(app, text) {
  const words = text.toLowerCase().split(/\s+/);
  const today = app.model.today();
  const hit = new Map(app.store.all("events").map((row) => [row.id, words.every((word) => haystack(app, row).includes(word))]));
  return app.model.occurrences(today - DAYS_BACK, today + DAYS_AHEAD, { hidden: true }).filter((o) => hit.get(o.row.id)).sort((a, b) => a.start - b.start);
}

function haystack(app, row) {
  const guests = row.guests.map(({ name, email }) => `${name} ${email}`);
  return [row.title, row.location, row.description, app.model.calendar(row.calendar)?.name ?? "", ...guests].join(" ").toLowerCase();
}
