import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { ownFile } from "@/lib/kernel/own-files";
import { packTar } from "./tar";

/** Where the kit's files are, in the hub's own folder. */
const CONTRACT = "lib/contract";
/** One moment for all files, so that the archive depends on their contents alone. */
const MODIFIED_AT = new Date("2026-01-01T00:00:00.000Z");

/** The contract as an archive for child developers. */
export interface ContractKit {
  fileName: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Lower-case hex. */
  sha256: string;
}

let kit: Promise<ContractKit> | undefined;

async function packKit(): Promise<ContractKit> {
  const folder = ownFile(CONTRACT);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".ts")).sort();
  const files = await Promise.all(
    names.map(async (name) => ({ path: `contract/${name}`, content: await readFile(join(folder, name)) })),
  );
  const bytes = new Uint8Array(await promisify(gzip)(packTar(files, MODIFIED_AT), { level: 9 }));
  return {
    fileName: "brand-identity-hub-contract.tar.gz",
    bytes,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
}

/** The contract kit as this hub serves it, packed once for the whole process; a failed packing is tried again. */
export function contractKit(): Promise<ContractKit> {
  kit ??= packKit().catch((error) => {
    kit = undefined;
    throw error;
  });
  return kit;
}
