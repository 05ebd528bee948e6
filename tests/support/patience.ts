/** Time limits that no test reaches, however busy the machine is. */
export const PATIENT = { totalMs: 3_600_000, connectMs: 3_600_000 };
