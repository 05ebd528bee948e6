/** Longest form that is read, in bytes. */
const MAX_BODY_BYTES = 64 * 1024;

/** The exact bytes of a request's body, or null once it is longer than the limit; the rest is then not read. */
async function readBody(request: Request, limit = MAX_BODY_BYTES): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The fields of a posted form; of one that is too long, none. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const body = await readBody(request);
  return new URLSearchParams(body ? new TextDecoder().decode(body) : "");
}
