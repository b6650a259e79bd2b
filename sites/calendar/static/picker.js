// A small month to choose a day from: beside date fields, and in the side panel.

import { h, icon } from "/kit/dom.js";
import { WEEKDAYS, addMonths, longDay, monthTitle, parts } from "./dates.js";
import { parseDay } from "./parse.js";
import { weekStart } from "./timegrid.js";

/**
 * A month as a table of buttons. Without `stops` it is left out of the tab order, for places where a text field does
 * the same.
 */
export function smallMonth(app, { month, chosen, choose, turn, stops = true }) {
  const p = parts(month);
  const first = weekStart(app, month - p.date + 1);
  const days = Array.from({ length: 42 }, (_, n) => first + n);
  const stop = stops ? "0" : "-1";
  const arrow = (direction, name, picture) =>
    h("button", { type: "button", class: "icon-button", tabindex: stop, "aria-label": name, onclick: () => turn(addMonths(month - p.date + 1, direction)) }, icon(picture));
  const cell = (day) => {
    const q = parts(day);
    const classes = [q.month === p.month ? "" : "other", day === app.model.today() ? "today" : "", day === chosen ? "chosen" : ""];
    return h("td", {}, h("button", { type: "button", tabindex: stop, class: classes.filter(Boolean).join(" ") || null, "aria-label": longDay(day), onclick: () => choose(day) }, String(q.date)));
  };
  return h(
    "div",
    { class: "small-month" },
    h("div", { class: "small-head" }, h("b", {}, monthTitle(month)), arrow(-1, "Earlier month", "left"), arrow(1, "Later month", "right")),
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, days.slice(0, 7).map((day) => h("th", {}, WEEKDAYS[parts(day).weekday][0])))),
      h("tbody", {}, [0, 1, 2, 3, 4, 5].map((week) => h("tr", {}, days.slice(7 * week, 7 * week + 7).map(cell)))),
    ),
  );
}

/** A button that opens a small month for a date field. */
export function datePicker(app, input, name, changed) {
  const place = h("span", { class: "picker" });
  let month = null;
  const button = h("button", { type: "button", class: "icon-button", "aria-label": `Choose ${name} date`, "aria-expanded": "false", onclick: () => (month === null ? show(current()) : close()) }, icon("calendar"));
  const current = () => parseDay(input.value, app.place.day, app.model.today()) ?? app.place.day;
  const close = () => {
    month = null;
    button.setAttribute("aria-expanded", "false");
    place.querySelector(".pop").remove();
    button.focus();
  };
  const choose = (day) => {
    input.value = longDay(day, { weekday: false, short: true });
    changed();
    close();
  };
  function show(at) {
    month = at;
    button.setAttribute("aria-expanded", "true");
    const held = place.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
    place.querySelector(".pop")?.remove();
    place.append(h("div", { class: "pop" }, smallMonth(app, { month, chosen: current(), choose, turn: show })));
    if (held) place.querySelector(`[aria-label="${held}"]`)?.focus();
  }
  place.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || month === null) return;
    event.preventDefault();
    close();
  });
  place.append(button);
  return place;
}
