import { join } from "node:path";

/** On `globalThis`: Next's pages and the server each load this module. */
const holder = globalThis as typeof globalThis & { hubOwnFolder?: string };

/** A file shipped with the hub: in the build folder, else in the working directory. */
export const ownFile = (path: string): string =>
  join(/* turbopackIgnore: true */ holder.hubOwnFolder ?? process.cwd(), path);

export function setOwnFolder(folder: string): void {
  holder.hubOwnFolder = folder;
}
