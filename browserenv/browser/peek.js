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

  const wishes = { states, hide, show };
  const queryAll = (root, wish) => {
    const answer = document.createElement("span");
    answer.textContent = JSON.stringify(wishes[wish](root) ?? null);
    return [answer];
  };
  return { queryAll, query: (root, wish) => queryAll(root, wish)[0] };
})()
