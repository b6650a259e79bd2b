// Dates and times as people type them. Each function gives null for what it does not understand.

import { DAY, HOUR, MINUTE, MONTHS, WEEKDAYS, day, fromIsoDay, isoDay, parts, weekdayOf } from "./dates.js";

/**
 * A day from text: 2023-10-18, 10/18/2023, 10/18, Oct 18, 18 October 2023, Wed Oct 18, today, tomorrow, Friday (the
 * next one from `near` on, itself included). A date without a year is the one nearest to `near`.
 */
export function parseDay(text, near, today = near) {
  const words = text.trim().toLowerCase().replace(/(\d)(st|nd|rd|th)\b/g, "$1");
  if (words === "today") return today;
  if (words === "tomorrow") return today + 1;
  if (words === "yesterday") return today - 1;
  const stamped = fromIsoDay(words.replace(/t\d.*$/, ""));
  if (stamped !== null) return stamped;
  const slashed = /^(\d{1,2})[/.](\d{1,2})(?:[/.](\d{4}|\d{2}))?$/.exec(words);
  if (slashed) return build(slashed[3], +slashed[1], +slashed[2], near);
  const weekday = named(WEEKDAYS, words.replace(/^next\s+/, ""));
  if (weekday >= 0) return near + ((weekday - weekdayOf(near) + 7) % 7 || (words.startsWith("next") ? 7 : 0));
  return spelled(words, near);
}

function spelled(words, near) {
  const tokens = words.split(/[\s,./-]+/).filter((token) => token && token !== "of" && named(WEEKDAYS, token) < 0);
  const month = tokens.map((token) => named(MONTHS, token)).find((index) => index >= 0);
  const numbers = tokens.filter((token) => /^\d+$/.test(token));
  if (month === undefined || !numbers.length || numbers.length + 1 !== tokens.length || numbers.length > 2) return null;
  const [date, year] = numbers[0].length === 4 ? [numbers[1], numbers[0]] : numbers;
  return build(year, month + 1, Number(date), near);
}

function build(year, month, date, near) {
  if (year) return exact(year.length === 2 ? 2000 + Number(year) : Number(year), month, date);
  const years = [-1, 0, 1].map((n) => exact(parts(near).year + n, month, date)).filter((found) => found !== null);
  return years.sort((a, b) => Math.abs(a - near) - Math.abs(b - near))[0] ?? null;
}

function exact(year, month, date) {
  const found = day(year, month, date);
  const p = parts(found);
  return p.year === year && p.month === month && p.date === date ? found : null;
}

// The index of the name that begins with `word` (three letters at least), or -1.
function named(names, word) {
  const short = word.replace(/\.$/, "");
  return short.length < 3 ? -1 : names.findIndex((name) => name.toLowerCase().startsWith(short === "sept" ? "sep" : short));
}

/** Milliseconds since midnight from text: 9, 9:30, 9.30pm, 3 PM, 15:00, 1500, noon, midnight. */
export function parseTime(text) {
  const words = text.trim().toLowerCase().replace(/\s+/g, "");
  if (words === "noon") return 12 * HOUR;
  if (words === "midnight") return 0;
  const found = /^(\d{1,2})(?:[:.h]?(\d{2}))?(?::\d{2})?(a\.?m\.?|p\.?m\.?|a|p)?$/.exec(words);
  if (!found) return null;
  let hour = Number(found[1]);
  const minute = Number(found[2] ?? 0);
  const half = found[3]?.[0];
  if (minute > 59 || hour > (half ? 12 : 23) || (half && hour === 0)) return null;
  if (half) hour = (hour % 12) + (half === "p" ? 12 : 0);
  return hour * HOUR + minute * MINUTE;
}

/** A length in minutes from text: 30, 45 min, 1 h, 1.5 hours, 1h30, 2 days. */
export function parseMinutes(text) {
  const words = text.trim().toLowerCase();
  if (/^\d+$/.test(words)) return Number(words);
  const found = /^(?:(\d+(?:\.\d+)?)\s*d(?:ays?)?)?\s*(?:(\d+(?:\.\d+)?)\s*h(?:ours?|rs?|r)?)?\s*(?:(\d+)\s*(?:m(?:in(?:ute)?s?)?)?)?$/.exec(words);
  if (!found || !words) return null;
  const [days, hours, minutes] = [found[1], found[2], found[3]].map((number) => Number(number ?? 0));
  return Math.round((days * DAY + hours * HOUR) / MINUTE + minutes);
}

export { isoDay };
