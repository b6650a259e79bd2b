// The special pages for other benchmarks' harnesses. The server answers their addresses only when a world is opened for
// compatibility; see special.py.

import { diff, flat, nested } from "/kit/diff.js";
import { h } from "/kit/dom.js";
import { Store, startState } from "/kit/store.js";

const NAMES = ["events", "calendars", "tasks", "people", "settings"];

export const isSpecial = (path) => /^\/{1,2}(config|clear|finish|submit)$/.test(path);

/** How the site is to be served, where `/config` said so: its `latency` in milliseconds and the `seed` of it. */
export function configured(boot) {
  const { latency = boot.latency_ms, seed: latencySeed = boot.latency_seed } = readConfig(boot);
  return { latency_ms: Number(latency) || 0, latency_seed: Number(latencySeed) || 0 };
}

/** Show the special page that the address names. */
export async function showSpecial(boot) {
  const page = window.location.pathname.replaceAll("/", "");
  const query = Object.fromEntries(new URLSearchParams(window.location.search));
  const pages = { config: () => configure(boot, query), clear: () => clear(boot), finish: () => finish(boot), submit: () => submit(boot, query) };
  document.getElementById("app").replaceChildren(h("main", { class: "missing" }, await pages[page]()));
}

const configKey = (boot) => `${boot.key}.config`;
const pre = (value) => h("pre", {}, JSON.stringify(value, null, 2));
const readConfig = (boot) => JSON.parse(window.localStorage.getItem(configKey(boot)) ?? "{}");

function configure(boot, query) {
  const config = { ...readConfig(boot), ...query };
  window.localStorage.setItem(configKey(boot), JSON.stringify(config));
  return pre({ config });
}

async function clear(boot) {
  window.localStorage.removeItem(configKey(boot));
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
  window.localStorage.setItem(configKey(boot), JSON.stringify(config));
  return pre({ retrieved_answer: config.retrieved_answer });
}

/** The flat and the nested shape side by side; tasks stand under `myTasks` too, as REAL's calendar names them. */
export function report(before, after, config) {
  const changes = diff(before, after);
  const named = { ...changes, ...(changes.tasks ? { myTasks: changes.tasks } : {}) };
  const names = [...NAMES, "myTasks"];
  return { ...flat(named, names), ...nested(named, names), config: { gocalendar: config } };
}

const seed = async () => (await fetch("/seed.json")).json();
