import { eq } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import { databaseClock } from "@/db/client";
import { events } from "@/db/schema";
import { NO_RETENTION } from "@/lib/access";
import { recordAudit, verifyAudit } from "@/lib/access/server";
import { stopWatchingDiskSpace, watchDiskSpace } from "@/lib/platform/disk-space";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { enqueueMail } from "@/lib/platform/mail/enqueue-mail";
import { type Mailer, NO_MAILER } from "@/lib/platform/mail/mailer";
import type { Services } from "@/lib/runtime/context";
import { assembleHub } from "@/lib/runtime/hub";
import { beginStopping, stopping } from "@/lib/runtime/stopping";
import { tick, ticksOf } from "@/lib/runtime/tick";
import { openTestDatabase } from "@/tests/support/database";
import { context, createBrandFixture, NOW, SYSTEM } from "@/tests/support/fixtures";
import { memoryStorage } from "@/tests/support/memory-storage";

const DAY_MS = 24 * 60 * 60_000;

const database = openTestDatabase();
beforeEach(() => vi.restoreAllMocks());

const ticking = (mail: Mailer) => context(database.db, SYSTEM, NOW, { mail });

it("reports deliveries even if another tick fails, and logs the failure", async () => {
  const logged = vi.spyOn(log, "error").mockImplementation(() => {});
  const failing: Mailer = {
    ...NO_MAILER,
    get configured(): boolean {
      throw new Error("no mail today");
    },
  };
  expect(await tick(ticking(failing))).toEqual({ processed: 0, failed: 0 });
  expect(logged.mock.calls.map(([fields]) => fields)).toMatchObject([{ tick: "mails" }]);
});

it("doesn't wait for a hung mail server", async () => {
  let asked = () => {};
  const sending = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const send = () => {
    asked();
    return new Promise<never>(() => {});
  };
  const ctx = ticking({ ...NO_MAILER, configured: true, send });
  const content = { subject: "Hello", paragraphs: ["Hello."] };
  await enqueueMail(ctx, { kind: "account.new_browser", to: "ada@example.com", content });
  const answer = tick(ctx, { choresMs: 1 });
  await sending;
  expect(await answer).toEqual({ processed: 0, failed: 0 });
});

const services: Partial<Services> = { retention: { ...NO_RETENTION, payloadsDays: 1 }, storage: memoryStorage() };

it.each([
  ["the loop", () => Promise.all(ticksOf(assembleHub(database, services)).map(({ run }) => run()))],
  ["a cron", () => tick(context(database.db, SYSTEM, NOW, { ...services, clock: databaseClock }))],
])("chains the audit log and deletes expired data, called by %s", async (_, run) => {
  const { db } = database;
  const { id: brandId } = await createBrandFixture(db);
  const at = new Date(Date.now() - 2 * DAY_MS);
  const event = { id: newId(), brandId, apiVersion: 0, type: "a.b", payload: { a: 1 }, occurredAt: at, receivedAt: at };
  await db.insert(events).values(event);
  await recordAudit(context(db, SYSTEM, at), {
    brandId,
    action: "brand.renamed",
    target: { kind: "brand", id: brandId, label: "it" },
  });
  await run();
  expect(await db.select().from(events).where(eq(events.id, event.id))).toMatchObject([{ payload: {} }]);
  expect(await verifyAudit(context(db, SYSTEM))).toMatchObject({ waiting: 0, problems: [] });
});

it.each([
  ["nothing if the embedded database is on it", "", { a: 1 }],
  ["everything if the database is on a server", "postgres://hub@db.example.com/hub", {}],
])("does %s while the disk is nearly full", async (_, url, left) => {
  const hub = assembleHub(database, services);
  const { id: brandId } = await createBrandFixture(database.db);
  const at = new Date(Date.now() - 2 * DAY_MS);
  const event = { id: newId(), brandId, apiVersion: 0, type: "a.b", payload: { a: 1 }, occurredAt: at, receivedAt: at };
  await database.db.insert(events).values(event);
  vi.stubEnv("DATABASE_URL", url);
  vi.stubEnv("HUB_EMBEDDED_DATABASE", url ? "" : "1");
  await watchDiskSpace(".", Number.MAX_SAFE_INTEGER);
  try {
    await Promise.all(ticksOf(hub).map(({ run }) => run()));
  } finally {
    stopWatchingDiskSpace();
    vi.unstubAllEnvs();
  }
  expect(await database.db.select().from(events).where(eq(events.id, event.id))).toEqual([
    expect.objectContaining({ payload: left }),
  ]);
});

it("tells every copy of the module that the process stops", async () => {
  expect(stopping().aborted).toBe(false);
  beginStopping();
  vi.resetModules();
  expect((await import("@/lib/runtime/stopping")).stopping().aborted).toBe(true);
  Object.assign(globalThis, { hubStopping: undefined });
});
