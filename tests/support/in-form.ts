/** `npm run test:full` sets TEST_FORM; `npm test` runs the short form. */
const IN_FULL = process.env.TEST_FORM === "full";

/** Picks a test's sample count, duration or size. `npm test` uses the short form. */
export const inForm = <T>({ short, full }: { short: T; full: T }): T => (IN_FULL ? full : short);
