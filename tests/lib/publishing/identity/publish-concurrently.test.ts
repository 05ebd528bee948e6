import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Database, rowsOf } from "@/db/client";
import { brands, brandVersions, childContextDeliveries, drafts } from "@/db/schema";
import { changeRole, removeMember, transferBrand } from "@/lib/access/server";
import { archiveBrand, renameBrand } from "@/lib/brands/server";
import { grantEntitlement, revokeEntitlement } from "@/lib/integrations/server";
import { NotFound } from "@/lib/platform/errors";
import { StaleEdit } from "@/lib/publishing";
import { publishDraft, saveDraft } from "@/lib/publishing/server";
import { sampleDocument } from "../../../support/documents";
import { actingUser, context, createBrandFixture, createTool, createUser, NOW } from "../../../support/fixtures";
import { subscribe } from "../../../support/outbox";
import { createPostgresDatabase, type PostgresDatabase } from "../../../support/postgres";

let database: PostgresDatabase;
beforeAll(async () => {
  database = await createPostgresDatabase();
});
afterAll(() => database.close());

const published = sampleDocument();
type Ctx = ReturnType<typeof context>;
let brand: { id: string; slug: string; name: string };
let owner: Ctx;
let editor: Ctx;
let admin: Ctx;

beforeEach(async () => {
  const { db } = database;
  const users = [await createUser(db), await createUser(db), await createUser(db, { hubAdmin: true })] as const;
  const members = { [users[0].id]: "owner", [users[1].id]: "editor" } as const;
  brand = await createBrandFixture(db, { members, document: published });
  [owner, editor, admin] = users.map((user) => context(db, actingUser(user))) as [Ctx, Ctx, Ctx];
});

const userIdOf = ({ actor }: Ctx): string => (actor.kind === "user" ? actor.userId : "");

async function drafted(ctx: Ctx, tagline: string): Promise<number> {
  const document = { ...published, identity: { ...published.identity, brand: { tagline } } };
  return (await saveDraft(ctx, { brandId: brand.id, baseVersion: 1, revision: null, document })).revision;
}

const publish = (ctx: Ctx, revision: number) => publishDraft(ctx, { brandId: brand.id, revision, note: null });
const versions = () => database.db.select().from(brandVersions).where(eq(brandVersions.brandId, brand.id));
const deliveries = () =>
  database.db.select().from(childContextDeliveries).where(eq(childContextDeliveries.brandId, brand.id));

/** Resolves once this many connections of the database wait for a lock. The test's timeout limits it. */
async function waitingForLocks(count: number) {
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await rowsOf(database.db, waiting)).length < count);
}

/** Starts `work`, which waits for the brand's locked row, and runs `during` meanwhile. Returns how `work` ended. */
async function whileLocked<T>(
  strength: "update" | "key share",
  work: () => Promise<T>[],
  during: (tx: Database) => Promise<unknown> = async () => {},
): Promise<PromiseSettledResult<T>[]> {
  let ended: Promise<PromiseSettledResult<T>[]> | undefined;
  await database.db.transaction(async (tx) => {
    await tx.select().from(brands).where(eq(brands.id, brand.id)).for(strength);
    const started = work();
    ended = Promise.allSettled(started);
    await waitingForLocks(started.length);
    await during(tx);
  });
  return (await ended) ?? [];
}

