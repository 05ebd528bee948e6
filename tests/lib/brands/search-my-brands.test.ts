import { beforeAll, describe, expect, it } from "vitest";
import { drafts } from "@/db/schema";
import { pickBrandMark } from "@/lib/brands";
import { countMyBrands, findBrandCard, searchMyBrands } from "@/lib/brands/server";
import type { LogoEntry } from "@/lib/content";
import { requireUser } from "@/lib/platform/context";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "@/tests/support/database";
import { fileRef, sampleDocument } from "@/tests/support/documents";
import { actingUser, context, createBrandFixture, createUser, NOW } from "@/tests/support/fixtures";

const logo = (values: Partial<LogoEntry> = {}): LogoEntry => ({
  id: newId(),
  variant: "symbol",
  label: "Symbol",
  usage: "",
  background: "light",
  clear_space: "",
  min_width_px: 24,
  file: fileRef(),
  ...values,
});

const database = openTestDatabase();
let me: Ctx;
let birchId: string;
let foreignId: string;
beforeAll(async () => {
  const { db } = database;
  const user = await createUser(db);
  const other = await createUser(db);
  me = context(db, actingUser(user));
  const members = { [user.id]: "editor" } as const;
  const document = sampleDocument({ logos: { items: [logo({ background: "dark" })], rules: [] } });
  birchId = (await createBrandFixture(db, { name: "Birch & Sons", slug: "birch", members, document })).id;
  await createBrandFixture(db, { name: "Silver Birch", slug: "silver", members });
  await createBrandFixture(db, { name: "alder 100%", slug: "alder-birchlike", members });
  await createBrandFixture(db, { name: "Birch Archive", slug: "birch-archive", members, archivedAt: NOW });
  foreignId = (await createBrandFixture(db, { name: "Birch Foreign", members: { [other.id]: "owner" } })).id;
});

const names = async (search: string, limit = 20) =>
  (await searchMyBrands(me, { search, limit })).brands.map(({ name }) => name);

describe("searchMyBrands", () => {
  it("finds active brands by part of name or slug in any case, matches at the start first", async () => {
    expect(await names("BIRCH")).toEqual(["Birch & Sons", "alder 100%", "Silver Birch"]);
    expect(await names("")).toEqual(["alder 100%", "Birch & Sons", "Silver Birch"]);
  });

  it("escapes wildcards", async () => {
    expect(await names("100%")).toEqual(["alder 100%"]);
    expect(await names("%")).toEqual(["alder 100%"]);
    expect(await names("_")).toEqual([]);
  });

  it("returns at most the limit, and whether there are more", async () => {
    expect(await searchMyBrands(me, { limit: 2 })).toMatchObject({ brands: { length: 2 }, more: true });
    expect(await searchMyBrands(me, { limit: 3 })).toMatchObject({ brands: { length: 3 }, more: false });
  });

  it("puts recent brands first, in their order", async () => {
    const recent = ["silver", "nowhere", "birch"];
    const of = async (input: object) =>
      (await searchMyBrands(me, { recent, limit: 2, ...input })).brands.map(({ slug }) => slug);
    expect(await of({})).toEqual(["silver", "birch"]);
    expect(await of({ offset: 2 })).toEqual(["alder-birchlike"]);
    expect(await of({ search: "birch" })).toEqual(["birch", "silver"]);
  });

  it("returns the cover, the colours and whether the user has a draft", async () => {
    const [birch] = (await searchMyBrands(me, { search: "Birch &", limit: 1 })).brands;
    expect(birch).toMatchObject({ cover: { item: { background: "dark" }, backgroundHex: "#000000" }, hasDraft: false });
    expect(birch?.colors).toEqual(sampleDocument().colors.palette.map(({ hex }) => hex));
    const draft = { brandId: birchId, userId: requireUser(me).userId, document: sampleDocument() };
    await database.db.insert(drafts).values({ ...draft, baseVersion: 1, revision: 1, updatedAt: NOW });
    expect((await searchMyBrands(me, { search: "Birch &", limit: 1 })).brands).toMatchObject([{ hasDraft: true }]);
  });

  it("accepts any text", async () => {
    expect(await names("a\u0000b")).toEqual([]);
    expect(await names("\ud800")).toEqual([]);
  });
});

describe("findBrandCard", () => {
  it("returns name, role, version and mark with background", async () => {
    expect(await findBrandCard(me, { brandId: birchId })).toMatchObject({
      slug: "birch",
      name: "Birch & Sons",
      role: "editor",
      identityVersion: 1,
      mark: { background: "dark", file: { mime: "image/png" } },
    });
  });

  it("returns nothing for other brands", async () => {
    expect(await findBrandCard(me, { brandId: foreignId })).toBeNull();
  });
});

describe("countMyBrands", () => {
  it("counts active brands of the user", async () => {
    expect(await countMyBrands(me, { atMost: 10 })).toBe(3);
  });
});

describe("pickBrandMark", () => {
  it("prefers compact logos for light backgrounds", () => {
    const symbol = logo();
    const onDark = logo({ background: "dark" });
    const whole = logo({ variant: "logo_positive" });
    expect(pickBrandMark([whole, onDark, symbol])).toEqual({ file: symbol.file, background: "light" });
    expect(pickBrandMark([whole, onDark])).toEqual({ file: onDark.file, background: "dark" });
  });

  it("skips files that are no pictures", () => {
    expect(pickBrandMark([logo({ file: fileRef({ mime: "application/pdf" }) })])).toBeNull();
    expect(pickBrandMark([])).toBeNull();
  });
});
