import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { usageCounters } from "@/db/schema";
import { UsageRecorder } from "@/lib/integrations/server";
import { newId } from "@/lib/platform/ids";
import { openTestDatabase } from "../../../support/database";
import { createBrandFixture, NOW } from "../../../support/fixtures";

const database = openTestDatabase();

it("sums requests, errors and refusals by credential and hour over several flushes", async () => {
  const brand = await createBrandFixture(database.db);
  const caller = { kind: "api-key" as const, apiKeyId: newId(), brandId: brand.id };
  const recorder = new UsageRecorder(database.db, (error) => expect(error).toBeUndefined());
  for (const status of [200, 200, 400, 429]) recorder.record({ actor: caller, status, now: NOW, brandIds: [] });
  await recorder.flush();
  recorder.record({ actor: caller, status: 200, now: NOW, brandIds: [] });
  recorder.record({ actor: caller, status: 200, now: new Date(NOW.getTime() + 3_600_000), brandIds: [] });
  await recorder.flush();
  const rows = await database.db
    .select()
    .from(usageCounters)
    .where(eq(usageCounters.brandId, brand.id))
    .orderBy(usageCounters.hour);
  expect(rows.map(({ requests, errors, limited }) => [requests, errors, limited])).toEqual([
    [5, 1, 1],
    [1, 0, 0],
  ]);
  expect(rows[0]?.hour.toISOString()).toBe("2026-03-14T09:00:00.000Z");
});

it("counts a tool's request for each existing brand it names, including refusals", async () => {
  const [one, other] = [await createBrandFixture(database.db), await createBrandFixture(database.db)];
  const caller = { kind: "tool" as const, toolSlug: "brand-studio" };
  const recorder = new UsageRecorder(database.db, (error) => expect(error).toBeUndefined());
  recorder.record({ actor: caller, status: 200, now: NOW, brandIds: [one.id, one.id.toUpperCase(), other.id] });
  recorder.record({ actor: caller, status: 403, now: NOW, brandIds: [one.id, newId(), "no-uuid"] });
  recorder.record({ actor: caller, status: 429, now: NOW, brandIds: [one.id] });
  recorder.record({ actor: caller, status: 200, now: NOW, brandIds: [] });
  await recorder.flush();
  const counted = async (brandId: string) => {
    const rows = await database.db.select().from(usageCounters).where(eq(usageCounters.brandId, brandId));
    return rows.map(({ credential, requests, errors, limited }) => [credential, requests, errors, limited]);
  };
  expect(await counted(one.id)).toEqual([["tool:brand-studio", 3, 1, 1]]);
  expect(await counted(other.id)).toEqual([["tool:brand-studio", 1, 0, 0]]);
});

// Last, because it closes the file's database.
it("reports an unavailable database and keeps counting", async () => {
  await database.close();
  const errors: unknown[] = [];
  const recorder = new UsageRecorder(database.db, (error) => errors.push(error));
  recorder.record({
    actor: { kind: "api-key", apiKeyId: newId(), brandId: newId() },
    status: 200,
    now: NOW,
    brandIds: [],
  });
  await recorder.flush();
  recorder.record({
    actor: { kind: "api-key", apiKeyId: newId(), brandId: newId() },
    status: 200,
    now: NOW,
    brandIds: [],
  });
  await recorder.flush();
  expect(errors).toHaveLength(2);
});
