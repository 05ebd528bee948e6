import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StorageUnavailable } from "@/lib/content";
import { createFileStorage, createLocalStorage, storageKey } from "@/lib/content/server";

const BRAND = "0190f3c2-0000-7000-8000-000000000001";
const KEY = `${BRAND}/${"a".repeat(64)}`;
const BYTES = Buffer.from([0, 255, 10, 13, 128]);

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "files-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe("a directory store", () => {
  it("reads what was written, also through another store on the same directory", async () => {
    await createLocalStorage(join(directory, "made", "when needed")).put(KEY, BYTES, "image/png");
    expect(await createLocalStorage(join(directory, "made", "when needed")).read(KEY)).toEqual(BYTES);
  });

  it.skipIf(process.platform === "win32")("closes new and existing folders and files to other users", async () => {
    await chmod(directory, 0o755);
    await createLocalStorage(directory).put(KEY, BYTES, "image/png");
    const modes = ["", BRAND, KEY].map(async (path) => (await stat(join(directory, path))).mode & 0o777);
    expect(await Promise.all(modes)).toEqual([0o700, 0o700, 0o600]);
    for (const use of [
      (files: ReturnType<typeof createLocalStorage>) => files.probe(),
      (files: ReturnType<typeof createLocalStorage>) => files.read(KEY),
    ]) {
      await chmod(directory, 0o755);
      await use(createLocalStorage(directory));
      expect((await stat(directory)).mode & 0o777).toBe(0o700);
    }
  });

  it("leaves exactly one file after concurrent writes", async () => {
    const storage = createLocalStorage(directory);
    await Promise.all(Array.from({ length: 20 }, () => storage.put(KEY, BYTES, "image/png")));
    expect(await readdir(join(directory, BRAND))).toEqual(["a".repeat(64)]);
    expect(await storage.read(KEY)).toEqual(BYTES);
  });

  it("never lets a reader see half a file", async () => {
    const storage = createLocalStorage(directory);
    const whole = Buffer.alloc(2_000_000, 7);
    await storage.put(KEY, whole, "image/png");
    const writes = Array.from({ length: 5 }, () => storage.put(KEY, whole, "image/png"));
    const reads = await Promise.all(Array.from({ length: 20 }, () => storage.read(KEY)));
    await Promise.all(writes);
    for (const read of reads) expect(read?.length).toBe(whole.length);
  });

  it("returns null for a missing file", async () => {
    expect(await createLocalStorage(directory).read(KEY)).toBeNull();
    expect(await createLocalStorage(join(directory, "missing")).read(KEY)).toBeNull();
  });

  it("deletes a file and ignores a missing one", async () => {
    const storage = createLocalStorage(directory);
    await storage.put(KEY, BYTES, "image/png");
    await storage.delete(KEY);
    await storage.delete(KEY);
    expect(await storage.read(KEY)).toBeNull();
  });

  it("throws StorageUnavailable if it can't write and leaves no trace", async () => {
    const inTheWay = join(directory, "a-file");
    await writeFile(inTheWay, "");
    await expect(createLocalStorage(inTheWay).put(KEY, BYTES, "image/png")).rejects.toThrow(StorageUnavailable);
    const storage = createLocalStorage(directory);
    await mkdir(join(directory, KEY), { recursive: true });
    await expect(storage.put(KEY, BYTES, "image/png")).rejects.toThrow(StorageUnavailable);
    expect(await readdir(dirname(join(directory, KEY)))).toEqual(["a".repeat(64)]);
    await expect(storage.read(KEY)).rejects.toThrow(StorageUnavailable);
  });

  it.each([
    ["a parent folder", `../${"a".repeat(64)}`],
    ["a hidden parent folder", `${BRAND}/../${"a".repeat(64)}`],
    ["an absolute path", `/etc/${"a".repeat(64)}`],
    ["a backslash", `${BRAND}\\${"a".repeat(64)}`],
    ["a NUL", `${BRAND}\0/${"a".repeat(64)}`],
    ["upper-case letters", KEY.toUpperCase()],
    ["a short hash", `${BRAND}/${"a".repeat(63)}`],
    ["a line break at the end", `${KEY}\n`],
    ["nothing", ""],
  ])("refuses a key with %s in every call", async (_, key) => {
    const storage = createLocalStorage(directory);
    await expect(storage.put(key, BYTES, "image/png")).rejects.toThrow(TypeError);
    await expect(storage.read(key)).rejects.toThrow(TypeError);
    await expect(storage.delete(key)).rejects.toThrow(TypeError);
    expect(await readdir(directory)).toEqual([]);
  });
});

describe("storageKey", () => {
  it("ignores the case of brand ids and refuses anything but a hash", () => {
    expect(storageKey(BRAND.toUpperCase(), "a".repeat(64))).toBe(KEY);
    expect(() => storageKey(BRAND, "../../secret")).toThrow(TypeError);
  });
});

describe("createFileStorage", () => {
  it("uses the data directory if no bucket is configured", async () => {
    await createFileStorage({ HUB_DATA_DIR: directory, S3_REGION: "auto" }).put(KEY, BYTES, "image/png");
    expect(await createLocalStorage(join(directory, "files")).read(KEY)).toEqual(BYTES);
  });
});
