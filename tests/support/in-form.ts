/** `npm run test:full` sets TEST_FORM; `npm test` runs the short form. */
const IN_FULL = process.env.TEST_FORM === "full";

/** Chooses how many samples, repetitions, seconds or sizes a test takes: fewer in `npm test`. */
export const inForm = <T>({ short, full }: { short: T; full: T }): T => (IN_FULL ? full : short);
