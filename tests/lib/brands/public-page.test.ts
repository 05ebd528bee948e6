import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditEntries } from "@/db/schema";
import { inviteMember, revokeInvitation } from "@/lib/access/server";
import { findInvitedBrand, findPublicBrand, listPublicBrands, renameBrand, setPublicPage } from "@/lib/brands/server";
import type { Role } from "@/lib/contract";
import { Forbidden, NotFound } from "@/lib/platform/errors";
import { openTestDatabase } from "../../support/database";
import { sampleDocument } from "../../support/documents";
import { ANONYMOUS, actingUser, context, createBrandFixture, createUser, NOW } from "../../support/fixtures";
import { withLink } from "../../support/invitations";

const database = openTestDatabase();

async function brandWith(role: Role, options: { slug?: string; archivedAt?: Date } = {}) {
  const user = await createUser(database.db);
  const members = { [user.id]: role };
  const brand = await createBrandFixture(database.db, { ...options, members, document: sampleDocument() });
  return { brand, ctx: context(database.db, actingUser(user)) };
}

const entriesOf = (brandId: string) => database.db.select().from(auditEntries).where(eq(auditEntries.brandId, brandId));

describe("setPublicPage", () => {
  it("is off by default, and shows the published version once on", async () => {
    const { brand, ctx } = await brandWith("admin");
    expect(await findPublicBrand(context(database.db, ANONYMOUS), { slug: brand.slug })).toBeNull();
    await setPublicPage(ctx, { brandId: brand.id, on: true });
    expect(await findPublicBrand(context(database.db, ANONYMOUS), { slug: brand.slug })).toMatchObject({
      id: brand.id,
      slug: brand.slug,
      version: 1,
      publishedAt: NOW,
      snapshot: { brand: { name: brand.name }, identity: { brand: { tagline: "Made to be mended" } } },
    });
    const anyone = context(database.db, ANONYMOUS);
    expect(await listPublicBrands(anyone, { limit: 5 })).toMatchObject([{ slug: brand.slug, version: 1 }]);
    await setPublicPage(ctx, { brandId: brand.id, on: false });
    expect(await listPublicBrands(anyone, { limit: 5 })).toEqual([]);
    expect(await findPublicBrand(context(database.db, ANONYMOUS), { slug: brand.slug })).toBeNull();
  });

  it("records one audit entry per change, and none without a change", async () => {
    const { brand, ctx } = await brandWith("owner");
    for (const on of [false, true, true, false]) await setPublicPage(ctx, { brandId: brand.id, on });
    expect((await entriesOf(brand.id)).map(({ action, diff }) => ({ action, diff }))).toEqual([
      { action: "public_page.turned_on", diff: { public_page: [false, true] } },
      { action: "public_page.turned_off", diff: { public_page: [true, false] } },
    ]);
  });

  it.each<Role>(["editor", "viewer"])("refuses an %s", async (role) => {
    const { brand, ctx } = await brandWith(role);
    await expect(setPublicPage(ctx, { brandId: brand.id, on: true })).rejects.toBeInstanceOf(Forbidden);
    expect(await findPublicBrand(context(database.db, ANONYMOUS), { slug: brand.slug })).toBeNull();
    expect(await entriesOf(brand.id)).toEqual([]);
  });

  it("refuses another brand's members", async () => {
    const { brand } = await brandWith("owner");
    const { ctx: outsider } = await brandWith("owner");
    await expect(setPublicPage(outsider, { brandId: brand.id, on: true })).rejects.toBeInstanceOf(NotFound);
  });
});

describe("findPublicBrand", () => {
  it("finds a brand by a former slug and returns the current one", async () => {
    const { brand, ctx } = await brandWith("owner", { slug: "elder" });
    await setPublicPage(ctx, { brandId: brand.id, on: true });
    await renameBrand(ctx, { brandId: brand.id, name: "Elder", slug: "elder-and-sons" });
    expect(await findPublicBrand(context(database.db, ANONYMOUS), { slug: "elder" })).toMatchObject({
      slug: "elder-and-sons",
      version: 2,
    });
  });

  it("finds no missing or archived brand", async () => {
    const { brand, ctx } = await brandWith("owner", { slug: "fir" });
    await setPublicPage(ctx, { brandId: brand.id, on: true });
    await database.db.execute(`update brands set archived_at = now() where id = '${brand.id}'`);
    expect(await findPublicBrand(context(database.db, ANONYMOUS), { slug: "fir" })).toBeNull();
    expect(await findPublicBrand(context(database.db, ANONYMOUS), { slug: "no-such-brand" })).toBeNull();
  });
});

describe("findInvitedBrand", () => {
  it("shows the logo and the colours' hexes to the holder of an open invitation, and nothing else", async () => {
    const { brand, ctx } = await brandWith("owner");
    const guest = context(database.db, ANONYMOUS);
    const invited = withLink(
      await inviteMember(ctx, { brandId: brand.id, email: "guest@example.com", role: "viewer" }),
    );
    const hexes = sampleDocument().colors.palette.map(({ hex }) => hex);
    expect(await findInvitedBrand(guest, { token: invited.token })).toEqual({ cover: null, hexes });
    await revokeInvitation(ctx, { brandId: brand.id, invitationId: invited.id });
    expect(await findInvitedBrand(guest, { token: invited.token })).toBeNull();
    expect(await findInvitedBrand(guest, { token: "no-such-token" })).toBeNull();
  });
});
