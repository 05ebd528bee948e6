/** Replaces lib/access/account/password-cost.ts, because only tests of hashing need an expensive hash. */
export const PASSWORD_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 };
