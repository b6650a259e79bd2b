// Tasks: things to do, with or without a day.

import { dialog } from "/kit/dialog.js";
import { h, icon, oneAtATime, replace } from "/kit/dom.js";
import { fromIsoDay, isoDay, longDay, parts } from "./dates.js";
import { parseDay } from "./parse.js";

export function drawTasks(app, parent) {
  parent.dataset.title = "Tasks";
  const tasks = app.store.all("tasks").sort(byDue);
  const [open, done] = [tasks.filter((task) => !task.done), tasks.filter((task) => task.done)];
  replace(
    parent,
    h(
      "div",
      { class: "page", "data-scroll": "page" },
      addForm(app),
      section(app, `To do (${open.length})`, open, "Nothing left to do."),
      done.length ? section(app, `Done (${done.length})`, done, "") : null,
    ),
  );
}

/** The order of tasks: the earliest first, those without a day last; of the same day in the order of their ids. */
export function byDue(a, b) {
  const [due, other] = [a.due || "9", b.due || "9"];
  return due === other ? a.id.localeCompare(b.id, "en", { numeric: true }) : due < other ? -1 : 1;
}

function section(app, title, tasks, nothing) {
  return h("section", { class: "card", "aria-label": title }, h("h2", {}, title), tasks.length ? h("ul", { class: "task-list full" }, tasks.map((task) => taskLine(app, task, { full: true }))) : h("p", { class: "nothing" }, nothing));
}

/** A task as a list item with a box to tick; `full` adds the ways to change it. */
export function taskLine(app, task, { full = false } = {}) {
  const day = fromIsoDay(task.due);
  const late = day !== null && !task.done && day < app.model.today();
  const flip = (event) => app.act(event, task.done ? "Task reopened" : "Task done", (draft) => draft.put("tasks", { ...task, done: !task.done }));
  const remove = (event) => app.act(event, "Task deleted", (draft) => draft.remove("tasks", task.id));
  return h(
    "li",
    { class: task.done ? "done" : null },
    h("label", {}, h("input", { type: "checkbox", checked: task.done, "data-key": `task-${full}-${task.id}`, onclick: flip }), h("span", {}, task.title, day !== null ? h("i", { class: late ? "late" : null }, ` ${dueText(app, day)}`) : null, full && task.notes ? h("small", {}, task.notes) : null)),
    full ? h("button", { type: "button", class: "icon-button", "aria-label": `Edit ${task.title}`, "data-key": `edit-${task.id}`, onclick: () => taskDialog(app, task) }, icon("edit")) : null,
    full ? h("button", { type: "button", class: "icon-button", "aria-label": `Delete ${task.title}`, "data-key": `drop-${task.id}`, onclick: remove }, icon("trash")) : null,
  );
}

function dueText(app, day) {
  const today = app.model.today();
  const away = day - today;
  return away === 0 ? "Today" : away === 1 ? "Tomorrow" : longDay(day, { short: true, year: parts(day).year !== parts(today).year });
}

function addForm(app) {
  const title = h("input", { type: "text", id: "task-title", "aria-label": "New task", placeholder: "Add a task", autocomplete: "off", "data-keep": true });
  const due = h("input", { type: "text", id: "task-due", "aria-label": "Due date", placeholder: "Due, e.g. Oct 20", autocomplete: "off", "data-keep": true });
  const add = oneAtATime(async (event) => {
    const day = due.value.trim() ? parseDay(due.value, app.model.today()) : undefined;
    title.setAttribute("aria-invalid", String(!title.value.trim()));
    due.setAttribute("aria-invalid", String(day === null));
    if (!title.value.trim() || day === null) return;
    const fields = { title: title.value.trim(), due: day === undefined ? "" : isoDay(day), notes: "", done: false };
    const typed = [title.value, due.value];
    [title.value, due.value] = ["", ""]; // the page is drawn anew with the task
    const changes = await app.act(event, "Task added", (draft) => draft.put("tasks", { id: draft.newId("tasks", "t"), ...fields }));
    const [again, dueAgain] = [document.getElementById("task-title"), document.getElementById("task-due")];
    if (changes === null && again) [again.value, dueAgain.value] = typed;
    again?.focus();
  });
  return h("form", { class: "card add-task", onsubmit: (event) => event.preventDefault() }, title, due, h("button", { type: "submit", class: "button primary", onclick: add }, "Add task"));
}

function taskDialog(app, task) {
  const title = h("input", { type: "text", id: "edit-task-title", value: task.title, "data-autofocus": true });
  const due = h("input", { type: "text", id: "edit-task-due", value: task.due ? longDay(fromIsoDay(task.due), { weekday: false, short: true }) : "", placeholder: "None" });
  const notes = h("textarea", { id: "edit-task-notes", rows: 3, value: task.notes });
  const save = async (event) => {
    event.preventDefault();
    const day = due.value.trim() ? parseDay(due.value, app.model.today()) : undefined;
    due.setAttribute("aria-invalid", String(day === null));
    title.setAttribute("aria-invalid", String(!title.value.trim()));
    if (day === null || !title.value.trim()) return;
    const fields = { title: title.value.trim(), due: day === undefined ? "" : isoDay(day), notes: notes.value.trim() };
    const changes = await app.act(event, "Task saved", (draft) => draft.put("tasks", { ...(draft.get("tasks", task.id) ?? task), ...fields }));
    if (changes !== null) shown.close();
  };
  const body = h(
    "form",
    { class: "form", id: "task-form", onsubmit: (event) => event.preventDefault() },
    [["Title", title], ["Due date", due], ["Notes", notes]].map(([label, control]) => h("div", { class: "field" }, h("label", { class: "label", for: control.id }, label), control)),
  );
  const cancel = h("button", { type: "button", class: "button", onclick: () => shown.close() }, "Cancel");
  const shown = dialog({ title: "Edit task", body, actions: [cancel, h("button", { type: "submit", class: "button primary", form: "task-form", onclick: save }, "Save")] });
}
