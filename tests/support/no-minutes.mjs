const begin = globalThis.setInterval;

/** Loaded before everything else. Disables all once-a-minute timers. */
globalThis.setInterval = (run, ms, ...given) => begin(ms === 60_000 ? () => {} : run, ms, ...given);
