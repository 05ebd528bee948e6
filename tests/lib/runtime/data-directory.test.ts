import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { requireDataDirectory } from "@/lib/runtime/data-directory";

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "hub-data-"));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

it("is created for its owner only", async () => {
  const directory = join(parent, "not", "there");
  await requireDataDirectory(directory);
  await requireDataDirectory(directory);
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
});

it("stops the start with path and reason if it can't be created", async () => {
  const file = join(parent, "file");
  await writeFile(file, "");
  await expect(requireDataDirectory(join(file, "data"))).rejects.toThrow(
    `The hub cannot write to HUB_DATA_DIR (${join(file, "data")}): ENOTDIR.`,
  );
});

it.skipIf(process.platform !== "linux")("stops the start if mkdir reports a missing parent, as in /proc", async () => {
  await expect(requireDataDirectory("/proc/nope/x")).rejects.toThrow(
    "The hub cannot write to HUB_DATA_DIR (/proc/nope/x): ENOENT.",
  );
});
