import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { HubError } from "./errors";
import { log } from "./log";

/** How much room there is where the hub keeps data, and whether it is too little to write any. */
interface DiskSpace {
  freeBytes: number;
  isLow: boolean;
}

const LOOK_EVERY_MS = 1_000;
/** Room comes back in steps: without a distance between the two bounds, each file would turn it off and on. */
const HYSTERESIS_BYTES = 50_000_000;

/** `globalThis`, because Next's pages and the server have a copy of this module each. */
const holder = globalThis as typeof globalThis & { hubDiskSpace?: DiskSpace & { timer: NodeJS.Timeout } };

export async function freeBytesAt(directory: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(/* turbopackIgnore: true */ directory);
    return bavail * bsize;
  } catch (error) {
    const parent = dirname(directory);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || parent === directory) throw error;
    return freeBytesAt(parent);
  }
}

/** What the watch of this process last saw; null where nothing is kept on its disk. */
export const diskSpace = (): DiskSpace | null => holder.hubDiskSpace ?? null;

/** True while nothing may be written. */
export const isDiskLow = (): boolean => holder.hubDiskSpace?.isLow ?? false;

/**
 * Looks once a second how much is free where a directory lies. Below the least it is low until there is somewhat more than that again. Well
 * above nothing, since a database that cannot write its log has to be killed. Resolves once it has looked.
 */
export async function watchDiskSpace(directory: string, leastBytes: number): Promise<void> {
  stopWatchingDiskSpace();
  const path = resolve(/* turbopackIgnore: true */ directory);
  const state = {
    freeBytes: Number.POSITIVE_INFINITY,
    isLow: false,
    timer: setInterval(() => void look(), LOOK_EVERY_MS).unref(),
  };
  holder.hubDiskSpace = state;
  const look = async () => {
    // What cannot be asked is as it was.
    state.freeBytes = await freeBytesAt(path).catch(() => state.freeBytes);
    const isLow = state.freeBytes < leastBytes + (state.isLow ? HYSTERESIS_BYTES : 0);
    if (isLow === state.isLow) return;
    state.isLow = isLow;
    const freeMb = Math.floor(state.freeBytes / 1_000_000);
    if (isLow)
      log.error({ class: "disk_low", freeMb }, "the disk is nearly full: nothing is written until there is room");
    else log.warn({ class: "disk_low", freeMb }, "there is room on the disk again");
  };
  await look();
}

export function stopWatchingDiskSpace(): void {
  clearInterval(holder.hubDiskSpace?.timer);
  holder.hubDiskSpace = undefined;
}

/** 500: the disk is full, or so nearly that nothing may be written. Reads go on. */
export class NoRoom extends HubError {
  /** Written out: each copy of the module has a class, and a build shortens its name. */
  override readonly name = "NoRoom";
  /** Somebody has to make room. */
  override readonly retryAfterSeconds = 60;

  constructor(options?: { cause?: unknown }) {
    super(
      "server_error",
      "The hub's disk is nearly full, so that nothing can be saved for now. Reading goes on.",
      options,
    );
  }
}

/** A transaction that may only read (`isDiskLow`), a database's disk that is full, a system's that is. */
const CODES = new Set(["25006", "53100", "ENOSPC", "EDQUOT"]);
const MAX_CAUSES = 6;

/** The refusal behind an error that came of a full disk, on whatever way it came; null for any other. */
export function noRoomOf(error: unknown): HubError | null {
  for (let at = error, depth = 0; at instanceof Error && depth < MAX_CAUSES; at = at.cause, depth += 1) {
    if (at instanceof HubError && at.name === "NoRoom") return at;
    if ("code" in at && CODES.has(String(at.code))) return new NoRoom({ cause: error });
  }
  return null;
}
