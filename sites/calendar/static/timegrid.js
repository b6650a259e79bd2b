// Week and day: hours down, days across; all-day events in a row above.

import { h, link, replace } from "/kit/dom.js";
import { block, chip } from "./chips.js";
import { DAY, HOUR, WEEKDAYS, clock, longDay, monthTitle, parts, weekdayOf } from "./dates.js";
import { dragBlocks } from "./drag.js";
import { columns, dayLanes } from "./lanes.js";
import { toWall, zoneLabel } from "./zone.js";

export const HOUR_PX = 50;
const LANE_PX = 24;
const FIRST_HOUR_SHOWN = 7.4;

/** The first day of the week that a day is in. */
export function weekStart(app, day) {
  const begins = { sunday: 0, monday: 1, saturday: 6 }[app.model.settings.weekStart];
  return day - ((weekdayOf(day) - begins + 7) % 7);
}

/** The days of the week that a day is in, as the settings show them. */
export function weekDays(app, day) {
  const days = [0, 1, 2, 3, 4, 5, 6].map((n) => weekStart(app, day) + n);
  return app.model.settings.showWeekends ? days : days.filter((one) => ![0, 6].includes(weekdayOf(one)));
}

export function drawWeek(app, parent) {
  const days = weekDays(app, app.place.day);
  parent.dataset.title = `Week of ${longDay(days[0], { weekday: false })}`;
  draw(app, parent, days);
}

export function drawDay(app, parent) {
  parent.dataset.title = longDay(app.place.day);
  draw(app, parent, [app.place.day]);
}

function draw(app, parent, days) {
  const fresh = !parent.querySelector(".hours");
  const occurrences = app.model.occurrences(days[0], days.at(-1));
  const above = occurrences.filter((o) => o.allDay || o.end - o.start >= DAY);
  const within = occurrences.filter((o) => !above.includes(o));
  const lanes = dayLanes(above, days[0], days.at(-1));
  const n_lanes = Math.max(1, ...lanes.map((entry) => entry.lane + 1));
  const body = h(
    "div",
    { class: "hours" },
    h("div", { class: "gutter", "aria-hidden": "true" }, Array.from({ length: 24 }, (_, hour) => h("span", {}, hour ? clock(hour * HOUR, app.model.hour24, { brief: true }) : ""))),
    days.map((day) => column(app, day, within)),
  );
  const head = h(
    "div",
    { class: "days", style: { "--lanes": n_lanes } },
    h("span", { class: "zone", title: "Time zone" }, shortZone(app)),
    days.map((day) => heading(app, day, days, lanes)),
  );
  const grid = h("section", { class: days.length === 1 ? "timegrid single" : "timegrid", "data-scroll": "hours", tabindex: "0", "aria-label": days.length === 1 ? longDay(days[0]) : monthTitle(days[0], days.at(-1)), style: { "--days": days.length, "--hour": `${HOUR_PX}px` } }, head, body);
  replace(parent, grid);
  if (fresh) grid.scrollTop = FIRST_HOUR_SHOWN * HOUR_PX;
  dragBlocks(app, grid, days);
}

// "GMT-7", "GMT+5:30"
function shortZone(app) {
  const [, sign, hour, minute] = /GMT([+-])(\d\d):(\d\d)/.exec(zoneLabel(app.model.zone, app.model.now()));
  return `GMT${sign}${Number(hour)}${minute === "00" ? "" : `:${minute}`}`;
}

function heading(app, day, days, lanes) {
  const p = parts(day);
  const today = day === app.model.today();
  const starting = lanes.filter((entry) => entry.from === day || (day === days[0] && entry.from < day));
  return h(
    "div",
    { class: today ? "day-head today" : "day-head", "data-day": day },
    link(app.path("day", day), { class: "day-name", "data-key": `head-${day}`, "aria-label": `${longDay(day)}${today ? ", today" : ""}` }, h("span", {}, WEEKDAYS[p.weekday].slice(0, 3)), h("b", {}, String(p.date))),
    h(
      "div",
      { class: "lanes" },
      starting.map(({ item, from, to, lane }) => {
        const n_days = days.filter((other) => other >= from && other <= to).length;
        const cut = `solid ${item.firstDay < from ? "cut-left" : ""} ${item.lastDay > to ? "cut-right" : ""}`;
        return chip(app, item, { key: `${item.key}-${from}`, cut, style: `top:${lane * LANE_PX}px;width:calc(${n_days * 100}% + ${n_days - 1}px - 6px)` });
      }),
    ),
  );
}

function column(app, day, occurrences) {
  const pieces = occurrences
    .filter((o) => o.firstDay <= day && o.lastDay >= day)
    .map((o) => ({ o, from: Math.max(o.start, day * DAY) - day * DAY, to: Math.max(Math.min(o.end, (day + 1) * DAY), o.start + HOUR / 2) - day * DAY }));
  const placed = columns(pieces);
  const now = toWall(app.model.now(), app.model.zone);
  const px = (wall) => (wall / HOUR) * HOUR_PX;
  return h(
    "div",
    { class: day === app.model.today() ? "column today" : "column", role: "group", "aria-label": `Events on ${longDay(day, { year: false })}`, "data-day": day },
    placed.map(({ item, column: at, n_columns }) => {
      const width = 100 / n_columns;
      const style = `top:${px(item.from) + 1}px;height:${px(item.to - item.from) - 2}px;left:${at * width}%;width:calc(${width}% - 4px)`;
      return block(app, item.o, style);
    }),
    day === app.model.today() ? h("div", { class: "now", "aria-hidden": "true", style: `top:${px(now - day * DAY)}px` }) : null,
  );
}
