// Elements in one line: h("button", {class: "primary", onclick: save}, "Save").

/** An element. `on...` are listeners, `true` sets a bare attribute, null and false set none, `value` sets the property. */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) set(element, name, value);
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "value") element.value = value;
  else if (name === "checked") element.checked = value;
  else if (name === "style" && typeof value === "object") {
    for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text);
  } else element.setAttribute(name, value === true ? "" : String(value));
}

/** A listener that passes over events while what an earlier one began is not done: a second click on "Save" saves nothing. */
export function oneAtATime(work) {
  let busy = false;
  return async (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    try {
      await work(event);
    } finally {
      busy = false;
    }
  };
}

/** A link inside the site; the router takes its plain clicks. */
export function link(href, attributes, ...children) {
  return h("a", { href, ...attributes }, ...children);
}

/**
 * Replace the children of `parent`, keeping focus on the element of the same `data-key` (or id), the scroll position of
 * every element with `data-scroll`, and what was typed into every field with `data-keep` (and an id).
 */
export function replace(parent, ...children) {
  const active = parent.contains(document.activeElement) ? handle(document.activeElement) : null;
  const scrolls = [...parent.querySelectorAll("[data-scroll]")].map((e) => [e.dataset.scroll, e.scrollTop]);
  const typed = [...parent.querySelectorAll("[data-keep]")].map((field) => [field.id, field.value]);
  parent.replaceChildren(...children.flat(Infinity).filter(Boolean));
  for (const [id, value] of typed) {
    const field = parent.querySelector(`#${CSS.escape(id)}`);
    if (field) field.value = value;
  }
  for (const [name, top] of scrolls) {
    const element = parent.querySelector(`[data-scroll="${name}"]`);
    if (element) element.scrollTop = top;
  }
  if (active) parent.querySelector(active)?.focus({ preventScroll: true });
}

function handle(element) {
  if (element.dataset.key) return `[data-key="${CSS.escape(element.dataset.key)}"]`;
  return element.id ? `#${CSS.escape(element.id)}` : null;
}

const ICONS = {
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  menu: "M4 7h16M4 12h16M4 17h16",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16.2 16.2L21 21",
  gear: "M4 7h9M17 7h3M13 7a2 2 0 1 0 4 0 2 2 0 1 0-4 0M4 17h3M11 17h9M7 17a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
  more: "M12 5.5v.01M12 12v.01M12 18.5v.01",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4.5l3 1.8",
  pin: "M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11zM12 8a2.2 2.2 0 1 0 0 4.4A2.2 2.2 0 0 0 12 8z",
  people: "M9 5a3.2 3.2 0 1 0 0 6.4A3.2 3.2 0 0 0 9 5zM3 19c.5-3.2 2.9-5 6-5s5.5 1.8 6 5M16 5.3a3 3 0 0 1 0 5.9M17.5 14.3c2 .7 3.2 2.3 3.5 4.7",
  video: "M4 7h10v10H4zM14 10.5l6-3v9l-6-3",
  bell: "M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4",
  text: "M5 7h14M5 12h14M5 17h9",
  repeat: "M5 11V9a3 3 0 0 1 3-3h9l-2.5-2.5M19 13v2a3 3 0 0 1-3 3H7l2.5 2.5",
  calendar: "M5 6h14v14H5zM5 10.5h14M9 3.5V7M15 3.5V7",
  check: "M5 12.5l4.5 4.5L19 7.5",
  trash: "M5 7h14M9 7V4.5h6V7M7 7l.8 13h8.4L17 7",
  edit: "M5 19l.8-4L15.5 5.3a1.7 1.7 0 0 1 2.4 0l.8.8a1.7 1.7 0 0 1 0 2.4L9 18.2z",
};

/** A decorative picture; the element around it carries the name. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" })) {
    svg.setAttribute(key, value);
  }
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}
