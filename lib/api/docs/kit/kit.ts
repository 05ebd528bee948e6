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
