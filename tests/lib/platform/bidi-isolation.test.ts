import { expect, it } from "vitest";
import { bidiIsolate, splitIsolated } from "@/lib/platform/text";

it.each([
  ["Spoken by nobody", ["Spoken by nobody"]],
  [`Spoken by ${bidiIsolate("مارة")}`, ["Spoken by ", "مارة", ""]],
  [`${bidiIsolate("Alder")} on ${bidiIsolate("Chalk")}: never`, ["", "Alder", " on ", "Chalk", ": never"]],
  // User text can neither end nor start an isolate.
  [`${bidiIsolate("A\u2069 and \u2068b")}.`, ["", "A and b", "."]],
  ["\u2068 alone", ["\u2068 alone"]],
])("%j is split at user text", (sentence, pieces) => expect(splitIsolated(sentence)).toEqual(pieces));
