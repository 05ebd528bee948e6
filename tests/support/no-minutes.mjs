const begin = globalThis.setInterval;

/** Loaded into a process before all else: what is to be done once a minute is never done. */
globalThis.setInterval = (run, ms, ...given) => begin(ms === 60_000 ? () => {} : run, ms, ...given);
