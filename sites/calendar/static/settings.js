// Settings: one form, saved as a whole.

import { h, link, replace } from "/kit/dom.js";
import { KEYS } from "./keys.js";
import { REMINDERS } from "./reminders.js";
import { ZONES, zoneLabel } from "./zone.js";

export function drawSettings(app, parent) {
  parent.dataset.title = "Settings";
  const { settings } = app.model;
  if (parent.querySelector("#settings-form") && app.settingsShown === settings) return; // a half-filled form stays
  app.settingsShown = settings;
  const controls = fields(app, settings);
  const save = (event) => {
    event.preventDefault();
    const values = Object.fromEntries(Object.entries(controls).map(([name, { read }]) => [name, read()]));
    app.act(event, "Settings saved", (draft) => draft.put("settings", { ...draft.get("settings", "me"), ...values }));
  };
  replace(
    parent,
    h(
      "div",
      { class: "page", "data-scroll": "page" },
      h(
        "form",
        { class: "card form", id: "settings-form", onsubmit: (event) => event.preventDefault() },
        h("h2", {}, "Preferences"),
        Object.values(controls).map(({ element }) => element),
        h("div", { class: "row end" }, h("button", { type: "submit", class: "button primary", "data-key": "save-settings", onclick: save }, "Save settings")),
      ),
      h("section", { class: "card", "aria-label": "Account" }, h("h2", {}, "Account"), h("p", {}, `${settings.name}, ${settings.email}`), h("p", {}, link("/calendars", {}, "Manage calendars"))),
      h("section", { class: "card", "aria-label": "Keyboard" }, h("h2", {}, "Keyboard"), h("dl", { class: "keys" }, Object.entries(KEYS).map(([key, [name]]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, name))), h("div", {}, h("dt", {}, h("kbd", {}, "Alt + arrows")), h("dd", {}, "Move the event in focus")), h("div", {}, h("dt", {}, h("kbd", {}, "Delete")), h("dd", {}, "Delete the event in focus")))),
    ),
  );
}

function fields(app, settings) {
  const zones = [...new Set([...ZONES, settings.timeZone])];
  return {
    timeZone: choice("Time zone", "time-zone", settings.timeZone, zones.map((zone) => [zone, zoneLabel(zone, app.model.now())])),
    weekStart: choice("Week starts on", "week-start", settings.weekStart, [["sunday", "Sunday"], ["monday", "Monday"], ["saturday", "Saturday"]]),
    hour24: tick("Use the 24-hour clock", "hour-24", settings.hour24),
    defaultView: choice("Default view", "default-view", settings.defaultView, [["month", "Month"], ["week", "Week"], ["day", "Day"], ["agenda", "Agenda"]]),
    defaultMinutes: choice("Length of new events", "default-minutes", settings.defaultMinutes, [15, 30, 45, 60, 90, 120].map((n) => [n, `${n} minutes`]), Number),
    defaultReminder: choice("Reminder for new events", "default-reminder", settings.defaultReminder, [[-1, "None"], ...Object.entries(REMINDERS)], Number),
    showWeekends: tick("Show weekends", "show-weekends", settings.showWeekends),
    showDeclined: tick("Show declined events", "show-declined", settings.showDeclined),
  };
}

function choice(label, id, value, options, cast = String) {
  const select = h("select", { id }, options.map(([key, name]) => h("option", { value: key }, name)));
  select.value = String(value);
  return { element: h("div", { class: "field" }, h("label", { class: "label", for: id }, label), select), read: () => cast(select.value) };
}

function tick(label, id, value) {
  const box = h("input", { type: "checkbox", id, checked: value });
  return { element: h("div", { class: "field" }, h("label", { class: "check" }, box, label)), read: () => box.checked };
}
