export const MAX_KEY_NAME_LENGTH = 100;

/** How long before and after a key's end people are told of it. */
export const EXPIRY_WARNING_DAYS = 14;
export const EXPIRY_WARNING_MS = EXPIRY_WARNING_DAYS * 24 * 60 * 60_000;
