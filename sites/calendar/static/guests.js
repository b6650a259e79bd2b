// The part of the editor that holds the guests.

import { h, icon } from "/kit/dom.js";

const RESPONSES = { accepted: "Yes", declined: "No", tentative: "Maybe", needsAction: "Not answered" };

export const responseText = (response) => RESPONSES[response] ?? "";

/** A guest from what was typed: a person of the directory by name or address, an address, or a bare name. */
export function guestOf(app, text) {
  const words = text.trim().replace(/^"|"$/g, "");
  const lower = words.toLowerCase();
  const person = app.store.all("people").find(({ name, email }) => name.toLowerCase() === lower || email.toLowerCase() === lower || `${name} <${email}>`.toLowerCase() === lower);
  if (person) return { name: person.name, email: person.email, response: "needsAction" };
  const addressed = /^(.*?)\s*<?([^\s<>]+@[^\s<>]+)>?$/.exec(words);
  if (addressed) return { name: addressed[1] || addressed[2], email: addressed[2], response: "needsAction" };
  return { name: words, email: "", response: "needsAction" };
}

/**
 * Controls for a list of guests. `span()` gives the instants {start, end} that the form holds, or null.
 * Returns {element, read, refresh}: `read()` takes in what still stands in the field.
 */
export function guestControls(app, guests, { span, except }) {
  let list = [...guests];
  const input = h("input", { type: "text", id: "guests", list: "people", placeholder: "Name or email", autocomplete: "off" });
  const names = h("datalist", { id: "people" }, app.store.all("people").map(({ name, email }) => h("option", { value: name }, email)));
  const button = h("button", { type: "button", class: "button", onclick: () => (take(), input.focus()) }, "Add guest");
  const shown = h("ul", { class: "guest-list", "aria-label": "Guests" });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !input.value.trim()) return;
    event.preventDefault();
    take();
  });
  function take() {
    for (const text of input.value.split(/[,;]/).filter((part) => part.trim())) {
      const guest = guestOf(app, text);
      const same = (other) => (guest.email ? other.email === guest.email : other.name === guest.name);
      if (!list.some(same)) list = [...list, guest];
    }
    input.value = "";
    draw();
  }
  function draw() {
    const at = span();
    const emails = list.map(({ email }) => email).filter((email) => email && email !== app.model.settings.email);
    const free = new Map(at ? app.model.availability(emails, at.start, at.end, except).map((entry) => [entry.email, entry]) : []);
    shown.replaceChildren(...list.map((guest) => item(guest, free.get(guest.email))));
    shown.hidden = !list.length;
  }
  function item(guest, entry) {
    const drop = () => {
      list = list.filter((other) => other !== guest);
      draw();
      input.focus();
    };
    const note = !entry?.shared ? "" : entry.busy.length ? `Busy: ${entry.busy.map((o) => o.row.title).join(", ")}` : "Free";
    return h(
      "li",
      {},
      h("span", { class: "avatar", "aria-hidden": "true" }, initials(guest.name)),
      h("span", { class: "guest-name" }, guest.name, note ? h("i", { class: entry.busy.length ? "busy" : "free" }, note) : null),
      h("button", { type: "button", class: "icon-button", "aria-label": `Remove ${guest.name}`, onclick: drop }, icon("close")),
    );
  }
  draw();
  return { element: h("div", { class: "guests" }, h("div", { class: "row" }, input, button), names, shown), read: () => (take(), list), refresh: draw };
}

export function initials(name) {
  const words = name.split(/[\s@.]+/).filter(Boolean);
  return ((words[0]?.[0] ?? "") + (words.length > 1 ? words[1][0] : "")).toUpperCase();
}
