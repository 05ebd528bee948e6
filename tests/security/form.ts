/** `npm run test:security` runs the security tests in full; within `npm test` they run in a short form. */
const IN_FULL = process.env.SECURITY_TESTS === "full";

/** How many samples, rounds or sizes a test takes: fewer within `npm test`. */
export const inForm = <T>({ short, full }: { short: T; full: T }): T => (IN_FULL ? full : short);
