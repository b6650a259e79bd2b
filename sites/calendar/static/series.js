// Changes to events and series as changes to rows. Every function works on a draft of the store (see kit/store.js).
//
// A scope is "one", "following" or "all". A changed occurrence is a row of its own that names its series and the start
// it had there (RFC 5545's RECURRENCE-ID); a deleted one is in the series' `exdate`.

import { StoreError } from "/kit/store.js";
import { DAY, dayOf, isoDay, parts, weekdayOf } from "./dates.js";
import { instants, ruleOf, seriesStarts, untilWall, zoneOf } from "./model.js";
import { expand, formatRule, parseRule } from "./rules.js";
import { iso, toInstant, toWall } from "./zone.js";

/** Which field order rows have; new rows follow it, so that the same actions give the same bytes. */
const FIELDS = [
  "id", "title", "start", "end", "allDay", "timeZone", "location", "description", "calendar", "guests", "organizer",
  "hasMeeting", "reminders", "busy", "rrule", "exdate", "seriesId", "originalStart",
];
const BLANK = {
  title: "", allDay: false, timeZone: "UTC", location: "", description: "", guests: [], organizer: "", hasMeeting: false,
  reminders: [], busy: true, rrule: "", exdate: [], seriesId: "", originalStart: "",
};

/** Add an event; returns its row. */
export function add(draft, fields) {
  const id = put(draft, { ...BLANK, ...fields, id: draft.newId("events", "e") });
  return draft.get("events", id);
}

/**
 * Change an occurrence by `patch` (fields of a row; start and end are those of this occurrence).
 * Returns the id of the row that now holds it.
 */
export function edit(draft, occurrence, scope, patch) {
  const row = present(draft, occurrence);
  if (row.seriesId && scope !== "one") return editFromChanged(draft, row, scope, patch);
  if (!row.rrule) return put(draft, { ...row, ...patch });
  if (scope === "one") return change(draft, row, occurrence, patch);
  if (scope === "following" && !isFirst(row, occurrence)) return split(draft, row, occurrence, patch);
  return editAll(draft, row, occurrence, patch);
}

/** Delete an occurrence, it and those that follow, or the whole series. */
export function remove(draft, occurrence, scope) {
  const row = present(draft, occurrence);
  const series = row.seriesId ? draft.get("events", row.seriesId) : row.rrule ? row : null;
  const original = row.seriesId ? row.originalStart : occurrence.originalStart;
  if (!series) return draft.remove("events", row.id);
  if (scope === "one") {
    if (row.seriesId) draft.remove("events", row.id);
    return put(draft, { ...series, exdate: [...series.exdate, original] });
  }
  const from = scope === "all" || Date.parse(original) <= firstStart(series) ? -Infinity : Date.parse(original);
  for (const changed of changedOf(draft, series.id)) {
    if (Date.parse(changed.originalStart) >= from) draft.remove("events", changed.id);
  }
  return from === -Infinity ? draft.remove("events", series.id) : put(draft, { ...series, rrule: endedBefore(series, from) });
}

/** The guests of a row with one guest's answer set. */
export function answered(row, email, response) {
  return row.guests.map((guest) => (guest.email === email ? { ...guest, response } : guest));
}

function present(draft, occurrence) {
  const row = draft.get("events", occurrence.row.id);
  if (!row) throw new StoreError("This event was deleted in another tab, so it was not changed.");
  return row;
}

function change(draft, series, occurrence, patch) {
  const own = {
    ...series, start: iso(occurrence.startInstant), end: iso(occurrence.endInstant), ...patch,
    id: draft.newId("events", "e"), rrule: "", exdate: [], seriesId: series.id, originalStart: occurrence.originalStart,
  };
  return put(draft, own);
}

// A changed occurrence edited for its whole series: the series takes the fields that were changed, without the times
// unless they moved; the changed occurrence takes all of them.
function editFromChanged(draft, row, scope, patch) {
  const series = draft.get("events", row.seriesId);
  const start = Date.parse(row.originalStart);
  const length = instants(series).end - instants(series).start;
  const occurrence = { row: series, originalStart: row.originalStart, startInstant: start, endInstant: start + length };
  const { start: from, end: to, allDay, ...rest } = patch;
  const moved = from !== undefined && (from !== row.start || to !== row.end || allDay !== row.allDay);
  put(draft, { ...row, ...rest, rrule: "", ...(moved ? { start: from, end: to, allDay } : {}) });
  edit(draft, occurrence, scope, moved ? patch : rest);
  return row.id;
}

