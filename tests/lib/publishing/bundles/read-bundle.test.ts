import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { brands, childReads, entitlements, tools } from "@/db/schema";
import { verifyFileUrl } from "@/lib/content/server";
import { BrandBundleSchema, declared } from "@/lib/contract";
import { issueToolCredential } from "@/lib/integrations/server";
import { environmentSecrets } from "@/lib/platform/config/tool-secrets";
import type { ToolActor } from "@/lib/platform/context";
import { Forbidden, NotFound, Unauthorized } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import {
  authenticateByBundle,
  findChangedBundles,
  publishDraft,
  ReadMarks,
  readBundle,
  saveDraft,
} from "@/lib/publishing/server";
import type { Ctx } from "@/lib/runtime/context";
import { createTestDatabase } from "../../../support/database";
import { fileRef, sampleDocument } from "../../../support/documents";
import {
  ANONYMOUS,
  actingUser,
  context,
  createBrandFixture,
  createTool,
  createUser,
  entitle,
  NOW,
  toolContext,
} from "../../../support/fixtures";

const SECRET = "file-url-secret-0123456789abcdef";
const statements: string[] = [];
const marked: unknown[] = [];
let database: OpenDatabase;
let brandId: string;
let tool: string;
let reader: Ctx<ToolActor>;
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

const contextOf = (toolSlug: string): Ctx<ToolActor> => ({
  ...toolContext(database.db, toolSlug),
  secrets: { ...environmentSecrets, fileUrl: [SECRET] },
  readMarks: { mark: (read) => marked.push(read), flush: async () => {} },
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
  reader = contextOf(tool);
  statements.length = 0;
});

/** A token that was created in the hub. */
async function tokenOf(toolSlug: string) {
  const administrator = context(database.db, actingUser(await createUser(database.db, { hubAdmin: true })));
  const made = { toolSlug, kind: "app_token", name: "x", expiresAt: null } as const;
  return (await issueToolCredential(administrator, made)).secret;
}

const bundleOf = (bytes: Uint8Array | null) =>
  declared(BrandBundleSchema).parse(JSON.parse(new TextDecoder().decode(bytes ?? undefined)));

