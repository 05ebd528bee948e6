export const MAX_UPLOAD_BYTES = 4 * 1024 * 1024;

export const MAX_SVG_BYTES = 512 * 1024;

/** Largest picture once decoded, in pixels, so that a small file cannot unfold into gigabytes. */
export const MAX_PIXELS = 25_000_000;

/** Largest re-encoded picture, in bytes: a picture may grow when it is decoded and written anew, but not without end. */
export const MAX_STORED_BYTES = 2 * MAX_UPLOAD_BYTES;

/** Largest font once unpacked that is read, in bytes; larger ones are stored unread. */
export const MAX_READ_FONT_BYTES = 32 * 1024 * 1024;
