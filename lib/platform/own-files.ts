import { join } from "node:path";

/** `globalThis`, because the built server and Next's pages have a copy of this module each. */
const holder = globalThis as typeof globalThis & { hubOwnFolder?: string };

/** Path of a file that comes with the hub: in the built folder that this process runs from, else under the working directory. */
export const ownFile = (path: string): string =>
  join(/* turbopackIgnore: true */ holder.hubOwnFolder ?? process.cwd(), path);

export function setOwnFolder(folder: string): void {
  holder.hubOwnFolder = folder;
}
