import { expect, it } from "vitest";
import { languageOf, languagesOf } from "@/lib/content";

it.each([
  [["ar"], [], "ar"],
  [[" EN-gb "], [], "en-GB"],
  [["en-GB", "en-US"], [], "en"],
  [["ja", ""], [], "ja"],
  // The first of several languages, because the brand orders them.
  [["en-GB", "de"], [], "en-GB"],
  [["de", "en-GB", "en-US"], [], "de"],
  [["en", "English, mostly"], [], "en"],
  // Languages of translations are not the main language.
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
])("detects the main language for %j with translations %j as %s", (languages, locales, tag) => {
  const texts = Object.fromEntries(locales.map((one) => [one, {}]));
  expect(languageOf({ brand: { languages }, locales: texts })).toBe(tag);
});

it("lists each language of the brand, its translations and legal texts once", () => {
  const identity = { brand: { languages: ["en-gb", " de ", "", "Klingonish, maybe"] }, locales: { de: {}, pl: {} } };
  const legal = { boilerplate: { ja: "Alder について", "en-GB": "About Alder" } };
  expect(languagesOf({ identity, legal })).toEqual(["en-GB", "de", "Klingonish, maybe", "pl", "ja"]);
  expect(languagesOf({ identity: { brand: {} } })).toEqual([]);
});