describe("readBundle", () => {
  it("reads a bundle with one query, and without its snapshot the second time", async () => {
    const first = await readBundle(reader, { brandId });
    expect(statements).toHaveLength(1);
    const again = await readBundle(reader, { brandId });
    expect(statements).toHaveLength(2);
    expect(again.bytes).toBe(first.bytes);
  });

  it("reads no snapshot when since is current", async () => {
    expect((await readBundle(reader, { brandId, since: 1 })).bytes).toBeNull();
    expect(reader.bundles.size).toBe(0);
  });

  it("returns all keys of the bundle, file facts, and signed URLs that are valid for 30 to 31 minutes", async () => {
    const bundle = bundleOf((await readBundle(reader, { brandId })).bytes);
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

  it("signs new URLs once the minute has passed", async () => {
    const first = await readBundle(reader, { brandId });
    const later = { ...reader, now: new Date(NOW.getTime() + 60_000) };
    const second = await readBundle(later, { brandId });
    expect(bundleOf(second.bytes).assets[0]?.url_expires_at).toBe(
      (bundleOf(first.bytes).assets[0]?.url_expires_at ?? 0) + 60,
    );
  });

  async function publishNext() {
    const ctx = context(database.db, actingUser({ id: ownerId }));
    const edited = { ...sampleDocument(), identity: { ...document.identity, brand: { tagline: "New" } } };
    const { revision } = await saveDraft(ctx, { brandId, baseVersion: 1, revision: null, document: edited });
    await publishDraft(ctx, { brandId, revision, note: null });
    statements.length = 0;
  }

  it("returns a new version on the next read", async () => {
    await readBundle(reader, { brandId });
    await publishNext();
    const read = await readBundle(reader, { brandId, since: 1 });
    expect([read.version, bundleOf(read.bytes).identity.brand.tagline]).toEqual([2, "New"]);
  });

  it.each([
    { atHand: "nothing", since: undefined, asks: 1, whole: true },
    { atHand: "nothing", since: 1, asks: 2, whole: true },
    { atHand: "nothing", since: 2, asks: 1, whole: false },
    { atHand: "the version before", since: undefined, asks: 2, whole: true },
    { atHand: "the version before", since: 1, asks: 2, whole: true },
    { atHand: "the version before", since: 2, asks: 1, whole: false },
    { atHand: "the current version", since: undefined, asks: 1, whole: true },
    { atHand: "the current version", since: 1, asks: 1, whole: true },
    { atHand: "the current version", since: 2, asks: 1, whole: false },
    { atHand: "the current version, of the minute before", since: undefined, asks: 1, whole: true },
    { atHand: "the current version, of the minute before", since: 1, asks: 2, whole: true },
  ])("with $atHand cached and since $since, runs $asks queries", async ({ atHand, since, asks, whole }) => {
    if (atHand === "the version before") await readBundle(reader, { brandId });
    await publishNext();
    const minuteBefore = { ...reader, now: new Date(NOW.getTime() - 60_000) };
    if (atHand.startsWith("the current"))
      await readBundle(atHand.endsWith("before") ? minuteBefore : reader, { brandId });
    const kept = new Map(reader.bundles.entries());
    const token = await tokenOf(tool);

    for (const by of ["a token of the environment", "a token made in the hub"]) {
      reader.bundles.clear();
      for (const [id, bundle] of kept) reader.bundles.set(id, bundle);
      statements.length = 0;
      const question = { brandId, since };
      const proved = by.endsWith("hub")
        ? await authenticateByBundle(reader, { ...question, toolSlug: tool, token })
        : null;
      const read = await readBundle(reader, { ...question, found: proved?.found });
      expect(statements, by).toHaveLength(asks);
      expect(read.version).toBe(2);
      expect(read.bytes === null).toBe(!whole);
      if (whole) expect(bundleOf(read.bytes).identity.brand.tagline).toBe("New");
    }
  });

  it("reads everything again with the snapshot, so that changes in between count", async () => {
    const token = await tokenOf(tool);
    const proved = await authenticateByBundle(context(database.db, ANONYMOUS), {
      toolSlug: tool,
      token,
      brandId,
      since: 0,
    });
    expect(proved?.found).toMatchObject({ version: 1, entitled: true });
    await publishNext();
    expect((await readBundle(reader, { brandId, found: proved?.found })).version).toBe(2);
    const fresh = contextOf(tool);
    await database.db.delete(entitlements).where(eq(entitlements.toolSlug, tool));
    await expect(readBundle(fresh, { brandId, found: proved?.found })).rejects.toBeInstanceOf(Forbidden);
  });

  it("checks access on each read, even if the bundle is cached", async () => {
    await readBundle(reader, { brandId });
    const unentitled = (await createTool(database.db)).slug;
    await expect(readBundle(contextOf(unentitled), { brandId })).rejects.toBeInstanceOf(Forbidden);
    await expect(readBundle(contextOf(unentitled), { brandId, since: 1 })).rejects.toBeInstanceOf(Forbidden);
  });

  it("distinguishes an unknown tool, an unknown brand and a disabled tool", async () => {
    await expect(readBundle(contextOf("nobody"), { brandId })).rejects.toBeInstanceOf(Unauthorized);
    await expect(readBundle(reader, { brandId: newId() })).rejects.toBeInstanceOf(NotFound);
    await expect(readBundle(reader, { brandId: "nonsense" })).rejects.toBeInstanceOf(NotFound);
    await database.db.update(tools).set({ status: "disabled" }).where(eq(tools.slug, tool));
    await expect(readBundle(reader, { brandId, since: 1 })).rejects.toBeInstanceOf(Forbidden);
  });

  it("treats an archived brand as missing", async () => {
    await database.db.update(brands).set({ archivedAt: NOW }).where(eq(brands.id, brandId));
    await expect(readBundle(reader, { brandId })).rejects.toBeInstanceOf(NotFound);
  });
});

it("marks reads that succeed, and none that fail", async () => {
  marked.length = 0;
  await readBundle(reader, { brandId: brandId.toUpperCase() });
  await readBundle(reader, { brandId, since: 1 });
  const unentitled = contextOf((await createTool(database.db)).slug);
  await expect(readBundle(unentitled, { brandId })).rejects.toBeInstanceOf(Forbidden);
  const mark = { brandId, toolSlug: tool, version: 1, readAt: NOW };
  expect(marked).toEqual([mark, mark]);
});

describe("ReadMarks", () => {
  const MINUTE_MS = 60_000;
  const open = () => new ReadMarks(database.db, (error) => expect(error).toBeUndefined());
  const at = (ms: number) => new Date(NOW.getTime() + ms);
  /** Marks a read and returns the stored version and milliseconds. */
  const read = async (marks: ReadMarks, version: number, ms: number, credentialId?: string) => {
    marks.mark({ brandId, toolSlug: tool, version, readAt: at(ms), credentialId });
    await marks.flush();
    const [row] = await database.db.select().from(childReads).where(eq(childReads.brandId, brandId));
    return row && [row.version, row.readAt.getTime() - NOW.getTime()];
  };

  it("writes a version once, then again every ten minutes, without querying in between", async () => {
    const marks = open();
    expect(await read(marks, 1, 0)).toEqual([1, 0]);
    statements.length = 0;
    for (let minute = 1; minute < 10; minute += 1)
      marks.mark({ brandId, toolSlug: tool, version: 1, readAt: at(minute * MINUTE_MS) });
    await marks.flush();
    expect(statements).toEqual([]);
    expect(await read(marks, 2, 9.5 * MINUTE_MS)).toEqual([2, 9.5 * MINUTE_MS]);
    expect(await read(marks, 2, 19.4 * MINUTE_MS)).toEqual([2, 9.5 * MINUTE_MS]);
    expect(await read(marks, 2, 19.5 * MINUTE_MS)).toEqual([2, 19.5 * MINUTE_MS]);
  });

  it("writes no more often with several processes", async () => {
    expect(await read(open(), 1, 0)).toEqual([1, 0]);
    expect(await read(open(), 1, 9 * MINUTE_MS)).toEqual([1, 0]);
    expect(await read(open(), 2, 9 * MINUTE_MS)).toEqual([2, 9 * MINUTE_MS]);
    expect(await read(open(), 2, 19 * MINUTE_MS)).toEqual([2, 19 * MINUTE_MS]);
  });

  it("writes the first read by a new token", async () => {
    const marks = open();
    expect(await read(marks, 1, 0)).toEqual([1, 0]);
    const made = at(MINUTE_MS);
    const admin = context(database.db, actingUser(await createUser(database.db, { hubAdmin: true })), made);
    const { id } = await issueToolCredential(admin, { toolSlug: tool, kind: "app_token", name: "x", expiresAt: null });
    expect(await read(marks, 1, 2 * MINUTE_MS, id)).toEqual([1, 2 * MINUTE_MS]);
    expect(await read(marks, 1, 3 * MINUTE_MS, id)).toEqual([1, 2 * MINUTE_MS]);
    expect(await read(open(), 1, 4 * MINUTE_MS, id)).toEqual([1, 2 * MINUTE_MS]);
  });

  it("writes a second's marks in one statement, without those that lost access", async () => {
    const other = await createBrandFixture(database.db, { document, members: { [ownerId]: "owner" } });
    const marks = open();
    statements.length = 0;
    marks.mark({ brandId: other.id, toolSlug: tool, version: 1, readAt: NOW });
    marks.mark({ brandId, toolSlug: tool, version: 1, readAt: NOW });
    await expect.poll(() => statements.length).toBe(1);
    await expect
      .poll(() => database.db.select().from(childReads).where(eq(childReads.toolSlug, tool)))
      .toMatchObject([{ brandId }]);
    expect(statements.filter((text) => text.includes("insert"))).toHaveLength(1);
  });

  it("reports failed writes", async () => {
    const broken = await createTestDatabase();
    await broken.close();
    const errors: unknown[] = [];
    const marks = new ReadMarks(broken.db, (error) => errors.push(error));
    marks.mark({ brandId, toolSlug: tool, version: 1, readAt: NOW });
    await marks.flush();
    expect(errors).toHaveLength(1);
  });
});

describe("findChangedBundles", () => {
  it("queries all brands at once and marks only current ones as read", async () => {
    const changed = await createBrandFixture(database.db, { document, members: { [ownerId]: "owner" } });
    await entitle(database.db, changed.id, tool);
    statements.length = 0;
    marked.length = 0;
    const asked = [
      { id: brandId, since: 1 },
      { id: changed.id, since: 0 },
      { id: newId(), since: 1 },
    ];
    const found = await findChangedBundles(reader, { brands: asked });
    expect(found.changed).toEqual([{ id: changed.id, identity_version: 1 }]);
    expect(statements).toHaveLength(1);
    expect(marked).toEqual([{ brandId, toolSlug: tool, version: 1, readAt: NOW }]);
  });

  it("refuses disabled and unknown tools", async () => {
    const brands = [{ id: newId(), since: 1 }];
    await expect(findChangedBundles(contextOf("nobody"), { brands })).rejects.toBeInstanceOf(Unauthorized);
    await database.db.update(tools).set({ status: "disabled" }).where(eq(tools.slug, tool));
    await expect(findChangedBundles(reader, { brands })).rejects.toBeInstanceOf(Forbidden);
  });
});
