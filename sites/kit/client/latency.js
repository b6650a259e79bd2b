// Simulated latency of a far server: seeded, so that a run can be repeated; none by default.

export class Latency {
  /** `mean_ms` 0 waits for nothing at all; otherwise each pass takes from half to one and a half times the mean. */
  constructor(mean_ms, seed) {
    this.mean_ms = mean_ms;
    this.seed = seed >>> 0;
    this.n_passes = 0;
    this.n_waiting = 0;
  }

  /** The length of the next pass in milliseconds. */
  next() {
    this.n_passes += 1;
    return Math.round(this.mean_ms * (0.5 + fraction(this.seed + this.n_passes * 0x9e3779b9)));
  }

  /**
   * Run `then` after the latency; at once, in the same task, when there is none. Who leaves the page meanwhile does not
   * take it back: what is on its way to a server arrives.
   */
  pass(then) {
    if (!this.mean_ms) return then();
    this.n_waiting += 1;
    document.documentElement.setAttribute("aria-busy", "true");
    return new Promise((resolve, reject) => {
      const arrive = () => {
        window.clearTimeout(timer);
        window.removeEventListener("pagehide", arrive);
        this.n_waiting -= 1;
        if (!this.n_waiting) document.documentElement.removeAttribute("aria-busy");
        try {
          resolve(then());
        } catch (error) {
          reject(error);
        }
      };
      const timer = window.setTimeout(arrive, this.next());
      window.addEventListener("pagehide", arrive);
    });
  }
}

// One step of the splitmix32 generator: a number in [0, 1) from 32 bits.
function fraction(bits) {
  let z = bits | 0;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return ((z ^ (z >>> 15)) >>> 0) / 4294967296;
}
