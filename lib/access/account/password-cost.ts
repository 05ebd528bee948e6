/**
 * Argon2id parameters: 19 MiB, two passes, one lane, the first choice of OWASP's password storage guide. Each hash carries its own
 * parameters, so raising these is safe. The tests replace this file by a cheap one (tests/vitest.config.ts).
 */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
