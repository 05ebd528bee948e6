import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { brands, childReads, tools } from "@/db/schema";
import { verifyFileUrl } from "@/lib/assets/server";
import type { BundleReader } from "@/lib/bundles";
import { createBundleCache, ReadMarks, readBundle } from "@/lib/bundles/server";
import { BrandBundleSchema } from "@/lib/contract";
import { publishDraft, saveDraft } from "@/lib/identity/server";
import { Forbidden, NotFound, Unauthorized } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { createTestDatabase } from "../../support/database";
import { fileRef, sampleDocument } from "../../support/documents";
import { actingUser, context, createBrandFixture, createTool, createUser, entitle, NOW } from "../../support/fixtures";

const SECRET = "file-url-secret-0123456789abcdef";
const statements: string[] = [];
let database: OpenDatabase;
let brandId: string;
let tool: string;
let reader: BundleReader;
let ownerId: string;
const document = sampleDocument({
  assets: [
    { id: newId(), kind: "image", name: "Harbour", file: fileRef() },
    {
      id: newId(),
      kind: "document",
      name: "Guide",
      file: fileRef({ mime: "application/pdf", width: null, height: null }),
    },
  ],
  logos: {
    items: [
      {
        id: newId(),
        variant: "symbol",
        label: "Symbol",
        usage: "",
        background: "any",
        clear_space: "1x",
        min_width_px: 16,
        file: fileRef(),
      },
    ],
    rules: ["Leave it alone"],
  },
});

beforeAll(async () => {
  database = await createTestDatabase((statement) => statements.push(statement));
});
afterAll(() => database.close());
beforeEach(async () => {
  const owner = await createUser(database.db);
  ownerId = owner.id;
  const brand = await createBrandFixture(database.db, { document, members: { [owner.id]: "owner" } });
  brandId = brand.id;
  tool = (await createTool(database.db)).slug;
  await entitle(database.db, brandId, tool);
  reader = {
    db: database.db,
    cache: createBundleCache(),
    now: NOW,
    baseUrl: "http://hub.test",
    fileUrlSecrets: [SECRET],
  };
  statements.length = 0;
});

const bundleOf = (text: string | null) => BrandBundleSchema.parse(JSON.parse(text ?? "null"));

describe("readBundle", () => {
  it("reads a bundle by one query, and a second time without its snapshot", async () => {
    const first = await readBundle(reader, tool, brandId, undefined);
    expect(statements).toHaveLength(1);
    const again = await readBundle(reader, tool, brandId, undefined);
    expect(statements).toHaveLength(2);
    expect(again.text).toBe(first.text);
  });

  it("reads no snapshot when since is current", async () => {
    expect((await readBundle(reader, tool, brandId, 1)).text).toBeNull();
    expect(reader.cache.size).toBe(0);
  });

  it("gives every key of the bundle, facts of files, and addresses that verify for 30 to 31 minutes", async () => {
    const bundle = bundleOf((await readBundle(reader, tool, brandId, undefined)).text);
    expect(bundle.assets[0]).toMatchObject({ kind: "image", name: "Harbour", bytes: 1200, width: 64, height: 48 });
    expect(bundle.assets[1]).not.toHaveProperty("width");
    expect(bundle.logos.items[0]?.asset_id).toBe(document.logos.items[0]?.file.id);
    for (const { url, url_expires_at } of [...bundle.logos.items, ...bundle.assets]) {
      const grant = verifyFileUrl({ secret: SECRET, url: new URL(url), now: NOW });
      expect(grant).toMatchObject({ brandId, expiresAtSeconds: url_expires_at });
      const lifeMinutes = (url_expires_at - NOW.getTime() / 1000) / 60;
      expect(lifeMinutes).toBeGreaterThanOrEqual(30);
      expect(lifeMinutes).toBeLessThanOrEqual(31);
    }
  });

  it("signs anew once the minute has passed", async () => {
    const first = await readBundle(reader, tool, brandId, undefined);
    const later = { ...reader, now: new Date(NOW.getTime() + 60_000) };
    const second = await readBundle(later, tool, brandId, undefined);
    expect(bundleOf(second.text).assets[0]?.url_expires_at).toBe(
      (bundleOf(first.text).assets[0]?.url_expires_at ?? 0) + 60,
    );
  });

  it("shows a new version on the very next read", async () => {
    await readBundle(reader, tool, brandId, undefined);
    const ctx = context(database.db, actingUser({ id: ownerId }));
    const edited = { ...sampleDocument(), identity: { ...document.identity, brand: { tagline: "New" } } };
    const { revision } = await saveDraft(ctx, { brandId, baseVersion: 1, revision: null, document: edited });
    await publishDraft(ctx, { brandId, revision, note: null });
    const read = await readBundle(reader, tool, brandId, 1);
    expect([read.version, bundleOf(read.text).identity.brand.tagline]).toEqual([2, "New"]);
  });

  it("reads the entitlement every time, also when the text is at hand", async () => {
    await readBundle(reader, tool, brandId, undefined);
    const stranger = (await createTool(database.db)).slug;
    await expect(readBundle(reader, stranger, brandId, undefined)).rejects.toBeInstanceOf(Forbidden);
    await expect(readBundle(reader, stranger, brandId, 1)).rejects.toBeInstanceOf(Forbidden);
  });

  it("tells an unknown tool, an unknown brand and a disabled tool apart", async () => {
    await expect(readBundle(reader, "nobody", brandId, undefined)).rejects.toBeInstanceOf(Unauthorized);
    await expect(readBundle(reader, tool, newId(), undefined)).rejects.toBeInstanceOf(NotFound);
    await expect(readBundle(reader, tool, "nonsense", undefined)).rejects.toBeInstanceOf(NotFound);
    await database.db.update(tools).set({ status: "disabled" }).where(eq(tools.slug, tool));
    await expect(readBundle(reader, tool, brandId, 1)).rejects.toBeInstanceOf(Forbidden);
  });

  it("answers an archived brand like a missing one", async () => {
    await database.db.update(brands).set({ archivedAt: NOW }).where(eq(brands.id, brandId));
    await expect(readBundle(reader, tool, brandId, undefined)).rejects.toBeInstanceOf(NotFound);
  });
});

describe("ReadMarks", () => {
  it("remembers the newest read, at most once a minute for the same version", async () => {
    const marks = new ReadMarks(database.db, (error) => expect(error).toBeUndefined());
    await marks.mark(brandId, tool, 1, NOW);
    expect(marks.mark(brandId, tool, 1, new Date(NOW.getTime() + 59_000))).toBeNull();
    await marks.mark(brandId, tool, 2, new Date(NOW.getTime() + 59_500));
    const [row] = await database.db.select().from(childReads).where(eq(childReads.brandId, brandId));
    expect(row).toMatchObject({ version: 2, readAt: new Date(NOW.getTime() + 59_500) });
  });
});
