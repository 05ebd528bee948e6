/** Stands in for lib/access/account/password-cost.ts: a hash takes microseconds, and only tests of hashing itself need a dear one. */
export const PASSWORD_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 };
