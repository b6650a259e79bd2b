// What the views ask of the state: occurrences in a span, whose they are, and how they are written.

import { DAY, clock, clockSpan, dayOf, longDay } from "./dates.js";
import { expand, parseRule } from "./rules.js";
import { toInstant, toWall } from "./zone.js";

const times = new WeakMap(); // row -> {start, end}: rows are never changed in place
const rules = new Map(); // text -> rule

/** The instants of a row: {start, end}. */
export function instants(row) {
  if (!times.has(row)) times.set(row, { start: Date.parse(row.start), end: Date.parse(row.end) });
  return times.get(row);
}

export function ruleOf(row) {
  if (!rules.has(row.rrule)) rules.set(row.rrule, parseRule(row.rrule));
  return rules.get(row.rrule);
}

/** The zone in which a row's wall times are meant. */
export const zoneOf = (row) => (row.allDay ? "UTC" : row.timeZone || "UTC");

/** The wall time after which a row's rule gives nothing, or Infinity. */
export function untilWall(row) {
  const { until } = ruleOf(row);
  if (until === null) return Infinity;
  const [, year, month, date, hour = "23", minute = "59", second = "59", utc] =
    /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z)?)?$/.exec(until);
  const wall = Date.UTC(year, month - 1, date, hour, minute, second);
  return utc ? toWall(wall, zoneOf(row)) : wall;
}

/** The starts (instants) of a series from `from` up to and without `to`, without those that were taken out. */
export function seriesStarts(row, from, to, moved = new Set()) {
  const zone = zoneOf(row);
  const walls = expand(ruleOf(row), toWall(instants(row).start, zone), toWall(from, zone) - DAY, toWall(to, zone) + DAY, untilWall(row));
  return walls
    .map((wall) => toInstant(wall, zone))
    .filter((start) => start >= from && start < to)
    .filter((start) => !moved.has(start) && !row.exdate.some((gone) => Date.parse(gone) === start));
}

export class Model {
  constructor(store) {
    this.store = store;
    this.movedOf = null;
  }

  get settings() {
    return this.store.get("settings", "me");
  }

  get zone() {
    return this.settings.timeZone;
  }

  get hour24() {
    return this.settings.hour24;
  }

  now() {
    return Date.now();
  }

  today() {
    return dayOf(toWall(this.now(), this.zone));
  }

  calendar(id) {
    return this.store.get("calendars", id);
  }

  /** The calendars that one may write to. */
  ownCalendars() {
    return this.store.all("calendars").filter((calendar) => !calendar.readOnly);
  }

