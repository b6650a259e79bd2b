// A site's state in the browser: collections of rows under one localStorage key, written on every change.
//
//   {"schema": 1, "version": n, "collections": {name: {id: row}}, "next": {name: n}, "log": [entry]}
//
// `version` counts the commits; unchanged means that nothing was written. `next` is the number that the next new row of
// a collection gets, so that the same actions give the same bytes. A log entry is
// {seq, collection, id, kind: "added" | "updated" | "deleted", cause: event type, trusted: bool}.
// The state holds no time of writing and nothing random.

import { causeOf } from "./cause.js";

/** A change that could not be kept. Neither the state in memory nor the one in storage is touched. */
export class StoreError extends Error {}

/** The changes of one commit while they are made. */
class Draft {
  constructor(state) {
    this.state = state;
    this.next = { ...state.next };
    this.changed = new Map(); // "collection/id" -> {collection, id, before, after}
  }

  /** A row as it stands in this draft, or undefined. */
  get(collection, id) {
    const change = this.changed.get(`${collection}/${id}`);
    return change ? change.after : this.state.collections[collection][id];
  }

  /** The rows of a collection as they stand in this draft. */
  all(collection) {
    const rows = { ...this.state.collections[collection] };
    for (const change of this.changed.values()) {
      if (change.collection !== collection) continue;
      if (change.after) rows[change.id] = change.after;
      else delete rows[change.id];
    }
    return Object.values(rows);
  }

  put(collection, row) {
    this.#note(collection, row.id, row);
    return row;
  }

  remove(collection, id) {
    this.#note(collection, id, undefined);
  }

  /** A new id such as "e26": the collection's prefix and its counter. Ids that are taken are passed over. */
  newId(collection, prefix) {
    let number = this.next[collection] ?? 1;
    while (this.get(collection, `${prefix}${number}`)) number += 1;
    this.next[collection] = number + 1;
    return `${prefix}${number}`;
  }

  changes() {
    return [...this.changed.values()].filter((c) => JSON.stringify(c.before) !== JSON.stringify(c.after));
  }

  #note(collection, id, after) {
    const key = `${collection}/${id}`;
    const before = this.changed.get(key)?.before ?? this.state.collections[collection][id];
    this.changed.set(key, { collection, id, before, after });
  }
}

export class Store {
  #raw = null;
  #state = null;
  #listeners = new Set();

  /**
   * Open the store; at the first visit (key absent, or written by another schema) it starts from the seed.
   * `seed` is an async function that gives `{collections, next}`. Throws StoreError when the first write fails.
   */
  static async open({ key, schema, seed, storage = window.localStorage }) {
    const store = new Store(key, storage);
    const raw = storage.getItem(key);
    const kept = raw === null ? null : read(raw);
    if (kept && kept.schema === schema) store.#adopt(raw, kept);
    else store.#write(startState(schema, await seed()));
    window.addEventListener("storage", (event) => store.#follow(event));
    return store;
  }

  constructor(key, storage) {
    this.key = key;
    this.storage = storage;
    /** Called when another tab removed the state; a site starts over then. */
    this.onCleared = () => window.location.reload();
  }

  get version() {
    return this.#state.version;
  }

  /** A row, or undefined. Rows are never changed in place. */
  get(collection, id) {
    return this.#state.collections[collection][id];
  }

  /** The rows of a collection. */
  all(collection) {
    return Object.values(this.#state.collections[collection]);
  }

  /** The whole state; for reading only. */
  get state() {
    return this.#state;
  }

  /** Call `listener()` after every change, in this tab or another; returns a function that stops it. */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Make one change: `change(draft)` puts and removes rows, then all of it is kept or none.
   * `cause` is the DOM event behind it. Returns the changes as [{collection, id, before, after}].
   * Throws StoreError, with everything as it was, when the storage is full or was cleared by another tab.
   */
  commit(cause, change) {
    this.#refresh();
    const draft = new Draft(this.#state);
    change(draft);
    const changes = draft.changes();
    if (changes.length) {
      this.#write(apply(this.#state, changes, draft.next, causeOf(cause)));
      this.#tell();
    }
    return changes;
  }

  /** Take back the changes of a commit. Rows that changed again since then are left as they are. */
  undo(cause, changes) {
    return this.commit(cause, (draft) => {
      for (const { collection, id, before, after } of [...changes].reverse()) {
        if (JSON.stringify(draft.get(collection, id)) !== JSON.stringify(after)) continue;
        if (before) draft.put(collection, before);
        else draft.remove(collection, id);
      }
    });
  }

  #refresh() {
    const raw = this.storage.getItem(this.key);
    if (raw === this.#raw) return;
    if (raw === null) {
      this.onCleared();
      throw new StoreError("The data was reset in another tab, so this change was not made. Please try again.");
    }
    this.#adopt(raw, read(raw));
  }

  #follow(event) {
    if (event.storageArea !== this.storage || (event.key !== this.key && event.key !== null)) return;
    if (event.newValue === null) {
      this.onCleared();
      return;
    }
    this.#adopt(event.newValue, read(event.newValue));
    this.#tell();
  }

  #adopt(raw, state) {
    if (!state) throw new StoreError("The saved data cannot be read. Clear this site's data to start over.");
    this.#raw = raw;
    this.#state = state;
  }

  #write(state) {
    const raw = JSON.stringify(state);
    try {
      this.storage.setItem(this.key, raw);
    } catch (error) {
      if (error.name !== "QuotaExceededError") throw error;
      throw new StoreError("Storage is full, so this change was not saved. Nothing else was lost; delete something and save again.");
    }
    this.#raw = raw;
    this.#state = state;
  }

  #tell() {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** The state at the first visit: the seed's rows, nothing logged. */
export function startState(schema, seed) {
  return { schema, version: 0, collections: seed.collections, next: seed.next ?? {}, log: [] };
}

function read(raw) {
  try {
    return JSON.parse(raw);
  } catch {
    return null; // not ours, or damaged: the caller says so or starts over
  }
}

function apply(state, changes, next, cause) {
  const collections = { ...state.collections };
  const log = [...state.log];
  for (const { collection, id, before, after } of changes) {
    if (collections[collection] === state.collections[collection]) collections[collection] = { ...collections[collection] };
    if (after) collections[collection][id] = after;
    else delete collections[collection][id];
    const kind = !before ? "added" : after ? "updated" : "deleted";
    log.push({ seq: log.length + 1, collection, id, kind, cause: cause.type, trusted: cause.trusted });
  }
  return { schema: state.schema, version: state.version + 1, collections, next, log };
}
