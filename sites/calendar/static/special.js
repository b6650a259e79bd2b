// The special pages for other benchmarks' harnesses. The server answers their addresses only when a world is opened for
// compatibility; see special.py. What a page does to the storage is done when it has loaded, so that a harness may go on
// to the next address at once.

import { diff, flat, nested } from "/kit/diff.js";
import { h } from "/kit/dom.js";
import { Store, startState } from "/kit/store.js";
import { readConfig, removeConfig, writeConfig } from "./config.js";

const NAMES = ["events", "calendars", "tasks", "people", "settings"];
const PAGES = { config: configure, clear, finish, submit };

const pre = (value) => h("pre", {}, JSON.stringify(value, null, 2));
const seed = async () => (await fetch("/seed.json")).json();

function configure(boot, query) {
  const config = { ...readConfig(boot), ...query };
  writeConfig(boot, config);
  return pre({ config });
}

async function clear(boot) {
  removeConfig(boot);
  window.localStorage.removeItem(boot.key);
  window.localStorage.setItem(boot.key, JSON.stringify(startState(boot.schema, await seed())));
  return h("p", {}, "The calendar is back to its start.");
}

async function finish(boot) {
  const start = await seed();
  const store = await Store.open({ key: boot.key, schema: boot.schema, seed: async () => start });
  return pre(report(start.collections, store.state.collections, readConfig(boot)));
}

function submit(boot, query) {
  const config = { ...readConfig(boot), retrieved_answer: query.retrieved_answer ?? "" };
  writeConfig(boot, config);
  return pre({ retrieved_answer: config.retrieved_answer });
}

/** The flat and the nested shape side by side; tasks stand under `myTasks` too, as REAL's calendar names them. */
function report(before, after, config) {
  const changes = diff(before, after);
  const named = { ...changes, ...(changes.tasks ? { myTasks: changes.tasks } : {}) };
  const names = [...NAMES, "myTasks"];
  return { ...flat(named, names), ...nested(named, names), config: { gocalendar: config } };
}

async function start() {
  const boot = JSON.parse(document.documentElement.dataset.boot);
  const page = window.location.pathname.replaceAll("/", "");
  const query = Object.fromEntries(new URLSearchParams(window.location.search));
  document.getElementById("app").replaceChildren(h("main", { class: "missing" }, await PAGES[page](boot, query)));
}

start();
