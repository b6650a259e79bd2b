// The form for a new event or a changed one. It holds a draft of its own; the state changes when it is saved.

import { dialog } from "/kit/dialog.js";
import { h, icon, oneAtATime } from "/kit/dom.js";
import { DAY, HOUR, MINUTE, clock, dayOf, fromIsoDay, longDay } from "./dates.js";
import { guestControls } from "./guests.js";
import { parseDay, parseTime } from "./parse.js";
import { datePicker } from "./picker.js";
import { REMINDERS, reminderControls } from "./reminders.js";
import { followed, repeatControls } from "./repeat.js";
import { editWithScope } from "./scope.js";
import * as series from "./series.js";
import { ZONES, iso, toInstant, toWall, zoneLabel } from "./zone.js";

const MORNING = 9 * HOUR;

/** Open the form; `occurrence` is null for a new event, whose first values `query` holds. Returns the dialog. */
export function showEditor(app, occurrence, query = new URLSearchParams()) {
  const first = occurrence ? valuesOf(app, occurrence) : startValues(app, query);
  const form = controls(app, first, occurrence);
  const trouble = h("p", { class: "trouble", role: "alert", hidden: true });
  const save = h("button", { type: "submit", class: "button primary", form: "event-form" }, "Save");
  // The click is the change's cause: Enter in a field makes one too, and a scripted submission makes none.
  save.addEventListener("click", oneAtATime(submit));
  const cancel = h("button", { type: "button", class: "button", onclick: () => app.leaveDialog() }, "Cancel");
  const body = h("form", { id: "event-form", class: "form", novalidate: true, onsubmit: (event) => event.preventDefault() }, trouble, form.element);
  const shown = dialog({ title: occurrence ? "Edit event" : "New event", body, actions: [cancel, save], wide: true, onclose: () => app.leaveDialog() });

  async function submit(cause) {
    let values;
    try {
      values = form.read();
    } catch (error) {
      if (!(error instanceof FormError)) throw error;
      trouble.textContent = error.message;
      trouble.hidden = false;
      error.field?.focus();
      return;
    }
    trouble.hidden = true;
    const changes = occurrence
      ? await editWithScope(app, cause, occurrence, patchOf(occurrence.row, first.fields, values), "Event saved", { ruleFollows: follows(first, values) })
      : await app.act(cause, "Event created", (draft) => series.add(draft, values));
    if (changes === null) return; // not kept, or the question was left: the form stays as it is
    if (occurrence && !changes.length) app.say("Nothing was changed");
    const firstDay = dayOf(values.allDay ? Date.parse(values.start) : toWall(Date.parse(values.start), app.model.zone));
    if (!app.page && !visible(app, firstDay)) app.place.day = firstDay;
    app.leaveDialog();
  }
  return shown;
}

class FormError extends Error {
  constructor(message, field) {
    super(message);
    this.field = field;
  }
}

function visible(app, day) {
  return Boolean(document.querySelector(`.main [data-day="${day}"]`)) || app.place.view === "agenda" && day >= app.place.day && day < app.place.day + 7;
}

// The values of a form: {fields: row fields, zone}.
function valuesOf(app, o) {
  const { row } = o;
  const fields = { ...row, start: iso(o.startInstant), end: iso(o.endInstant) };
  return { fields, zone: row.allDay ? app.model.zone : row.timeZone || app.model.zone };
}

function startValues(app, query) {
  const zone = app.model.zone;
  const { defaultMinutes, defaultReminder } = app.model.settings;
  const day = fromIsoDay(query.get("date")) ?? app.place.day;
  const allDay = query.get("allDay") === "1";
  const from = parseTime(query.get("start") ?? "") ?? MORNING;
  const to = parseTime(query.get("end") ?? "");
  const start = day * DAY + from;
  const end = to === null ? start + defaultMinutes * MINUTE : day * DAY + (to <= from ? to + DAY : to);
  const instant = (wall) => iso(toInstant(wall, zone));
  const times = allDay ? { start: iso(day * DAY), end: iso((day + 1) * DAY) } : { start: instant(start), end: instant(end) };
  const calendar = app.model.calendar(query.get("calendar")) ?? app.model.ownCalendars()[0];
  const fields = {
    title: query.get("title") ?? "", ...times, allDay, timeZone: zone, location: "", description: "", calendar: calendar?.id ?? "", guests: [],
    organizer: "", hasMeeting: false, reminders: defaultReminder in REMINDERS ? [defaultReminder] : [], busy: true, rrule: "",
  };
  return { fields, zone };
}

