import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEntries, brandDeletions, brands, invitations, mails } from "@/db/schema";
import { inviteMember } from "@/lib/access/server";
import {
  archiveBrand,
  archiveBrandAsAdministrator,
  getBrandOfHub,
  listArchivedBrands,
  listBrandsOfHub,
  restoreBrandAsAdministrator,
} from "@/lib/brands/server";
import type { LogoEntry } from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "@/tests/support/database";
import { fileRef, sampleDocument } from "@/tests/support/documents";
import {
  actingUser,
  context,
  createBrandFixture,
  createTool,
  createUser,
  entitle,
  NOW,
  signedInUser,
} from "@/tests/support/fixtures";
import { memoryMailer } from "@/tests/support/memory-mailer";

const LOGO: LogoEntry = {
  ...{ id: newId(), variant: "symbol" as const, label: "Symbol", usage: "", clear_space: "", min_width_px: 24 },
  background: "light",
  file: fileRef(),
};

const database = openTestDatabase();
let admin: Ctx;
let hanna: { id: string; hubAdmin: boolean };
let owner: { id: string; name: string };
let brand: { id: string; name: string; slug: string };

beforeAll(async () => {
  hanna = await createUser(database.db, { name: "Hanna", hubAdmin: true });
  admin = context(database.db, actingUser(hanna), NOW, { mail: memoryMailer() });
});
beforeEach(async () => {
  owner = await createUser(database.db, { name: "Olga" });
  brand = await createBrandFixture(database.db, { members: { [owner.id]: "owner" } });
});

const archive = (ctx: Ctx, typedName = brand.name) =>
  archiveBrandAsAdministrator(ctx, { brandId: brand.id, typedName });
const restore = (ctx: Ctx) => restoreBrandAsAdministrator(ctx, { brandId: brand.id });
const archivedAt = async () =>
  (await database.db.select().from(brands).where(eq(brands.id, brand.id)))[0]?.archivedAt ?? null;
const entries = async () => {
  const rows = await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, brand.id));
  return rows.map(({ action, brandId, actorLabel }) => ({ action, log: brandId ? "brand" : "hub", actorLabel }));
};

