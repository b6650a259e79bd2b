// Real paths without page loads: plain clicks on links of this site change the address and show the page for it.

export class Router {
  /** `routes` is a list of [pattern, show]; a pattern such as "/day/:date" hands `show` an object of its parts. */
  constructor(routes, missing) {
    this.routes = routes.map(([pattern, show]) => [expression(pattern), show]);
    this.missing = missing;
  }

  start() {
    window.addEventListener("popstate", () => this.show());
    document.addEventListener("click", (event) => this.#click(event));
    this.show();
  }

  /** Go to a path, adding to the history or (`replace`) taking the present entry's place. */
  go(path, { replace = false, state = null } = {}) {
    if (replace) window.history.replaceState(state, "", path);
    else window.history.pushState(state, "", path);
    this.show();
  }

  show() {
    const path = window.location.pathname;
    for (const [pattern, show] of this.routes) {
      const found = pattern.exec(path);
      if (found) return show({ ...found.groups }, new URLSearchParams(window.location.search), window.history.state);
    }
    return this.missing(path);
  }

  #click(event) {
    const anchor = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!anchor || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (anchor.origin !== window.location.origin || anchor.target || anchor.hasAttribute("download")) return;
    event.preventDefault();
    this.go(anchor.pathname + anchor.search);
  }
}

function expression(pattern) {
  return new RegExp(`^${pattern.replace(/:(\w+)/g, "(?<$1>[^/]+)")}/?$`);
}
