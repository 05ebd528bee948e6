/**
 * OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. Each hash stores its own parameters, so raising
 * these is safe. Tests use cheap values (tests/vitest.config.ts).
 */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
