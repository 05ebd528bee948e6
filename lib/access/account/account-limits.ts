/**
 * Characters of what people say of their account. The most of a password is far beyond any passphrase: a longer one is somebody's
 * attempt to keep the hub busy.
 */
export const ACCOUNT_LIMITS = { name: 120, email: 254, passwordAtLeast: 12, passwordAtMost: 1000 } as const;
