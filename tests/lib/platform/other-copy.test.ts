import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, type MockInstance, vi } from "vitest";
import { toErrorResponse } from "@/lib/api/envelope";
import { stopWatchingDiskSpace, watchDiskSpace } from "@/lib/platform/disk-space";
import { NotFound, RateLimited } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { logPageFailure } from "@/lib/server/instrumentation-node";
import { answerPage, formResult } from "@/lib/web/actions/form-result";

// In the built hub one copy of the modules stores files and another responds, so their classes differ.

const KEY = `018f4d2c-0000-7000-8000-000000000000/${"a".repeat(64)}`;
const DISK_FULL = "The hub's disk is nearly full, so changes can't be saved. Reading still works.";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "hub-copies-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

let warned: MockInstance;
let failed: MockInstance;
beforeEach(() => {
  warned = vi.spyOn(log, "warn").mockImplementation(() => {});
  failed = vi.spyOn(log, "error").mockImplementation(() => {});
});
afterEach(() => {
  stopWatchingDiskSpace();
  vi.restoreAllMocks();
});

/** Stores a file through the other copy of the modules. */
async function store(files: string): Promise<void> {
  vi.resetModules();
  const { createLocalStorage } = await import("@/lib/content/server");
  await createLocalStorage(files).put(KEY, Buffer.from("a file"), "image/png");
}

it("tells an uploader that the disk is full, and logs it without a stack", async () => {
  await watchDiskSpace(directory, Number.MAX_SAFE_INTEGER);
  failed.mockClear();
  const upload = () => store(directory);
  const answer = await answerPage(upload);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([500, "60"]);
  expect(await answer.json()).toEqual({ error: { code: "server_error", message: DISK_FULL } });
  expect(await formResult(upload)).toMatchObject({ status: "error", message: DISK_FULL });
  await upload().catch(logPageFailure);
  expect(warned.mock.calls).toEqual(Array(3).fill([{ reason: DISK_FULL }, "a request failed"]));
  expect(failed).not.toHaveBeenCalled();
});

it.each(["ENOSPC", "EDQUOT"])("says the same if a write fails with %s", async (code) => {
  vi.resetModules();
  const { StorageUnavailable } = await import("@/lib/content");
  const cause = Object.assign(new Error(`${code}: no space left`), { code });
  const answer = toErrorResponse(new StorageUnavailable("The file store could not write a file.", { cause }));
  expect(await answer.json()).toMatchObject({ error: { message: DISK_FULL } });
  expect(warned.mock.calls).toEqual([[{ reason: expect.stringContaining(code) }, "a request failed"]]);
});

it("says that the file store failed, and logs why", async () => {
  const file = join(directory, "file");
  await writeFile(file, "");
  const answer = await answerPage(() => store(join(file, "files")));
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ error: { message: "The file store could not write a file." } });
  expect(warned.mock.calls).toEqual([[{ reason: expect.stringContaining("ENOTDIR") }, "a request failed"]]);
});

it("keeps every refusal's status, message and Retry-After", async () => {
  vi.resetModules();
  const theirs = await import("@/lib/platform/errors");
  const busy = toErrorResponse(new theirs.RateLimited(30, "Too many pages are open."));
  expect([busy.status, busy.headers.get("retry-after")]).toEqual([429, "30"]);
  const refused = await formResult(() =>
    Promise.reject(new theirs.BadRequest("The name is taken.", { field: "name" })),
  );
  expect(refused).toEqual({ status: "error", message: "The name is taken.", field: "name" });
  expect(new RateLimited(1)).not.toBeInstanceOf(NotFound);
  expect([warned.mock.calls, failed.mock.calls]).toEqual([[], []]);
});
