// The bar at the top: where one is, the way to other times and views, search.

import { h, icon, link, replace } from "/kit/dom.js";
import { longDay, monthTitle } from "./dates.js";
import { agendaDays } from "./agenda.js";
import { weekDays } from "./timegrid.js";

const VIEW_NAMES = { month: "Month", week: "Week", day: "Day", agenda: "Agenda" };
const UNITS = { month: "month", week: "week", day: "day", agenda: "week" };
const PAGE_NAMES = { search: "Search", tasks: "Tasks", calendars: "Calendars", settings: "Settings" };

export function drawHeader(app, parent) {
  const { view, day } = app.place;
  replace(
    parent,
    h(
      "button",
      { type: "button", class: "icon-button", "data-key": "menu", "aria-label": app.sidebar ? "Hide side panel" : "Show side panel", "aria-expanded": String(app.sidebar), onclick: () => toggle(app) },
      icon("menu"),
    ),
    link("/", { class: "brand", "aria-label": `${app.boot.name}, today` }, h("span", { class: "brand-mark", "aria-hidden": "true" }), h("span", { class: "brand-name" }, app.boot.name)),
    app.page
      ? [link(app.path(), { class: "button back", "data-key": "back" }, icon("left"), "Calendar"), h("h1", { class: "title" }, PAGE_NAMES[app.page])]
      : [
          h("button", { type: "button", class: "button today", "data-key": "today", onclick: () => app.router.go(app.path(view, app.model.today())) }, "Today"),
          h("span", { class: "steps" }, stepButton(app, -1, `Previous ${UNITS[view]}`, "left"), stepButton(app, 1, `Next ${UNITS[view]}`, "right")),
          h("h1", { class: "title" }, titleOf(app, view, day)),
        ],
    h("span", { class: "spring" }),
    app.sidebar ? null : h("button", { type: "button", class: "button create-small", "data-key": "create-small", "aria-label": "Create event", onclick: () => app.create({}) }, icon("plus"), h("span", {}, "Create")),
    searchForm(app),
    h(
      "nav",
      { class: "views", "aria-label": "View" },
      Object.entries(VIEW_NAMES).map(([name, label]) =>
        h("button", { type: "button", "data-key": `view-${name}`, "aria-pressed": String(!app.page && view === name), onclick: () => app.router.go(app.path(name)) }, label),
      ),
    ),
    h("button", { type: "button", class: "icon-button", "data-key": "settings", "aria-label": "Settings", onclick: () => app.router.go("/settings") }, icon("gear")),
  );
}

function titleOf(app, view, day) {
  if (view === "day") return longDay(day, { short: window.innerWidth < 560 });
  if (view === "week") return monthTitle(weekDays(app, day)[0], weekDays(app, day).at(-1));
  if (view === "agenda") return monthTitle(day, day + agendaDays - 1);
  return monthTitle(day);
}

function stepButton(app, direction, name, picture) {
  return h("button", { type: "button", class: "icon-button", "data-key": name, "aria-label": name, onclick: () => app.router.go(app.step(direction)) }, icon(picture));
}

function searchForm(app) {
  const input = h("input", { type: "search", id: "search", name: "q", "aria-label": "Search events", placeholder: "Search", value: new URLSearchParams(window.location.search).get("q") ?? "", autocomplete: "off" });
  const submit = (event) => {
    event.preventDefault();
    if (input.value.trim()) app.router.go(`/search?${new URLSearchParams({ q: input.value.trim() })}`);
  };
  return h("form", { class: "search", role: "search", onsubmit: submit }, icon("search"), input);
}

function toggle(app) {
  app.sidebar = !app.sidebar;
  app.draw();
}
