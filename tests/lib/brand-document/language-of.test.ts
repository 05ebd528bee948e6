import { expect, it } from "vitest";
import { languageOf } from "@/lib/brand-document";

it.each([
  [["ar"], "ar"],
  [[" EN-gb "], "en-GB"],
  [["en-GB", "en-US"], "en"],
  [["ja", ""], "ja"],
  [["en-GB", "de"], undefined],
  [["en", "English, mostly"], undefined],
  [["English"], undefined],
  [["x-ours"], undefined],
  [[], undefined],
  [undefined, undefined],
])("the language of a brand with %j is %s", (languages, tag) => expect(languageOf(languages)).toBe(tag));
