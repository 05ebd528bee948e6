import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditEntries, brandVersions, drafts } from "@/db/schema";
import { createBrandFrom, renameBrand } from "@/lib/brands/server";
import type { BrandDocument } from "@/lib/content";
import { publishDraft, saveDraft } from "@/lib/publishing/server";
import { openTestDatabase } from "../../../support/database";
import { sampleDocument } from "../../../support/documents";
import { actingUser, context, createBrandFixture, createUser } from "../../../support/fixtures";

/** Characters that PostgreSQL can't store in JSON: NUL and a lone surrogate. */
const NUL = "\u0000";
const HALF = "\ud83d";

const database = openTestDatabase();
let ctx: ReturnType<typeof context>;
let brandId: string;
const published = sampleDocument();

beforeEach(async () => {
  const owner = await createUser(database.db);
  const brand = await createBrandFixture(database.db, { members: { [owner.id]: "owner" }, document: published });
  brandId = brand.id;
  ctx = context(database.db, actingUser(owner));
});

const withTagline = (tagline: string): BrandDocument => ({
  ...published,
  identity: { ...published.identity, brand: { tagline } },
});

async function publish(document: BrandDocument) {
  const { revision } = await saveDraft(ctx, { brandId, baseVersion: 1, revision: null, document });
  return publishDraft(ctx, { brandId, revision, note: `Because${NUL}${HALF}` });
}

async function snapshotOf(version: number) {
  const [row] = await database.db
    .select()
    .from(brandVersions)
    .where(and(eq(brandVersions.brandId, brandId), eq(brandVersions.version, version)));
  return row;
}

describe("text that the database can't store", () => {
  it("is repaired in drafts, versions and notes", async () => {
    await saveDraft(ctx, { brandId, baseVersion: 1, revision: null, document: withTagline(`a${NUL}b${HALF}`) });
    const [draft] = await database.db.select().from(drafts).where(eq(drafts.brandId, brandId));
    expect(draft?.document.identity.brand.tagline).toBe("ab\ufffd");
    await publishDraft(ctx, { brandId, revision: 1, note: `Because${NUL}${HALF}` });
    const version = await snapshotOf(2);
    expect(version?.snapshot.identity.brand.tagline).toBe("ab\ufffd");
    expect(version?.note).toBe("Because\ufffd");
  });

  it("never results from shortening a change for the audit log", async () => {
    const emoji = "😀".repeat(100);
    await publish(withTagline(`${"x".repeat(299)}${emoji}`));
    const { revision } = await saveDraft(ctx, {
      brandId,
      baseVersion: 2,
      revision: null,
      document: withTagline(`${"x".repeat(300)}${emoji}`),
    });
    expect((await publishDraft(ctx, { brandId, revision, note: null })).version).toBe(3);
    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.brandId, brandId));
    expect(JSON.stringify(entries)).not.toMatch(/\\ud83d(?!\\ude00)/);
  });

  it("is repaired in names and imported files", async () => {
    await renameBrand(ctx, { brandId, name: `Al${NUL}der${HALF}`, slug: `renamed-${brandId.slice(-12)}` });
    expect((await snapshotOf(2))?.snapshot.brand.name).toBe("Alder\ufffd");
    const rule = `${"x".repeat(1999)}😀`;
    const text = JSON.stringify({ identity: { brand: { tagline: `a${NUL}` } }, logos: { rules: [rule] } });
    const made = await createBrandFrom(ctx, {
      name: "From a file",
      slug: `file-${brandId.slice(-12)}`,
      start: { kind: "file", text },
    });
    brandId = made.id;
    expect((await snapshotOf(1))?.snapshot.identity.brand.tagline).toBe("a");
  });
});
