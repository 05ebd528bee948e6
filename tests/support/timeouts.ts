/** Timeouts that no test reaches, even on a busy machine. */
export const LONG_TIMEOUTS = { totalMs: 3_600_000, connectMs: 3_600_000 };

/** Long enough for a database on a busy machine. */
export const LONG_DATABASE_TIMEOUTS = { connectMs: 60_000, queryMs: 60_000, restedMs: 2_000, probeMs: 60_000 };
