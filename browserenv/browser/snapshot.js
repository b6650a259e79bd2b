// What of a page can be read and put back without its scripts noticing. Runs in a JavaScript world of its own.
// "read" gives {html, fields, scrolled, focus, session, lost}; "write" puts fields, scroll positions and focus back.
(what, kept) => {
  const root = document.documentElement;
  const FIELDS = "input, textarea, select, [contenteditable='true'], [contenteditable='']";
  const pathOf = (element) => {
    const path = [];
    for (let at = element; at && at !== root; at = at.parentElement) {
      if (!at.parentElement) return null;
      path.unshift([...at.parentElement.children].indexOf(at));
    }
    return path;
  };
  const at = (path) => path.reduce((element, index) => element?.children[index], root);
  const kindOf = (field) => [field.tagName, field.type ?? "", field.name ?? "", field.id].join(" ");
  const isText = (field) => field.tagName === "TEXTAREA" || field.tagName === "INPUT";
  const valueOf = (field) => {
    if (field.tagName === "SELECT") return { selected: [...field.options].map((option) => option.selected) };
    if (field.type === "checkbox" || field.type === "radio") return { checked: field.checked };
    if (field.type === "file") return { files: [...field.files].map(({ name }) => name) };
    if (isText(field)) return { value: field.value };
    return { text: field.innerHTML };
  };
  const read = () => {
    const all = [...document.querySelectorAll(FIELDS)];
    const scrolled = [];
    for (const element of document.querySelectorAll("*")) {
      if (element !== root && element !== document.body && (element.scrollTop || element.scrollLeft)) {
        scrolled.push([pathOf(element), element.scrollLeft, element.scrollTop]);
      }
    }
    const active = document.activeElement;
    const focused = active && active !== document.body && active !== root;
    let selection = null;
    try { selection = isText(active) ? [active.selectionStart, active.selectionEnd] : null; } catch { /* not of this type */ }
    const lost = [];
    if (document.querySelector("canvas")) lost.push("what is drawn on its canvas");
    if (document.querySelector("iframe, frame")) lost.push("the pages inside of it are loaded anew");
    if ([...document.querySelectorAll("*")].some((element) => element.shadowRoot)) lost.push("fields in shadow trees");
    const picked = all.filter((field) => field.type === "file" && field.files.length);
    if (picked.length) lost.push(`${picked.length} chosen files`);
    let session = {};
    try { session = { ...sessionStorage }; } catch { /* a page that may not have any */ }
    return {
      html: root.outerHTML,
      fields: all.map((field) => ({ kind: kindOf(field), ...valueOf(field) })).filter((field) => !field.files),
      scrolled: { page: [scrollX, scrollY], inside: scrolled },
      focus: focused ? { path: pathOf(active), selection } : null,
      session,
      lost,
    };
  };
  const fill = (field, was) => {
    if (was.selected) [...field.options].forEach((option, index) => { option.selected = was.selected[index] ?? false; });
    else if ("checked" in was) field.checked = was.checked;
    else if ("value" in was) { if (field.value !== was.value) field.value = was.value; }
    else if (field.innerHTML !== was.text) field.innerHTML = was.text;
  };
  const write = () => {
    const all = [...document.querySelectorAll(FIELDS)].filter((field) => field.type !== "file");
    kept.fields.forEach((was, index) => {
      if (all[index] && kindOf(all[index]) === was.kind) fill(all[index], was);
    });
    if (kept.focus) {
      const element = kept.focus.path && at(kept.focus.path);
      element?.focus({ preventScroll: true });
      if (element && kept.focus.selection) {
        try { element.setSelectionRange(...kept.focus.selection); } catch { /* not of this type */ }
      }
    }
    for (const [path, left, top] of kept.scrolled.inside) at(path)?.scrollTo({ left, top, behavior: "instant" });
    scrollTo({ left: kept.scrolled.page[0], top: kept.scrolled.page[1], behavior: "instant" });
    return null;
  };
  return what === "read" ? read() : write();
}
