// An occurrence as a button, in whatever view.

import { h } from "/kit/dom.js";
import { clock, clockSpan } from "./dates.js";
import { COLORS } from "./colors.js";

/** The classes and colour of an occurrence. */
export function manner(app, o) {
  const mine = app.model.response(o.row);
  const classes = [o.allDay ? "solid" : "", mine === "declined" ? "declined" : "", mine === "needsAction" || mine === "tentative" ? "open" : ""];
  if (o.endInstant <= app.model.now()) classes.push("past");
  return { class: classes.filter(Boolean).join(" "), style: `--c: ${COLORS[app.model.color(o.row)] ?? COLORS.slate}` };
}

/** A one-line chip, as in month cells and the all-day row. `key` tells pieces of one occurrence apart. */
export function chip(app, o, { key = o.key, style = "", cut = "" } = {}) {
  const look = manner(app, o);
  return h(
    "button",
    {
      type: "button", class: `chip ${look.class} ${cut}`, style: `${look.style};${style}`, "data-key": `chip-${key}`, "data-event": o.key,
      "aria-label": app.model.label(o), onclick: () => app.router.go(app.eventPath(o)),
    },
    h("span", { "aria-hidden": "true" }, o.allDay ? null : h("b", {}, clock(o.start, app.model.hour24, { brief: true }).replace(" ", "").toLowerCase()), o.row.title || "(No title)"),
  );
}

/** A block in the time grid. */
export function block(app, o, style) {
  const look = manner(app, o);
  const short = o.end - o.start <= 45 * 60_000;
  return h(
    "button",
    {
      type: "button", class: `block ${look.class} ${short ? "short" : ""}`, style: `${look.style};${style}`, "data-key": `block-${o.key}`, "data-event": o.key,
      "aria-label": app.model.label(o), onclick: () => app.router.go(app.eventPath(o)),
    },
    h("span", { class: "block-text", "aria-hidden": "true" }, h("b", {}, o.row.title || "(No title)"), h("i", {}, short ? clock(o.start, app.model.hour24, { brief: true }) : clockSpan(o.start, o.end, app.model.hour24)), o.row.location && !short ? h("i", {}, o.row.location) : null),
    app.model.mayEdit(o.row) ? h("span", { class: "grip", "aria-hidden": "true" }) : null,
  );
}
