// The month: weeks as rows, days as cells, events as chips; spans of days lie across cells.

import { h, link, replace } from "/kit/dom.js";
import { chip } from "./chips.js";
import { MONTHS, WEEKDAYS, isoDay, longDay, monthTitle, parts } from "./dates.js";
import { dragDays } from "./drag.js";
import { dayLanes } from "./lanes.js";
import { weekStart } from "./timegrid.js";

const LANE_PX = 22;

export function drawMonth(app, parent) {
  const { settings } = app.model;
  const p = parts(app.place.day);
  const first = weekStart(app, app.place.day - p.date + 1);
  const next = app.place.day - p.date + 1 + 31;
  const n_weeks = Math.ceil((next - parts(next).date + 1 - first) / 7);
  const weeks = Array.from({ length: n_weeks }, (_, week) => first + 7 * week);
  const shown = [0, 1, 2, 3, 4, 5, 6].map((n) => first + n).filter((day) => settings.showWeekends || ![0, 6].includes(parts(day).weekday));
  const n_lanes = Math.max(2, Math.floor(((parent.clientHeight - 30) / n_weeks - 29) / LANE_PX));
  parent.dataset.title = monthTitle(app.place.day);
  const table = h(
    "table",
    { class: "month", "aria-label": monthTitle(app.place.day), style: { "--weeks": n_weeks } },
    h("thead", {}, h("tr", {}, shown.map((day) => h("th", { scope: "col", abbr: WEEKDAYS[parts(day).weekday] }, WEEKDAYS[parts(day).weekday].slice(0, 3))))),
    h("tbody", {}, weeks.map((start) => week(app, shown.map((day) => day - first + start), p.month, n_lanes))),
  );
  replace(parent, table);
  dragDays(app, table);
}

function week(app, days, month, n_lanes) {
  const occurrences = app.model.occurrences(days[0], days.at(-1));
  const lanes = dayLanes(occurrences, days[0], days.at(-1));
  return h("tr", {}, days.map((day) => cell(app, day, days, lanes, month, n_lanes)));
}

function cell(app, day, days, lanes, month, n_lanes) {
  const touching = lanes.filter((entry) => entry.from <= day && entry.to >= day);
  const tooMany = touching.some((entry) => entry.lane >= n_lanes);
  const room = tooMany ? n_lanes - 1 : n_lanes;
  const n_hidden = touching.filter((entry) => entry.lane >= room).length;
  const starting = touching.filter((entry) => (entry.from === day || !days.includes(entry.from)) && entry.lane < room && (entry.from === day || day === days[0]));
  const p = parts(day);
  const classes = [p.month === month ? "" : "other", day === app.model.today() ? "today" : "", [0, 6].includes(p.weekday) ? "weekend" : ""];
  const open = (event) => {
    if (event.target === event.currentTarget || event.target.matches(".lanes")) app.create({ date: isoDay(day) });
  };
  return h(
    "td",
    { class: classes.filter(Boolean).join(" ") || null, "data-day": day, onclick: open },
    link(app.path("day", day), { class: "date", "data-key": `date-${day}`, "aria-label": `${longDay(day)}${day === app.model.today() ? ", today" : ""}` }, p.date === 1 ? `${MONTHS[p.month - 1].slice(0, 3)} 1` : String(p.date)),
    h(
      "div",
      { class: "lanes" },
      starting.map(({ item, from, to, lane }) => {
        const cut = `${item.firstDay < from ? "cut-left" : ""} ${item.lastDay > to ? "cut-right" : ""} ${item.firstDay !== item.lastDay ? "solid" : ""}`;
        const n_days = days.filter((other) => other >= from && other <= to).length;
        return chip(app, item, { key: `${item.key}-${from}`, cut, style: `top:${lane * LANE_PX}px;width:calc(${n_days * 100}% + ${n_days - 1}px - 6px)` });
      }),
      n_hidden ? link(app.path("day", day), { class: "more", style: `top:${room * LANE_PX}px`, "aria-label": `${n_hidden} more on ${longDay(day, { year: false })}` }, `+${n_hidden} more`) : null,
    ),
  );
}
