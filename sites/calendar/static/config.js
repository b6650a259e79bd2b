// What another benchmark's harness asked of a run through `/config`, kept beside the state; see special.js.

const configKey = (boot) => `${boot.key}.config`;

export const readConfig = (boot) => JSON.parse(window.localStorage.getItem(configKey(boot)) ?? "{}");
export const writeConfig = (boot, config) => window.localStorage.setItem(configKey(boot), JSON.stringify(config));
export const removeConfig = (boot) => window.localStorage.removeItem(configKey(boot));

/** How the site is to be served, where `/config` said so: its `latency` in milliseconds and the `seed` of it. */
export function configured(boot) {
  const { latency = boot.latency_ms, seed = boot.latency_seed } = readConfig(boot);
  return { latency_ms: Number(latency) || 0, latency_seed: Number(seed) || 0 };
}
