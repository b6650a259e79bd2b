// A selector engine of Playwright's. It selects nothing on the page: asked by `browserenv=WISH`, it answers with one
// detached element whose text is JSON. It runs in Playwright's own world, which the scripts of the page cannot see and
// where Playwright keeps, on each element, the ref that its last snapshot gave it. Nothing is written to the document.
// What is changed around a snapshot ("before" and "after") is this world's own view of the document, which the page, the
// browser and the other worlds do not have.
(() => {
  const STATES = [
    ["required", ":is(input, select, textarea):required, [aria-required='true' i]"],
    ["readonly", ":is(input, textarea)[readonly], [aria-readonly='true' i]"],
    ["clickable", "[onclick], [tabindex]:not([tabindex^='-'])"],
    ["collapsed", "[aria-expanded='false' i], details:not([open]) > summary:first-of-type"],
    ["expanded", "select:is(:open), details[open] > summary:first-of-type"],
    ["modal", "dialog:modal"],
  ];
  const USABLE = "a, button, input, select, summary, textarea, [contenteditable], [onclick], [tabindex]";
  const LARGE = 12000; // elements of a document of which a snapshot would take seconds, or minutes
  const MOST = 4000; // of them that are shown
  const identity = IDENTITY, areas = AREAS; // the content of identity.js and of areas.js
  let near = null; // the elements to be shown of a large document, and those that hold them; null: all
  let given = []; // [element, role to tell] of those that have another role for the time of a snapshot
  const complaints = new WeakMap(); // by field, the event in which the browser found it invalid; null: something was typed since
  let hidden = null; // the animation that keeps the text cursor away while a picture is taken

  const refOf = (element) => (element._ariaRef ? element._ariaRef.ref : "");
  const roots = (root) => {
    const found = [root];
    for (const element of root.querySelectorAll("*")) if (element.shadowRoot) found.push(...roots(element.shadowRoot));
    return found;
  };

  // --- around a snapshot
  // In sight, or so near that one turn of the page brings it there.
  const placeOf = (box) => {
    if (box.bottom < -innerHeight) return "above";
    if (box.top > 2 * innerHeight || box.left > 2 * innerWidth || box.right < -innerWidth) return "below";
    return "near";
  };
  // Of a large document, what is near the viewport, in reading order and not too many. What has no box of its own is
  // where the element is that holds it, if it can be seen at all.
  const nearest = (root) => {
    const kept = new Set([root, root.documentElement, root.body]), told = { elements: 0, above: 0, below: 0 };
    const place = (element) => {
      const box = element.getBoundingClientRect();
      if (box.width || box.height || box.x || box.y || element.getClientRects().length) return placeOf(box);
      const isPart = kept.has(element.parentNode) && (
        /^(option|optgroup|area|map)$/.test(element.localName) || getComputedStyle(element).display === "contents");
      return isPart ? "near" : "";
    };
    const keep = (node) => { for (; node && !kept.has(node); node = node.parentNode || node.host) kept.add(node); };
    if (root.activeElement) keep(root.activeElement);
    for (const each of roots(root)) {
      for (const element of each.querySelectorAll("*")) {
        const where = place(element);
        told.elements += 1;
        if (where === "near" && kept.size < MOST) keep(element);
        else if (where) told[where === "above" ? "above" : "below"] += 1;
      }
    }
    return [kept, told];
  };
  const FIRST = Object.getOwnPropertyDescriptor(Node.prototype, "firstChild");
  const NEXT = Object.getOwnPropertyDescriptor(Node.prototype, "nextSibling");
  const skipFar = (node) => {
    while (node && node.nodeType === 1 && !near.has(node)) node = NEXT.get.call(node);
    return node;
  };
  // Playwright walks down a document by these two; inside of what is far away (a label, say) nothing is left out.
  const narrow = () => {
    Object.defineProperty(Node.prototype, "firstChild", { ...FIRST, get() {
      const node = FIRST.get.call(this);
      return near && near.has(this) ? skipFar(node) : node;
    } });
    Object.defineProperty(Node.prototype, "nextSibling", { ...NEXT, get() {
      const node = NEXT.get.call(this);
      return near && near.has(this.parentNode) ? skipFar(node) : node;
    } });
  };
  // Roles that elements have for the time of a snapshot, since Playwright would leave them out: a line break would not
  // part the words beside it; an editor would be no field, and a canvas nothing; what can be clicked (or has the
  // keyboard) without a role, with nothing but text in it, would be a part of the text around it. `roles` tells what
  // they are to an agent. The stand-in for a word is named by its content and has no states.
  const WORD = "tooltip";
  const PLAIN = /^(a|abbr|area|b|bdi|bdo|big|circle|cite|div|ellipse|font|i|img|kbd|label|path|polygon|q|rect|s|samp|small|span|svg|text|tt|u|var|.*-.*)$/;
  const SHOWN = /^(audio|canvas|embed|object|video)$/;
  const holderOf = (element) => element.parentElement || element.parentNode.host;
  const hasPointer = (element) => Boolean(element) && getComputedStyle(element).cursor === "pointer";
  const isSeen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0;
  };
  const isClickableWord = (element) => {
    const name = element.localName;
    if (element.firstElementChild || !PLAIN.test(name) || element.shadowRoot) return false;
    if (/^(a|area)$/.test(name) && element.hasAttribute("href")) return false;
    if (name === "img" && element.getAttribute("alt") !== "") return false;
    if (element.hasAttribute("onclick") || element.tabIndex >= 0) return true;
    if (name === "label" && element.control) return !isSeen(element.control);
    return hasPointer(element) && !hasPointer(holderOf(element));
  };
  // [role for Playwright, role for the agent], or null for an element that keeps its own.
  const rolesFor = (element) => {
    if (!/^(|none|presentation|generic)$/.test(element.getAttribute("role") || "")) return null;
    if (element.localName === "br") return ["presentation", ""];
    if (element.isContentEditable) return holderOf(element)?.isContentEditable ? null : ["textbox", "textbox"];
    const role = SHOWN.test(element.localName) ? element.localName : isClickableWord(element) ? "generic" : "";
    // What a click cannot meet gets no ref, so it would keep its stand-in.
    return role && isSeen(element) && getComputedStyle(element).pointerEvents !== "none" ? [WORD, role] : null;
  };
  const giveRole = (element) => {
    const roles = rolesFor(element);
    if (!roles) return;
    element.getAttribute = (name) => (name === "role" ? roles[0] : Element.prototype.getAttribute.call(element, name));
    given.push([element, roles[1]]);
  };
  const elementsShown = (root) => (
    near ? [...near].filter((node) => node.nodeType === 1) : roots(root).flatMap((each) => [...each.querySelectorAll("*")]));
  // Makes ready for a snapshot; tells how many elements a large document has (0: it is not large), and how many of them
  // are above and below of what will be shown.
  const before = (root) => {
    after();
    let told = { elements: 0, above: 0, below: 0 };
    if (root.getElementsByTagName("*").length > LARGE) [near, told] = nearest(root);
    const shown = elementsShown(root);
    shown.forEach(giveRole);
    areas.show(shown.filter((element) => element.matches("area[href]")));
    if (near) narrow();
    return { ...told, title: root.title, url: root.URL, type: root.contentType };
  };
  const after = () => {
    for (const [element] of given) delete element.getAttribute;
    areas.hide();
    if (near) {
      Object.defineProperty(Node.prototype, "firstChild", FIRST);
      Object.defineProperty(Node.prototype, "nextSibling", NEXT);
    }
    [given, near] = [[], null];
  };

  const focusedIn = (root) => {
    let node = root.activeElement;
    while (node && node.shadowRoot && node.shadowRoot.activeElement) node = node.shadowRoot.activeElement;
    return node;
  };
  // Out of reach: by the attribute, or behind a dialog that was opened as a modal one.
  const isInert = (element, modals) => (
    (modals.length > 0 && !modals.some((modal) => isWithin(element, modal))) || Boolean(element.closest("[inert]")));
  const isListed = (option) => [option, option.parentElement].every((each) => getComputedStyle(each).display !== "none");
  // Of a select, [label, how many options, whether it is disabled] each; an option in no group is one without a label.
  const groupsOf = (select) => [...select.children].flatMap((child) => {
    if (child.localName === "optgroup") {
      return [[child.label, [...child.querySelectorAll("option")].filter(isListed).length, child.disabled]];
    }
    return child.localName === "option" && isListed(child) ? [["", 1, false]] : [];
  }).filter(([, shown]) => shown);
  // What a select shows its options as, which an attribute may say.
  const labelsOf = (select) => [...select.options].filter(isListed).map((option) => option.label.trim());
  // A box to tick, or a field for files, that a style sheet took out of sight, and whose label people click in its place.
  const TICKED = "input:is([type='checkbox'], [type='radio'], [type='file'])";
  const isUnseen = (field) => {
    const { x, y, right, bottom, width, height } = field.getBoundingClientRect(), style = getComputedStyle(field);
    if (width <= 2 || height <= 2 || right + scrollX <= 0 || bottom + scrollY <= 0) return true;
    if (style.opacity === "0" || style.clip !== "auto" || style.clipPath !== "none" || style.pointerEvents === "none") return true;
    const hit = atPoint(document, x + width / 2, y + height / 2);
    return Boolean(hit) && hit !== field;
  };
  const isLabelled = (field) => [...(field.labels || [])].some(isSeen) && isUnseen(field);
  // What a slider or a bar stands at, where it is no field that holds it.
  const METERS = ["slider", "spinbutton", "progressbar", "meter", "scrollbar"].map((role) => `[role='${role}' i]`).join();
  const standOf = (element) => {
    const said = element.getAttribute("aria-valuetext") || element.getAttribute("aria-valuenow");
    return said || (/^(meter|progress)$/.test(element.localName) && element.hasAttribute("value") ? `${element.value}` : "");
  };
  // The bubble with which the browser says what is wrong with the focused field, when a form is submitted or asked to
  // report, is no part of the page. It is gone when something is typed.
  addEventListener("invalid", (event) => complaints.set(event.target, event), true);
  addEventListener("input", (event) => complaints.set(event.target, null), true);
  const complaintOf = (field) => {
    const event = complaints.get(field), said = field.validationMessage || ""; // an element of the page's own has none
    if (!complaints.has(field)) return field.matches(":user-invalid") ? said : "";
    return event && !event.defaultPrevented ? said : "";
  };
  // Of a frame inside: whether it shows anything, and with what the refs in it begin.
  const ofFrame = (root) => {
    const known = [...root.querySelectorAll("*")].find(refOf), body = root.body;
    const shows = innerWidth > 0 && Boolean(body) && (body.childElementCount > 0 || body.textContent.trim() !== "");
    return { url: root.URL, shows, prefix: known ? refOf(known).split("e")[0] : "-" };
  };
  // What a snapshot does not tell, each by ref: states; the roles of those that were given another; the text in editors;
  // names that are longer than those that it tells, and those of groups of options; the groups of the options of
  // selects, and the labels of options that have other words; what the browser says is wrong with the field in focus; what
  // stands in empty fields; what meters stand at.
  const LONGEST = 900;
  const told = (root) => {
    const states = {}, roles = {}, texts = {}, names = {}, groups = {}, wrong = {}, placeholders = {};
    const options = {}, stands = {};
    const modals = [...root.querySelectorAll("dialog:modal")];
    const mayBeInert = modals.length ? USABLE : `[inert] :is(${USABLE}), :is(${USABLE})[inert]`;
    identity.forget();
    for (const each of roots(root)) {
      for (const element of each.querySelectorAll("select:has(optgroup)")) groups[refOf(element)] = groupsOf(element);
      for (const element of each.querySelectorAll("select:has(option[label])")) options[refOf(element)] = labelsOf(element);
      for (const element of each.querySelectorAll(`${METERS}, meter, progress`)) stands[refOf(element)] = standOf(element);
      for (const element of each.querySelectorAll(":placeholder-shown")) placeholders[refOf(element)] = element.placeholder;
      for (const element of each.querySelectorAll("optgroup")) names[refOf(element)] = element.label;
      for (const element of each.querySelectorAll(mayBeInert)) {
        if (refOf(element) && isInert(element, modals)) (states[refOf(element)] ||= []).push("inert");
      }
      for (const [state, selector] of STATES) {
        for (const element of each.querySelectorAll(selector)) {
          const ref = refOf(element);
          if (ref) (states[ref] ||= []).push(state);
        }
      }
      for (const element of each.querySelectorAll(TICKED)) {
        if (refOf(element) && isLabelled(element)) (states[refOf(element)] ||= []).push("labelled");
      }
      for (const element of each.querySelectorAll("[contenteditable]")) {
        if (element.isContentEditable && refOf(element)) texts[refOf(element)] = element.innerText;
      }
    }
    for (const element of elementsShown(root)) {
      identity.note(element);
      const known = element._ariaRef;
      if (known && known.name.length > LONGEST) names[known.ref] = known.name;
      if (known && element.localName === "area") (states[known.ref] ||= []).push("area");
      if (element.localName === "label" && known && element.control && !isSeen(element.control)) {
        (states[known.ref] ||= []).push("clickable");
      }
    }
    for (const [element, role] of given) if (role && refOf(element)) roles[refOf(element)] = role;
    const field = focusedIn(root);
    if (field && refOf(field)) wrong[refOf(field)] = complaintOf(field);
    return { states, roles, texts, names, groups, wrong, placeholders, options, stands, ...(self === top ? {} : ofFrame(root)) };
  };

  // Where the text cursor may be: "here", when it is now hidden; in a "frame"; "none".
  // An animation is on no attribute and in no style sheet, starts no transition and sends the page no event.
  const hide = (root) => {
    const node = focusedIn(root);
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
  // `view`: width and height of the frame's viewport.
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
  // Where the viewport of a frame is. The box is as it is drawn, all other measures are whole pixels, as they are
  // without `zoom` and `transform`.
  const ratio = (drawn, laid) => (laid && Math.abs(drawn - laid) >= 1 ? drawn / laid : 1);
  const innerBox = (element, box, style) => {
    const [left, top, right, bottom] = ["Left", "Top", "Right", "Bottom"].map((s) => parseFloat(style["padding" + s]) || 0);
    const x = ratio(box[2], element.offsetWidth), y = ratio(box[3], element.offsetHeight);
    return [box[0] + (element.clientLeft + left) * x, box[1] + (element.clientTop + top) * y,
      (element.clientWidth - left - right) * x, (element.clientHeight - top - bottom) * y];
  };
  const share = (box, clip) => {
    const seen = cut(box, clip), area = box[2] * box[3];
    return area ? Math.round((seen[2] * seen[3] / area) * 100) / 100 : 0;
  };
  const childrenOf = (element) => {
    if (element.shadowRoot) return [...element.shadowRoot.children];
    const given = element.localName === "slot" ? element.assignedElements() : [];
    return given.length ? given : [...element.children];
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
      const shown = near ? childrenOf(element).filter((child) => near.has(child)) : childrenOf(element);
      for (const child of shown.reverse()) stack.push([child, at, next, button]);
    }
    return { rows, view: [innerWidth, innerHeight] };
  };

  // The ref of what a click on the middle of an element meets instead, or of what holds that and not the element.
  const cover = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    let at = atPoint(document, x + width / 2, y + height / 2);
    while (at && !refOf(at) && !isWithin(element, at)) at = holderOf(at);
    return at && !isWithin(element, at) ? refOf(at) : "";
  };

  const wishes = { before, after, told, hide, show, survey, cover, changed: identity.changed };
  const queryAll = (root, wish) => {
    if (wish === "same") return identity.isSame(root) ? [root] : []; // asked of an element
    const answer = document.createElement("span");
    answer.textContent = JSON.stringify(wishes[wish](root) ?? null);
    return [answer];
  };
  return { queryAll, query: (root, wish) => queryAll(root, wish)[0] };
})()
