// What the elements of a page said when they were last observed, and whether one of them still is what it was then. Pages
// that draw a list anew often keep its elements and put other content into them: an id that an agent read would then mean
// another row. A part of peek.js; it keeps what it knows to itself and writes nothing to the document.
(() => {
  const LONGEST = 500, LONGEST_ROW = 2000; // characters; what has more is no name, and no row of a list
  const ROW = "tr, li, article, [role='row' i], [role='listitem' i], [role='article' i], [role='option' i], "
    + "[role='treeitem' i]";
  const UNTOLD = "script, style, noscript, template, select, textarea, [contenteditable]:not([contenteditable='false' i])";
  let said = new Map(); // of each text and each element that says something: what it said; an address comes last
  let found = null; // what the last element that was not the same says
  const toldOnce = new WeakSet();

  const sayings = (node) => {
    if (node.nodeType === 3) return [node.data.trim()];
    const button = node.localName === "input" && /^(button|submit|reset)$/.test(node.type);
    const words = ["aria-label", "title", "alt", button ? "value" : "aria-label"].map((name) => node.getAttribute(name));
    return [...words.map((word) => word || ""), node.getAttribute("href") || ""];
  };
  const forget = () => { said = new Map(); };
  const note = (element) => {
    for (let node = element.firstChild; node; node = node.nextSibling) {
      if (node.nodeType === 3 && node.data.trim()) said.set(node, sayings(node));
    }
    if (element.hasAttributes()) {
      const words = sayings(element);
      if (words.some(Boolean)) said.set(element, words);
    }
  };

  // --- where to look
  const holderOf = (element) => element.parentElement || element.getRootNode().host || null;
  const walk = (root, leaveOut) => {
    const nodes = [root];
    if (root.nodeType === 1 && root.matches(UNTOLD)) return nodes;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => (
      node.nodeType === 1 && node.matches(leaveOut) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
    while (walker.nextNode()) nodes.push(walker.currentNode);
    return nodes;
  };
  const isAlike = (element, other) => (
    Boolean(other) && other.localName === element.localName && other.classList[0] === element.classList[0]);
  // The row of a list or a table that an element is in, or what looks like one: the outermost of the small parts of the
  // page that stand beside another of their kind.
  const rowOf = (element) => {
    for (let at = element; at; at = holderOf(at)) {
      if (at.matches(ROW)) return at.textContent.length <= LONGEST_ROW ? at : null;
    }
    let row = null;
    for (let at = element; at && at !== document.body && at.textContent.length <= LONGEST; at = holderOf(at)) {
      if (isAlike(at, at.nextElementSibling) || isAlike(at, at.previousElementSibling)) row = at;
    }
    return row;
  };
  const ownNodes = (element) => {
    const named = (element.getAttribute("aria-labelledby") || "").split(/\s+/).map((id) => document.getElementById(id));
    const labels = [...(element.labels || []), ...named.filter(Boolean)];
    const own = element.textContent.length <= LONGEST ? walk(element, `${UNTOLD}, ${ROW}`) : [element];
    return new Set([...own, ...labels.flatMap((label) => walk(label, UNTOLD))]);
  };

  // --- what changed
  const changesOf = (nodes) => {
    const changes = [];
    for (const node of nodes) {
      const before = said.get(node), now = before && sayings(node);
      if (!before) continue;
      before.forEach((was, at) => {
        if (was !== now[at]) changes.push({ was, now: now[at], isAddress: at === 4 });
      });
    }
    return changes;
  };
  // Whether only numbers, or the ends of words, are others: "1 comment" and "2 comments".
  const words = (text) => text.toLowerCase().match(/\p{L}+/gu) || [];
  const isTick = ({ was, now }) => {
    const [before, after] = [words(was), words(now)];
    return before.length === after.length && before.every((word, at) => (
      word.startsWith(after[at]) || after[at].startsWith(word)));
  };
  // What other parts of the page no longer say, and what they have begun to say; and how often each text is there.
  const elsewhere = (scope) => {
    const [gave, got, counts] = [new Set(), new Set(), new Map()];
    for (const [node, before] of said) {
      if (scope.has(node)) continue;
      const now = node.isConnected ? sayings(node) : [];
      before.forEach((was, at) => {
        if (was === now[at]) return;
        gave.add(was);
        if (now[at]) got.add(now[at]);
      });
    }
    for (const node of walk(document, UNTOLD)) {
      if (node.nodeType !== 3) continue;
      const text = node.data.trim();
      counts.set(text, (counts.get(text) || 0) + 1);
      if (!said.has(node) && !scope.has(node)) got.add(text);
    }
    return { gave, got, counts };
  };
  // Whether something that tells them apart from all others of the page is as it was.
  const hasKept = (nodes, counts) => [...nodes].some((node) => {
    const text = node.nodeType === 3 ? node.data.trim() : "";
    return words(text).length > 0 && counts.get(text) === 1 && said.has(node) && said.get(node)[0] === text;
  });
  const nameOf = (element) => (
    element.getAttribute("aria-label") || element.innerText || element.value || element.title || element.alt || "").trim();

  // Whether an element is what it was when it was last observed. It is not
  // - when the page moved content: what it or its row said is now said by another part of the page that said something
  //   else before, or it says now what another part said; moved numbers count where nothing else tells the row apart;
  // - or when all of its own words are others. This is said once of an element: one that changes all the time would
  //   else never be reached.
  const isSame = (element) => {
    found = null;
    const own = ownNodes(element), row = rowOf(element);
    const scope = row ? new Set([...own, ...walk(row, `${UNTOLD}, ${ROW}`)]) : own;
    const changes = changesOf(scope);
    if (!changes.length) return true;
    const { gave, got, counts } = elsewhere(scope);
    const moved = changes.filter(({ was, now }) => (was && got.has(was)) || (now && gave.has(now)));
    const ownChanges = changesOf(own).filter(({ isAddress }) => !isAddress);
    const isRenamed = ownChanges.some((each) => !isTick(each)) && !hasKept(own, counts) && !toldOnce.has(element);
    if (!(moved.some((each) => !isTick(each)) || (moved.length && !hasKept(scope, counts)) || isRenamed)) return true;
    if (isRenamed) toldOnce.add(element);
    const told = moved.find(({ isAddress }) => !isAddress) || moved[0] || ownChanges[0];
    found = { isOwn: ownChanges.length > 0, name: nameOf(element), ...told };
    return false;
  };
  return { forget, note, isSame, changed: () => found };
})()