it("publishes one of two concurrent drafts and tells the other what changed", async () => {
  const { db } = database;
  const tool = await createTool(db);
  await subscribe(db, "https://1.1.1.1/hooks", { brand, toolSlug: tool.slug });
  const [first, second] = [await drafted(owner, "First"), await drafted(editor, "Second")];
  const results = await whileLocked("update", () => [publish(owner, first), publish(editor, second)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const refused = results.find((result) => result.status === "rejected");
  expect(refused?.reason).toBeInstanceOf(StaleEdit);
  expect(await versions()).toHaveLength(2);
  expect(await deliveries()).toHaveLength(1);
});

it("doesn't deadlock with the removal of the publisher, whose draft goes with the membership", async () => {
  const revision = await drafted(editor, "Last words");
  const key = { brandId: brand.id, userId: userIdOf(editor) };
  const [result] = await whileLocked(
    "update",
    () => [publish(editor, revision)],
    (tx) => removeMember({ ...owner, db: tx }, key),
  );
  expect(result).toMatchObject({ status: "rejected", reason: expect.any(NotFound) });
  expect(await versions()).toHaveLength(1);
});

it("serialises two concurrent renames", async () => {
  const slug = (word: string) => `${word}-${brand.id.slice(-12)}`;
  const results = await whileLocked("key share", () =>
    ["one", "two"].map((word) => renameBrand(owner, { brandId: brand.id, name: word, slug: slug(word) })),
  );
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  expect(await versions()).toHaveLength(3);
});

it("sends nothing to a tool whose access ended during the publish", async () => {
  const { db } = database;
  const tool = await createTool(db, { defaultWebhookUrl: "https://1.1.1.1/hooks" });
  const key = { brandId: brand.id, toolSlug: tool.slug };
  await grantEntitlement(admin, key);
  const revision = await drafted(owner, "Published");
  const results = await Promise.allSettled([publish(owner, revision), revokeEntitlement(admin, key)]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  for (const { status } of await deliveries()) expect(status).toBe("cancelled");
});

it("leaves no delivery pending when a brand is archived during a publish", async () => {
  const { db } = database;
  const tool = await createTool(db, { defaultWebhookUrl: "https://1.1.1.1/hooks" });
  await grantEntitlement(admin, { brandId: brand.id, toolSlug: tool.slug });
  const revision = await drafted(editor, "Published");
  await Promise.allSettled([
    publish(editor, revision),
    archiveBrand(owner, { brandId: brand.id, typedName: brand.name }),
  ]);
  const [row] = await db.select().from(brands).where(eq(brands.id, brand.id));
  expect(row?.archivedAt).toEqual(NOW);
  for (const { status } of await deliveries()) expect(status).toBe("cancelled");
});

it("makes nobody an owner by a former owner's late transfer", async () => {
  const { db } = database;
  const heir = await createUser(db);
  const [ownerId, editorId] = [userIdOf(owner), userIdOf(editor)];
  await changeRole(owner, { brandId: brand.id, userId: editorId, role: "owner" });
  const other = { brandId: brand.id, userId: ownerId };
  await db.execute(sql`insert into memberships (brand_id, user_id, role, created_at)
    values (${brand.id}, ${heir.id}, 'viewer', now())`);
  const [result] = await whileLocked(
    "update",
    () => [transferBrand(owner, { brandId: brand.id, userId: heir.id })],
    (tx) => changeRole({ ...editor, db: tx }, { ...other, role: "viewer" }),
  );
  expect(result?.status).toBe("rejected");
  const roles = await rowsOf<{ user_id: string; role: string }>(
    db,
    sql`select user_id, role from memberships where brand_id = ${brand.id}`,
  );
  expect(Object.fromEntries(roles.map(({ user_id, role }) => [user_id, role]))).toEqual({
    [ownerId]: "viewer",
    [editorId]: "owner",
    [heir.id]: "viewer",
  });
});

it("refuses a publish by an editor who has been demoted", async () => {
  const revision = await drafted(editor, "Too late");
  const key = { brandId: brand.id, userId: userIdOf(editor), role: "viewer" } as const;
  const [result] = await whileLocked(
    "update",
    () => [publish(editor, revision)],
    (tx) => changeRole({ ...owner, db: tx }, key),
  );
  expect(result?.status).toBe("rejected");
  expect(await versions()).toHaveLength(1);
  expect(await database.db.select().from(drafts).where(eq(drafts.brandId, brand.id))).toHaveLength(1);
});
