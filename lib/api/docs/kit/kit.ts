import { createHash } from "node:crypto";
import { readGenerated } from "../made-by-build";

export const KIT = "kit.json";

export interface KitFile {
  type: string;
  sha256: string;
  content: string;
}

export interface Kit {
  version: string;
  document: string;
  files: Record<string, KitFile>;
}

export interface PublicFile {
  type: string;
  sha256: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const readKit = readGenerated(KIT, (bytes) => {
  const { files }: Kit = JSON.parse(bytes.toString());
  return new Map(
    Object.entries(files).map(([path, { type, sha256, content }]): [string, PublicFile] => [
      path,
      { type, sha256, bytes: new Uint8Array(Buffer.from(content, "base64")) },
    ]),
  );
});

/**
 * A file of the kit from the last build; null if it doesn't exist.
 * @param path such as `contract/bundle.ts`
 * @throws Error that names `npm run build` if nothing is built
 */
export const kitFile = async (path: string): Promise<PublicFile | null> => (await readKit()).get(path) ?? null;

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
