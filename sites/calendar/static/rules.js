// Repeat rules: the common subset of RFC 5545, section 3.3.10. FREQ is DAILY, WEEKLY, MONTHLY or YEARLY, with INTERVAL,
// COUNT, UNTIL, BYDAY (with ordinals such as 2TU or -1FR in months and years), BYMONTHDAY, BYMONTH, BYSETPOS and WKST.
// All arithmetic is on wall times; a start that does not fit its own rule is no occurrence.

import { DAY, day, daysInMonth, dayOf, parts, weekdayOf } from "./dates.js";

export class RuleError extends Error {}

export const CODES = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const FREQUENCIES = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"];

/**
 * {freq, interval, count, until, byDay: [{n, weekday}], byMonthDay, byMonth, bySetPos, weekStart}; `until` stays text
 * (20231101 or 20231101T090000Z). Throws RuleError for a part that is not of the subset.
 */
export function parseRule(text) {
  const rule = { freq: "", interval: 1, count: null, until: null, byDay: [], byMonthDay: [], byMonth: [], bySetPos: [], weekStart: 1 };
  for (const part of text.replace(/^RRULE:/, "").split(";")) readPart(rule, ...part.split("="));
  if (!FREQUENCIES.includes(rule.freq)) throw new RuleError(`no FREQ in the rule ${text}`);
  return rule;
}

function readPart(rule, name, value = "") {
  const numbers = () => value.split(",").map(Number);
  if (name === "FREQ") rule.freq = value;
  else if (name === "INTERVAL") rule.interval = Number(value);
  else if (name === "COUNT") rule.count = Number(value);
  else if (name === "UNTIL") rule.until = value;
  else if (name === "BYDAY") rule.byDay = value.split(",").map(readDay);
  else if (name === "BYMONTHDAY") rule.byMonthDay = numbers();
  else if (name === "BYMONTH") rule.byMonth = numbers();
  else if (name === "BYSETPOS") rule.bySetPos = numbers();
  else if (name === "WKST") rule.weekStart = CODES.indexOf(value);
  else throw new RuleError(`no part ${name} in the rules of this calendar`);
}

function readDay(text) {
  const found = /^([+-]?\d+)?(SU|MO|TU|WE|TH|FR|SA)$/.exec(text);
  if (!found) throw new RuleError(`no weekday ${text}`);
  return { n: Number(found[1] ?? 0), weekday: CODES.indexOf(found[2]) };
}

/** The text of a rule; the reverse of `parseRule`. */
export function formatRule(rule) {
  const words = [`FREQ=${rule.freq}`];
  if (rule.interval !== 1) words.push(`INTERVAL=${rule.interval}`);
  if (rule.byMonth.length) words.push(`BYMONTH=${rule.byMonth}`);
  if (rule.byMonthDay.length) words.push(`BYMONTHDAY=${rule.byMonthDay}`);
  if (rule.byDay.length) words.push(`BYDAY=${rule.byDay.map(({ n, weekday }) => `${n || ""}${CODES[weekday]}`)}`);
  if (rule.bySetPos.length) words.push(`BYSETPOS=${rule.bySetPos}`);
  if (rule.count !== null) words.push(`COUNT=${rule.count}`);
  if (rule.until !== null) words.push(`UNTIL=${rule.until}`);
  if (rule.weekStart !== 1) words.push(`WKST=${CODES[rule.weekStart]}`);
  return words.join(";");
}

/**
 * The occurrences from wall time `from` up to and without `to`, of a series that starts at wall time `start`; none
 * after `until` (a wall time or Infinity). `to` must be finite.
 */
export function expand(rule, start, from, to, until = Infinity) {
  const found = [];
  const time = ((start % DAY) + DAY) % DAY;
  let count = 0;
  let period = rule.count === null ? firstPeriod(rule, start, from) : 0;
  for (; ; period += rule.interval) {
    const { first, days } = periodDays(rule, dayOf(start), period);
    if (first * DAY >= to || first * DAY > until) return found;
    for (const ofDay of days) {
      const wall = ofDay * DAY + time;
      if (wall < start) continue;
      if (wall > until || wall >= to || (rule.count !== null && count >= rule.count)) return found;
      count += 1;
      if (wall >= from) found.push(wall);
    }
    if (rule.count !== null && count >= rule.count) return found;
  }
}

