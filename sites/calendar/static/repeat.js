// The part of the editor that makes a repeat rule.

import { h } from "/kit/dom.js";
import { MONTHS, WEEKDAYS, dayOf, isoDay, longDay, parts, weekdayOf } from "./dates.js";
import { parseDay } from "./parse.js";
import { CODES, formatRule, parseRule } from "./rules.js";

const ORDINALS = ["first", "second", "third", "fourth", "last"];
const UNITS = { DAILY: "day", WEEKLY: "week", MONTHLY: "month", YEARLY: "year" };
const CUSTOM = "custom";

/**
 * Controls for a rule. `startDay()` gives the start that the form holds at present. Returns {element, read, restart}:
 * `read()` gives the rule's text ("" for none) or throws an Error that says what is wrong.
 */
export function repeatControls(rule, startDay) {
  const select = h("select", { id: "repeat" });
  const custom = customControls(rule || "FREQ=WEEKLY", startDay);
  const element = h("div", { class: "repeat" }, select, custom.element);
  const fill = (chosen) => {
    select.replaceChildren(...presets(startDay()).map(([value, label]) => h("option", { value }, label)), h("option", { value: CUSTOM }, "Custom…"));
    select.value = chosen;
    if (select.selectedIndex < 0) select.value = CUSTOM;
  };
  fill(rule);
  return {
    element,
    read: () => (select.value === CUSTOM ? custom.read() : presets(startDay())[select.selectedIndex][0]),
    /** The start moved: the presets follow it, the choice among them stays. */
    restart: () => {
      const index = select.selectedIndex;
      fill("");
      select.selectedIndex = index;
    },
  };
}

function presets(day) {
  const p = parts(day);
  const code = CODES[p.weekday];
  const nth = Math.ceil(p.date / 7);
  return [
    ["", "Does not repeat"],
    ["FREQ=DAILY", "Daily"],
    ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "Every weekday (Monday to Friday)"],
    [`FREQ=WEEKLY;BYDAY=${code}`, `Weekly on ${WEEKDAYS[p.weekday]}`],
    [`FREQ=WEEKLY;INTERVAL=2;BYDAY=${code}`, `Every 2 weeks on ${WEEKDAYS[p.weekday]}`],
    [`FREQ=MONTHLY;BYMONTHDAY=${p.date}`, `Monthly on day ${p.date}`],
    [`FREQ=MONTHLY;BYDAY=${nth > 4 ? -1 : nth}${code}`, `Monthly on the ${ORDINALS[nth - 1]} ${WEEKDAYS[p.weekday]}`],
    [`FREQ=YEARLY;BYMONTH=${p.month};BYMONTHDAY=${p.date}`, `Yearly on ${MONTHS[p.month - 1]} ${p.date}`],
  ];
}

/** A rule brought along by a start on another day: "Weekly on Monday" becomes "Weekly on Tuesday". */
export function followed(rule, from, to) {
  const index = presets(from).findIndex(([value]) => value === rule);
  return index < 0 ? rule : presets(to)[index][0];
}

function customControls(text, startDay) {
  const rule = parseRule(text);
  const every = h("input", { type: "text", inputmode: "numeric", class: "number", "aria-label": "Repeat every", value: String(rule.interval) });
  const unit = h("select", { "aria-label": "Repeat unit" }, Object.entries(UNITS).map(([value, label]) => h("option", { value }, `${label}s`)));
  unit.value = rule.freq;
  const chosen = rule.freq === "WEEKLY" && rule.byDay.length ? rule.byDay.map((entry) => entry.weekday) : [];
  const boxes = WEEKDAYS.map((name, weekday) => h("input", { type: "checkbox", "aria-label": `Repeat on ${name}`, checked: chosen.includes(weekday), "data-weekday": weekday }));
  const days = h("span", { class: "weekdays", role: "group", "aria-label": "Repeat on" }, boxes.map((box, n) => h("label", { class: "weekday" }, box, h("span", { "aria-hidden": "true" }, WEEKDAYS[n].slice(0, 2)))));
  const ends = h("select", { "aria-label": "Repeat ends" }, [["never", "Never ends"], ["on", "Ends on"], ["after", "Ends after"]].map(([value, label]) => h("option", { value }, label)));
  const endDate = h("input", { type: "text", class: "ends-on", "aria-label": "Repeat end date", placeholder: "e.g. Dec 15, 2023" });
  const count = h("input", { type: "text", inputmode: "numeric", class: "number ends-after", "aria-label": "Number of occurrences", value: String(rule.count ?? 10) });
  const countLabel = h("span", { class: "ends-after" }, "times");
  ends.value = rule.count !== null ? "after" : rule.until !== null ? "on" : "never";
  if (rule.until) endDate.value = longDay(dayOf(Date.UTC(rule.until.slice(0, 4), rule.until.slice(4, 6) - 1, rule.until.slice(6, 8))), { weekday: false, short: true });
  const element = h("div", { class: "custom" }, h("span", {}, "Every"), every, unit, days, ends, endDate, count, countLabel);
  const read = () => {
    const made = { ...rule, freq: unit.value, interval: whole(every.value, "Repeat every"), count: null, until: null };
    if (unit.value !== rule.freq) Object.assign(made, { byMonthDay: [], byMonth: [], bySetPos: [], byDay: [] });
    if (unit.value === "WEEKLY") {
      const marked = boxes.filter((box) => box.checked).map((box) => ({ n: 0, weekday: Number(box.dataset.weekday) }));
      made.byDay = marked.length ? marked : [{ n: 0, weekday: weekdayOf(startDay()) }];
    }
    if (ends.value === "after") made.count = whole(count.value, "Number of occurrences");
    if (ends.value === "on") {
      const last = parseDay(endDate.value, startDay());
      if (last === null) throw new Error("The repeat end date is not a date. Try “Dec 15, 2023”.");
      if (last < startDay()) throw new Error("The repetition would end before it begins.");
      made.until = isoDay(last).replaceAll("-", "");
    }
    return formatRule(made);
  };
  return { element, read };
}

function whole(text, name) {
  const number = Number(text.trim());
  if (!Number.isInteger(number) || number < 1 || number > 999) throw new Error(`“${name}” must be a whole number from 1 to 999.`);
  return number;
}

/** A rule in words, such as "Weekly on Monday, Wednesday, until Dec 15, 2023". */
export function ruleText(text, startDay) {
  const preset = presets(startDay).find(([value]) => value && value === text);
  if (preset) return preset[1];
  const rule = parseRule(text);
  const unit = UNITS[rule.freq];
  const words = [rule.interval === 1 ? { DAILY: "Daily", WEEKLY: "Weekly", MONTHLY: "Monthly", YEARLY: "Yearly" }[rule.freq] : `Every ${rule.interval} ${unit}s`];
  if (rule.byDay.length) {
    const name = ({ n, weekday }) => (n ? `the ${n < 0 ? "last" : ORDINALS[n - 1]} ` : "") + WEEKDAYS[weekday];
    words.push(` on ${rule.byDay.map(name).join(", ")}`);
  } else if (rule.byMonthDay.length) words.push(` on day ${rule.byMonthDay.join(", ")}`);
  if (rule.count !== null) words.push(`, ${rule.count} times`);
  if (rule.until !== null) {
    const last = dayOf(Date.UTC(rule.until.slice(0, 4), rule.until.slice(4, 6) - 1, rule.until.slice(6, 8)));
    words.push(`, until ${longDay(last, { weekday: false, short: true })}`);
  }
  return words.join("");
}
