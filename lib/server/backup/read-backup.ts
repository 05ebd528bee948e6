import { existsSync } from "node:fs";
import { join } from "node:path";
import { newestKnown } from "@/db/migration-state";
import { forEachFile, readKept, readList } from "./files";
import { BackupRefused, type Manifest, partOf, readManifest } from "./manifest";

/** Reads a backup from end to end, and gives its manifest. @throws BackupRefused for one that is cut, damaged or newer than this release, with the file at fault */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if (manifest.migration > newestKnown())
    throw new BackupRefused(
      `This backup was made by release ${manifest.version}, which is newer than this one: put it back with that release.`,
    );
  for (const part of manifest.parts) {
    const path = join(folder, part.path);
    if (!existsSync(path)) throw new BackupRefused(`${path} is missing: this backup cannot be put back.`);
    const { bytes, sha256 } = await partOf(folder, part.path);
    if (bytes !== part.bytes || sha256 !== part.sha256)
      throw new BackupRefused(`${path} is damaged: this backup cannot be put back.`);
  }
  const lost = new Set(manifest.lost);
  await forEachFile(readList(folder), async ({ key }) => {
    if (!lost.has(key)) await readKept(folder, key);
  });
  return manifest;
}
