import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { brands, subscriptions, tools } from "@/db/schema";
import { measureBacklog } from "@/lib/integrations/server";
import { createTestDatabase } from "@/tests/support/database";
import { NOW, systemContext, withWebhookSecrets } from "@/tests/support/fixtures";
import { enqueue, subscribe } from "@/tests/support/outbox";

const MINUTE_MS = 60_000;
const URL = "https://tool.example.com/hooks";

let database: OpenDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const measure = (afterMs: number, secrets = ["a-secret"]) =>
  measureBacklog(withWebhookSecrets(systemContext(database.db, new Date(NOW.getTime() + afterMs)), ...secrets));

it("counts pending and due deliveries and the age of the oldest", async () => {
  expect(await measure(0)).toEqual({ pending: 0, due: 0, paused: [], oldestDueMs: 0 });
  const { brand } = await subscribe(database.db, URL);
  await enqueue(database.db, brand, 3);
  expect(await measure(-MINUTE_MS)).toEqual({ pending: 3, due: 0, paused: [], oldestDueMs: 0 });
  expect(await measure(5 * MINUTE_MS)).toEqual({ pending: 3, due: 3, paused: [], oldestDueMs: 5 * MINUTE_MS + 2 });
});

it("lists paused deliveries by tool and reason, and counts neither them nor failing ones as late", async () => {
  const { db } = database;
  const { brand, toolSlug } = await subscribe(db, URL);
  await enqueue(db, brand);
  const late = { pending: 1, due: 1, paused: [], oldestDueMs: MINUTE_MS };
  const excused = { ...late, oldestDueMs: 0 };
  const pausedFor = (reason: string) => ({
    ...excused,
    paused: [{ tool: { slug: toolSlug, name: expect.any(String) }, reason, due: 1 }],
  });
  expect(await measure(MINUTE_MS)).toEqual(late);
  expect(await measure(MINUTE_MS, [])).toEqual(pausedFor("no_secret"));

  await db.update(subscriptions).set({ failingSince: NOW });
  expect(await measure(MINUTE_MS)).toEqual(excused);
  await db.update(subscriptions).set({ failingSince: null });
  await db.update(tools).set({ status: "disabled" }).where(eq(tools.slug, toolSlug));
  expect(await measure(MINUTE_MS)).toEqual(pausedFor("tool_disabled"));
  await db.update(tools).set({ status: "active" });
  await db.update(brands).set({ archivedAt: NOW }).where(eq(brands.id, brand.id));
  expect(await measure(MINUTE_MS)).toEqual(excused);
  await db.update(brands).set({ archivedAt: null });
  expect(await measure(MINUTE_MS)).toEqual(late);
});
