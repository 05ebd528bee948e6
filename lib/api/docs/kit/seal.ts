import { createHash } from "node:crypto";

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

const HEAD =
  /^\/\*\*\n \* The contract kit of the Brand Identity Hub, version (\d+\.\d+\.\d+), in one file: made by the hub's build of its `lib\/contract`\.\n \* Licence: (?:MIT, )?LICENSE beside it\. SHA-256 of all lines below this comment: ([0-9a-f]{64})\n \*\/\n/;

/** Adds a header with the version and the digest of the text. */
export const sealed = (version: string, body: string): string => `/**
 * The contract kit of the Brand Identity Hub, version ${version}, in one file: made by the hub's build of its \`lib/contract\`.
 * Licence: MIT, LICENSE beside it. SHA-256 of all lines below this comment: ${digestOf(body)}
 */
${body}`;

/** Reads a single file's header and checks its digest; null for other text. */
export function readSeal(text: string): { version: string; unchanged: boolean } | null {
  const lines = text.replaceAll("\r\n", "\n");
  const [head, version, digest] = HEAD.exec(lines) ?? [];
  if (!head || !version) return null;
  return { version, unchanged: digestOf(lines.slice(head.length)) === digest };
}
