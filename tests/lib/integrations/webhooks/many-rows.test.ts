import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { apiRequests } from "@/db/schema";
import type { ExportFormat } from "@/lib/access";
import { archiveBrandAsAdministrator, restoreBrandAsAdministrator } from "@/lib/brands/server";
import type { DeliveryFilter } from "@/lib/integrations";
import {
  countDeliveries,
  exportDeliveries,
  listAllRequests,
  listDeliveries,
  listRequests,
} from "@/lib/integrations/server";
import { NotFound } from "@/lib/platform/errors";
import { newIdAt } from "@/lib/platform/ids";
import type { Page, PageRequest } from "@/lib/platform/paging";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "@/tests/support/database";
import { actingUser, context, createBrandFixture, createUser, NOW } from "@/tests/support/fixtures";
import { subscribe } from "@/tests/support/outbox";

const ROWS = 5_000;

const database = openTestDatabase();
let owner: Ctx;
let admin: Ctx;
let brandId: string;
let brandName: string;
beforeAll(async () => {
  const { db } = database;
  const [person, hubAdmin] = [await createUser(db), await createUser(db, { hubAdmin: true })];
  owner = context(db, actingUser(person));
  admin = context(db, actingUser(hubAdmin));
  const brand = await createBrandFixture(db, { members: { [person.id]: "owner" } });
  brandId = brand.id;
  brandName = brand.name;
  const { toolSlug } = await subscribe(db, "https://1.1.1.1/hooks", { brand });
  // Seven per timestamp, so that pages end within one. Every tenth is dead, every hundredth pending.
  await db.execute(sql`
    insert into child_context_deliveries (id, brand_id, tool_slug, type, body, status, reason, attempts, due_at, created_at, finished_at)
    select gen_random_uuid(), ${brandId}::uuid, ${toolSlug}, 'identity.updated', '{}', status,
      case status when 'dead' then 'Given up.' end, 1, at, at, case when status <> 'pending' then at end
    from generate_series(1, ${ROWS}::int) n,
      lateral (select case when n % 100 = 0 then 'pending' when n % 10 = 0 then 'dead' else 'delivered' end as status) s,
      lateral (select ${NOW.toISOString()}::timestamptz - (n / 7 + 1) * interval '1 second' as at) moments`);
  const calls = Array.from({ length: ROWS }, (_, index) => ({
    id: newIdAt(new Date(NOW.getTime() - Math.floor(index / 7))),
    requestId: `call-${index}`,
    brandId,
    operation: "readBundle",
    credential: "tool" as const,
    toolSlug,
    status: index % 10 === 0 ? 404 : 200,
    durationMs: 1,
  }));
  for (let first = 0; first < ROWS; first += 1_000)
    await db.insert(apiRequests).values(calls.slice(first, first + 1_000));
});

type Read<Row> = (page: PageRequest) => Promise<Page<Row>>;

/** Pages with Older to the end, and with Newer back to the start. */
async function walk<Row extends { id: string }>(
  read: Read<Row>,
  limit: number,
): Promise<{ older: string[][]; newer: string[][] }> {
  const idsOf = ({ entries }: Page<Row>) => entries.map(({ id }) => id);
  let page = await read({ limit });
  const older = [idsOf(page)];
  expect(page.previous).toBeNull();
  while (page.next !== null) {
    page = await read({ limit, after: page.next });
    older.push(idsOf(page));
  }
  const newer = [idsOf(page)];
  while (page.previous !== null) {
    page = await read({ limit, before: page.previous });
    newer.unshift(idsOf(page));
  }
  return { older, newer };
}

describe.each<[string, () => Read<{ id: string }>, number]>([
  ["deliveries", () => (page) => listDeliveries(owner, { brandId, ...page }), ROWS],
  ["deliveries of one status", () => (page) => listDeliveries(owner, { brandId, status: "dead", ...page }), 450],
  ["requests of a brand", () => (page) => listRequests(owner, { brandId, ...page }), ROWS],
  ["failed requests of a brand", () => (page) => listRequests(owner, { brandId, outcome: "failed", ...page }), 500],
  ["requests to the hub", () => (page) => listAllRequests(admin, page), ROWS],
])("a list of thousands of %s", (_what, reader, count) => {
  it("shows each row once, with the same pages in both directions", async () => {
    const { older, newer } = await walk(reader(), 100);
    expect(new Set(older.flat()).size).toBe(count);
    expect(older.flat()).toHaveLength(count);
    expect(newer).toEqual(older);
  });
});

async function exportedText(format: ExportFormat, status?: DeliveryFilter["status"]): Promise<string> {
  let text = "";
  for await (const piece of exportDeliveries(owner, { brandId, format, status })) text += piece;
  return text;
}

describe("thousands of deliveries", () => {
  it("are counted by status on every page", async () => {
    const totals = { all: 699, pending: 6, retrying: 6, delivered: 630, dead: 63, cancelled: 0, more: false };
    expect(await countDeliveries(owner, { brandId, from: new Date(NOW.getTime() - 100_000) })).toEqual(totals);
    expect(await countDeliveries(owner, { brandId })).toMatchObject({ all: 1_001, more: true });
  });

  it.each([
    ["csv", undefined, ROWS + 1],
    ["jsonl", undefined, ROWS],
    ["csv", "dead", 451],
    ["jsonl", "dead", 450],
  ] as const)("export as %s with %s status: %i lines, each delivery once", async (format, status, lines) => {
    const exported = (await exportedText(format, status)).trimEnd().split(/\r?\n/);
    expect(exported).toHaveLength(lines);
    expect(new Set(exported).size).toBe(lines);
  });
});

describe("an archived brand's lists", () => {
  it("are closed to members, stay in the hub's log and return when restored", async () => {
    await archiveBrandAsAdministrator(admin, { brandId, typedName: brandName });
    for (const read of [
      () => listDeliveries(owner, { brandId }),
      () => countDeliveries(owner, { brandId }),
      () => exportedText("csv"),
      () => listRequests(owner, { brandId }),
    ])
      await expect(read()).rejects.toBeInstanceOf(NotFound);
    const [newest] = (await listAllRequests(admin, { limit: 1 })).entries;
    expect(newest?.brand?.name).toBe(brandName);

    await restoreBrandAsAdministrator(admin, { brandId });
    // Archiving gave up what was pending.
    expect(await countDeliveries(owner, { brandId })).toMatchObject({ all: 1_001, pending: 0 });
    expect((await listRequests(owner, { brandId, limit: 1 })).entries).toHaveLength(1);
  });
});
