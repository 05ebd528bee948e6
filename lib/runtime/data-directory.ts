import { readFileSync } from "node:fs";
import { access, constants } from "node:fs/promises";
import { resolve } from "node:path";
import { ConfigurationError } from "@/lib/platform/config/env";
import { makePrivateFolder, ownFile } from "@/lib/platform/private-file";

/** @throws ConfigurationError if it can't be created or written to */
export async function requireDataDirectory(directory: string): Promise<void> {
  const path = resolve(/* turbopackIgnore: true */ directory);
  try {
    await makePrivateFolder(path);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new ConfigurationError(
      `The hub cannot write to HUB_DATA_DIR (${path}): ${code}. Choose a folder that it can write to, or change this folder's permissions.`,
      { cause },
    );
  }
}

let version: string | undefined;

export function ownVersion(): string {
  if (version === undefined) version = String(JSON.parse(readFileSync(ownFile("package.json"), "utf8")).version);
  return version;
}