describe("a brand that a hub administrator archives", () => {
  it("is archived and logged twice, and its owner is notified and can restore it", async () => {
    await inviteMember(context(database.db, actingUser(owner)), {
      brandId: brand.id,
      email: "guest@example.com",
      role: "viewer",
    });
    await archive(admin);
    expect(await archivedAt()).toEqual(NOW);
    const [invitation] = await database.db.select().from(invitations).where(eq(invitations.brandId, brand.id));
    expect(invitation?.revokedAt).toEqual(NOW);
    const entry = { action: "brand.archived_by_administrator", actorLabel: "Hanna" };
    expect(await entries()).toEqual(
      expect.arrayContaining([
        { ...entry, log: "brand" },
        { ...entry, log: "hub" },
      ]),
    );
    const sent = await database.db.select().from(mails).where(eq(mails.kind, "brand.archived"));
    expect(sent.length).toBeGreaterThan(0);
    const theirs = await listArchivedBrands(context(database.db, actingUser(owner)));
    expect(theirs.entries.map(({ id }) => id)).toContain(brand.id);
  });

  it("can be restored by them, which cancels a scheduled deletion that isn't due yet", async () => {
    await archive(admin);
    const dueAt = new Date(NOW.getTime() + 60_000);
    await database.db.insert(brandDeletions).values({ brandId: brand.id, askedBy: owner.id, askedAt: NOW, dueAt });
    await restore(admin);
    expect(await archivedAt()).toBeNull();
    const actions = (await entries()).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["brand.deletion_cancelled", "brand.restored_by_administrator"]));
    await archive(admin);
    await database.db.insert(brandDeletions).values({ brandId: brand.id, askedBy: owner.id, askedAt: NOW, dueAt: NOW });
    await expect(restore(admin)).rejects.toMatchObject({ code: "bad_request" });
  });

  it("is refused for another name, when repeated, and for restoring an active brand", async () => {
    await expect(archive(admin, "Another")).rejects.toMatchObject({ code: "bad_request", field: "typedName" });
    await expect(restore(admin)).rejects.toMatchObject({ code: "not_found" });
    await archive(admin);
    await expect(archive(admin)).rejects.toMatchObject({ code: "not_found" });
    const input = { brandId: newId(), typedName: "x" };
    await expect(archiveBrandAsAdministrator(admin, input)).rejects.toMatchObject({ code: "not_found" });
  });

  it("needs a hub administrator with recent re-authentication", async () => {
    const provedAt = new Date(NOW.getTime() - 16 * 60_000);
    const stale = context(database.db, signedInUser(hanna, { sid: newId(), provedAt }));
    const stranger = context(database.db, actingUser(owner));
    for (const act of [archive, restore]) {
      await expect(act(stale)).rejects.toMatchObject({ name: "ReauthRequired" });
      await expect(act(stranger)).rejects.toMatchObject({ code: "forbidden" });
    }
    const foreign = archiveBrand(admin, { brandId: brand.id, typedName: brand.name });
    await expect(foreign).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the brands of the hub", () => {
  it("are listed by search and state, in pages", async () => {
    const of = async (query: object) => {
      const ids: string[] = [];
      let after: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof listBrandsOfHub>> = await listBrandsOfHub(admin, {
          ...query,
          limit: 2,
          after,
        });
        ids.push(...page.entries.map(({ id }) => id));
        after = page.next;
      } while (after);
      return ids;
    };
    const archived = await createBrandFixture(database.db, { archivedAt: NOW, members: { [owner.id]: "owner" } });
    const going = await createBrandFixture(database.db, { archivedAt: NOW, members: { [owner.id]: "owner" } });
    await database.db.insert(brandDeletions).values({ brandId: going.id, askedBy: owner.id, askedAt: NOW, dueAt: NOW });
    const gone = await createUser(database.db, { deactivatedAt: NOW });
    const orphan = await createBrandFixture(database.db, { members: { [gone.id]: "owner" } });
    const all = [brand, archived, going, orphan].map(({ id }) => id);
    const seenIn = async (query: object) => {
      const ids = await of(query);
      expect(new Set(ids).size).toBe(ids.length);
      return all.filter((id) => ids.includes(id));
    };
    expect(await seenIn({})).toEqual(all);
    expect(await seenIn({ state: "living" })).toEqual([brand.id, orphan.id]);
    expect(await seenIn({ state: "archived" })).toEqual([archived.id]);
    expect(await seenIn({ state: "to-be-deleted" })).toEqual([going.id]);
    expect(await seenIn({ state: "without-owner" })).toEqual([orphan.id]);
    expect(await seenIn({ search: orphan.slug })).toEqual([orphan.id]);
  });

  it("show owners and usage only to hub administrators", async () => {
    const second = await createUser(database.db, { name: "Ada" });
    const members = { [owner.id]: "owner", [second.id]: "owner" } as const;
    const both = await createBrandFixture(database.db, {
      members,
      document: sampleDocument({ logos: { items: [LOGO], rules: [] } }),
    });
    const tool = await createTool(database.db);
    await entitle(database.db, both.id, tool.slug);
    const [listed] = (await listBrandsOfHub(admin, { search: both.slug })).entries;
    expect(listed).toMatchObject({ owner: "Ada", ownerCount: 2, toolCount: 1, version: 1, publishedAt: NOW });
    expect(listed?.mark).toEqual({ background: "light", file: LOGO.file });
    const quotas = {
      brand: { members: 5, apiKeys: 0, files: 0, storage: 0, versionsPerDay: 0 },
      user: admin.quotas.user,
    };
    expect(await getBrandOfHub({ ...admin, quotas }, { slug: both.slug })).toMatchObject({
      owners: [{ name: "Ada" }, { name: "Olga" }],
      memberCount: 2,
      tools: [{ slug: tool.slug }],
      quotas: [{ quota: "members", used: 2, limit: 5 }],
    });
    const stranger = context(database.db, actingUser(owner));
    await expect(listBrandsOfHub(stranger, {})).rejects.toMatchObject({ code: "forbidden" });
    await expect(getBrandOfHub(stranger, { slug: both.slug })).rejects.toMatchObject({ code: "forbidden" });
    await expect(getBrandOfHub(admin, { slug: "none-such" })).rejects.toMatchObject({ code: "not_found" });
  });
});
