// Where things go that would lie over each other.

/**
 * Lanes for spans of days within a row of days: [{item, from, to, lane}] with `from` and `to` cut to first..last.
 * Items come in order; each takes the topmost lane that is free.
 */
export function dayLanes(items, first, last) {
  const taken = new Set(); // "lane/day"
  return items.map((item) => {
    const [from, to] = [Math.max(item.firstDay, first), Math.min(item.lastDay, last)];
    const days = Array.from({ length: to - from + 1 }, (_, n) => from + n);
    let lane = 0;
    while (days.some((day) => taken.has(`${lane}/${day}`))) lane += 1;
    for (const day of days) taken.add(`${lane}/${day}`);
    return { item, from, to, lane };
  });
}

/** Columns for spans of one day: [{item, column, n_columns}]; those that touch in a chain share the width. */
export function columns(items) {
  const placed = [];
  let cluster = [];
  let clusterEnd = -Infinity;
  for (const item of [...items].sort((a, b) => a.from - b.from || b.to - a.to)) {
    if (item.from >= clusterEnd) cluster = [];
    const taken = new Set(cluster.filter((other) => other.item.to > item.from).map((other) => other.column));
    let column = 0;
    while (taken.has(column)) column += 1;
    const entry = { item, column, cluster };
    cluster.push(entry);
    placed.push(entry);
    clusterEnd = Math.max(cluster.length === 1 ? -Infinity : clusterEnd, item.to);
  }
  return placed.map((entry) => ({ item: entry.item, column: entry.column, n_columns: 1 + Math.max(...entry.cluster.map((other) => other.column)) }));
}
