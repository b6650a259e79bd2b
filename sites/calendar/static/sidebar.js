// The side panel: create, go to a day, calendars, the tasks that are due.

import { h, icon, link, replace } from "/kit/dom.js";
import { calendarDialog } from "./calendars.js";
import { COLORS } from "./colors.js";
import { parseDay } from "./parse.js";
import { smallMonth } from "./picker.js";
import { byDue, taskLine } from "./tasks.js";

const N_TASKS = 4;

export function drawSidebar(app, parent) {
  const calendars = app.store.all("calendars");
  const go = (day) => app.router.go(app.path(app.place.view, day));
  if (app.monthOf !== app.place.day) Object.assign(app, { monthOf: app.place.day, month: app.place.day });
  const turn = (month) => ((app.month = month), app.draw());
  replace(
    parent,
    h("button", { type: "button", class: "button primary create", "data-key": "create", onclick: () => app.create({}) }, icon("plus"), "Create event"),
    smallMonth(app, { month: app.month, chosen: app.place.day, choose: go, turn, stops: false }),
    goTo(app, go),
    group(app, "My calendars", calendars.filter((calendar) => !calendar.readOnly), true),
    group(app, "Other calendars", calendars.filter((calendar) => calendar.readOnly), false),
    tasks(app),
  );
}

function goTo(app, go) {
  const input = h("input", { type: "text", id: "go-to", "aria-label": "Go to date", placeholder: "Go to date, e.g. Nov 3", autocomplete: "off", "data-keep": true });
  const submit = (event) => {
    event.preventDefault();
    const day = parseDay(input.value, app.model.today());
    input.setAttribute("aria-invalid", String(day === null));
    if (day === null) return;
    input.value = "";
    go(day);
  };
  return h("form", { class: "go-to", onsubmit: submit }, input);
}

function group(app, title, calendars, own) {
  if (!calendars.length && !own) return null;
  return h(
    "section",
    { class: "group", "aria-label": title },
    h("header", {}, h("h2", {}, title), own ? h("button", { type: "button", class: "icon-button", "data-key": "add-calendar", "aria-label": "Add calendar", onclick: () => calendarDialog(app, null) }, icon("plus")) : null),
    h("ul", { class: "calendars" }, calendars.map((calendar) => item(app, calendar))),
  );
}

function item(app, calendar) {
  const flip = (event) => app.act(event, "", (draft) => draft.put("calendars", { ...draft.get("calendars", calendar.id), visible: !calendar.visible }));
  return h(
    "li",
    { style: `--c: ${COLORS[calendar.color] ?? COLORS.slate}` },
    h("label", {}, h("input", { type: "checkbox", checked: calendar.visible, "data-key": `show-${calendar.id}`, onclick: flip }), h("span", {}, calendar.name)),
    h("button", { type: "button", class: "icon-button", "data-key": `options-${calendar.id}`, "aria-label": `Options for ${calendar.name}`, onclick: () => calendarDialog(app, calendar) }, icon("more")),
  );
}

function tasks(app) {
  const open = app.store.all("tasks").filter((task) => !task.done).sort(byDue);
  return h(
    "section",
    { class: "group", "aria-label": "Tasks" },
    h("header", {}, h("h2", {}, link("/tasks", { "data-key": "tasks", "aria-label": `Tasks, ${open.length} to do` }, "Tasks")), h("span", { class: "count", "aria-hidden": "true" }, String(open.length))),
    h("ul", { class: "task-list" }, open.slice(0, N_TASKS).map((task) => taskLine(app, task))),
  );
}
