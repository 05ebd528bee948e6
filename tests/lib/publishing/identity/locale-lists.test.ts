import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { OpenDatabase } from "@/db/client";
import { archiveBrand, importBrandFile } from "@/lib/brands/server";
import type { BrandDocument } from "@/lib/content";
import { CompiledIdentity, IDENTITY_LIMITS, identityIn, LocaleTexts } from "@/lib/contract";
import { BadRequest, Forbidden } from "@/lib/platform/errors";
import { LOCALE_FIELDS, languageAt, localizeIdentity, missingTexts } from "@/lib/publishing";
import { identityToMarkdown } from "@/lib/publishing/identity/identity-to-markdown";
import { getSnapshot } from "@/lib/publishing/identity/list-versions";
import { searchDocument } from "@/lib/publishing/identity/search-document";
import {
  compileDocument,
  diffDocuments,
  mergeDocuments,
  openDraft,
  publishDraft,
  restoreVersion,
  saveDraft,
} from "@/lib/publishing/server";
import { createTestDatabase } from "../../../support/database";
import { sampleDocument } from "../../../support/documents";
import { actingUser, context, createBrandFixture, createUser } from "../../../support/fixtures";

const GERMAN = {
  brand: {
    industry: "Werkzeug",
    audiences: [{ segment: "Handwerker", description: "Sie flicken selbst." }],
    offerings: [{ name: "Feile", type: "product", description: "Hält." }],
    values: [{ name: "Erst flicken" }, { name: "Dann verkaufen", description: "Und nur dann." }],
    differentiators: ["Seit 1968"],
    tags: ["Werkstatt"],
  },
  personality: { traits: [{ name: "Ruhig", means: "Eilt nicht.", not: "Träge" }] },
  persona: {
    name: "Der Meister",
    voice: { attributes: ["knapp"], avoid: ["Lärm"] },
    vocabulary: { prefer: [{ say: "flicken", not: "ersetzen" }], banned: ["billig"] },
    contexts: [{ channel: "Rechnung", shift: "Kürzer." }],
    examples: [{ context: "Schild", text: "Wir flicken." }],
  },
} satisfies LocaleTexts;

const plain = sampleDocument();
const withLocales = (locales: CompiledIdentity["locales"], main = plain): BrandDocument => ({
  ...main,
  identity: { ...main.identity, ...(locales && { locales }) },
});
const base = withLocales({ de: GERMAN });

/** Paths of all leaves of an object schema. */
const leavesOf = (schema: unknown, path: string[] = []): string[] => {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (!(inner instanceof z.ZodObject)) return [path.join(".")];
  return Object.entries(inner.shape).flatMap(([key, value]) => leavesOf(value, [...path, key]));
};

describe("the texts that can be translated", () => {
  it("are all texts of an identity but URLs and names, each offered once by the editor", () => {
    const stays =
      /^(schema|brand\.(languages|website|typography\.\w+)|personality\.(archetype|dimensions)\.\w+|persona\.tone\.\w+)$/;
    const { locales: _, ...main } = CompiledIdentity.shape;
    const texts = leavesOf(z.object(main)).filter((path) => !stays.test(path));
    expect(leavesOf(LocaleTexts).sort()).toEqual(texts.sort());
    expect(LOCALE_FIELDS.map(({ path }) => path.join(".")).sort()).toEqual(texts.sort());
  });

  it("have the shape and limits of the main texts", () => {
    expect(compileDocument(base).identity.locales?.de).toEqual(GERMAN);
    const refused = (brand: object) => () => compileDocument(withLocales({ de: { brand } as LocaleTexts }));
    const entry = { name: "Wert" };
    expect(refused({ values: Array.from({ length: IDENTITY_LIMITS.listLength + 1 }, () => entry) })).toThrow(
      BadRequest,
    );
    expect(refused({ values: [{ name: "a".repeat(IDENTITY_LIMITS.stringLength + 1) }] })).toThrow(BadRequest);
    expect(refused({ offerings: [{ name: "Feile", type: "Produkt" }] })).toThrow(BadRequest);
    const long = Array.from({ length: 20 }, () => ({ description: "a".repeat(2000) }));
    expect(() =>
      compileDocument(withLocales({ de: { brand: { values: long } }, fr: { brand: { audiences: long } } })),
    ).toThrow("larger than 64 KB");
  });

  it("are dropped when empty, so that readers get the main list", () => {
    const begun = withLocales({
      de: { brand: { values: [{}, { name: " " }], tags: [] }, personality: { traits: [] } },
    });
    expect(compileDocument(begun)).toEqual(compileDocument(withLocales(undefined)));
  });
});

