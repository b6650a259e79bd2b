// Which of a series a change is for.

import { dialog } from "/kit/dialog.js";
import { h } from "/kit/dom.js";
import * as series from "./series.js";

const SCOPES = [["one", "This event"], ["following", "This and following events"], ["all", "All events"]];

/** True when a change to this occurrence leaves the question which of the series is meant. */
export const isOfSeries = (o) => Boolean(o.row.rrule || o.row.seriesId);

/** Ask for a scope; resolves to {scope, cause} or, when the user leaves it, to null. */
export function askScope(title, { without = [] } = {}) {
  return new Promise((resolve) => {
    const choose = (scope) => (cause) => (shown.close(), resolve({ scope, cause }));
    const buttons = SCOPES.filter(([scope]) => !without.includes(scope)).map(([scope, label]) =>
      h("button", { type: "button", class: "button choice", onclick: choose(scope) }, label),
    );
    const cancel = h("button", { type: "button", class: "button", onclick: () => (shown.close(), resolve(null)) }, "Cancel");
    const shown = dialog({ title, body: h("div", { class: "choices" }, buttons), actions: [cancel], onclose: () => resolve(null) });
  });
}

/**
 * Change an occurrence, asking for the scope where there is one to ask for. Resolves to the changes or null.
 * `ruleFollows`: the rule in the patch is that of the series, for another day. One occurrence can have no other rule.
 */
export async function editWithScope(app, cause, o, patch, message, { ruleFollows = false } = {}) {
  if (!Object.keys(patch).length) return [];
  const without = "rrule" in patch && !ruleFollows ? ["one"] : [];
  const answer = isOfSeries(o) ? await askScope("Change repeating event", { without }) : { scope: "one", cause };
  return answer && app.act(answer.cause, message, (draft) => series.edit(draft, o, answer.scope, patch));
}

/** Delete an occurrence, asking for the scope where there is one to ask for. Resolves to the changes or null. */
export async function removeWithScope(app, cause, o) {
  const answer = isOfSeries(o) ? await askScope("Delete repeating event") : { scope: "one", cause };
  return answer && app.act(answer.cause, "Event deleted", (draft) => series.remove(draft, o, answer.scope));
}
