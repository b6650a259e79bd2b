// In-page modal dialogs and messages; nothing here uses the browser's own dialogs.

import { h, icon } from "./dom.js";

let serial = 0;
const open = []; // the stack of open dialogs as {panel, leave}, topmost last

/**
 * Show a modal dialog. `body` is its content, `actions` the buttons at its foot, `onclose` is called once when the user
 * leaves it (Escape, the close button, the backdrop). Focus goes to `[data-autofocus]` or the first field and stays inside.
 * Returns {element, close}; `close()` calls no `onclose`.
 */
export function dialog({ title, body, actions = [], onclose = () => {}, wide = false, actionsFirst = [] }) {
  const id = `dialog-${(serial += 1)}`;
  const before = document.activeElement;
  const panel = h(
    "section",
    { class: wide ? "dialog wide" : "dialog", role: "dialog", "aria-modal": "true", "aria-labelledby": id },
    h(
      "header",
      { class: "dialog-head" },
      h("h2", { id }, title),
      h("span", { class: "dialog-tools" }, ...actionsFirst, h("button", { type: "button", class: "icon-button", "aria-label": "Close", onclick: leave }, icon("close"))),
    ),
    h("div", { class: "dialog-body" }, body),
    actions.length ? h("footer", { class: "dialog-foot" }, ...actions) : null,
  );
  const backdrop = h("div", { class: "backdrop", onpointerdown: (event) => event.target === backdrop && (event.preventDefault(), leave()) }, panel);
  const entry = { panel, leave };
  const onkey = (event) => open.at(-1) === entry && keep(event, panel, leave);
  document.addEventListener("keydown", onkey);
  const behind = [...document.body.children].filter((child) => !child.matches(".toasts, script"));
  const inerted = behind.filter((child) => !child.inert);
  // aria-hidden says the same as inert to those who read the tree without it, and keeps the tree small.
  for (const child of inerted) (child.inert = true), child.setAttribute("aria-hidden", "true");
  document.body.append(backdrop);
  open.push(entry);
  (panel.querySelector("[data-autofocus]") ?? panel.querySelector("input, select, textarea, .dialog-foot button") ?? panel.querySelector("button"))?.focus();

  function close() {
    if (!backdrop.isConnected) return;
    backdrop.remove();
    document.removeEventListener("keydown", onkey);
    open.splice(open.indexOf(entry), 1);
    for (const child of inerted) (child.inert = false), child.removeAttribute("aria-hidden");
    if (before?.isConnected) before.focus({ preventScroll: true });
    else (document.querySelector(before?.dataset?.key ? `[data-key="${CSS.escape(before.dataset.key)}"]` : "main") ?? document.body).focus?.();
  }
  function leave() {
    close();
    onclose();
  }
  return { element: panel, close };
}

/** Leave every open dialog, as the user would, but the one with this element: the page goes on to something else. */
export function leaveOthers(element) {
  for (const { panel, leave } of [...open].reverse()) if (panel !== element) leave();
}

/** True while a dialog is open. */
export function isDialogOpen() {
  return open.length > 0;
}

function keep(event, panel, leave) {
  if (event.key === "Escape" && !event.defaultPrevented) {
    event.preventDefault();
    event.stopPropagation();
    leave();
  }
  if (event.key !== "Tab") return;
  const stops = [...panel.querySelectorAll("a[href], button, input, select, textarea, [tabindex='0']")].filter(
    (element) => !element.disabled && element.offsetParent !== null,
  );
  const [first, last] = [stops[0], stops.at(-1)];
  if (event.shiftKey && document.activeElement === first) (event.preventDefault(), last.focus());
  else if (!event.shiftKey && document.activeElement === last) (event.preventDefault(), first.focus());
}

/**
 * One message at the foot of the page, in place of the one before; it stays until dismissed or replaced.
 * `action` is {label, onclick}; `error` makes it an alert.
 */
export function toast(text, { action = null, error = false } = {}) {
  const place = document.querySelector(".toasts") ?? document.body.appendChild(h("div", { class: "toasts" }));
  const box = h(
    "div",
    { class: error ? "toast error" : "toast", role: error ? "alert" : "status" },
    h("span", {}, text),
    action ? h("button", { type: "button", class: "toast-action", onclick: (event) => (dismiss(), action.onclick(event)) }, action.label) : null,
    h("button", { type: "button", class: "icon-button", "aria-label": "Dismiss message", onclick: dismiss }, icon("close")),
  );
  place.replaceChildren(box);
}

/** Take the message away. */
export function dismiss() {
  document.querySelector(".toasts")?.replaceChildren();
}
