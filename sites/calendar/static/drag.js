// Moving, resizing and creating with the pointer. A drag ends in one change, made by the release of the pointer.

import { h } from "/kit/dom.js";
import { DAY, HOUR, MINUTE, clock, clockSpan, isoDay } from "./dates.js";
import { editWithScope } from "./scope.js";
import { HOUR_PX } from "./timegrid.js";
import { iso, toInstant } from "./zone.js";

const SNAP = 15 * MINUTE;
const CLICK_SNAP = 30 * MINUTE;
const FAR_PX = 5; // less than this is a click

/** In the time grid: drag a block to move it, its lower edge to resize it, empty room to create. */
export function dragBlocks(app, grid, days) {
  grid.addEventListener("pointerdown", (event) => {
    if (event.button || event.pointerType === "touch") return;
    const target = event.target.closest("[data-event]");
    const column = event.target.closest(".column");
    if (target && column) grab(app, grid, target, event, days);
    else if (column && event.target === column) sweep(app, column, event);
  });
  grid.addEventListener("click", (event) => {
    if (event.target.matches(".day-head .lanes")) app.create({ date: isoDay(Number(event.target.parentElement.dataset.day)), allDay: "1" });
  });
}

/** In the month: drag a chip to another day. */
export function dragDays(app, table) {
  table.addEventListener("pointerdown", (event) => {
    const target = event.target.closest("[data-event]");
    const grabbed = dayAt(event);
    const o = target && !event.button && event.pointerType !== "touch" ? find(app, target) : null;
    if (!o || !app.model.mayEdit(o.row)) return;
    follow(event, target, {
      move: (at) => mark(table, dayAt(at)),
      drop: (up) => {
        const day = dayAt(up);
        mark(table, null);
        if (day !== null) move(app, up, o, (day - grabbed) * DAY, 0);
      },
      stop: () => mark(table, null),
    });
  });
}

function grab(app, grid, target, event, days) {
  const o = find(app, target);
  if (!o || !app.model.mayEdit(o.row)) return;
  const resizing = event.target.matches(".grip");
  const column = target.closest(".column");
  const ghost = h("div", { class: `block ghost`, style: target.getAttribute("style") });
  const top = grid.scrollTop;
  let change = { shift: 0, stretch: 0 };
  follow(event, target, {
    move: (at) => {
      const delta = snap(((at.clientY - event.clientY + grid.scrollTop - top) / HOUR_PX) * HOUR, SNAP);
      const day = dayAt(at) ?? days[0];
      change = resizing
        ? { shift: 0, stretch: Math.max(delta, SNAP - (o.end - o.start)) }
        : { shift: delta + (day - Number(column.dataset.day)) * DAY, stretch: 0 };
      const [start, end] = [o.start + change.shift, o.end + change.shift + change.stretch];
      ghost.style.top = `${((start % DAY) / HOUR) * HOUR_PX + 1}px`;
      ghost.style.height = `${((end - start) / HOUR) * HOUR_PX - 2}px`;
      ghost.style.left = "0";
      ghost.style.width = "calc(100% - 4px)";
      ghost.replaceChildren(h("span", { class: "block-text" }, h("b", {}, o.row.title), h("i", {}, clockSpan(start, end, app.model.hour24))));
      (grid.querySelector(`.column[data-day="${resizing ? column.dataset.day : day}"]`) ?? column).append(ghost);
      target.classList.add("lifted");
    },
    drop: (up) => move(app, up, o, change.shift, change.stretch),
    stop: () => (ghost.remove(), target.classList.remove("lifted")),
  });
}

function sweep(app, column, event) {
  const day = Number(column.dataset.day);
  const at = (point) => ((point.clientY - column.getBoundingClientRect().top) / HOUR_PX) * HOUR;
  const first = Math.floor(at(event) / CLICK_SNAP) * CLICK_SNAP;
  const ghost = h("div", { class: "block ghost new" });
  let last = null;
  const create = (end) => app.create({ date: isoDay(day), start: clock(first, true), ...(end === null ? {} : { end: clock(end % DAY, true) }) });
  follow(event, column, {
    move: (point) => {
      last = Math.min(DAY, Math.max(first + SNAP, snap(at(point), SNAP)));
      ghost.style.cssText = `top:${(first / HOUR) * HOUR_PX}px;height:${((last - first) / HOUR) * HOUR_PX}px;left:0;width:calc(100% - 4px)`;
      ghost.replaceChildren(h("span", { class: "block-text" }, h("b", {}, "New event"), h("i", {}, clockSpan(first, last, app.model.hour24))));
      column.append(ghost);
    },
    drop: () => create(last),
    click: () => create(null),
    stop: () => ghost.remove(),
  });
}

// Follow the pointer until it is released (`drop`, or `click` when it hardly moved) or given up with Escape.
function follow(down, element, { move: onMove, drop, click = () => {}, stop }) {
  const listening = new AbortController();
  const { signal } = listening;
  let far = false;
  const end = () => {
    listening.abort();
    stop();
  };
  window.addEventListener("pointermove", (event) => {
    far ||= Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) >= FAR_PX;
    if (far) (event.preventDefault(), document.body.classList.add("dragging"), onMove(event));
  }, { signal });
  window.addEventListener("pointerup", (event) => {
    end();
    document.body.classList.remove("dragging");
    if (!far) return click(event);
    swallowClick();
    return drop(event);
  }, { signal });
  for (const kind of ["pointercancel", "blur"]) window.addEventListener(kind, () => (document.body.classList.remove("dragging"), end()), { signal });
  window.addEventListener("keydown", (event) => event.key === "Escape" && (document.body.classList.remove("dragging"), end()), { signal });
  if (element.matches(".column")) down.preventDefault();
}

// The click that follows a drag opens nothing. It comes in the same task as the release, or not at all: then the next
// click is another one's, of the pointer or, as Enter on a button makes one, of a key.
function swallowClick() {
  const stop = (event) => (event.preventDefault(), event.stopPropagation());
  window.addEventListener("click", stop, { capture: true, once: true });
  for (const kind of ["pointerdown", "keydown"]) {
    window.addEventListener(kind, () => window.removeEventListener("click", stop, { capture: true }), { capture: true, once: true });
  }
}

/** Shift an occurrence and stretch its end, both in milliseconds of wall time. */
export function move(app, cause, o, shift, stretch) {
  if (!shift && !stretch) return null;
  const instant = (wall) => iso(o.allDay ? wall : toInstant(wall, app.model.zone));
  const patch = { start: instant(o.start + shift), end: instant(o.end + shift + stretch) };
  return editWithScope(app, cause, o, patch, stretch ? "Event length changed" : "Event moved");
}

function find(app, element) {
  const [id, at = ""] = element.dataset.event.split("/");
  return app.model.occurrence(id, at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6.000Z"));
}

// The day that lies there itself: what is drawn over it may belong to another, as an event of several days does.
function dayAt(point) {
  const holder = document.elementsFromPoint(point.clientX, point.clientY).find((element) => element.hasAttribute("data-day"));
  return holder ? Number(holder.dataset.day) : null;
}

function mark(table, day) {
  for (const cell of table.querySelectorAll(".target")) cell.classList.remove("target");
  if (day !== null) table.querySelector(`[data-day="${day}"]`)?.classList.add("target");
}

const snap = (value, step) => Math.round(value / step) * step;
