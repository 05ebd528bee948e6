/** The exact bytes of a body, or null once it is longer than the limit; the rest is then not read. */
export async function readBytes(
  next: () => Promise<{ done?: boolean | undefined; value?: Uint8Array | undefined }>,
  limitBytes: number,
) {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let read = await next(); !read.done; read = await next()) {
    if (!read.value) continue;
    length += read.value.length;
    if (length > limitBytes) return null;
    chunks.push(read.value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Whether the sender says itself that its body is longer. */
export const saysTooLong = (contentLength: string | null | undefined, limitBytes: number): boolean =>
  Number(contentLength ?? 0) > limitBytes;