describe("a list in another language", () => {
  it("replaces the main list as a whole, whatever its length", () => {
    const german = identityIn(base.identity, "de-AT");
    expect(german.brand.values).toEqual(GERMAN.brand.values);
    expect(german.persona).toMatchObject({
      dos: base.identity.persona.dos,
      tone: base.identity.persona.tone,
      vocabulary: GERMAN.persona.vocabulary,
    });
    expect(german.personality.dimensions).toEqual(base.identity.personality.dimensions);
    const { langOf } = localizeIdentity(base.identity, "de");
    expect(
      ["brand.values", "personality.traits", "persona.vocabulary.banned", "persona.dos", "brand.website"].map(langOf),
    ).toEqual(["de", "de", "de", undefined, undefined]);
  });

  it("is one field when compared, merged and commented on", () => {
    const mine = withLocales({
      de: { ...GERMAN, brand: { ...GERMAN.brand, values: [{ name: "Zuhören" }] } },
    });
    const [change, ...others] = diffDocuments(base, mine);
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      path: "identity.locales.de.brand.values",
      part: "identity",
      label: "German · Values",
      before: GERMAN.brand.values,
      after: [{ name: "Zuhören" }],
    });
    expect(languageAt(change?.path ?? "")).toBe("de");
    const theirs = withLocales({ de: { ...GERMAN, personality: { traits: [{ name: "Flink" }] } } });
    const merged = mergeDocuments(base, mine, theirs);
    expect(merged.conflicts).toEqual([]);
    expect(compileDocument(merged.document).identity.locales?.de).toMatchObject({
      brand: { values: [{ name: "Zuhören" }] },
      personality: { traits: [{ name: "Flink" }] },
    });
    const other = withLocales({ de: { ...GERMAN, brand: { ...GERMAN.brand, values: [{ name: "Warten" }] } } });
    const clash = mergeDocuments(base, mine, other, { "identity.locales.de.brand.values": "theirs" });
    expect(clash.conflicts.map(({ label }) => label)).toEqual(["German · Values"]);
    expect(clash.document.identity.locales?.de?.brand?.values).toEqual([{ name: "Warten" }]);
  });

  it("stays when the main list is reordered or removed", () => {
    const { values: _, ...brand } = base.identity.brand;
    const without = { ...base, identity: { ...base.identity, brand } };
    expect(identityIn(compileDocument(without).identity, "de").brand.values).toEqual(GERMAN.brand.values);
    expect(missingTexts(without.identity, "de").map(({ label }) => label)).toEqual(["Tagline", "Rules: do"]);
  });

  it("is found by its entries, in its language", () => {
    expect(searchDocument(base, "nur dann", 3)).toMatchObject([
      { path: "identity.locales.de.brand.values.1", label: "German · Values", lang: "de" },
    ]);
    expect(searchDocument(base, "billig", 3)).toMatchObject([
      { path: "identity.locales.de.persona.vocabulary.banned", lang: "de" },
    ]);
  });

  it("is written to Markdown one heading deeper, without headings from people's texts", () => {
    const hostile = { ...GERMAN, brand: { ...GERMAN.brand, description: "## Kein Titel" } };
    const markdown = identityToMarkdown("Alder", withLocales({ de: hostile }).identity);
    const german = markdown.slice(markdown.indexOf("## In German"));
    for (const line of [
      "#### Values\n\n- **Erst flicken**\n- **Dann verkaufen**: Und nur dann.",
      "- **Ruhig**: Eilt nicht. Not: Träge",
      "- **flicken**: not ersetzen",
      "Never: billig",
      "\\## Kein Titel",
    ])
      expect(german).toContain(line);
    expect(german.match(/^## /gm)).toEqual(["## "]);
  });

  it("is imported from a file, cut to its limits, without unknown fields", () => {
    const values = [...Array.from({ length: 22 }, (_, at) => ({ name: `Wert ${at}` })), { name: 7 }];
    const file = {
      identity: { ...base.identity, locales: { de: { ...GERMAN, brand: { values, website: "https://x.example" } } } },
    };
    const { document, left } = importBrandFile(JSON.stringify(file));
    expect(document.identity.locales?.de).toMatchObject({ personality: GERMAN.personality, persona: GERMAN.persona });
    expect(document.identity.locales?.de?.brand?.values).toHaveLength(20);
    expect(left.join("\n")).toMatch(/identity\.locales\.de\.brand\.website: unknown field/);
    expect(left.join("\n")).toMatch(/identity\.locales\.de\.brand\.values: all after the first 20 entries/);
  });
});