// What changed in the form, as fields of a row; start and end go together.
function patchOf(row, before, after) {
  const patch = {};
  for (const [name, value] of Object.entries(after)) {
    if (JSON.stringify(value) !== JSON.stringify(before[name])) patch[name] = value;
  }
  if ("start" in patch || "end" in patch || "allDay" in patch) Object.assign(patch, { start: after.start, end: after.end });
  if (row.seriesId) delete patch.rrule;
  return patch;
}

// Whether the rule is what it was, brought along by a start on another day: the user did not choose another one.
function follows({ fields, zone }, after) {
  const startDay = (row) => dayOf(row.allDay ? Date.parse(row.start) : toWall(Date.parse(row.start), zone));
  return after.rrule === followed(fields.rrule, startDay(fields), startDay(after));
}

function controls(app, { fields, zone }, occurrence) {
  const hour24 = app.model.hour24;
  const wall = (text) => (fields.allDay ? Date.parse(text) : toWall(Date.parse(text), zone));
  const lastDay = (end) => dayOf(fields.allDay ? end - 1 : end);
  const dateText = (day) => longDay(day, { weekday: false, short: true });
  const text = (id, value, more = {}) => h("input", { type: "text", id, value, autocomplete: "off", ...more });
  const title = text("title", fields.title, { placeholder: "Add a title", "data-autofocus": true, class: "big" });
  const allDay = h("input", { type: "checkbox", id: "all-day", checked: fields.allDay });
  const startDate = text("start-date", dateText(dayOf(wall(fields.start))), { class: "date-input" });
  const endDate = text("end-date", dateText(lastDay(wall(fields.end))), { class: "date-input" });
  const morning = fields.allDay ? dayOf(wall(fields.start)) * DAY + MORNING : wall(fields.start);
  const startTime = text("start-time", clock(morning, hour24), { class: "time-input" });
  const endTime = text("end-time", clock(fields.allDay ? morning + HOUR : wall(fields.end), hour24), { class: "time-input" });
  const calendar = h("select", { id: "calendar" }, app.model.ownCalendars().map(({ id, name }) => h("option", { value: id }, name)));
  calendar.value = fields.calendar;
  const zoneSelect = h("select", { id: "zone" }, [...new Set([...ZONES, zone, app.model.zone])].map((name) => h("option", { value: name }, zoneLabel(name, Date.parse(fields.start)))));
  zoneSelect.value = zone;
  const location = text("location", fields.location, { placeholder: "Add a place" });
  const meeting = h("input", { type: "checkbox", id: "meeting", checked: fields.hasMeeting });
  const busy = h("select", { id: "busy" }, h("option", { value: "busy" }, "Busy"), h("option", { value: "free" }, "Free"));
  busy.value = fields.busy ? "busy" : "free";
  const description = h("textarea", { id: "description", rows: 3, placeholder: "Add a description", value: fields.description });
  const reminders = reminderControls(fields.reminders);

  let length = wall(fields.end) - wall(fields.start); // of a timed event; the end follows the start by it
  const typed = (input) => parseDay(input.value, app.place.day, app.model.today());
  const startDay = () => typed(startDate) ?? dayOf(wall(fields.start));
  const times = () => {
    const [a, b] = [typed(startDate), typed(endDate)];
    if (a === null) throw new FormError("The start date is not a date. Try “Oct 18, 2023” or “10/18/2023”.", startDate);
    if (b === null) throw new FormError("The end date is not a date. Try “Oct 18, 2023” or “10/18/2023”.", endDate);
    if (allDay.checked) {
      if (b < a) throw new FormError("The event would end before it starts.", endDate);
      return { start: a * DAY, end: (b + 1) * DAY };
    }
    const [from, to] = [parseTime(startTime.value), parseTime(endTime.value)];
    if (from === null) throw new FormError("The start time is not a time. Try “3:00 PM” or “15:00”.", startTime);
    if (to === null) throw new FormError("The end time is not a time. Try “3:00 PM” or “15:00”.", endTime);
    if (b * DAY + to < a * DAY + from) throw new FormError("The event would end before it starts.", endTime);
    return { start: a * DAY + from, end: b * DAY + to };
  };
  const instants = () => {
    const { start, end } = times();
    const instant = (at) => (allDay.checked ? at : toInstant(at, zoneSelect.value));
    return { start: instant(start), end: instant(end) };
  };
  const maybe = (read) => {
    try {
      return read();
    } catch (error) {
      if (error instanceof FormError) return null;
      throw error;
    }
  };
  const guests = guestControls(app, fields.guests, { span: () => maybe(instants), except: occurrence?.row.id ?? "" });
  const repeat = repeatControls(fields.rrule, startDay);

  function startMoved() {
    const [day, time] = [typed(startDate), parseTime(startTime.value)];
    if (day === null || (time === null && !allDay.checked)) return;
    const end = allDay.checked ? day * DAY + Math.max(length - 1, 0) : day * DAY + time + length;
    endDate.value = dateText(dayOf(end));
    if (!allDay.checked) endTime.value = clock(end, hour24);
    repeat.restart();
    guests.refresh();
  }
  // What stands in the fields when one is entered counts, and not what was typed before: a browser may fill them in.
  function noteLength() {
    const at = maybe(times);
    if (at) length = at.end - at.start;
  }
  // At every keystroke, not when the field is left: then the focus is in the next field, with its text selected to be
  // typed over, and rewriting that text would undo the selection.
  for (const input of [startDate, startTime]) input.addEventListener("input", startMoved);
  for (const input of [endDate, endTime]) input.addEventListener("input", guests.refresh);
  const allDayChanged = () => {
    length = allDay.checked ? DAY : HOUR;
    const day = startDay();
    if (allDay.checked !== fields.allDay || allDay.checked) endDate.value = dateText(Math.max(day, typed(endDate) ?? day));
  };
  allDay.addEventListener("change", allDayChanged);

  const element = h(
    "div",
    { class: "fields" },
    field("Title", title, { bare: true }),
    h(
      "div",
      { class: "field when-fields" },
      icon("clock"),
      h("div", { class: "row" }, labelled("Start date", startDate), datePicker(app, startDate, "start", startMoved), labelled("Start time", startTime), h("span", { class: "to", "aria-hidden": "true" }, "to"), labelled("End time", endTime), labelled("End date", endDate), datePicker(app, endDate, "end", guests.refresh)),
      h("label", { class: "check" }, allDay, "All day"),
    ),
    occurrence?.row.seriesId ? null : field("Repeat", repeat.element, { picture: "repeat", target: "repeat" }),
    field("Calendar", calendar, { picture: "calendar" }),
    field("Location", location, { picture: "pin" }),
    field("Guests", guests.element, { picture: "people", target: "guests" }),
    h("div", { class: "field" }, icon("video"), h("label", { class: "check" }, meeting, "Add a video meeting")),
    field("Reminders", reminders.element, { picture: "bell", target: null }),
    field("Description", description, { picture: "text" }),
    h("details", { class: "more-fields", open: zone !== app.model.zone }, h("summary", {}, "Time zone and availability"), field("Time zone", zoneSelect), field("Show me as", busy)),
  );
  element.addEventListener("focusin", noteLength);

  function read() {
    const { start, end } = instants();
    const list = guests.read();
    let rrule;
    try {
      rrule = repeat.read();
    } catch (error) {
      throw new FormError(error.message, document.getElementById("repeat"));
    }
    if (!calendar.value) throw new FormError("There is no calendar to put this in. Add one first.", calendar);
    return {
      title: title.value.trim(), start: iso(start), end: iso(end), allDay: allDay.checked, timeZone: allDay.checked ? fields.timeZone : zoneSelect.value,
      location: location.value.trim(), description: description.value.trim(), calendar: calendar.value, guests: list,
      organizer: list.length ? fields.organizer || app.model.settings.email : "", hasMeeting: meeting.checked,
      reminders: reminders.read(), busy: busy.value === "busy", rrule,
    };
  }
  return { element, read };
}

function field(label, control, { picture = null, target = control.id, bare = false } = {}) {
  const name = target === null ? h("span", { class: "label" }, label) : h("label", { class: bare ? "hidden-label" : "label", for: target }, label);
  return h("div", { class: "field" }, picture ? icon(picture) : null, name, control);
}

function labelled(name, input) {
  input.setAttribute("aria-label", name);
  return input;
}
