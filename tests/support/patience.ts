/** Time limits that no test reaches, however busy the machine is. */
export const PATIENT = { totalMs: 3_600_000, connectMs: 3_600_000 };

/** How long a test waits for its database: a busy machine is no silent server. */
export const PATIENT_DATABASE = { connectMs: 60_000, queryMs: 60_000, restedMs: 2_000, probeMs: 60_000 };
