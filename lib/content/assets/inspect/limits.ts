export const MAX_UPLOAD_BYTES = 4 * 1024 * 1024;

export const MAX_SVG_BYTES = 512 * 1024;

/** Largest decoded picture, in pixels. Stops small files that decompress to gigabytes. */
export const MAX_PIXELS = 25_000_000;

/** Largest re-encoded picture, in bytes. Re-encoding can enlarge a picture. */
export const MAX_STORED_BYTES = 2 * MAX_UPLOAD_BYTES;

/** Largest unpacked font that is parsed, in bytes. Larger ones are stored unread. */
export const MAX_READ_FONT_BYTES = 32 * 1024 * 1024;