  /**
   * Every occurrence that touches the days from `first` to `last` (both included), in the display zone, in order.
   * `hidden` takes in those of hidden calendars and, where the settings hide them, declined ones.
   */
  occurrences(first, last, { hidden = false } = {}) {
    const from = toInstant(first * DAY, this.zone);
    const to = toInstant((last + 1) * DAY, this.zone);
    const found = [];
    for (const row of this.store.all("events")) {
      const calendar = this.calendar(row.calendar);
      if (!calendar || (!hidden && !calendar.visible)) continue;
      const [a, b] = row.allDay ? [first * DAY, (last + 1) * DAY] : [from, to];
      found.push(...this.#inSpan(row, a, b));
    }
    const shown = hidden ? found : found.filter((o) => this.settings.showDeclined || this.response(o.row) !== "declined");
    return shown.sort(inOrder);
  }

  /** One occurrence: of the row itself, or of a series the one that starts at `originalStart` (ISO); null when gone. */
  occurrence(id, originalStart = "") {
    const row = this.store.get("events", id);
    if (!row || !this.calendar(row.calendar)) return null;
    if (!row.rrule) return this.#make(row, instants(row).start);
    const start = originalStart ? Date.parse(originalStart) : instants(row).start;
    const [found] = originalStart
      ? seriesStarts(row, start, start + 1, this.#moved(row.id))
      : seriesStarts(row, start, start + 400 * DAY, this.#moved(row.id));
    return found === undefined ? null : this.#make(row, found);
  }

  /** My answer to an invitation: accepted, declined, tentative, needsAction; "" when I am no guest of it. */
  response(row) {
    return row.guests.find((guest) => guest.email === this.settings.email)?.response ?? "";
  }

  mayEdit(row) {
    return !this.calendar(row.calendar)?.readOnly;
  }

  color(row) {
    return this.calendar(row.calendar)?.color ?? "slate";
  }

  /** "9:00 – 9:15 AM", "All day", or the whole span when it is longer than a day. */
  timeText(o) {
    if (o.allDay && o.firstDay === o.lastDay) return "All day";
    if (o.allDay) return `${longDay(o.firstDay, { short: true, year: false })} – ${longDay(o.lastDay, { short: true, year: false })}`;
    if (dayOf(o.start) === dayOf(o.end) || (o.end % DAY === 0 && o.end - o.start <= DAY)) return clockSpan(o.start, o.end, this.hour24);
    const text = (wall) => `${longDay(dayOf(wall), { short: true, year: false })}, ${clock(wall, this.hour24)}`;
    return `${text(o.start)} – ${text(o.end)}`;
  }

  /** What is said of an occurrence where only its name is read out. */
  label(o, { date = false } = {}) {
    const words = [o.row.title || "(No title)", this.timeText(o).replaceAll("–", "to")];
    if (date) words.splice(1, 0, longDay(o.firstDay));
    if (o.row.location) words.push(o.row.location);
    const mine = this.response(o.row);
    if (mine === "needsAction") words.push("invitation not answered");
    if (mine === "declined") words.push("declined");
    return words.join(", ");
  }

  /** What the guests' shared calendars hold at a span of instants: [{name, email, shared, busy: [occurrence]}]. */
  availability(emails, start, end, except = "") {
    const [first, last] = [dayOf(toWall(start, this.zone)), dayOf(toWall(end - 1, this.zone))];
    const all = this.occurrences(first, last, { hidden: true });
    return emails.map((email) => {
      const calendars = this.store.all("calendars").filter((calendar) => calendar.owner === email).map(({ id }) => id);
      const busy = all.filter((o) => calendars.includes(o.row.calendar) && o.row.busy && !o.allDay && o.row.id !== except && o.startInstant < end && o.endInstant > start);
      return { email, shared: calendars.length > 0, busy };
    });
  }

  #moved(seriesId) {
    if (this.movedOf !== this.store.state) {
      this.movedOf = this.store.state;
      this.movedBySeries = new Map();
      for (const row of this.store.all("events")) {
        if (!row.seriesId) continue;
        if (!this.movedBySeries.has(row.seriesId)) this.movedBySeries.set(row.seriesId, new Set());
        this.movedBySeries.get(row.seriesId).add(Date.parse(row.originalStart));
      }
    }
    return this.movedBySeries.get(seriesId) ?? new Set();
  }

  #inSpan(row, from, to) {
    const { start, end } = instants(row);
    if (!row.rrule) return start < to && (end > from || (end === start && start >= from)) ? [this.#make(row, start)] : [];
    if (start >= to) return [];
    return seriesStarts(row, from - (end - start) + 1, to, this.#moved(row.id)).map((at) => this.#make(row, at));
  }

  #make(row, startInstant) {
    const length = instants(row).end - instants(row).start;
    const endInstant = startInstant + length;
    const zone = row.allDay ? "UTC" : this.zone;
    const [start, end] = [toWall(startInstant, zone), toWall(endInstant, zone)];
    const original = new Date(startInstant).toISOString();
    return {
      row, startInstant, endInstant, start, end, allDay: row.allDay, originalStart: original,
      firstDay: dayOf(start), lastDay: Math.max(dayOf(start), dayOf(end - 1)),
      key: row.rrule ? `${row.id}/${compact(original)}` : row.id,
    };
  }
}

/** 2023-10-16T09:00:00.000Z as it stands in addresses: 20231016T090000Z. */
export const compact = (isoText) => isoText.replace(/\.\d+/, "").replace(/[-:]/g, "");

/** The reverse of `compact`. */
export const expanded = (text) => text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6.000Z");

function inOrder(a, b) {
  return (
    Number(b.allDay) - Number(a.allDay) || a.start - b.start || b.end - b.start - (a.end - a.start) ||
    a.row.title.localeCompare(b.row.title, "en") || (a.key < b.key ? -1 : 1)
  );
}
