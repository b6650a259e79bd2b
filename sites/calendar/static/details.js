// One event, read: what, when, where, with whom; the ways to answer, change and delete it.

import { dialog } from "/kit/dialog.js";
import { h, icon, oneAtATime } from "/kit/dom.js";
import { COLORS } from "./colors.js";
import { dayOf, longDay } from "./dates.js";
import { initials, responseText } from "./guests.js";
import { instants, zoneOf } from "./model.js";
import { reminderText } from "./reminders.js";
import { ruleText } from "./repeat.js";
import { editWithScope, removeWithScope } from "./scope.js";
import { answered } from "./series.js";
import { toWall, zoneLabel } from "./zone.js";

/** Show an occurrence. Returns the dialog. */
export function showDetails(app, o) {
  const { row } = o;
  const mayEdit = app.model.mayEdit(row);
  const edit = () => app.router.go(app.eventPath(o, "/edit"));
  const remove = oneAtATime(async (event) => {
    const changes = await removeWithScope(app, event, o);
    if (changes !== null && changes.length) app.leaveDialog();
  });
  const actions = mayEdit
    ? [
        h("button", { type: "button", class: "button danger", "data-key": "delete", onclick: remove }, "Delete"),
        h("button", { type: "button", class: "button primary", "data-key": "edit", onclick: edit, "data-autofocus": true }, "Edit"),
      ]
    : [];
  return dialog({ title: row.title || "(No title)", body: body(app, o), actions, onclose: () => app.leaveDialog() });
}

function body(app, o) {
  const { row } = o;
  const calendar = app.model.calendar(row.calendar);
  const series = row.seriesId ? app.store.get("events", row.seriesId) : row;
  const lines = [
    line("clock", "When", whenText(app, o)),
    row.timeZone !== app.model.zone && !row.allDay && row.timeZone !== "UTC" ? line(null, "Event time zone", zoneLabel(row.timeZone, o.startInstant)) : null,
    series?.rrule ? line("repeat", "Repeats", repeats(row, series)) : null,
    row.location ? line("pin", "Location", row.location) : null,
    row.hasMeeting ? line("video", "Video meeting", `meet.almanac.example/${row.seriesId || row.id}`) : null,
    row.guests.length ? line("people", "Guests", guests(app, row)) : null,
    row.reminders.length ? line("bell", "Reminders", row.reminders.map(reminderText).join(", ")) : null,
    row.description ? line("text", "Description", h("span", { class: "prose" }, row.description)) : null,
    line("calendar", "Calendar", h("span", { class: "calendar-name", style: `--c: ${COLORS[calendar.color] ?? COLORS.slate}` }, calendar.name, row.busy ? "" : " · shown as free")),
  ];
  return h("div", { class: "details" }, h("dl", {}, lines), app.model.response(row) ? answer(app, o) : null);
}

function whenText(app, o) {
  const time = app.model.timeText(o);
  return o.firstDay === o.lastDay || !o.allDay && dayOf(o.end) === o.firstDay ? `${longDay(o.firstDay)} · ${time}` : `${time}, ${longDay(o.lastDay).split(" ").at(-1)}`;
}

function repeats(row, series) {
  const text = ruleText(series.rrule, dayOf(toWall(instants(series).start, zoneOf(series))));
  return row.seriesId ? `${text} (this one was changed)` : text;
}

function line(picture, name, value) {
  return h("div", { class: "detail" }, picture ? icon(picture) : h("span", { class: "icon" }), h("dt", {}, name), h("dd", {}, value));
}

function guests(app, row) {
  const n_yes = row.guests.filter((guest) => guest.response === "accepted").length;
  return [
    h("span", { class: "guest-count" }, `${row.guests.length} ${row.guests.length === 1 ? "guest" : "guests"}, ${n_yes} yes`),
    h(
      "ul",
      { class: "guest-list" },
      row.guests.map((guest) =>
        h(
          "li",
          {},
          h("span", { class: `avatar ${guest.response}`, "aria-hidden": "true" }, initials(guest.name)),
          h("span", { class: "guest-name" }, guest.name, guest.email && guest.email === row.organizer ? " (organizer)" : "", h("i", {}, responseText(guest.response))),
        ),
      ),
    ),
  ];
}

function answer(app, o) {
  const mine = app.model.response(o.row);
  const give = (response) => (event) => {
    const list = answered(o.row, app.model.settings.email, response);
    return editWithScope(app, event, o, mine === response ? {} : { guests: list }, `You answered “${responseText(response)}”`);
  };
  return h(
    "div",
    { class: "answer", role: "group", "aria-label": "Going?" },
    h("span", { "aria-hidden": "true" }, "Going?"),
    ["accepted", "declined", "tentative"].map((response) =>
      h("button", { type: "button", class: "button", "data-key": `answer-${response}`, "aria-pressed": String(mine === response), onclick: give(response) }, responseText(response)),
    ),
  );
}
