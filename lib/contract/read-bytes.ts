// SPDX-License-Identifier: MIT
/** Collects chunks in one buffer. A list of one-byte chunks takes 400 times their size. */
export class GatheredBytes {
  private store = new Uint8Array();
  length = 0;

  add(piece: Uint8Array): void {
    const length = this.length + piece.length;
    if (length > this.store.length) {
      const larger = new Uint8Array(this.length === 0 ? length : Math.max(length, 2 * this.store.length));
      larger.set(this.whole());
      this.store = larger;
    }
    this.store.set(piece, this.length);
    this.length = length;
  }

  whole() {
    return this.store.subarray(0, this.length);
  }
}

/** Returns the raw body, or null as soon as it exceeds the limit. */
export async function readBytes(
  next: () => Promise<{ done?: boolean | undefined; value?: Uint8Array | undefined }>,
  limitBytes: number,
) {
  const bytes = new GatheredBytes();
  for (let read = await next(); !read.done; read = await next()) {
    if (!read.value) continue;
    if (bytes.length + read.value.length > limitBytes) return null;
    bytes.add(read.value);
  }
  return bytes.whole();
}

/** True if `Content-Length` exceeds the limit. */
export const saysTooLong = (contentLength: string | null | undefined, limitBytes: number): boolean =>
  Number(contentLength ?? 0) > limitBytes;
