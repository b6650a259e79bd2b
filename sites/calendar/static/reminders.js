// The part of the editor that holds the reminders.

import { h, icon } from "/kit/dom.js";
import { MINUTE, span } from "./dates.js";

/** The choices, by minutes before the start. */
export const REMINDERS = Object.fromEntries(
  [0, 5, 10, 15, 30, 60, 120, 1440, 2880, 10080].map((minutes) => [minutes, reminderText(minutes)]),
);

export function reminderText(minutes) {
  const words = { 0: "At the start", 60: "1 hour before", 120: "2 hours before", 1440: "1 day before", 2880: "2 days before", 10080: "1 week before" };
  return words[minutes] ?? (minutes < 60 ? `${minutes} minutes before` : `${span(minutes * MINUTE)} before`);
}

/** Controls for a list of minutes. Returns {element, read}. */
export function reminderControls(minutes) {
  const rows = h("div", { class: "reminders" });
  const choices = (value) => [...new Set([...Object.keys(REMINDERS).map(Number), value])].sort((a, b) => a - b);
  const chosen = () => [...rows.querySelectorAll("select")].map((select) => Number(select.value));
  function draw(list) {
    rows.replaceChildren(
      ...list.map((value, index) => {
        const select = h("select", { "aria-label": `Reminder ${index + 1}` }, choices(value).map((choice) => h("option", { value: choice }, reminderText(choice))));
        select.value = String(value);
        const drop = () => draw(chosen().filter((_, other) => other !== index));
        return h("span", { class: "row" }, select, h("button", { type: "button", class: "icon-button", "aria-label": `Remove reminder ${index + 1}`, onclick: drop }, icon("close")));
      }),
      h("button", { type: "button", class: "button quiet", onclick: () => draw([...chosen(), 30]) }, "Add reminder"),
    );
  }
  draw(minutes);
  return { element: rows, read: () => [...new Set(chosen())].sort((a, b) => a - b) };
}
