import { describe, expect, it } from "vitest";
import { importBrandFile } from "@/lib/brands/server";
import type { BrandDocument } from "@/lib/content";
import { CompiledIdentity, identityIn, textsFor, unknownsIn } from "@/lib/contract";
import { BadRequest } from "@/lib/platform/errors";
import { localizeIdentity, missingTexts } from "@/lib/publishing";
import { identityToMarkdown } from "@/lib/publishing/identity/identity-to-markdown";
import { searchDocument } from "@/lib/publishing/identity/search-document";
import { compileDocument, diffDocuments, mergeDocuments } from "@/lib/publishing/server";
import { sampleDocument } from "../../../support/documents";

const plain = sampleDocument();
const locales = { de: { brand: { tagline: "Zum Reparieren gemacht" }, persona: { dos: ["Sag, was es kostet"] } } };
const withLocales = (stated: CompiledIdentity["locales"]): BrandDocument => ({
  ...plain,
  identity: { ...plain.identity, ...(stated && { locales: stated }) },
});
const base = withLocales(locales);

describe("texts in other languages", () => {
  it("are published in the identity, which has no such key without any", () => {
    expect(compileDocument(base).identity.locales).toEqual(locales);
    expect(compileDocument(withLocales({ de: { brand: { tagline: " " } }, fr: {} }))).toEqual(compileDocument(plain));
  });

  it("count towards the 64 KB of an identity, and need a valid language tag", () => {
    expect(() => compileDocument(withLocales({ German: { brand: { tagline: "Nein" } } }))).toThrow(BadRequest);
    const long = { persona: { dos: Array.from({ length: 20 }, () => "a".repeat(2000)) } };
    expect(compileDocument(withLocales({ de: long })).identity.locales).toBeDefined();
    expect(() => compileDocument(withLocales({ de: long, fr: long }))).toThrow("larger than 64 KB");
  });

  it("have readable labels in comparisons, and merge text by text", () => {
    const mine = withLocales({ de: { ...locales.de, brand: { tagline: "Gemacht, um zu halten" } } });
    expect(diffDocuments(base, mine).map(({ label, part }) => [label, part])).toEqual([
      ["German · Tagline", "identity"],
    ]);
    const theirs = withLocales({ ...locales, fr: { brand: { tagline: "Fait pour durer" } } });
    const { document, conflicts } = mergeDocuments(base, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(compileDocument(document).identity.locales).toMatchObject({
      de: { brand: { tagline: "Gemacht, um zu halten" }, persona: { dos: ["Sag, was es kostet"] } },
      fr: { brand: { tagline: "Fait pour durer" } },
    });
    expect(compileDocument(mergeDocuments(base, plain, base).document).identity).not.toHaveProperty("locales");
  });

  it("list only the main texts that a language lacks", () => {
    expect(missingTexts(base.identity, "de").map(({ label }) => label)).toEqual(["Values"]);
    expect(missingTexts(base.identity, "fr").map(({ label }) => label)).toEqual(["Tagline", "Values", "Rules: do"]);
    const begun = { de: { brand: { ...locales.de.brand, values: [{ name: " " }, {}] }, persona: locales.de.persona } };
    expect(missingTexts(withLocales(begun).identity, "de").map(({ label }) => label)).toEqual(["Values"]);
    const whole = { de: { ...locales.de, brand: { ...locales.de.brand, values: [{ description: "Erst flicken." }] } } };
    expect(missingTexts(withLocales(whole).identity, "de")).toEqual([]);
  });

  it("use the best matching language for each text, and the main text otherwise", () => {
    for (const asked of ["de", "DE", "de-AT"]) {
      const { identity, tag, langOf } = localizeIdentity(base.identity, asked);
      expect(tag).toBe("de");
      expect(identity.brand.tagline).toBe("Zum Reparieren gemacht");
      expect(identity.persona.dos).toEqual(["Sag, was es kostet"]);
      expect(identity.brand.languages).toEqual(base.identity.brand.languages);
      expect([langOf("brand.tagline"), langOf("persona.dos"), langOf("brand.mission")]).toEqual([
        "de",
        "de",
        undefined,
      ]);
    }
    for (const asked of [undefined, "", "fr", "no language", "constructor", "d".repeat(5000)]) {
      const { identity, tag, langOf } = localizeIdentity(base.identity, asked);
      expect([identity, tag, langOf("brand.tagline")]).toEqual([base.identity, null, undefined]);
    }
    expect(localizeIdentity(plain.identity, "de").tag).toBeNull();
  });

  it("are searchable, written to Markdown and imported from files", () => {
    expect(searchDocument(base, "reparieren", 3)).toMatchObject([{ path: "identity.locales.de.brand.tagline" }]);
    expect(identityToMarkdown("Alder", base.identity, base)).toContain(
      "## In German\n\n> Zum Reparieren gemacht\n\n### Persona\n\n#### Do\n\n- Sag, was es kostet",
    );
    const { document, taken } = importBrandFile(JSON.stringify({ identity: base.identity }));
    expect(document.identity.locales).toEqual(locales);
    expect(taken).toContain("Texts in 1 more language.");
  });
});

describe("a child that reads the identity in a language", () => {
  it("gets the closest language, and the main text where that is missing", () => {
    const german = identityIn(base.identity, "de-AT");
    expect(german.brand).toMatchObject({ tagline: "Zum Reparieren gemacht", values: plain.identity.brand.values });
    expect(german.persona.dos).toEqual(["Sag, was es kostet"]);
    expect(german.persona.tone).toEqual(plain.identity.persona.tone);
    expect(textsFor(base.identity, "DE")).toEqual(locales.de);
    expect(identityIn(base.identity, "fr")).toEqual(base.identity);
    expect(identityIn(plain.identity, "de")).toEqual(plain.identity);
  });

  it("knows the key and passes on texts added later", () => {
    const later = { ...base.identity, locales: { de: { brand: { motto: "Neu" } } } };
    expect(unknownsIn(base.identity, CompiledIdentity)).toEqual([]);
    expect(unknownsIn(later, CompiledIdentity)).toEqual([{ path: "/locales/de/brand/motto", value: "Neu" }]);
  });
});
