import { randomBytes } from "node:crypto";
import { open, rm, statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { HubError } from "./errors";
import { log } from "./log";

interface DiskSpace {
  freeBytes: number;
  isLow: boolean;
}

const LOOK_EVERY_MS = 1_000;
/** Keeps writes from switching on and off with every file. */
const HYSTERESIS_BYTES = 50_000_000;

/** On `globalThis`: Next's pages and the server each load this module. */
const holder = globalThis as typeof globalThis & { hubDiskSpace?: DiskSpace & { timer: NodeJS.Timeout } };

/**
 * Deleted when the disk has nothing else left, because PostgreSQL restarts if it can't write a checkpoint. Random, so
 * that no file system compresses it.
 */
const RESERVE = { name: ".reserve", bytes: 16_000_000, releasedBelow: 4_000_000 };

async function keepReserve(directory: string, { freeBytes, isLow }: DiskSpace): Promise<void> {
  const path = join(/* turbopackIgnore: true */ directory, RESERVE.name);
  if (freeBytes < RESERVE.releasedBelow) return rm(path, { force: true });
  if (isLow) return;
  const file = await open(path, "wx", 0o600);
  await file.writeFile(randomBytes(RESERVE.bytes)).finally(() => file.close());
}

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

/** Null where the hub keeps nothing on disk. */
export const diskSpace = (): DiskSpace | null => holder.hubDiskSpace ?? null;

export const isDiskLow = (): boolean => holder.hubDiskSpace?.isLow ?? false;

/**
 * Checks once a second; resolves after the first check. `leastBytes` must be well above 0: a database that can't
 * write its log has to be killed.
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
    // Keeps the last reading on failure.
    state.freeBytes = await freeBytesAt(path).catch(() => state.freeBytes);
    const isLow = state.freeBytes < leastBytes + (state.isLow ? HYSTERESIS_BYTES : 0);
    const isChanged = isLow !== state.isLow;
    state.isLow = isLow;
    // Usually EEXIST: it is kept.
    await keepReserve(path, state).catch(() => undefined);
    if (!isChanged) return;
    const freeMb = Math.floor(state.freeBytes / 1_000_000);
    if (isLow) log.error({ class: "disk_low", freeMb }, "disk nearly full: writes are refused until space is freed");
    else log.warn({ class: "disk_low", freeMb }, "disk space is available again");
  };
  await look();
}

export function stopWatchingDiskSpace(): void {
  clearInterval(holder.hubDiskSpace?.timer);
  holder.hubDiskSpace = undefined;
}

/** 500: the disk is nearly full. Reads still work. */
export class DiskFull extends HubError {
  /** Set explicitly: builds shorten class names and each module copy has its own class. */
  override readonly name = "DiskFull";
  override readonly retryAfterSeconds = 60;

  constructor(options?: { cause?: unknown }) {
    super("server_error", "The hub's disk is nearly full, so changes can't be saved. Reading still works.", options);
  }
}

/** Read-only transaction (see `isDiskLow`), PostgreSQL's and the system's full disk, exceeded quota. */
const CODES = new Set(["25006", "53100", "ENOSPC", "EDQUOT"]);
const MAX_CAUSES = 6;

/** The DiskFull behind an error with a full disk among its causes, else null. */
export function diskFullOf(error: unknown): HubError | null {
  for (let at = error, depth = 0; at instanceof Error && depth < MAX_CAUSES; at = at.cause, depth += 1) {
    if (at instanceof HubError && at.name === "DiskFull") return at;
    if ("code" in at && CODES.has(String(at.code))) return new DiskFull({ cause: error });
  }
  return null;
}
