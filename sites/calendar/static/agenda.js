// The agenda: a week's events as a list by day.

import { h, link, replace } from "/kit/dom.js";
import { manner } from "./chips.js";
import { MONTHS, WEEKDAYS, longDay, monthTitle, parts } from "./dates.js";

export const agendaDays = 7;

export function drawAgenda(app, parent) {
  const first = app.place.day;
  parent.dataset.title = `Agenda, ${monthTitle(first, first + agendaDays - 1)}`;
  const occurrences = app.model.occurrences(first, first + agendaDays - 1);
  const days = Array.from({ length: agendaDays }, (_, n) => first + n);
  const filled = days.map((day) => [day, occurrences.filter((o) => o.firstDay <= day && o.lastDay >= day)]);
  replace(parent, h("div", { class: "agenda", "data-scroll": "agenda" }, filled.map(([day, found]) => section(app, day, found))));
}

function section(app, day, occurrences) {
  const p = parts(day);
  const today = day === app.model.today();
  return h(
    "section",
    { class: today ? "agenda-day today" : "agenda-day", "aria-label": longDay(day) },
    h("h2", {}, link(app.path("day", day), { "aria-label": `${longDay(day)}${today ? ", today" : ""}` }, h("b", {}, String(p.date)), h("span", {}, `${MONTHS[p.month - 1].slice(0, 3)}, ${WEEKDAYS[p.weekday].slice(0, 3)}`))),
    occurrences.length ? h("ul", {}, occurrences.map((o) => h("li", {}, line(app, o)))) : h("p", { class: "nothing" }, "Nothing planned"),
  );
}

/** A whole line about an occurrence; `date` says the day too. */
export function line(app, o, { date = false } = {}) {
  const look = manner(app, o);
  const where = [app.model.calendar(o.row.calendar).name, o.row.location].filter(Boolean).join(" · ");
  return h(
    "button",
    { type: "button", class: `line ${look.class}`, style: look.style, "data-key": `line-${o.key}`, "data-event": o.key, "aria-label": app.model.label(o, { date }), onclick: () => app.router.go(app.eventPath(o)) },
    h(
      "span",
      { class: "line-text", "aria-hidden": "true" },
      h("i", { class: "when" }, date ? h("em", {}, longDay(o.firstDay, { short: true })) : null, app.model.timeText(o)),
      h("b", {}, o.row.title || "(No title)"),
      h("i", {}, where),
    ),
  );
}
