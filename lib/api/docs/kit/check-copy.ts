import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readSeal } from "./kit";

export interface Verdict {
  message: string;
  /**
   * 0: the current kit, unchanged. 1: an older one. 2: changed since it was copied. 3: no kit, or an unknown
   * version.
   */
  exitCode: 0 | 1 | 2 | 3;
}

const ROW = /^\| (\d+\.\d+\.\d+) \|.*\| `([0-9a-f]{64})` \|$/gm;
const SINGLE = "contract.ts";

interface Copy {
  version: string;
  unchanged: boolean;
}

/**
 * Result of `cat folder/*.ts
 * sha256sum`, after normalising line ends.
 */
function folderDigest(folder: string): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(folder).sort())
    if (name.endsWith(".ts")) hash.update(readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n"));
  return hash.digest("hex");
}

function readCopy(path: string, digests: ReadonlyMap<string, string>): Copy | null {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  const [folder, single] = isFile ? [dirname(path), basename(path)] : [path, SINGLE];
  if (existsSync(join(folder, single))) return readSeal(readFileSync(join(folder, single), "utf8"));
  const index = join(folder, "index.ts");
  if (!existsSync(index)) return null;
  const digest = folderDigest(folder);
  // Kit 1.0.0 didn't name its version.
  const [named] = /(?<=contract kit, version )\d+\.\d+\.\d+/.exec(readFileSync(index, "utf8")) ?? [];
  const version = named ?? [...digests].find(([, known]) => known === digest)?.[0];
  return version ? { version, unchanged: digests.get(version) === digest } : null;
}

/**
 * Reports a copied kit's version, whether it was changed, and whether it is outdated.
 * @param path the copied folder or single file
 * @param changelog the hub's `CHANGELOG.md`, which lists each kit with its digest, the current one first
 */
export function checkCopy(path: string, changelog: string): Verdict {
  const digests = new Map([...changelog.matchAll(ROW)].map(([, version = "", digest = ""]) => [version, digest]));
  const [present] = digests.keys();
  const copy = readCopy(path, digests);
  if (!copy) return { message: `${path} has no contract kit with a readable version.`, exitCode: 3 };
  const { version, unchanged } = copy;
  if (!digests.has(version))
    return { message: `${path} is kit ${version}, which this hub (${present}) doesn't know.`, exitCode: 3 };
  const behind = version === present ? "the current version" : `outdated (current: ${present})`;
  if (!unchanged)
    return { message: `${path} has changed since it was copied: kit ${version}, ${behind}.`, exitCode: 2 };
  return { message: `${path} is kit ${version}, unchanged, ${behind}.`, exitCode: version === present ? 0 : 1 };
}
