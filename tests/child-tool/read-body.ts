/** Maximum form size in bytes. */
const MAX_BODY_BYTES = 64 * 1024;

/** Returns the raw body, or null as soon as it exceeds the limit. */
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

/** Returns the fields of a form, or none if it is too large. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const body = await readBody(request);
  return new URLSearchParams(body ? new TextDecoder().decode(body) : "");
}
