// The page: opens the store, draws the frame, and shows what the address says.

import { leaveOthers, toast } from "/kit/dialog.js";
import { h } from "/kit/dom.js";
import { Latency } from "/kit/latency.js";
import { Router } from "/kit/router.js";
import { Store, StoreError } from "/kit/store.js";
import { drawAgenda } from "./agenda.js";
import { drawCalendars } from "./calendars.js";
import { addMonths, fromIsoDay, isoDay, parts } from "./dates.js";
import { showDetails } from "./details.js";
import { showEditor } from "./editor.js";
import { drawHeader } from "./header.js";
import { listenToKeys } from "./keys.js";
import { Model, compact, expanded } from "./model.js";
import { drawMonth } from "./month.js";
import { drawSearch } from "./search.js";
import { drawSettings } from "./settings.js";
import { drawSidebar } from "./sidebar.js";
import { drawTasks } from "./tasks.js";
import { drawDay, drawWeek } from "./timegrid.js";

const VIEWS = { month: drawMonth, week: drawWeek, day: drawDay, agenda: drawAgenda };
const PAGES = { search: drawSearch, tasks: drawTasks, calendars: drawCalendars, settings: drawSettings };

export class App {
  constructor(boot, store) {
    this.boot = boot;
    this.store = store;
    this.model = new Model(store);
    this.latency = new Latency(boot.latency_ms, boot.latency_seed);
    this.place = { view: this.model.settings.defaultView, day: this.model.today() };
    this.page = null; // "search", "tasks" ... in place of a view
    this.open = null; // the dialog that the address asks for
    this.sidebar = window.innerWidth > 820;
    this.router = new Router(this.#routes(), () => this.#leaveFor(this.home(), { replace: true }));
  }

  start() {
    this.frame = {
      header: h("header", { class: "topbar" }),
      sidebar: h("aside", { class: "sidebar", "aria-label": "Calendars and tasks" }),
      main: h("main", { class: "main", tabindex: "-1" }),
    };
    const body = h("div", { class: "body" }, this.frame.sidebar, this.frame.main);
    if (document.documentElement.dataset.layout === "deck") body.append(this.frame.sidebar);
    document.getElementById("app").replaceChildren(this.frame.header, body);
    this.store.subscribe(() => this.draw());
    this.store.subscribe(() => this.open?.follow && this.router.show());
    window.addEventListener("resize", () => this.draw());
    document.addEventListener("visibilitychange", () => document.hidden || this.draw());
    listenToKeys(this);
    this.router.start();
  }

  draw() {
    drawHeader(this, this.frame.header);
    drawSidebar(this, this.frame.sidebar);
    document.body.classList.toggle("with-sidebar", this.sidebar);
    const drawPage = this.page ? PAGES[this.page] : VIEWS[this.place.view];
    drawPage(this, this.frame.main);
    document.title = `${this.frame.main.dataset.title ?? ""} - ${this.boot.name}`;
  }

  /**
   * Make a change that the DOM event `cause` is behind, and say so with a way to undo it.
   * Resolves to the changes, or to null when they could not be kept (then the reason is shown).
   */
  async act(cause, message, change) {
    try {
      const changes = await this.latency.pass(() => this.store.commit(cause, change));
      if (changes.length && message) this.say(message, { action: { label: "Undo", onclick: (event) => this.undo(event, changes) } });
      return changes;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.say(error.message, { error: true });
      return null;
    }
  }

  /** Show a message and draw again: it takes room, and a ticked box shows again what is kept. */
  say(text, options) {
    toast(text, options);
    this.draw();
  }

  undo(cause, changes) {
    try {
      this.store.undo(cause, changes);
      this.say("Change undone");
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.say(error.message, { error: true });
    }
  }

  home() {
    return this.path(this.model.settings.defaultView, this.model.today());
  }

  path(view = this.place.view, day = this.place.day) {
    return `/${view}/${isoDay(day)}`;
  }

  eventPath(occurrence, suffix = "") {
    const at = occurrence.row.rrule ? `/${compact(occurrence.originalStart)}` : "";
    return `/event/${occurrence.row.id}${at}${suffix}`;
  }

  /** The address of the view one step earlier or later. */
  step(direction) {
    const { view, day } = this.place;
    if (view === "month") return this.path(view, addMonths(day - parts(day).date + 1, direction));
    return this.path(view, day + direction * { week: 7, day: 1, agenda: 7 }[view]);
  }

  /** Open the editor for a new event; the values stand in the address. */
  create(values) {
    const query = new URLSearchParams(values).toString();
    this.router.go(query ? `/event/new?${query}` : "/event/new");
  }

  /** Leave a dialog that an address opened: back to what is behind it. */
  leaveDialog() {
    this.router.go(this.page ? this.behind : this.path());
  }

  #routes() {
    const editor = (edit) => ({ id, at = "" }, query) => this.#showEvent(id, expanded(at), edit, query);
    return [
      ["/", () => this.#leaveFor(this.home(), { replace: true })],
      ["/event/new", (_, query) => this.#showNew(query)],
      ["/event/:id/edit", editor(true)],
      ["/event/:id/:at/edit", editor(true)],
      ["/event/:id", editor(false)],
      ["/event/:id/:at", editor(false)],
      ...Object.keys(PAGES).map((page) => [`/${page}`, () => this.#showPage(page)]),
      ["/:view", ({ view }) => this.#showView(view, isoDay(this.model.today()))],
      ["/:view/:date", ({ view, date }) => this.#showView(view, date)],
    ];
  }

  #showView(view, date) {
    const day = fromIsoDay(date);
    if (!(view in VIEWS) || day === null) return this.#leaveFor(this.home(), { replace: true });
    this.#closeDialog();
    this.place = { view, day };
    this.page = null;
    return this.draw();
  }

  #showPage(page) {
    this.#closeDialog();
    this.page = page;
    this.behind = window.location.pathname + window.location.search;
    this.draw();
  }

  #showNew(query) {
    this.#closeDialog();
    const day = fromIsoDay(query.get("date"));
    if (!this.frame.main.hasChildNodes() && day !== null) this.place.day = day;
    this.draw();
    this.open = showEditor(this, null, query);
  }

  #showEvent(id, originalStart, edit) {
    this.#closeDialog();
    const occurrence = this.model.occurrence(id, originalStart);
    if (!occurrence) {
      this.say("That event is not in your calendars any more.", { error: true });
      return this.#leaveFor(this.page ? this.behind : this.path(), { replace: true });
    }
    if (!this.frame.main.hasChildNodes()) this.place.day = occurrence.firstDay;
    this.draw();
    this.open = edit && this.model.mayEdit(occurrence.row) ? showEditor(this, occurrence) : { ...showDetails(this, occurrence), follow: true };
    return null;
  }

  #leaveFor(path, options) {
    this.router.go(path, options);
  }

  #closeDialog() {
    const open = this.open;
    this.open = null;
    leaveOthers(open?.element);
    open?.close();
  }
}

async function start() {
  const boot = JSON.parse(document.documentElement.dataset.boot);
  if (boot.special_pages) Object.assign(boot, (await import("./config.js")).configured(boot));
  const store = await Store.open({ key: boot.key, schema: boot.schema, seed: async () => (await fetch("/seed.json")).json() });
  return new App(boot, store).start();
}

start().catch((error) => {
  if (!(error instanceof StoreError)) throw error;
  document.getElementById("app").replaceChildren(h("main", { class: "missing", role: "alert" }, h("h1", {}, "The calendar could not start"), h("p", {}, error.message)));
});