function editAll(draft, series, occurrence, patch) {
  const shifted = { ...series, ...patch };
  let shift = (at) => at;
  if (patch.start !== undefined) {
    const zone = zoneOf({ ...series, ...patch });
    const delta = toWall(Date.parse(patch.start), zone) - toWall(occurrence.startInstant, zone);
    shift = (at) => toInstant(toWall(at, zone) + delta, zone);
    const start = shift(instants(series).start);
    shifted.start = iso(start);
    shifted.end = iso(start + Date.parse(patch.end) - Date.parse(patch.start));
    if (patch.rrule === undefined || patch.rrule === series.rrule) {
      shifted.rrule = rotated(series.rrule, instants(series).start, start, zone);
    }
  }
  const moveText = (text) => iso(shift(Date.parse(text)));
  shifted.exdate = series.exdate.map(moveText);
  for (const changed of changedOf(draft, series.id)) {
    if (shifted.rrule) put(draft, { ...changed, originalStart: moveText(changed.originalStart) });
    else draft.remove("events", changed.id);
  }
  if (!shifted.rrule) shifted.exdate = [];
  return put(draft, shifted);
}

function split(draft, series, occurrence, patch) {
  const at = Date.parse(occurrence.originalStart);
  const rest = { ...series, start: iso(occurrence.startInstant), end: iso(occurrence.endInstant) };
  rest.rrule = remaining(series, at);
  rest.exdate = series.exdate.filter((gone) => Date.parse(gone) >= at);
  rest.id = draft.newId("events", "e");
  const kept = series.exdate.filter((gone) => Date.parse(gone) < at);
  const followers = changedOf(draft, series.id).filter((row) => Date.parse(row.originalStart) >= at);
  put(draft, { ...series, rrule: endedBefore(series, at), exdate: kept });
  put(draft, rest);
  for (const row of followers) put(draft, { ...row, seriesId: rest.id });
  const whole = { ...patch, ...(patch.rrule === series.rrule ? { rrule: rest.rrule } : {}) };
  return editAll(draft, rest, occurrence, whole);
}

function isFirst(series, occurrence) {
  return occurrence.startInstant <= firstStart(series);
}

function firstStart(series) {
  const { start } = instants(series);
  return seriesStarts(series, start, start + 800 * DAY)[0] ?? start;
}

const changedOf = (draft, seriesId) => draft.all("events").filter((row) => row.seriesId === seriesId);

function endedBefore(series, at) {
  const rule = { ...ruleOf(series), count: null };
  rule.until = series.allDay ? isoDay(dayOf(at) - 1).replaceAll("-", "") : iso(at - 1000).replace(/\.\d+/, "").replace(/[-:]/g, "");
  return formatRule(rule);
}

function remaining(series, at) {
  const rule = ruleOf(series);
  if (rule.count === null) return series.rrule;
  const zone = zoneOf(series);
  const start = toWall(instants(series).start, zone);
  const n_before = expand(rule, start, start, toWall(at, zone), untilWall(series)).length;
  return formatRule({ ...rule, count: rule.count - n_before });
}

/** A rule whose weekdays and dates follow its start to another day. */
export function rotated(text, from, to, zone) {
  const [before, after] = [dayOf(toWall(from, zone)), dayOf(toWall(to, zone))];
  if (before === after) return text;
  const rule = parseRule(text);
  const turn = (((after - before) % 7) + 7) % 7;
  const p = parts(after);
  const nth = Math.ceil(p.date / 7);
  const byDay = rule.byDay.map(({ n, weekday }) =>
    rule.freq === "WEEKLY" || rule.freq === "DAILY" || !n
      ? { n, weekday: (weekday + turn) % 7 }
      : { n: n < 0 ? n : nth, weekday: weekdayOf(after) },
  );
  const byMonthDay = rule.byMonthDay.length === 1 && rule.byMonthDay[0] > 0 ? [p.date] : rule.byMonthDay;
  const byMonth = rule.byMonth.length === 1 && rule.freq === "YEARLY" ? [p.month] : rule.byMonth;
  return formatRule({ ...rule, byDay, byMonthDay, byMonth });
}

function put(draft, row) {
  if (!draft.get("calendars", row.calendar)) throw new StoreError("This calendar was deleted in another tab, so nothing was saved. Choose another one.");
  draft.put("events", ordered(row));
  return row.id;
}

function ordered(row) {
  return Object.fromEntries(FIELDS.map((name) => [name, row[name]]));
}
