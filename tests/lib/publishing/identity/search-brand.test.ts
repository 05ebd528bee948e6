import { describe, expect, it } from "vitest";
import { contentPlace } from "@/components/shell/sections";
import { emptyDocument, newLogo } from "@/lib/content";
import { NotFound } from "@/lib/platform/errors";
import { searchDocument } from "@/lib/publishing/identity/search-document";
import { saveDraft, searchBrand } from "@/lib/publishing/server";
import { openTestDatabase } from "../../../support/database";
import { fileRef, paletteEntry, sampleColors, sampleDocument } from "../../../support/documents";
import { actingUser, context, createBrandFixture, createUser } from "../../../support/fixtures";

const database = openTestDatabase();

const hull = paletteEntry({ name: "Hull green", hex: "#0f4a45", role: "primary", usage: "Boats and sails" });
const chair = { id: crypto.randomUUID(), kind: "image", name: "Chair by the window", file: fileRef() } as const;
const document = () => {
  const base = sampleDocument({
    colors: { source: "manual", seed: null, palette: [paletteEntry({ name: "Ash", hex: "#cccccc" }), hull] },
    logos: { items: [], rules: ["Leave the keel free.", "Never turn it green."] },
  });
  return {
    ...base,
    assets: [chair],
    identity: {
      ...base.identity,
      brand: {
        ...base.identity.brand,
        tagline: "Wood that stays",
        mission: `${"Every joint is cut by hand. ".repeat(12)}We row across the strait. ${"And so on. ".repeat(12)}`,
        values: [{ name: "Patience" }, { name: "Café manners", description: "Ask before you sit" }],
      },
      persona: { dos: ["Say it once", "Name the tree"] },
    },
  };
};

const setUp = async () => {
  const { db } = database;
  const [editor, viewer, stranger] = await Promise.all([createUser(db), createUser(db), createUser(db)]);
  const members = { [editor.id]: "editor", [viewer.id]: "viewer" } as const;
  const brand = await createBrandFixture(db, { document: document(), members });
  const as = (user: { id: string }) => context(db, actingUser(user));
  const find = (query: string, user = editor) => searchBrand(as(user), { brandId: brand.id, query });
  return { brand, editor, viewer, stranger, as, find };
};

