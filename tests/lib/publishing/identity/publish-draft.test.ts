import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditEntries, brands, brandVersions, childContextDeliveries, drafts, files, subscriptions } from "@/db/schema";
import { type BrandDocument, newLogo } from "@/lib/content";
import { declared, IdentityUpdated, type Role } from "@/lib/contract";
import { BadRequest, Forbidden, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { StaleDraft, StaleEdit } from "@/lib/publishing";
import {
  discardDraft,
  openEditor,
  publishDraft,
  rebaseDraft,
  restoreVersion,
  saveDraft,
} from "@/lib/publishing/server";
import { openTestDatabase } from "../../../support/database";
import { fileRef, paletteEntry, sampleDocument, typeface } from "../../../support/documents";
import {
  actingUser,
  context,
  createBrandFixture,
  createTool,
  createUser,
  entitle,
  NOW,
} from "../../../support/fixtures";

const database = openTestDatabase();

const roles: Role[] = ["owner", "admin", "editor", "viewer"];
let brandId: string;
let published: BrandDocument;
const as: Record<string, ReturnType<typeof context>> = {};

beforeEach(async () => {
  const { db } = database;
  const users = await Promise.all(roles.map(() => createUser(db)));
  const members = Object.fromEntries(users.map((user, index) => [user.id, roles[index] as Role]));
  published = sampleDocument({
    colors: { source: "manual", seed: null, palette: [paletteEntry({ locked: true }), paletteEntry({ name: "Ash" })] },
  });
  const brand = await createBrandFixture(db, { members, document: published });
  brandId = brand.id;
  users.forEach((user, index) => {
    as[roles[index] as Role] = context(db, actingUser(user));
  });
  as.nonMember = context(db, actingUser(await createUser(db)));
});

const ctx = (who: string) => as[who] as ReturnType<typeof context>;

function withTagline(tagline: string, document = published): BrandDocument {
  return { ...document, identity: { ...document.identity, brand: { ...document.identity.brand, tagline } } };
}

async function save(who: string, document: BrandDocument, revision: number | null = null, baseVersion = 1) {
  return saveDraft(ctx(who), { brandId, baseVersion, revision, document });
}

async function publish(who: string, document: BrandDocument, baseVersion = 1) {
  const { revision } = await save(who, document, null, baseVersion);
  return publishDraft(ctx(who), { brandId, revision, note: "Because" });
}

const versionOf = async () =>
  (await database.db.select().from(brands).where(eq(brands.id, brandId)))[0]?.identityVersion;

describe("publishDraft", () => {
  it("increments the version with snapshot, delivery and audit entry, and deletes the draft", async () => {
    const { db } = database;
    const tool = await createTool(db);
    await entitle(db, brandId, tool.slug);
    const url = "https://tool.example.com/hook";
    await db.insert(subscriptions).values({ brandId, toolSlug: tool.slug, webhookUrl: url, createdAt: NOW });

    const result = await publish("editor", withTagline("Mended twice"));

    expect(result.version).toBe(2);
    expect(result.changes.map((change) => change.path)).toEqual(["identity.brand.tagline"]);
    const [row] = await db
      .select()
      .from(brandVersions)
      .where(and(eq(brandVersions.brandId, brandId), eq(brandVersions.version, 2)));
    expect(row?.snapshot.identity.brand.tagline).toBe("Mended twice");
    expect(row).toMatchObject({ changed: ["identity"], note: "Because" });
    const [delivery] = await db
      .select()
      .from(childContextDeliveries)
      .where(eq(childContextDeliveries.brandId, brandId));
    expect(declared(IdentityUpdated).parse(JSON.parse(delivery?.body ?? ""))).toMatchObject({
      id: delivery?.id,
      brand_id: brandId,
      identity_version: 2,
      previous_version: 1,
      changed: ["identity"],
    });
    const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.brandId, brandId));
    expect(entry).toMatchObject({ action: "identity.published", targetId: "2" });
    expect(await db.select().from(drafts).where(eq(drafts.brandId, brandId))).toEqual([]);
  });

  it("makes no version if nothing differs after compiling", async () => {
    const result = await publish("editor", withTagline("  Made to be mended  "));
    expect(result).toEqual({ version: 1, changes: [], toolsNotified: 0 });
    expect(await versionOf()).toBe(1);
    expect(await database.db.select().from(auditEntries).where(eq(auditEntries.brandId, brandId))).toEqual([]);
  });

  it("refuses a stale edit with what changed, and keeps the draft", async () => {
    const { revision } = await save("editor", withTagline("Mine"));
    await publish("owner", withTagline("Theirs"));
    const error = await publishDraft(ctx("editor"), { brandId, revision, note: null }).catch((reason) => reason);
    expect(error).toBeInstanceOf(StaleEdit);
    expect(error.changedSince).toMatchObject([{ path: "identity.brand.tagline", after: "Theirs" }]);
    expect((await openEditor(ctx("editor"), { brandId })).document.identity.brand.tagline).toBe("Mine");
    expect(await versionOf()).toBe(2);
  });

  it("publishes after merging the stale draft by field", async () => {
    const mine = withTagline("Mine", { ...published, logos: { items: [], rules: ["Mine too"] } });
    const { revision } = await save("editor", mine);
    await publish("owner", withTagline("Theirs"));
    const rebased = await rebaseDraft(ctx("editor"), {
      brandId,
      revision,
      choices: { "identity.brand.tagline": "theirs" },
    });
    expect(rebased.baseVersion).toBe(2);
    const result = await publishDraft(ctx("editor"), { brandId, revision: rebased.revision, note: null });
    expect(result.version).toBe(3);
    expect(result.changes.map((change) => change.path)).toEqual(["logos.rules"]);
  });

  it("refuses a draft that another window saved later", async () => {
    const { revision } = await save("editor", withTagline("One"));
    await save("editor", withTagline("Two"), revision);
    await expect(publishDraft(ctx("editor"), { brandId, revision, note: null })).rejects.toBeInstanceOf(StaleDraft);
    await expect(save("editor", withTagline("Three"), revision)).rejects.toBeInstanceOf(StaleDraft);
  });

  it("lets one of two publishers of a draft win", async () => {
    const { revision } = await save("editor", withTagline("Once"));
    const publication = { brandId, revision, note: null };
    const results = await Promise.allSettled([
      publishDraft(ctx("editor"), publication),
      publishDraft(ctx("editor"), publication),
    ]);
    expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await versionOf()).toBe(2);
  });
});

