import { spawnSync } from "node:child_process";
import { mkdtemp, open, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SIZE_MB = 400;
const MB = 1_000_000;

export interface SmallDisk {
  directory: string;
  /** The value of `HUB_LEAST_FREE_MB` for this disk. */
  leastFreeMb: number;
  /**
   * Free space to test with, in steps. Null on this machine's own disk, which is only filled to just below the minimum.
   */
  levelsMb: readonly number[] | null;
  /** Fills the disk to this much free space, or this machine's own to just below the minimum. */
  fill(leftMb: number): Promise<void>;
  makeRoom(): Promise<void>;
  remove(): Promise<void>;
}

async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** Occupies disk space with a file, or less if there is less. */
async function take(path: string, bytes: number): Promise<void> {
  if (spawnSync("fallocate", ["-l", String(bytes), path]).status === 0) return;
  const file = await open(path, "a");
  const block = Buffer.alloc(MB);
  try {
    for (let left = bytes; left > 0; left -= block.length) await file.write(block, 0, Math.min(left, block.length));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    await file.close();
  }
}

/**
 * Mounts a small file system if permitted. Otherwise uses this machine's disk with a minimum slightly below its free
 * space.
 */
export async function smallDisk(): Promise<SmallDisk> {
  const directory = await mkdtemp(join(tmpdir(), "small-disk-"));
  const mounted =
    spawnSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE_MB}m,mode=0700`, "tmpfs", directory]).status === 0;
  const ballast: string[] = [];
  const add = async (bytes: number) => {
    if (bytes <= 0) return;
    const path = join(directory, `ballast-${ballast.length}`);
    ballast.push(path);
    await take(path, bytes);
  };
  const leastFreeMb = mounted ? 120 : Math.floor((await freeBytes(directory)) / MB) - 1_000;
  return {
    directory,
    leastFreeMb,
    levelsMb: mounted ? [60, 10, 0] : null,
    fill: async (leftMb) => add((await freeBytes(directory)) - (mounted ? leftMb : leastFreeMb - 500) * MB),
    async makeRoom() {
      for (const path of ballast.splice(0)) await rm(path, { force: true });
    },
    async remove() {
      if (mounted) spawnSync("umount", ["-l", directory]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
