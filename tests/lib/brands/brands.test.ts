import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { brandVersions, memberships, versionRecords } from "@/db/schema";
import { createBrand, findBrandBySlug, renameBrand } from "@/lib/brands/server";
import { Forbidden } from "@/lib/platform/errors";
import { openTestDatabase } from "../../support/database";
import { ANONYMOUS, actingUser, context, createUser } from "../../support/fixtures";

const database = openTestDatabase();

const newOwner = async () => context(database.db, actingUser(await createUser(database.db)));

describe("createBrand", () => {
  it("publishes version 1 with the acting user as owner", async () => {
    const ctx = await newOwner();
    const { id } = await createBrand(ctx, { name: " Alder ", slug: "alder" });
    expect(await findBrandBySlug(context(database.db, ANONYMOUS), { slug: "alder" })).toMatchObject({
      id,
      name: "Alder",
      identityVersion: 1,
    });
    expect(await database.db.select().from(memberships).where(eq(memberships.brandId, id))).toMatchObject([
      { role: "owner" },
    ]);
    const recorded = await database.db.select().from(versionRecords).where(eq(versionRecords.brandId, id));
    expect(recorded).toMatchObject([{ version: 1, content: expect.stringContaining('"name":"Alder"') }]);
  });

  it.each(["", "Alder", "a--b", "-a", "a_b", "x".repeat(65), "new", "admin"])("refuses the slug %j", async (slug) => {
    await expect(createBrand(await newOwner(), { name: "X", slug })).rejects.toMatchObject({
      code: "bad_request",
      field: "slug",
    });
  });

  it("creates one of two brands with the same slug", async () => {
    const [one, two] = [await newOwner(), await newOwner()];
    const results = await Promise.allSettled([one, two].map((ctx) => createBrand(ctx, { name: "Twin", slug: "twin" })));
    expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("renameBrand", () => {
  it("publishes at once, and the former slug still leads only to this brand", async () => {
    const ctx = await newOwner();
    const { id } = await createBrand(ctx, { name: "Birch", slug: "birch" });
    const { version, changes } = await renameBrand(ctx, { brandId: id, name: "Birch & Co", slug: "birch-and-co" });
    expect(version).toBe(2);
    expect(changes.map((change) => change.path)).toEqual(["brand.name", "brand.slug"]);
    expect(await findBrandBySlug(context(database.db, ANONYMOUS), { slug: "birch" })).toMatchObject({
      id,
      slug: "birch-and-co",
    });
    const taken = createBrand(await newOwner(), { name: "Other", slug: "birch" });
    await expect(taken).rejects.toMatchObject({ field: "slug" });
    const [row] = await database.db.select().from(brandVersions).where(eq(brandVersions.version, 2));
    expect(row?.changed).toEqual(["brand"]);
  });

  it("lets a brand take back its former slug, and refuses another brand's", async () => {
    const ctx = await newOwner();
    const { id } = await createBrand(ctx, { name: "Cedar", slug: "cedar" });
    await renameBrand(ctx, { brandId: id, name: "Cedar", slug: "cedar-two" });
    await renameBrand(ctx, { brandId: id, name: "Cedar", slug: "cedar" });
    await expect(renameBrand(ctx, { brandId: id, name: "Cedar", slug: "alder" })).rejects.toMatchObject({
      field: "slug",
    });
  });

  it("is for owners and admins", async () => {
    const ctx = await newOwner();
    const { id } = await createBrand(ctx, { name: "Dogwood", slug: "dogwood" });
    const editor = await createUser(database.db);
    await database.db
      .insert(memberships)
      .values({ brandId: id, userId: editor.id, role: "editor", createdAt: ctx.now });
    const rename = renameBrand(context(database.db, actingUser(editor)), { brandId: id, name: "X", slug: "dogwood" });
    await expect(rename).rejects.toBeInstanceOf(Forbidden);
  });
});
