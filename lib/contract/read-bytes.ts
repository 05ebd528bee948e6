// SPDX-License-Identifier: MIT
/** Bytes that come in pieces, kept in one buffer: a list of them takes 400 times their size where each piece is a single byte. */
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

/** The exact bytes of a body, or null once it is longer than the limit; the rest is then not read. */
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

/** Whether the sender says itself that its body is longer. */
export const saysTooLong = (contentLength: string | null | undefined, limitBytes: number): boolean =>
  Number(contentLength ?? 0) > limitBytes;
