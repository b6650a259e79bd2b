// Civil dates and how they are written. A "wall" time is milliseconds of the local calendar and clock, counted as if
// they were UTC; a "day" is a whole number of days since 1970-01-01. Names are English, whatever the browser's locale.

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const MONTHS = "January February March April May June July August September October November December".split(" ");
export const WEEKDAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

const pad = (number, width = 2) => String(number).padStart(width, "0");

export const dayOf = (wall) => Math.floor(wall / DAY);
export const weekdayOf = (day) => (((day + 4) % 7) + 7) % 7; // 0 is Sunday

/** The day of year, month (1 to 12, others carry over) and day of month. */
export function day(year, month, date) {
  return Math.round(Date.UTC(year, month - 1, date) / DAY);
}

/** {year, month: 1..12, date, weekday: 0..6} of a day. */
export function parts(ofDay) {
  const utc = new Date(ofDay * DAY);
  return { year: utc.getUTCFullYear(), month: utc.getUTCMonth() + 1, date: utc.getUTCDate(), weekday: weekdayOf(ofDay) };
}

export const daysInMonth = (year, month) => parts(day(year, month + 1, 0)).date;

/** The same date some months on; the last of the month where the date does not exist. */
export function addMonths(ofDay, n) {
  const { year, month, date } = parts(ofDay);
  const first = parts(day(year, month + n, 1));
  return day(first.year, first.month, Math.min(date, daysInMonth(first.year, first.month)));
}

/** 2023-10-15 */
export function isoDay(ofDay) {
  const { year, month, date } = parts(ofDay);
  return `${pad(year, 4)}-${pad(month)}-${pad(date)}`;
}

/** The day of "2023-10-15", or null when there is no such date. */
export function fromIsoDay(text) {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? "");
  if (!found) return null;
  const ofDay = day(+found[1], +found[2], +found[3]);
  return isoDay(ofDay) === text ? ofDay : null;
}

/** Sunday, October 15, 2023 */
export function longDay(ofDay, { year = true, weekday = true, short = false } = {}) {
  const p = parts(ofDay);
  const name = short ? MONTHS[p.month - 1].slice(0, 3) : MONTHS[p.month - 1];
  const week = weekday ? `${short ? WEEKDAYS[p.weekday].slice(0, 3) : WEEKDAYS[p.weekday]}, ` : "";
  return `${week}${name} ${p.date}${year ? `, ${p.year}` : ""}`;
}

/** October 2023, or October – November 2023 for a span of days. */
export function monthTitle(first, last = first) {
  const [a, b] = [parts(first), parts(last)];
  if (a.year === b.year && a.month === b.month) return `${MONTHS[a.month - 1]} ${a.year}`;
  if (a.year === b.year) return `${MONTHS[a.month - 1].slice(0, 3)} – ${MONTHS[b.month - 1].slice(0, 3)} ${a.year}`;
  return `${MONTHS[a.month - 1].slice(0, 3)} ${a.year} – ${MONTHS[b.month - 1].slice(0, 3)} ${b.year}`;
}

/** 9:30 AM, or 09:30 on the 24-hour clock; `brief` leaves out ":00". */
export function clock(wall, hour24, { brief = false, meridiem = true } = {}) {
  const utc = new Date(wall);
  const [hour, minute] = [utc.getUTCHours(), utc.getUTCMinutes()];
  if (hour24) return `${pad(hour)}:${pad(minute)}`;
  const half = meridiem ? (hour < 12 ? " AM" : " PM") : "";
  return `${hour % 12 || 12}${brief && !minute ? "" : `:${pad(minute)}`}${half}`;
}

/** 9:30 – 10:15 AM */
export function clockSpan(start, end, hour24) {
  const same = !hour24 && start % DAY < DAY / 2 === end % DAY < DAY / 2 && dayOf(start) === dayOf(end);
  return `${clock(start, hour24, { meridiem: !same })} – ${clock(end, hour24)}`;
}

/** 1 h 30 min */
export function span(milliseconds) {
  const minutes = Math.round(milliseconds / MINUTE);
  const words = [[Math.floor(minutes / 1440), "d"], [Math.floor((minutes % 1440) / 60), "h"], [minutes % 60, "min"]];
  return words.filter(([n]) => n).map(([n, unit]) => `${n} ${unit}`).join(" ") || "0 min";
}
