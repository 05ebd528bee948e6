import { expect, it } from "vitest";
import { isolated, isolatedPieces } from "@/lib/platform/text";

it.each([
  ["Spoken by nobody", ["Spoken by nobody"]],
  [`Spoken by ${isolated("مارة")}`, ["Spoken by ", "مارة", ""]],
  [`${isolated("Alder")} on ${isolated("Chalk")}: never`, ["", "Alder", " on ", "Chalk", ": never"]],
  // What people wrote ends no mark and begins none.
  [`${isolated("A\u2069 and \u2068b")}.`, ["", "A and b", "."]],
  ["\u2068 alone", ["\u2068 alone"]],
])("%j is split at user text", (sentence, pieces) => expect(isolatedPieces(sentence)).toEqual(pieces));