describe("translated lists", () => {
  let database: OpenDatabase;
  let scene: {
    owner: ReturnType<typeof context>;
    viewer: ReturnType<typeof context>;
    brandId: string;
    brandName: string;
  };
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    const [owner, viewer] = [await createUser(database.db), await createUser(database.db)];
    const { id: brandId, name: brandName } = await createBrandFixture(database.db, {
      members: { [owner.id]: "owner", [viewer.id]: "viewer" },
      document: sampleDocument(),
    });
    const as = (user: typeof owner) => context(database.db, actingUser(user));
    scene = { owner: as(owner), viewer: as(viewer), brandId, brandName };
  });

  const localesIn = async (version: number) =>
    (await getSnapshot(scene.owner, { brandId: scene.brandId, version })).identity.locales;

  async function publishGerman() {
    const { owner, brandId } = scene;
    const draft = await openDraft(owner, { brandId });
    const document = withLocales({ de: GERMAN }, draft.document);
    const { revision } = await saveDraft(owner, { brandId, baseVersion: 1, revision: draft.revision, document });
    // Only its editor sees a draft.
    expect(await localesIn(1)).toBeUndefined();
    return publishDraft(owner, { brandId, revision, note: null });
  }

  it("are published, removed by restoring an older version, and restored with theirs", async () => {
    const { owner, brandId } = scene;
    const { changes } = await publishGerman();
    expect(changes).toHaveLength(Object.values(GERMAN).flatMap((part) => leavesOfValue(part)).length);
    expect(await localesIn(2)).toEqual({ de: GERMAN });
    await restoreVersion(owner, { brandId, version: 1, expectedVersion: 2, note: null });
    expect(await localesIn(3)).toBeUndefined();
    await restoreVersion(owner, { brandId, version: 2, expectedVersion: 3, note: null });
    expect(await localesIn(4)).toEqual({ de: GERMAN });
  });

  it("are refused from viewers, and from everybody while the brand is archived", async () => {
    const { owner, viewer, brandId, brandName } = scene;
    const save = (ctx: typeof owner) =>
      saveDraft(ctx, { brandId, baseVersion: 1, revision: null, document: withLocales({ de: GERMAN }) });
    await expect(save(viewer)).rejects.toThrow(Forbidden);
    await archiveBrand(owner, { brandId, typedName: brandName });
    await expect(save(owner)).rejects.toThrow();
    expect(await localesIn(1)).toBeUndefined();
  });
});

/** A value's texts and lists, with lists as a whole. */
function leavesOfValue(value: unknown): unknown[] {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.values(value).flatMap(leavesOfValue)
    : [value];
}
