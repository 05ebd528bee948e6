import { createHash } from "node:crypto";

/** There are as many documents as the hub has addresses, and the PDF. */
const tags = new Map<string | Uint8Array, string>();

/** The `ETag` of a document that the hub serves as it is; made once for each. */
export function documentTag(content: string | Uint8Array): string {
  const known = tags.get(content);
  if (known) return known;
  const tag = `"${createHash("sha256").update(content).digest("base64url")}"`;
  tags.set(content, tag);
  return tag;
}
