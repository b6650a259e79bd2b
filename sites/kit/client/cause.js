// The cause of a change: the DOM event behind it, and whether a user (or a driver that acts as one) made that event.
//
// Only events that a browser marks as trusted when, and only when, real input made them are a cause. `submit`,
// `change` and `input` are none: a scripted `click()` on a button is itself untrusted but is followed by a trusted
// `submit`, and drivers fill selects and date fields by scripted `change` events. So a site changes state on
// clicks, keys and pointers alone.

const CAUSES = new Set([
  "click", "dblclick", "keydown", "keyup", "pointerdown", "pointermove", "pointerup", "pointercancel", "auxclick",
]);

const typeOf = Object.getOwnPropertyDescriptor(Event.prototype, "type").get;

/** `{type, trusted}` of a change's cause; anything that is no genuine input event is `{type: "script", trusted: false}`. */
export function causeOf(event) {
  let type;
  try {
    type = typeOf.call(event); // throws for an object that only looks like an event
  } catch {
    return { type: "script", trusted: false };
  }
  return CAUSES.has(type) ? { type, trusted: event.isTrusted === true } : { type, trusted: false };
}
