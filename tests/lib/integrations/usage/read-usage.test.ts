import { describe, expect, it } from "vitest";
import { usageCounters } from "@/db/schema";
import { issueApiKey, readUsage } from "@/lib/integrations/server";
import { newId } from "@/lib/platform/ids";
import { openTestDatabase } from "@/tests/support/database";
import { actingUser, context, createBrandFixture, createTool, createUser } from "@/tests/support/fixtures";

const at = (text: string) => new Date(`2026-03-${text}:00.000Z`);
const hourOf = (text: string) => at(`${text}:00`);

const database = openTestDatabase();

async function scene() {
  const { db } = database;
  const [owner, viewer, nonMember] = [await createUser(db), await createUser(db), await createUser(db)];
  const brand = await createBrandFixture(db, { members: { [owner.id]: "owner", [viewer.id]: "viewer" } });
  const other = await createBrandFixture(db);
  const tool = await createTool(db, { name: "Brand Studio" });
  const ctx = context(db, actingUser(owner));
  const key = await issueApiKey(ctx, { brandId: brand.id, name: "Website", expiresAt: null });
  const count = (
    credential: string,
    hour: string,
    requests: number,
    values: { errors?: number; limited?: number } = {},
  ) => db.insert(usageCounters).values({ brandId: brand.id, credential, hour: hourOf(hour), requests, ...values });
  return {
    db,
    brand,
    other,
    tool,
    key,
    ctx,
    viewer: context(db, actingUser(viewer)),
    nonMember: context(db, actingUser(nonMember)),
    count,
  };
}

describe("readUsage", () => {
  it("returns each credential's hours in order, empty ones included, with totals", async () => {
    const { brand, key, ctx, count } = await scene();
    const credential = `api-key:${key.id}`;
    await count(credential, "14T07", 5, { errors: 2, limited: 1 });
    await count(credential, "14T09", 3);
    const [usage] = await readUsage(ctx, { brandId: brand.id, from: at("14T07:40"), to: at("14T09:30") });
    expect(usage).toMatchObject({ credential, kind: "api-key", name: "Website", requests: 8, errors: 2, limited: 1 });
    expect(usage?.form).toBe(`${key.key.slice(0, 8)}…${key.key.slice(-4)}`);
    expect(usage?.buckets).toEqual([
      { start: hourOf("14T07"), requests: 5, errors: 2, limited: 1 },
      { start: hourOf("14T08"), requests: 0, errors: 0, limited: 0 },
      { start: hourOf("14T09"), requests: 3, errors: 0, limited: 0 },
    ]);
  });

  it("omits what is before the first hour or after the end", async () => {
    const { brand, ctx, count } = await scene();
    await count("tool:any", "14T06", 1);
    await count("tool:any", "14T10", 1);
    expect(await readUsage(ctx, { brandId: brand.id, from: at("14T07:00"), to: at("14T10:00") })).toEqual([]);
  });

  it("sums hours into wider buckets", async () => {
    const { brand, ctx, count } = await scene();
    for (const [hour, requests] of [
      ["13T00", 1],
      ["13T23", 2],
      ["14T00", 4],
    ] as const)
      await count("tool:any", hour, requests);
    const query = { brandId: brand.id, from: at("13T00:00"), to: at("15T00:00"), stepHours: 24 };
    const [usage] = await readUsage(ctx, query);
    expect(usage?.buckets.map(({ start, requests }) => [start, requests])).toEqual([
      [hourOf("13T00"), 3],
      [hourOf("14T00"), 4],
    ]);
  });

  it("sorts by requests and names deleted credentials", async () => {
    const { brand, tool, ctx, count } = await scene();
    await count(`tool:${tool.slug}`, "14T07", 2);
    await count(`api-key:${newId()}`, "14T07", 9);
    await count("tool:gone", "14T07", 1);
    const usage = await readUsage(ctx, { brandId: brand.id, from: at("14T07:00"), to: at("14T08:00") });
    expect(usage.map(({ name, requests }) => [name, requests])).toEqual([
      ["A deleted key", 9],
      ["Brand Studio", 2],
      ["A former tool", 1],
    ]);
  });

  it("separates brands", async () => {
    const { db, brand, other, ctx } = await scene();
    await db
      .insert(usageCounters)
      .values({ brandId: other.id, credential: "tool:any", hour: hourOf("14T07"), requests: 1 });
    expect(await readUsage(ctx, { brandId: brand.id, from: at("14T00:00"), to: at("15T00:00") })).toEqual([]);
  });

  it("requires membership", async () => {
    const { brand, viewer, nonMember } = await scene();
    const query = { brandId: brand.id, from: at("14T00:00"), to: at("15T00:00") };
    expect(await readUsage(viewer, query)).toEqual([]);
    await expect(readUsage(nonMember, query)).rejects.toMatchObject({ code: "not_found" });
  });

  it("refuses a range that is empty, endless or not in whole hours", async () => {
    const { brand, ctx } = await scene();
    const span = (from: string, to: string, stepHours?: number) =>
      readUsage(ctx, { brandId: brand.id, from: new Date(from), to: new Date(to), stepHours });
    const day = "2026-03-14T00:00:00.000Z";
    for (const refused of [
      span(day, day),
      span("1990-01-01", day),
      span(day, "nonsense"),
      span(day, "2026-03-15", 0.5),
    ]) {
      await expect(refused).rejects.toMatchObject({ code: "bad_request" });
    }
  });
});
