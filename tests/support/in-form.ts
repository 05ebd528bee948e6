/** `npm run test:security` and `npm run test:faults` run their tests in full; within `npm test` they run in a short form. */
const IN_FULL = process.env.TEST_FORM === "full";

/** How many samples, repetitions, seconds or sizes a test takes: fewer within `npm test`. */
export const inForm = <T>({ short, full }: { short: T; full: T }): T => (IN_FULL ? full : short);
