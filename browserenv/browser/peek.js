// A selector engine of Playwright's. It selects nothing on the page: asked by `browserenv=WISH`, it answers with one
// detached element whose text is JSON. It runs in Playwright's own world, which the scripts of the page cannot see and
// where Playwright keeps, on each element, the ref that its last snapshot gave it. Nothing is written to the document.
(() => {
  const STATES = [
    ["required", ":is(input, select, textarea):required, [aria-required='true' i]"],
    ["readonly", ":is(input, textarea)[readonly], [aria-readonly='true' i]"],
    ["collapsed", "[aria-expanded='false' i], details:not([open]) > summary:first-of-type"],
  ];
  let hidden = null; // the animation that keeps the text cursor away while a picture is taken

  const refOf = (element) => (element._ariaRef ? element._ariaRef.ref : "");
  const roots = (root) => {
    const found = [root];
    for (const element of root.querySelectorAll("*")) if (element.shadowRoot) found.push(...roots(element.shadowRoot));
    return found;
  };

  // By ref, the states that a snapshot does not tell.
  const states = (root) => {
    const found = {};
    for (const each of roots(root)) {
      for (const [state, selector] of STATES) {
        for (const element of each.querySelectorAll(selector)) {
          const ref = refOf(element);
          if (ref) (found[ref] ||= []).push(state);
        }
      }
    }
    return found;
  };

  // Where the text cursor may be: "here", when it is now hidden; in a "frame"; "none".
  // An animation is on no attribute and in no style sheet, starts no transition and sends the page no event.
  const hide = (root) => {
    let node = root.activeElement;
    while (node && node.shadowRoot && node.shadowRoot.activeElement) node = node.shadowRoot.activeElement;
    if (!node) return "none";
    if (/^i?frame$/.test(node.localName)) return "frame";
    if (!node.isContentEditable && !/^(input|textarea)$/.test(node.localName)) return "none";
    hidden = node.animate({ caretColor: ["transparent", "transparent"] }, { duration: 0, fill: "forwards" });
    return "here";
  };
  const show = () => {
    if (hidden) hidden.cancel();
    hidden = null;
  };

  // All elements that a person may see, in the order of the flat tree, each as [index of its parent or -1, tag, ref,
  // box or null, visible share of the box, whether it gets a mark, inner box of a frame or null]. Boxes are [x, y,
  // width, height] in px of this frame's viewport. Ancestors that clip and the frame's own edges limit what is visible.
  const MARKED = new Set("a button iframe input li option select td textarea video".split(" "));
  const BUTTON = "button, a, input[type='button'], div[role='button']";
  const LEAST_AREA = 20;
  const cut = (a, b) => {
    const x = Math.max(a[0], b[0]), y = Math.max(a[1], b[1]);
    return [x, y, Math.max(0, Math.min(a[0] + a[2], b[0] + b[2]) - x), Math.max(0, Math.min(a[1] + a[3], b[1] + b[3]) - y)];
  };
  const boxOf = (element) => {
    const box = element.getClientRects().length ? element.getBoundingClientRect() : null;
    return box && [box.x, box.y, box.width, box.height];
  };
  const innerBox = (element, box, style) => {
    const [left, top, right, bottom] = ["Left", "Top", "Right", "Bottom"].map((s) => parseFloat(style["padding" + s]) || 0);
    return [box[0] + element.clientLeft + left, box[1] + element.clientTop + top,
      element.clientWidth - left - right, element.clientHeight - top - bottom];
  };
  const share = (box, clip) => {
    const seen = cut(box, clip), area = box[2] * box[3];
    return area ? Math.round((seen[2] * seen[3] / area) * 100) / 100 : 0;
  };
  const childrenOf = (element) => {
    if (element.shadowRoot) return element.shadowRoot.children;
    const given = element.localName === "slot" ? element.assignedElements() : [];
    return given.length ? given : element.children;
  };
  const atPoint = (root, x, y) => {
    const hit = root.elementFromPoint(x, y);
    return hit && hit.shadowRoot && hit.shadowRoot !== root ? atPoint(hit.shadowRoot, x, y) || hit : hit;
  };
  const isWithin = (node, element) => {
    for (; node; node = node.parentNode || node.host) if (node === element) return true;
    return false;
  };
  // A mark is for what looks as if it could be clicked and what a click would meet: at its centre or, of a link over
  // several lines, whose centre may be between them, at that of a line.
  const wantsMark = (element, box, style) => {
    if (!box || box[2] * box[3] < LEAST_AREA) return false;
    if (!MARKED.has(element.localName) && style.cursor !== "pointer" && !element.hasAttribute("onclick")) return false;
    const lines = [...element.getClientRects()].slice(0, 8).map((line) => [line.x, line.y, line.width, line.height]);
    return [box, ...lines].some(([x, y, width, height]) => (
      isWithin(atPoint(document, x + width / 2, y + height / 2), element)));
  };
  const survey = (root) => {
    const rows = [], view = [0, 0, root.documentElement.clientWidth, root.documentElement.clientHeight];
    const unmark = (at) => { for (; at >= 0; at = rows[at][0]) rows[at][5] = false; };
    const stack = [[root.documentElement, -1, view, false]];
    while (stack.length) {
      const [element, parent, clip, inButton] = stack.pop();
      const style = getComputedStyle(element), box = boxOf(element), at = rows.length;
      const within = style.position === "fixed" ? view : clip;
      const visible = box && style.visibility === "visible" ? share(box, within) : 0;
      const frame = /^i?frame$/.test(element.localName) && box ? innerBox(element, box, style) : null;
      rows.push([parent, element.localName, refOf(element), box, visible, false, frame]);
      const marked = visible > 0 && !inButton && wantsMark(element, box, style);
      if (marked) { unmark(parent); rows[at][5] = true; }
      const clips = box && style.overflow !== "visible" && element !== root.documentElement && element !== root.body;
      const next = clips ? cut(within, box) : within, button = inButton || (marked && element.matches(BUTTON));
      for (const child of [...childrenOf(element)].reverse()) stack.push([child, at, next, button]);
    }
    return rows;
  };

  const wishes = { states, hide, show, survey };
  const queryAll = (root, wish) => {
    const answer = document.createElement("span");
    answer.textContent = JSON.stringify(wishes[wish](root) ?? null);
    return [answer];
  };
  return { queryAll, query: (root, wish) => queryAll(root, wish)[0] };
})()
