/**
 * OWASP's first choice for Argon2id. Each hash stores its parameters, so raising these is safe. Tests use cheap values
 * (tests/vitest.config.ts).
 */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
