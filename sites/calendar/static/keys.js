// Keys: for the whole page, and for the event that has the focus.

import { isDialogOpen } from "/kit/dialog.js";
import { DAY, MINUTE } from "./dates.js";
import { move } from "./drag.js";
import { expanded } from "./model.js";
import { removeWithScope } from "./scope.js";

export const KEYS = {
  c: ["New event", (app) => app.create({})],
  t: ["Today", (app) => app.router.go(app.path(app.place.view, app.model.today()))],
  m: ["Month", (app) => app.router.go(app.path("month"))],
  w: ["Week", (app) => app.router.go(app.path("week"))],
  d: ["Day", (app) => app.router.go(app.path("day"))],
  a: ["Agenda", (app) => app.router.go(app.path("agenda"))],
  j: ["Later", (app) => app.router.go(app.step(1))],
  k: ["Earlier", (app) => app.router.go(app.step(-1))],
  "/": ["Search", () => document.getElementById("search").focus()],
};

const STEP = 15 * MINUTE;
const MOVES = { ArrowUp: -STEP, ArrowDown: STEP, ArrowLeft: -DAY, ArrowRight: DAY };

export function listenToKeys(app) {
  document.addEventListener("keydown", (event) => {
    if (isDialogOpen() || event.defaultPrevented || event.target.matches("input, select, textarea")) return;
    if (onEvent(app, event)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in KEYS)) return;
    event.preventDefault();
    KEYS[event.key][1](app);
  });
}

// On the event that has the focus: Delete removes it, Alt with arrows moves it, Alt and Shift with up and down resizes.
function onEvent(app, event) {
  const [id, at = ""] = event.target.dataset?.event?.split("/") ?? [];
  const o = id ? app.model.occurrence(id, expanded(at)) : null;
  if (!o || !app.model.mayEdit(o.row)) return false;
  if (event.key === "Delete") {
    event.preventDefault();
    removeWithScope(app, event, o);
    return true;
  }
  if (!event.altKey || !(event.key in MOVES)) return false;
  event.preventDefault();
  const by = MOVES[event.key];
  if (o.allDay && Math.abs(by) < DAY) return true;
  if (!event.shiftKey) move(app, event, o, by, 0);
  else if (o.end + by > o.start && Math.abs(by) < DAY) move(app, event, o, 0, by);
  return true;
}