// The last whole multiple of the interval whose period is surely not after `from`.
function firstPeriod(rule, start, from) {
  if (from <= start) return 0;
  const days = dayOf(from) - dayOf(start);
  const length = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 }[rule.freq];
  return Math.max(0, Math.floor(days / length / rule.interval) - 1) * rule.interval;
}

// The days of the `period`-th day, week, month or year after that of `startDay`, in order, and the period's first day.
function periodDays(rule, startDay, period) {
  const p = parts(startDay);
  if (rule.freq === "DAILY") {
    const ofDay = startDay + period;
    return { first: ofDay, days: limit(rule, [ofDay]) };
  }
  if (rule.freq === "WEEKLY") {
    const first = startDay - ((p.weekday - rule.weekStart + 7) % 7) + 7 * period;
    const weekdays = rule.byDay.length ? rule.byDay.map((entry) => entry.weekday) : [p.weekday];
    const days = range(first, first + 7).filter((ofDay) => weekdays.includes(weekdayOf(ofDay)));
    return { first, days: pick(rule, days.filter((ofDay) => inMonths(rule, ofDay))) };
  }
  if (rule.freq === "MONTHLY") {
    const month = parts(day(p.year, p.month + period, 1));
    const days = monthDays(rule, month.year, month.month, p.date);
    return { first: day(month.year, month.month, 1), days: pick(rule, days.filter((ofDay) => inMonths(rule, ofDay))) };
  }
  const year = p.year + period;
  return { first: day(year, 1, 1), days: pick(rule, yearDays(rule, year, p)) };
}

function yearDays(rule, year, start) {
  if (rule.byDay.length && !rule.byMonth.length && !rule.byMonthDay.length) {
    return matching(rule.byDay, day(year, 1, 1), day(year + 1, 1, 1));
  }
  let months = rule.byMonth.length ? [...rule.byMonth].sort((a, b) => a - b) : [start.month];
  if (!rule.byMonth.length && rule.byMonthDay.length) months = range(1, 13);
  return months.flatMap((month) => monthDays(rule, year, month, start.date));
}

function monthDays(rule, year, month, startDate) {
  const [first, next] = [day(year, month, 1), day(year, month + 1, 1)];
  if (!rule.byDay.length && !rule.byMonthDay.length) {
    return startDate <= daysInMonth(year, month) ? [first + startDate - 1] : [];
  }
  const days = rule.byDay.length ? matching(rule.byDay, first, next) : range(first, next);
  return rule.byMonthDay.length ? days.filter((ofDay) => onDates(rule, ofDay)) : days;
}

// The days from `first` up to and without `next` that a BYDAY list names; ordinals count within that span.
function matching(byDay, first, next) {
  return range(first, next).filter((ofDay) =>
    byDay.some(({ n, weekday }) => {
      if (weekdayOf(ofDay) !== weekday) return false;
      if (n > 0) return Math.floor((ofDay - first) / 7) + 1 === n;
      return n === 0 || Math.floor((next - 1 - ofDay) / 7) + 1 === -n;
    }),
  );
}

function limit(rule, days) {
  return pick(rule, days.filter(
    (ofDay) =>
      inMonths(rule, ofDay) &&
      (!rule.byMonthDay.length || onDates(rule, ofDay)) &&
      (!rule.byDay.length || rule.byDay.some((entry) => entry.weekday === weekdayOf(ofDay))),
  ));
}

const inMonths = (rule, ofDay) => !rule.byMonth.length || rule.byMonth.includes(parts(ofDay).month);

function onDates(rule, ofDay) {
  const { year, month, date } = parts(ofDay);
  return rule.byMonthDay.includes(date) || rule.byMonthDay.includes(date - daysInMonth(year, month) - 1);
}

function pick(rule, days) {
  if (!rule.bySetPos.length) return days;
  const chosen = rule.bySetPos.map((n) => (n > 0 ? days[n - 1] : days[days.length + n]));
  return [...new Set(chosen.filter((ofDay) => ofDay !== undefined))].sort((a, b) => a - b);
}

function range(first, next) {
  return Array.from({ length: next - first }, (_, index) => first + index);
}
