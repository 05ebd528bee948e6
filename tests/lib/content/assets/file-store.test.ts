import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { files } from "@/db/schema";
import type { FileStorage } from "@/lib/content";
import { adoptFileStore, STORE_MISMATCH, STORE_MISMATCH_FIX, storageKey, watchFileStore } from "@/lib/content/server";
import { newId } from "@/lib/platform/ids";
import { MemoryStore } from "@/lib/platform/limits/memory-store";
import { log } from "@/lib/platform/log";
import { assembleHub, contextOf, type Hub } from "@/lib/runtime/hub";
import { unreadiness } from "@/lib/runtime/readiness";
import { filesQuestion } from "@/lib/server/doctor/surroundings";
import { createTestDatabase } from "@/tests/support/database";
import { createBrandFixture, NOW, SYSTEM } from "@/tests/support/fixtures";
import { memoryStorage } from "@/tests/support/memory-storage";

const MINUTE_MS = 60_000;
const after = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS);

let database: OpenDatabase;
let brandId: string;
beforeEach(async () => {
  database = await createTestDatabase();
  brandId = (await createBrandFixture(database.db)).id;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.close();
});

const processOn = (storage: FileStorage, now = NOW): Hub =>
  assembleHub(database, {
    storage,
    limits: new MemoryStore({ nowMs: () => 0 }),
    stopping: new AbortController().signal,
    clock: async () => now,
  });
const tick = (hub: Hub) => watchFileStore(contextOf(hub, { actor: SYSTEM, now: NOW }));
const isReady = async (hub: Hub) => !(await unreadiness(hub)).includes("files");

async function upload(storage: FileStorage, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const bytes = Buffer.from(newId());
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const row = { id: newId(), brandId, sha256, mime: "image/png", bytes: bytes.length, createdAt: NOW };
    await database.db.insert(files).values(row);
    await storage.put(storageKey(brandId, sha256), bytes, "image/png");
  }
}

it("reports a mismatched store in readiness, once in the log, and in doctor", async () => {
  const shared = memoryStorage();
  const [first, second, stray] = [processOn(shared), processOn(shared), processOn(memoryStorage())];
  const logged = vi.spyOn(log, "error").mockImplementation(() => {});
  for (const hub of [first, second, stray, stray]) await tick(hub);
  expect([await isReady(first), await isReady(second), await isReady(stray)]).toEqual([true, true, false]);
  const doctor = (storage: FileStorage) => filesQuestion(database.db, storage).ask();
  expect(await doctor(shared)).toMatchObject({ state: "ok" });
  expect(await doctor(memoryStorage())).toMatchObject({ state: "error", remedy: STORE_MISMATCH_FIX });
  expect(logged.mock.calls).toEqual([[`${STORE_MISMATCH} ${STORE_MISMATCH_FIX}`]]);
});

it("reports only storage if the store doesn't answer", async () => {
  const storage = memoryStorage();
  await tick(processOn(storage));
  const away = () => Promise.reject(new Error("no answer"));
  const never = () => new Promise<never>(() => {});
  expect(await unreadiness(processOn({ ...storage, read: away, probe: away }))).toEqual(["storage"]);
  expect(await unreadiness(processOn({ ...storage, read: never }))).toEqual([]);
});

it("marks a store at the next tick if the first attempt failed", async () => {
  const shared = memoryStorage();
  const full = { ...shared, put: () => Promise.reject(new Error("the disk is full")) };
  await expect(tick(processOn(full))).rejects.toThrow("the disk is full");
  await tick(processOn(shared));
  expect([await isReady(processOn(shared)), await isReady(processOn(memoryStorage()))]).toEqual([true, false]);
});

it("adopts another store with most of the files once the old one is abandoned", async () => {
  const [former, copy] = [memoryStorage(), memoryStorage()];
  await upload(former, 4);
  await tick(processOn(former));
  const [lost, ...copied] = former.kept;
  for (const [key, bytes] of copied) if (key.startsWith(brandId)) copy.kept.set(key, bytes);
  expect(lost?.[0]).toContain(brandId);
  await tick(processOn(copy, after(4)));
  expect(await isReady(processOn(copy))).toBe(false);
  await tick(processOn(copy, after(6)));
  expect([await isReady(processOn(copy)), await isReady(processOn(former))]).toEqual([true, false]);
});

it("keeps the store that has the files, even if abandoned", async () => {
  const [former, empty] = [memoryStorage(), memoryStorage()];
  await upload(former, 3);
  await tick(processOn(former));
  await tick(processOn(empty, after(1_000)));
  expect([await isReady(processOn(former)), await isReady(processOn(empty))]).toEqual([true, false]);
});

it("adopts a store that the files were copied to at once", async () => {
  const [former, copy] = [memoryStorage(), memoryStorage()];
  await tick(processOn(former));
  await adoptFileStore({ db: database.db, storage: copy, now: NOW });
  expect([await isReady(processOn(former)), await isReady(processOn(copy))]).toEqual([false, true]);
});
