import { expect, it } from "vitest";
import { languageOf, languagesOf } from "@/lib/content";

it.each([
  [["ar"], [], "ar"],
  [[" EN-gb "], [], "en-GB"],
  [["en-GB", "en-US"], [], "en"],
  [["ja", ""], [], "ja"],
  // Of several, the first: the order is the brand's own.
  [["en-GB", "de"], [], "en-GB"],
  [["de", "en-GB", "en-US"], [], "de"],
  [["en", "English, mostly"], [], "en"],
  // What it states texts in beside the main ones is not what those are in.
  [["de", "en-GB"], ["de"], "en-GB"],
  [["de-AT", "en-GB", "fr"], ["de", "fr"], "en-GB"],
  [["de", "en-GB", "en-US"], ["de"], "en"],
  [["de", "fr", "it"], ["de"], "fr"],
  [["pt-BR", "pt-PT"], ["pt-br"], "pt-PT"],
  [["den", "fr"], ["de"], "den"],
  [["de", "en"], ["de", "en"], "de"],
  [["English"], [], undefined],
  [["English", "de"], [], undefined],
  [["English", "de"], ["de"], undefined],
  [["x-ours"], [], undefined],
  [[], ["de"], undefined],
  [undefined, [], undefined],
])("the main texts of a brand with %j, and texts in %j beside them, are in %s", (languages, locales, tag) => {
  const texts = Object.fromEntries(locales.map((one) => [one, {}]));
  expect(languageOf({ brand: { languages }, locales: texts })).toBe(tag);
});

it("the languages of a brand are those that it names, and those of its other texts and of its legal ones, each once", () => {
  const identity = { brand: { languages: ["en-gb", " de ", "", "Klingonish, maybe"] }, locales: { de: {}, pl: {} } };
  const legal = { boilerplate: { ja: "Alder について", "en-GB": "About Alder" } };
  expect(languagesOf({ identity, legal })).toEqual(["en-GB", "de", "Klingonish, maybe", "pl", "ja"]);
  expect(languagesOf({ identity: { brand: {} } })).toEqual([]);
});