describe("saveDraft", () => {
  it("refuses viewers with 403 and non-members with 404", async () => {
    await expect(save("viewer", published)).rejects.toBeInstanceOf(Forbidden);
    await expect(save("nonMember", published)).rejects.toBeInstanceOf(NotFound);
  });

  it.each(["unlock", "edit", "remove", "lock"])("lets only owners and admins %s a locked colour", async (act) => {
    const [locked, free] = published.colors.palette as [BrandDocument["colors"]["palette"][number], never];
    const edited = {
      unlock: [{ ...locked, locked: false }, free],
      edit: [{ ...locked, hex: "#123456" }, free],
      remove: [free],
      lock: [locked, { ...(free as typeof locked), locked: true }],
    }[act] as BrandDocument["colors"]["palette"];
    const document = { ...published, colors: { ...published.colors, palette: edited } };
    await expect(save("editor", document)).rejects.toBeInstanceOf(Forbidden);
    await expect(save("admin", document)).resolves.toMatchObject({ revision: 1 });
  });

  it("refuses a file that is not stored for this brand", async () => {
    const assets = [{ id: newId(), kind: "image" as const, name: "Stolen", file: fileRef() }];
    await expect(save("editor", { ...published, assets })).rejects.toBeInstanceOf(BadRequest);
  });

  it.each([
    ["logo", "application/pdf", false],
    ["logo", "font/woff2", false],
    ["logo", "image/svg+xml", true],
    ["typeface", "application/pdf", false],
    ["typeface", "image/png", false],
    ["typeface", "font/woff2", true],
    ["asset", "application/pdf", true],
    ["asset", "font/woff2", true],
    ["asset", "image/webp", true],
  ])("lets a %s name a stored file of type %s, whatever type the browser states: %s", async (place, mime, allowed) => {
    const stored = { ...fileRef(), sha256: newId().replaceAll("-", "").repeat(2), width: null, height: null, mime };
    await database.db.insert(files).values({ ...stored, brandId, createdAt: NOW });
    const file = { ...stored, mime: place === "typeface" ? "font/woff2" : "image/png" };
    const font = typeface();
    const withFile = {
      logo: { logos: { ...published.logos, items: [newLogo({ id: newId(), variant: "logo_positive", file })] } },
      typeface: { typography: { fonts: [{ ...font, files: [{ ...font.files[0], file }] }], roles: {}, styles: {} } },
      asset: { assets: [{ id: newId(), kind: "other", name: "One", file }] },
    }[place];
    const saved = save("editor", { ...published, ...withFile } as BrandDocument);
    if (allowed) await expect(saved).resolves.toMatchObject({ revision: 1 });
    else
      await expect(saved).rejects.toMatchObject({
        code: "bad_request",
        message: expect.stringMatching(/must be/),
      });
  });

  it("refuses a draft of an old version, with what changed", async () => {
    await publish("owner", withTagline("Theirs"));
    const error = await save("editor", withTagline("Mine")).catch((reason) => reason);
    expect(error).toBeInstanceOf(StaleEdit);
    expect(error.changedSince).toHaveLength(1);
  });

  it("keeps drafts of two editors separate", async () => {
    await save("editor", withTagline("Editor's"));
    await save("admin", withTagline("Admin's"));
    expect((await openEditor(ctx("editor"), { brandId })).document.identity.brand.tagline).toBe("Editor's");
    expect(await discardDraft(ctx("editor"), { brandId })).toBe(true);
    expect((await openEditor(ctx("admin"), { brandId })).document.identity.brand.tagline).toBe("Admin's");
  });

  it("names the field that exceeds a limit", async () => {
    const error = await save("editor", withTagline("x".repeat(2001))).catch((reason) => reason);
    expect(error).toMatchObject({ code: "bad_request", field: "identity.brand.tagline" });
  });
});

describe("restoreVersion", () => {
  it("publishes an old snapshot as a new version and records which", async () => {
    await publish("owner", withTagline("Second"));
    const restored = await restoreVersion(ctx("owner"), { brandId, version: 1, expectedVersion: 2, note: null });
    expect(restored.version).toBe(3);
    const editor = await openEditor(ctx("owner"), { brandId });
    expect(editor.published.identity.brand.tagline).toBe("Made to be mended");
    const [row] = await database.db
      .select()
      .from(brandVersions)
      .where(and(eq(brandVersions.brandId, brandId), eq(brandVersions.version, 3)));
    expect(row?.restoredFrom).toBe(1);
  });

  it("refuses after a newer version was published", async () => {
    await publish("owner", withTagline("Second"));
    const restore = restoreVersion(ctx("owner"), { brandId, version: 1, expectedVersion: 1, note: null });
    await expect(restore).rejects.toBeInstanceOf(BadRequest);
  });
});
