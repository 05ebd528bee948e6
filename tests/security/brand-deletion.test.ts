import { eq, getTableName, is, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type OpenDatabase, rowsOf } from "@/db/client";
import * as schema from "@/db/schema";
import { auditCheckpoints, auditEntries, brandVersions, drafts, events, files } from "@/db/schema";
import { NO_QUOTAS } from "@/lib/access";
import {
  eraseByEmail,
  eraseOwnAccount,
  inviteMember,
  listMembers,
  removeMember,
  runAuditTick,
  verifyAudit,
} from "@/lib/access/server";
import {
  archiveBrand,
  cancelBrandDeletion,
  createBrand,
  deleteDueBrands,
  listArchivedBrands,
  restoreBrand,
  scheduleBrandDeletion,
} from "@/lib/brands/server";
import { bookKey, removeUnusedFiles, storageKey } from "@/lib/content/server";
import { authenticateApiKey, ingestEvents, issueApiKey } from "@/lib/integrations/server";
import { HubError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { addComment, readBundle, requestReview, runVersionTick } from "@/lib/publishing/server";
import type { Ctx } from "@/lib/runtime/context";
import { createTestDatabase } from "@/tests/support/database";
import { sampleDocument } from "@/tests/support/documents";
import {
  actingUser,
  context,
  createBrandFixture,
  createTool,
  createUser,
  entitle,
  NOW,
  signedInUser,
  systemContext,
  toolContext,
} from "@/tests/support/fixtures";
import { withMail } from "@/tests/support/mailed";
import { memoryStorage } from "@/tests/support/memory-storage";
import { enqueue, subscribe } from "@/tests/support/outbox";

const DAY_MS = 24 * 60 * 60_000;
const on = (day: number) => new Date(NOW.getTime() + day * DAY_MS);

let database: OpenDatabase;
let storage: ReturnType<typeof memoryStorage>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.close();
  database = await createTestDatabase();
  storage = memoryStorage();
});

const hubOn = (day: number): Ctx => ({
  ...systemContext(database.db, on(day)),
  clock: async () => on(day),
  storage,
});
const as = (user: { id: string }, day = 0): Ctx =>
  context(database.db, actingUser(user), on(day), { storage, clock: async () => on(day) });

