import { expect, it } from "vitest";
import { searchDocument } from "@/lib/publishing/identity/search-document";
import { sampleDocument } from "@/tests/support/documents";

it("returns the part of the label that people wrote, and its language", () => {
  const base = sampleDocument();
  const document = {
    ...base,
    identity: {
      ...base.identity,
      brand: { ...base.identity.brand, tagline: "Keel first", languages: ["en-GB", "de"] },
      locales: { de: { brand: { tagline: "Keel zuerst" } } },
    },
    colors: { ...base.colors, palette: base.colors.palette.map((entry) => ({ ...entry, name: "Keel" })).slice(0, 1) },
    legal: { boilerplate: { ja: "Keel について" } },
  };
  const found = searchDocument(document, "keel", 9).map(({ path, name, lang }) => [
    path.split(".", 3).join("."),
    name,
    lang,
  ]);
  expect(found).toEqual([
    [`colors.palette.${document.colors.palette[0]?.id}`, "Keel", "en-GB"],
    ["identity.brand.tagline", "", "en-GB"],
    ["identity.locales.de", "", "de"],
    ["legal.boilerplate.ja", "", "ja"],
  ]);
});