describe("searchBrand", () => {
  it("finds a colour by name, and by hex with or without `#`", async () => {
    const { find } = await setUp();
    const hit = {
      path: `colors.palette.${hull.id}`,
      label: "Hull green",
      name: "Hull green",
      text: "Boats and sails",
      hex: "#0f4a45",
      lang: null,
    };
    for (const query of ["hull green", "HULL", "0f4a45", "#0F4a45", "0f4a"])
      expect((await find(query))[0]).toEqual(hit);
  });

  it("finds empty fields by name", async () => {
    const { find } = await setUp();
    const [tagline] = await find("tagline");
    expect(tagline).toMatchObject({ path: "identity.brand.tagline", text: "Wood that stays" });
    expect((await find("value proposition"))[0]).toMatchObject({ path: "identity.brand.value_proposition", text: "" });
    expect((await find("voice summary"))[0]?.path).toBe("identity.persona.voice.summary");
  });

  it("finds texts, list entries, rules and assets with an excerpt", async () => {
    const { find } = await setUp();
    expect(await find("ask before")).toMatchObject([{ path: "identity.brand.values.1", text: "Ask before you sit" }]);
    expect(await find("name the tree")).toMatchObject([{ path: "identity.persona.dos", text: "Name the tree" }]);
    expect(await find("keel")).toMatchObject([{ path: "logos.rules", text: "Leave the keel free." }]);
    expect(await find("chair window")).toMatchObject([{ path: `assets.${chair.id}` }]);
    expect(await find("cafe")).toMatchObject([{ path: "identity.brand.values.1", text: "Café manners" }]);
  });

  it("finds print values, gradients and rules of colours and logos, with where to edit them", () => {
    const { colors, green, gradient, rule } = sampleColors();
    const logo = {
      ...newLogo({ id: crypto.randomUUID(), variant: "symbol", file: fileRef(), label: "Mark" }),
      rule: { minimum_size: { px: 96, mm: 20 }, allowed_backgrounds: { colors: [green.id] } },
    };
    const stated = sampleDocument({ colors, logos: { items: [logo], rules: [] } });
    const pathsOf = (query: string) => searchDocument(stated, query, 8).map(({ path }) => path);
    expect(pathsOf("626 C")).toEqual([`colors.palette.${green.id}`]);
    expect(searchDocument(stated, "pantone 626", 8)).toMatchObject([{ text: "C 80 M 42 Y 66 K 32, PANTONE 626 C" }]);
    expect(pathsOf("forest floor")).toEqual([`colors.gradients.${gradient.id}`]);
    expect(pathsOf("drowns")).toEqual([`colors.rules.${rule.id}`]);
    expect(searchDocument(stated, "never be combined with soot", 8)[0]?.label).toBe(`Colour rule · ${green.name}`);
    expect(pathsOf("20 mm wide")).toEqual([`logos.checks.${logo.id}`]);
    expect(contentPlace(pathsOf("forest floor")[0] ?? "")).toBe(`/palette#colors.gradients.${gradient.id}`);
    expect(contentPlace(pathsOf("20 mm wide")[0] ?? "")).toBe(`/logos#logos.checks.${logo.id}`);
  });

  it("finds nothing that isn't stated", () => {
    for (const query of ["626 C", "gradient", "colour rule", "20 mm wide"])
      expect(searchDocument(sampleDocument(), query, 8)).toEqual([]);
  });

  it("shortens a long text around the match", async () => {
    const { find } = await setUp();
    const [hit] = await find("strait");
    expect(hit?.text).toContain("row across the strait");
    expect(hit?.text.length).toBeLessThanOrEqual(102);
  });

  it("ranks names before texts, at most eight", async () => {
    const { find } = await setUp();
    expect((await find("green")).map(({ path }) => path)).toEqual([`colors.palette.${hull.id}`, "logos.rules"]);
    expect(await find("brand")).toHaveLength(8);
  });

  it("returns nothing for an empty query, a single letter or a missing word", async () => {
    const { find } = await setUp();
    for (const query of ["", " ", "#", "h", "hull purple", "%", "__"]) expect(await find(query)).toEqual([]);
  });

  it("searches the user's draft, or the published version for others", async () => {
    const { brand, editor, viewer, as, find } = await setUp();
    const edited = { ...document(), assets: [], logos: { items: [], rules: ["Keep off the rudder."] } };
    await saveDraft(as(editor), { brandId: brand.id, baseVersion: 1, revision: null, document: edited });
    expect(await find("rudder")).toHaveLength(1);
    expect(await find("keel")).toEqual([]);
    expect(await find("rudder", viewer)).toEqual([]);
    expect(await find("keel", viewer)).toHaveLength(1);
  });

  it("finds only field names in an empty brand, and nothing for strangers", async () => {
    const { brand, stranger, as } = await setUp();
    await expect(searchBrand(as(stranger), { brandId: brand.id, query: "hull" })).rejects.toBeInstanceOf(NotFound);
    const owner = await createUser(database.db);
    const empty = await createBrandFixture(database.db, {
      document: emptyDocument(),
      members: { [owner.id]: "owner" },
    });
    const hits = await searchBrand(as(owner), { brandId: empty.id, query: "mission" });
    expect(hits.map(({ path, text }) => [path, text])).toEqual([["identity.brand.mission", ""]]);
  });

  it("returns paths that pages have", async () => {
    const { find } = await setUp();
    const hits = [...(await find("green")), ...(await find("tagline")), ...(await find("chair"))];
    expect(hits.map(({ path }) => contentPlace(path))).toEqual([
      `/palette#colors.palette.${hull.id}`,
      "/logos#logos.rules",
      "/identity#identity.brand.tagline",
      `/assets#assets.${chair.id}`,
    ]);
  });
});
