export const MAX_UPLOAD_BYTES = 4 * 1024 * 1024;

export const MAX_SVG_BYTES = 512 * 1024;

/** Decoded pixels. Stops small files that decompress to gigabytes. */
export const MAX_PIXELS = 25_000_000;

/** Re-encoding can enlarge a picture. */
export const MAX_STORED_BYTES = 2 * MAX_UPLOAD_BYTES;

/** Unpacked size. Larger fonts are stored unread. */
export const MAX_READ_FONT_BYTES = 32 * 1024 * 1024;
