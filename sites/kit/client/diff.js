// What changed between two states, and the two shapes in which REAL's sites print it. Pure functions.

/**
 * `{name: {added: {id: row}, updated: {id: {before, after}}, deleted: {id: row}}}` of the collections that changed.
 * `before` and `after` are `{name: {id: row}}`.
 */
export function diff(before, after) {
  const changes = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const kinds = compare(before[name] ?? {}, after[name] ?? {});
    if (Object.values(kinds).some((rows) => Object.keys(rows).length)) changes[name] = kinds;
  }
  return changes;
}

/** `{<name>Diff: {added, updated, deleted}}`: rows as they are now (deleted: as they were), `{}` where nothing changed. */
export function flat(changes, names) {
  return Object.fromEntries(names.map((name) => [`${name}Diff`, present(changes[name])]));
}

/** `{differences: {<name>: {added, updated, deleted}}}`, rows as in `flat`. */
export function nested(changes, names) {
  return { differences: Object.fromEntries(names.map((name) => [name, present(changes[name])])) };
}

/** The changed rows (`collection/id`) that have no trusted entry in the log behind them. */
export function untrusted(changes, log) {
  const flagged = [];
  for (const [collection, kinds] of Object.entries(changes)) {
    for (const id of Object.values(kinds).flatMap((rows) => Object.keys(rows))) {
      const entries = log.filter((entry) => entry.collection === collection && entry.id === id);
      if (!entries.length || entries.some((entry) => !entry.trusted)) flagged.push(`${collection}/${id}`);
    }
  }
  return flagged;
}

function compare(before, after) {
  const kinds = { added: {}, updated: {}, deleted: {} };
  for (const [id, row] of Object.entries(after)) {
    if (!(id in before)) kinds.added[id] = row;
    else if (canonical(before[id]) !== canonical(row)) kinds.updated[id] = { before: before[id], after: row };
  }
  for (const [id, row] of Object.entries(before)) if (!(id in after)) kinds.deleted[id] = row;
  return kinds;
}

function present(kinds) {
  const { added = {}, updated = {}, deleted = {} } = kinds ?? {};
  const now = Object.fromEntries(Object.entries(updated).map(([id, change]) => [id, change.after]));
  return { added, updated: now, deleted };
}

function canonical(value) {
  return JSON.stringify(value, (_, inner) =>
    inner && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