/** A brand with a row in every table. */
async function createScene() {
  const { db } = database;
  const owner = await createUser(db, { name: "Olga" });
  const second = await createUser(db, { name: "Otto" });
  const editor = await createUser(db, { name: "Edda" });
  const members = { [owner.id]: "owner", [second.id]: "owner", [editor.id]: "editor" } as const;
  const brand = await createBrandFixture(db, {
    slug: `gone-${newId().slice(-8)}`,
    members,
    document: sampleDocument(),
  });
  const tool = await createTool(db, { eventPatterns: ["asset.*"] });
  const other = await createTool(db);
  await entitle(db, brand.id, other.slug);
  await subscribe(db, "https://tool.example/hook", { brand, toolSlug: tool.slug });
  await enqueue(db, brand);
  const { key } = await issueApiKey(as(owner), { brandId: brand.id, name: "Shop", expiresAt: null });
  await inviteMember(as(owner), { brandId: brand.id, email: "friend@example.com", role: "viewer" });
  const event = { brand_id: brand.id, type: "asset.made", occurred_at: NOW.toISOString(), payload: {} };
  const batch = Array.from({ length: 12 }, (_, index) => ({ ...event, idempotency_key: `key-${index}` }));
  await ingestEvents(toolContext(db, other.slug), { events: batch });
  for (let version = 2; version <= 6; version += 1) {
    const restoredFrom = version === 6 ? 3 : version === 3 ? 2 : null;
    const snapshot = { ...sampleDocument(), brand: { name: brand.name, slug: brand.slug } };
    const row = { brandId: brand.id, version, snapshot, changed: ["identity" as const], createdAt: NOW, restoredFrom };
    await db.transaction(async (tx) => {
      await tx.insert(brandVersions).values({ ...row, authorId: owner.id });
      await tx.update(schema.brands).set({ identityVersion: version }).where(eq(schema.brands.id, brand.id));
    });
  }
  await db.insert(drafts).values({
    ...{ brandId: brand.id, userId: editor.id, baseVersion: 2, document: sampleDocument(), revision: 1 },
    updatedAt: NOW,
  });
  const editing = { brandId: brand.id, userId: editor.id, page: "identity" } as const;
  const { reviewId } = await requestReview(as(editor), { brandId: brand.id, note: "Please", reviewers: [owner.id] });
  await addComment(as(owner), { brandId: brand.id, reviewId, path: null, text: "Good" });
  await db.insert(schema.draftPresences).values({ ...editing, since: NOW, seenAt: NOW });
  for (const letter of ["a", "b", "c"]) {
    const sha256 = letter.repeat(64);
    const file = { id: newId(), brandId: brand.id, sha256, mime: "image/png", bytes: 1, createdAt: NOW };
    await db.insert(files).values(file);
    await storage.put(storageKey(brand.id, sha256), Buffer.from(letter), "image/png");
  }
  await runVersionTick(hubOn(0));
  await db.insert(schema.publishedFiles).values({ brandId: brand.id, sha256: "a".repeat(64) });
  await storage.put(bookKey(brand.id), Buffer.from("book"), "application/pdf");
  const former = await createUser(db);
  await db.insert(schema.memberships).values({ brandId: brand.id, userId: former.id, role: "viewer", createdAt: NOW });
  await removeMember(as(owner), { brandId: brand.id, userId: former.id });
  await db.insert(schema.usageCounters).values({ brandId: brand.id, credential: "api-key:x", hour: NOW });
  const call = { requestId: "call", operation: "readBundle", credential: "tool", status: 200, durationMs: 1 } as const;
  await db.insert(schema.apiRequests).values({ ...call, id: newId(), brandId: brand.id });
  await db.insert(schema.notices).values({
    ...{
      id: newId(),
      userId: owner.id,
      kind: "new_manager",
      occurrence: "an owner",
      topic: brand.id,
      brandId: brand.id,
    },
    ...{ happenedAt: NOW, createdAt: NOW },
  });
  await db.insert(schema.childReads).values({ brandId: brand.id, toolSlug: tool.slug, version: 1, readAt: NOW });
  await runAuditTick(hubOn(0));
  return { owner, second, editor, brand, tool, other, key };
}
type Scene = Awaited<ReturnType<typeof createScene>>;

const archive = (scene: Scene) =>
  archiveBrand(as(scene.owner), { brandId: scene.brand.id, typedName: scene.brand.name });
const schedule = async (scene: Scene) => {
  await archive(scene);
  return scheduleBrandDeletion(as(scene.owner), { brandId: scene.brand.id, typedSlug: scene.brand.slug });
};

/** Read from the schema, so new tables are included. */
const BRAND_TABLES = Object.values(schema)
  .filter((candidate) => is(candidate, PgTable))
  .filter((table) => getTableConfig(table).columns.some(({ name }) => name === "brand_id"))
  .map((table) => getTableName(table));

const rowsIn = async (table: string, brandId: string) =>
  (await rowsOf(database.db, sql`select 1 from ${sql.identifier(table)} where brand_id = ${brandId}`)).length;

async function tablesOf(brandId: string): Promise<string[]> {
  const counts = await Promise.all(BRAND_TABLES.map(async (name) => [name, await rowsIn(name, brandId)] as const));
  return counts.filter(([, count]) => count > 0).map(([name]) => name);
}

/** One day's tick; files are deleted by their own. */
async function tickOn(day: number): Promise<void> {
  await deleteDueBrands(hubOn(day));
  await removeUnusedFiles(hubOn(day));
  await deleteDueBrands(hubOn(day));
  await runAuditTick(hubOn(day));
}

