// Time zones through the browser's own tables (Intl). Instants are milliseconds since 1970 in UTC.

import { HOUR } from "./dates.js";

const formats = new Map();

function format(zone) {
  if (!formats.has(zone)) {
    formats.set(zone, new Intl.DateTimeFormat("en-US", {
      timeZone: zone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric",
      hour: "numeric", minute: "numeric", second: "numeric",
    }));
  }
  return formats.get(zone);
}

/** Local time minus UTC at an instant, in milliseconds. Throws RangeError for an unknown zone. */
export function offset(instant, zone) {
  if (zone === "UTC") return 0;
  const p = {};
  for (const { type, value } of format(zone).formatToParts(instant)) p[type] = Number(value);
  return Date.UTC(p.year, p.month - 1, p.day, p.hour, p.minute, p.second) - Math.floor(instant / 1000) * 1000;
}

/** The wall time in a zone at an instant. */
export const toWall = (instant, zone) => instant + offset(instant, zone);

/** The instant of a wall time. In a gap the clock is read as before it, in a fold the first of the two is meant. */
export function toInstant(wall, zone) {
  if (zone === "UTC") return wall;
  const before = offset(wall - 24 * HOUR, zone);
  const after = offset(wall + 24 * HOUR, zone);
  if (before === after) return wall - before;
  const first = wall - before;
  return offset(first, zone) === before || offset(wall - after, zone) !== after ? first : wall - after;
}

/** 2023-10-16T09:00:00.000Z */
export const iso = (instant) => new Date(instant).toISOString();

/** A zone's name for people, such as "New York (GMT-04:00)", at an instant. */
export function zoneLabel(zone, instant) {
  if (zone === "UTC") return "UTC (GMT+00:00)";
  const minutes = Math.round(offset(instant, zone) / 60_000);
  const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const sign = minutes < 0 ? "-" : "+";
  const city = zone.split("/").at(-1).replaceAll("_", " ");
  return `${city} (GMT${sign}${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")})`;
}

/** The zones that the settings offer. */
export const ZONES = [
  "UTC", "Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles", "America/Denver", "America/Chicago",
  "America/New_York", "America/Sao_Paulo", "Europe/London", "Europe/Lisbon", "Europe/Berlin", "Europe/Paris",
  "Europe/Stockholm", "Europe/Warsaw", "Europe/Athens", "Africa/Cairo", "Africa/Lagos", "Africa/Nairobi",
  "Asia/Dubai", "Asia/Kolkata", "Asia/Bangkok", "Asia/Singapore", "Asia/Shanghai", "Asia/Tokyo",
  "Australia/Sydney", "Pacific/Auckland",
];
