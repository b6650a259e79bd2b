// Runs in every frame before the scripts of the page. It shifts the clock, keeps a ledger of the timers that are about
// to fire, and offers one hidden function, `quiet`, that tells when the page has come to rest. It keeps the natives it
// needs, so nothing that a page does to its globals later changes it, and it never writes to the document.
// OFFSET_MS is replaced by the milliseconds to add to the machine's clock.
(() => {
  const NAME = "__browserenv";
  if (Object.prototype.hasOwnProperty.call(window, NAME)) return;
  const NativeDate = Date, NativePromise = Promise, NativeObserver = MutationObserver, NativeMap = Map, NativeURL = URL;
  const nativeNow = Date.now, nativeTimeout = setTimeout, nativeClear = clearTimeout;
  const nativeClearInterval = clearInterval, nativeFrame = requestAnimationFrame;
  const microtask = queueMicrotask, apply = Reflect.apply, construct = Reflect.construct;
  const monotonic = performance.now.bind(performance);

  // --- the clock: every Date of the page is OFFSET_MS away from the machine's; it runs, it is not frozen
  const shifted = () => nativeNow() + OFFSET_MS;
  const PageDate = new Proxy(NativeDate, {
    construct: (target, args, self) => construct(target, args.length ? args : [shifted()], self),
    apply: () => new NativeDate(shifted()).toString(),
    get: (target, key, self) => (key === "now" ? now : Reflect.get(target, key, self)),
  });
  const now = { now() { return shifted(); } }.now;
  NativeDate.prototype.constructor = PageDate;
  window.Date = PageDate;
  for (const method of ["format", "formatToParts"]) {
    const native = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, method);
    const bind = (fn) => (date) => fn(date === undefined ? shifted() : date);
    if (native.get) {
      const seen = new WeakMap(); // `formatter.format` is one and the same function at every reading
      Object.defineProperty(Intl.DateTimeFormat.prototype, method, { ...native, get() {
        if (!seen.has(this)) seen.set(this, bind(apply(native.get, this, [])));
        return seen.get(this);
      } });
    } else {
      Object.defineProperty(Intl.DateTimeFormat.prototype, method, { ...native, value: { [method](date) {
        return apply(native.value, this, [date === undefined ? shifted() : date]);
      } }[method] });
    }
  }
  const origin = Object.getOwnPropertyDescriptor(Performance.prototype, "timeOrigin");
  Object.defineProperty(Performance.prototype, "timeOrigin", { ...origin, get() {
    return apply(origin.get, this, []) + OFFSET_MS;
  } });

  // A document that no Last-Modified header dates says the time of its loading, which is the machine's.
  const modified = Object.getOwnPropertyDescriptor(Document.prototype, "lastModified");
  Object.defineProperty(Document.prototype, "lastModified", { ...modified, get() {
    const at = new NativeDate(performance.timeOrigin), two = (n) => String(n).padStart(2, "0");
    const day = [two(at.getMonth() + 1), two(at.getDate()), at.getFullYear()].join("/");
    return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(":")}`;
  } });

  // --- the ledger of one-shot timers. `depth` counts timers set by timers, so that a poll by chained timeouts is told
  // from a debounce; it lasts over a few microtasks, because `await sleep()` goes on in them.
  const timers = new NativeMap();
  const REFRESH_MS = 100; // after which a page that leads on by itself has asked for the next
  let depth = 0, fired = 0;
  const runDeep = (level, fn, self, args) => {
    depth = level;
    try { return apply(fn, self, args); } finally {
      let ticks = 6;
      const restore = () => { if (--ticks) microtask(restore); else depth = 0; };
      microtask(restore);
    }
  };
  window.setTimeout = { setTimeout(handler, delay, ...args) {
    const level = depth + 1;
    if (typeof handler !== "function") { // a text, which is not wrapped: what it might have run under may be forbidden
      const id = apply(nativeTimeout, window, arguments);
      timers.set(id, { due: monotonic() + Math.max(0, Number(delay) || 0), level });
      nativeTimeout(() => { if (timers.delete(id)) fired = monotonic(); }, delay);
      return id;
    }
    const id = nativeTimeout(function (...given) {
      timers.delete(id);
      fired = monotonic();
      return runDeep(level, handler, this, given);
    }, delay, ...args);
    timers.set(id, { due: monotonic() + Math.max(0, Number(delay) || 0), level });
    return id;
  } }.setTimeout;
  window.clearTimeout = { clearTimeout(id) { timers.delete(id); return nativeClear(id); } }.clearTimeout;
  window.clearInterval = { clearInterval(id) { timers.delete(id); return nativeClearInterval(id); } }.clearInterval;

  // --- rest
  const timersDue = (at, horizon, maxDepth) => {
    let due = 0;
    timers.forEach((timer) => {
      if (timer.level > maxDepth || timer.due - at > horizon) return;
      due = Math.max(due, timer.due, at + 1); // one that is late has still to come
    });
    return due;
  };
  // When a page leads on by itself, as `<meta http-equiv=refresh content="1; url=/next">` has it.
  let loaded = 0;
  addEventListener("load", () => { loaded = monotonic(); }, { capture: true, once: true });
  const refreshDue = (at, horizon) => {
    try {
      const { content } = document.querySelector("meta[http-equiv='refresh' i]") || {};
      const [, seconds, to] = /^\s*([\d.]+)\s*[;,]\s*(?:url\s*=)?\s*['"]?([^'"]+)/i.exec(content || "") || [];
      const due = (loaded || at) + seconds * 1000 + REFRESH_MS;
      const leads = seconds * 1000 <= horizon && due > at && new NativeURL(to, document.baseURI).href !== location.href;
      return leads ? due : 0;
    } catch { return 0; } // no address
  };
  // When the finite animations and transitions that end within the horizon are over; endless ones do not count.
  const animationsDue = (at, horizon) => {
    let due = 0;
    for (const animation of document.getAnimations()) {
      if (animation.playState !== "running" || !animation.effect) continue;
      const left = Number(animation.effect.getComputedTiming().endTime) - Number(animation.currentTime);
      if (left > 0 && left <= horizon) due = Math.max(due, at + left);
    }
    return due;
  };
  // Resolves with why it stopped: "quiet", "busy" (the document changes all the time) or "loading" (a part of it never
  // came). limits, in milliseconds: window (no change for so long), churn, load, horizon, and depth (a count).
  const quiet = (limits) => new NativePromise((resolve) => {
    const began = monotonic();
    let changed = began, frames = 0;
    const observer = new NativeObserver(() => { changed = monotonic(); frames = 0; });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const end = (why) => { observer.disconnect(); resolve(why); };
    const nextFrame = () => {
      let over = false; // a tab in the background draws no frames, so a timer stands in
      const once = () => { if (!over) { over = true; frames += 1; look(); } };
      nativeFrame(once);
      nativeTimeout(once, 50);
    };
    const look = () => {
      const at = monotonic(), age = at - began;
      if (document.readyState !== "complete") {
        if (age > limits.load) return end("loading");
        let over = false;
        const once = () => { if (!over) { over = true; frames = 0; nextFrame(); } };
        document.addEventListener("readystatechange", once, { once: true });
        return void nativeTimeout(once, limits.load - age + 1);
      }
      if (age > limits.churn) return end("busy");
      if (fired > changed) { changed = fired; frames = 0; } // what a timer set off may show in the next frames
      if (frames < 2) return nextFrame();
      const due = Math.max(changed + limits.window, timersDue(at, limits.horizon, limits.depth),
        animationsDue(at, limits.horizon), refreshDue(at, limits.horizon));
      if (due <= at) return end("quiet");
      nativeTimeout(nextFrame, Math.min(due - at, limits.churn));
    };
    nextFrame();
  });
  // A picture of the whole page makes Chromium tell the page of a new size that is the old one, or of a size of 1 x 1 px
  // that lasts a frame. No person's window does that, so no page is told.
  const silent = (target, size) => {
    let before = size();
    target.addEventListener("resize", (event) => {
      const now = size();
      if (event.isTrusted && (now === before || now.startsWith("1 1 "))) event.stopImmediatePropagation();
      else before = now;
    }, true);
  };
  silent(window, () => `${innerWidth} ${innerHeight} ${devicePixelRatio}`);
  if (window.visualViewport) {
    silent(visualViewport, () => `${visualViewport.width} ${visualViewport.height} ${visualViewport.scale}`);
  }
  Object.defineProperty(window, NAME, { value: Object.freeze({ quiet }) });
})();