describe("a brand's deletion", () => {
  it("happens after the waiting period and leaves no row and no file", async () => {
    const scene = await createScene();
    const { dueAt } = await schedule(scene);
    expect(dueAt).toEqual(on(30));
    expect((await tablesOf(scene.brand.id)).toSorted()).toEqual(BRAND_TABLES.toSorted());
    await tickOn(29.9);
    expect(await tablesOf(scene.brand.id)).toHaveLength(BRAND_TABLES.length);
    await tickOn(30);
    expect(await tablesOf(scene.brand.id)).toEqual([]);
    expect(await database.db.$count(schema.brands, eq(schema.brands.id, scene.brand.id))).toBe(0);
    expect([...storage.kept.keys()]).toEqual([]);
  });

  it("is audited in the hub's log, which still verifies", async () => {
    const scene = await createScene();
    await runAuditTick(hubOn(1));
    const held = (await database.db.select().from(auditCheckpoints)).map(({ token }) => token);
    await schedule(scene);
    await tickOn(31);
    const [entry] = await database.db.select().from(auditEntries).where(eq(auditEntries.action, "brand.deleted"));
    expect(entry).toMatchObject({
      brandId: null,
      actorId: scene.owner.id,
      actorLabel: "Olga",
      targetId: scene.brand.id,
      targetLabel: scene.brand.slug,
      diff: { asked: [null, NOW.toISOString()] },
    });
    expect(held.length).toBeGreaterThan(0);
    expect(await verifyAudit(hubOn(32), { external: held })).toMatchObject({ deletedLogs: 1, problems: [] });
  });

  it("resumes after a kill at any step, and the audit log verifies at each", async () => {
    const scene = await createScene();
    const another = await createScene();
    for (let index = 0; index < 3; index += 1) {
      const rows = Array.from({ length: 400 }, (_, row) => ({
        ...{ id: newId(), brandId: scene.brand.id, apiVersion: 0, type: "x", payload: {}, receivedAt: NOW },
        ...{ occurredAt: NOW, traceId: `${index}-${row}` },
      }));
      await database.db.insert(events).values(rows);
    }
    await schedule(scene);
    await runAuditTick(hubOn(29));
    const left: number[] = [];
    for (let calls = 0; calls < 12 && (await tablesOf(scene.brand.id)).length > 0; calls += 1) {
      let asked = 0;
      // One step; the rest is another process.
      const clock = async () => on(asked++ < 2 ? 30 : 31);
      await deleteDueBrands({ ...hubOn(30), clock });
      left.push(await rowsIn("events", scene.brand.id));
      await runAuditTick(hubOn(30));
      expect((await verifyAudit(hubOn(30))).problems).toEqual([]);
      await removeUnusedFiles(hubOn(30));
    }
    expect(left.slice(0, 3)).toEqual([712, 212, 0]);
    expect(await tablesOf(scene.brand.id)).toEqual([]);
    expect(await tablesOf(another.brand.id)).not.toEqual([]);
    expect([...storage.kept.keys()].every((name) => name.startsWith(another.brand.id))).toBe(true);
  });

  it("waits while the file store fails, then finishes", async () => {
    const scene = await createScene();
    await schedule(scene);
    const broken = { ...storage, delete: async () => Promise.reject(new Error("the store is down")) };
    await deleteDueBrands(hubOn(30));
    await removeUnusedFiles({ ...hubOn(30), storage: broken });
    await deleteDueBrands(hubOn(30));
    expect(await database.db.$count(schema.brands, eq(schema.brands.id, scene.brand.id))).toBe(1);
    await tickOn(31);
    expect(await tablesOf(scene.brand.id)).toEqual([]);
  });

  it("needs an owner, an archived brand, its typed slug and re-authentication", async () => {
    const scene = await createScene();
    const { brand, owner, editor } = scene;
    const asking = (ctx: Ctx, typedSlug = brand.slug) => scheduleBrandDeletion(ctx, { brandId: brand.id, typedSlug });
    await expect(asking(as(owner))).rejects.toMatchObject({ code: "not_found" });
    await archive(scene);
    for (const other of [editor, await createUser(database.db, { hubAdmin: true })])
      await expect(asking(as(other))).rejects.toMatchObject({ code: "not_found" });
    await expect(asking(as(owner), "another")).rejects.toMatchObject({ code: "bad_request", field: "typedSlug" });
    const provedAt = on(-1);
    const stale = { ...as(owner), actor: signedInUser(owner, { sid: "s", provedAt }) };
    await expect(asking(stale)).rejects.toMatchObject({ name: "ReauthRequired" });
    const first = await asking(as(owner));
    expect(await asking(as(owner, 3))).toEqual(first);
  });

  it("notifies all owners by mail, and any of them can cancel it", async () => {
    const scene = await createScene();
    await archive(scene);
    const { ctx, mailed } = withMail(as(scene.owner));
    await scheduleBrandDeletion(ctx, { brandId: scene.brand.id, typedSlug: scene.brand.slug });
    for (const { email } of [scene.owner, scene.second])
      expect((await mailed(email)).at(-1)?.text).toContain("2026-04-13");
    expect(await mailed(scene.editor.email)).toEqual([]);
    const second = withMail(as(scene.second, 29));
    await cancelBrandDeletion(second.ctx, { brandId: scene.brand.id });
    expect((await second.mailed(scene.owner.email)).at(-1)?.subject).toContain("will not be deleted");
    await tickOn(40);
    expect((await tablesOf(scene.brand.id)).length).toBe(BRAND_TABLES.length - 1);
    expect((await listArchivedBrands(as(scene.owner))).entries).toMatchObject([
      { id: scene.brand.id, deletionDueAt: null },
    ]);
  });

  it("is cancelled by restoring the brand, which is unchanged", async () => {
    const scene = await createScene();
    const { brand, owner, key } = scene;
    await schedule(scene);
    expect(await authenticateApiKey(hubOn(1), { key })).toBeNull();
    expect(await restoreBrand(as(owner, 1), { brandId: brand.id })).toEqual({ slug: brand.slug });
    await tickOn(40);
    expect(await authenticateApiKey(hubOn(1), { key })).not.toBeNull();
    expect((await listMembers(as(owner), { brandId: brand.id })).entries).toHaveLength(3);
    expect((await listArchivedBrands(as(owner))).entries).toEqual([]);
  });

  it("cannot be used to exceed the brand quota by restoring", async () => {
    const { db } = database;
    const owner = await createUser(db);
    const quotas = { ...NO_QUOTAS, user: { brands: 1, sessionTokens: 0 } };
    const at = (day: number): Ctx => ({ ...as(owner, day), quotas });
    const old = await createBrand(at(0), { name: "Old", slug: "restored-old" });
    await archiveBrand(at(0), { brandId: old.id, typedName: "Old" });
    // It keeps counting for 30 days.
    expect(await restoreBrand(at(1), { brandId: old.id })).toEqual({ slug: "restored-old" });
    await archiveBrand(at(1), { brandId: old.id, typedName: "Old" });
    const next = await createBrand(at(40), { name: "Next", slug: "restored-next" });
    await expect(restoreBrand(at(41), { brandId: old.id })).rejects.toMatchObject({ quota: "brands" });
    await archiveBrand(at(41), { brandId: next.id, typedName: "Next" });
    expect(await restoreBrand(at(80), { brandId: old.id })).toEqual({ slug: "restored-old" });
  });

  it("cannot be cancelled once it is due", async () => {
    const scene = await createScene();
    await schedule(scene);
    const input = { brandId: scene.brand.id };
    await expect(cancelBrandDeletion(as(scene.owner, 30), input)).rejects.toMatchObject({ code: "bad_request" });
    await expect(restoreBrand(as(scene.owner, 30), input)).rejects.toMatchObject({ code: "bad_request" });
  });

  it("cannot be cancelled by a request that waited for its lock until it was due", async () => {
    const scene = await createScene();
    await schedule(scene);
    const input = { brandId: scene.brand.id };
    for (const stop of [cancelBrandDeletion, restoreBrand]) {
      // Sent before it is due, and processed after.
      const moments = [on(29.9), on(30.1)];
      const clock = async () => moments.shift() ?? on(30.1);
      const late = { ...as(scene.owner, 29.9), clock };
      await expect(stop(late, input)).rejects.toMatchObject({ code: "bad_request" });
    }
    await tickOn(31);
    expect(await tablesOf(scene.brand.id)).toEqual([]);
  });

  it("does not block its last owner from deleting their account", async () => {
    const scene = await createScene();
    await schedule(scene);
    await eraseByEmail(hubOn(1), { email: scene.second.email });
    const { pseudonym } = await eraseOwnAccount(as(scene.owner, 1), { typedEmail: scene.owner.email });
    await tickOn(30);
    const [entry] = await database.db.select().from(auditEntries).where(eq(auditEntries.action, "brand.deleted"));
    expect(entry).toMatchObject({ actorLabel: pseudonym, targetId: scene.brand.id });
    expect(await verifyAudit(hubOn(32))).toMatchObject({ problems: [] });
  });

  it("cannot be faked by a tombstone to hide tampering with the log", async () => {
    const scene = await createScene();
    await database.db.insert(schema.auditTombstones).values({
      ...{ id: newId(), kind: "deletion", actor: "Eve", reason: "none", createdAt: NOW },
      goneChainId: (await database.db.select().from(schema.auditChains)).find((c) => c.brandId === scene.brand.id)?.id,
    });
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('hub.audit_change', 'retention', true)`);
      await tx.execute(sql`delete from audit_entries where brand_id = ${scene.brand.id}`);
    });
    expect((await verifyAudit(hubOn(2))).problems.length).toBeGreaterThan(0);
  });
});

/** Responses to a tool and an API key. */
async function answers({ brand, tool, other, key }: Scene): Promise<Record<string, string>> {
  const answered = async (call: () => Promise<unknown>) => {
    try {
      return (await call()) === null ? "unauthorized" : "ok";
    } catch (error) {
      if (error instanceof HubError) return error.code;
      throw error;
    }
  };
  const { db } = database;
  const occurred_at = NOW.toISOString();
  const event = { brand_id: brand.id, type: "asset.made", occurred_at, payload: {}, idempotency_key: newId() };
  return {
    bundle: await answered(async () => readBundle(toolContext(db, tool.slug), { brandId: brand.id })),
    event: await answered(() => ingestEvents(toolContext(db, other.slug), { events: [event] })),
    "API key": await answered(() => authenticateApiKey(hubOn(0), { key })),
  };
}

it("the API answers for a deleted brand as for an archived or unknown one", async () => {
  const scene = await createScene();
  expect(await answers(scene)).toEqual({ bundle: "ok", event: "ok", "API key": "ok" });
  await archive(scene);
  const archived = await answers(scene);
  expect(archived).toEqual({ bundle: "not_found", event: "forbidden", "API key": "unauthorized" });
  await scheduleBrandDeletion(as(scene.owner), { brandId: scene.brand.id, typedSlug: scene.brand.slug });
  expect(await answers(scene)).toEqual(archived);
  await tickOn(30);
  expect(await answers(scene)).toEqual(archived);
  const never = { ...scene, brand: { ...scene.brand, id: newId() }, key: `${scene.key.slice(0, -1)}x` };
  expect(await answers(never)).toEqual(archived);
});
