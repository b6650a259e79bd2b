// The calendars: add, rename, recolour, hide, delete.

import { dialog } from "/kit/dialog.js";
import { h, icon, oneAtATime, replace } from "/kit/dom.js";
import { COLORS, colorName } from "./colors.js";

export function drawCalendars(app, parent) {
  parent.dataset.title = "Calendars";
  replace(
    parent,
    h(
      "div",
      { class: "page", "data-scroll": "page" },
      h(
        "section",
        { class: "card", "aria-label": "Calendars" },
        h("h2", {}, "Calendars"),
        h("ul", { class: "rows" }, app.store.all("calendars").map((calendar) => row(app, calendar))),
        h("button", { type: "button", class: "button", "data-key": "page-add", onclick: () => calendarDialog(app, null) }, icon("plus"), "Add calendar"),
      ),
    ),
  );
}

function row(app, calendar) {
  const n = app.store.all("events").filter((event) => event.calendar === calendar.id).length;
  return h(
    "li",
    { style: `--c: ${COLORS[calendar.color] ?? COLORS.slate}` },
    h("span", { class: "calendar-name" }, calendar.name),
    h("i", {}, [colorName(calendar.color), `${n} ${n === 1 ? "event" : "events"}`, calendar.readOnly ? "view only" : "", calendar.visible ? "" : "hidden"].filter(Boolean).join(" · ")),
    h("button", { type: "button", class: "button", "data-key": `page-${calendar.id}`, "aria-label": `Options for ${calendar.name}`, onclick: () => calendarDialog(app, calendar) }, "Options"),
  );
}

/** The form for a calendar; null adds one. */
export function calendarDialog(app, calendar) {
  const name = h("input", { type: "text", id: "calendar-name", value: calendar?.name ?? "", placeholder: "e.g. Choir", "data-autofocus": true, autocomplete: "off" });
  const trouble = h("p", { class: "trouble", role: "alert", hidden: true });
  const chosen = calendar?.color ?? freeColor(app);
  const swatches = Object.entries(COLORS).map(([color, value]) =>
    h("label", { class: "swatch", style: `--c: ${value}` }, h("input", { type: "radio", name: "color", value: color, checked: color === chosen, "aria-label": colorName(color) }), h("span", { "aria-hidden": "true" }, colorName(color))),
  );
  const save = oneAtATime(async (event) => {
    const fault = faultOf(app, calendar, name.value.trim());
    trouble.hidden = !fault;
    trouble.textContent = fault;
    if (fault) return name.focus();
    const color = swatches.map((swatch) => swatch.firstChild).find((radio) => radio.checked).value;
    const changes = await app.act(event, calendar ? "Calendar saved" : "Calendar added", (draft) => put(app, draft, calendar, name.value.trim(), color));
    if (changes !== null) shown.close();
    return null;
  });
  const body = h(
    "form",
    { class: "form", id: "calendar-form", onsubmit: (event) => event.preventDefault() },
    trouble,
    h("div", { class: "field" }, h("label", { class: "label", for: "calendar-name" }, "Name"), name),
    h("fieldset", { class: "swatches" }, h("legend", {}, "Color"), swatches),
    calendar?.readOnly ? h("p", { class: "hint" }, calendar.owner ? `Shared by ${calendar.owner}. You can see it but not change its events.` : "You can see this calendar but not change its events.") : null,
  );
  const remove = calendar ? h("button", { type: "button", class: "button danger", onclick: () => (shown.close(), askToDelete(app, calendar)) }, calendar.readOnly ? "Remove calendar" : "Delete calendar") : null;
  const cancel = h("button", { type: "button", class: "button", onclick: () => shown.close() }, "Cancel");
  const actions = [remove, h("span", { class: "spring" }), cancel, h("button", { type: "submit", class: "button primary", form: "calendar-form", onclick: save }, "Save")].filter(Boolean);
  const shown = dialog({ title: calendar ? `Options for ${calendar.name}` : "New calendar", body, actions });
}

function faultOf(app, calendar, name) {
  if (!name) return "A calendar needs a name.";
  const same = app.store.all("calendars").find((other) => other.id !== calendar?.id && other.name.toLowerCase() === name.toLowerCase());
  return same ? `There is a calendar named ${same.name} already.` : "";
}

function put(app, draft, calendar, name, color) {
  if (calendar) return draft.put("calendars", { ...(draft.get("calendars", calendar.id) ?? calendar), name, color });
  return draft.put("calendars", { id: freeId(draft, name), name, color, visible: true, owner: app.model.settings.email, readOnly: false });
}

// An id that can be read: "Band practice" is band-practice.
function freeId(draft, name) {
  const base = name.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "") || "calendar";
  let id = base;
  for (let n = 2; draft.get("calendars", id); n += 1) id = `${base}-${n}`;
  return id;
}

function freeColor(app) {
  const taken = app.store.all("calendars").map(({ color }) => color);
  return Object.keys(COLORS).find((color) => !taken.includes(color)) ?? "slate";
}

function askToDelete(app, calendar) {
  const n = app.store.all("events").filter((event) => event.calendar === calendar.id).length;
  const remove = async (event) => {
    const changes = await app.act(event, `${calendar.name} deleted`, (draft) => {
      for (const row of draft.all("events")) if (row.calendar === calendar.id) draft.remove("events", row.id);
      draft.remove("calendars", calendar.id);
    });
    if (changes !== null) shown.close();
  };
  const cancel = h("button", { type: "button", class: "button", "data-autofocus": true, onclick: () => shown.close() }, "Cancel");
  const shown = dialog({
    title: `Delete ${calendar.name}?`,
    body: h("p", {}, n ? `Its ${n === 1 ? "1 event is" : `${n} events are`} deleted with it.` : "It holds no events."),
    actions: [cancel, h("button", { type: "button", class: "button danger", onclick: remove }, "Delete")],
  });
}
