import { describe, expect, it } from "vitest";
import { applyVocabulary } from "@/lib/publishing";

const WORDS = {
  prefer: [
    { say: "grower", not: "producer" },
    { say: "standing order", not: "subscription plan" },
    { say: "crossing" },
    { not: "voyage" },
  ],
  banned: ["artisanal", "plan", "c++"],
};

/** `[from>to]` is replaced, `{…}` is banned, `<…>` is preferred. */
const told = (text: string, words: Parameters<typeof applyVocabulary>[1] = WORDS) =>
  applyVocabulary(text, words)
    .map((run) => {
      if (run.kind === "exchanged") return `[${run.was}>${run.text}]`;
      return { plain: run.text, banned: `{${run.text}}`, preferred: `<${run.text}>` }[run.kind];
    })
    .join("");

describe("applyVocabulary", () => {
  it.each([
    ["replaces a word and keeps its capital", "Producer or producer?", "[Producer>Grower] or [producer>grower]?"],
    ["marks preferred and banned words", "An artisanal crossing.", "An {artisanal} <crossing>."],
    ["prefers the longer of two", "A subscription  plan, a plan.", "A [subscription  plan>standing order], a {plan}."],
    ["ignores words inside longer words", "Planets, producers, überplan", "Planets, producers, überplan"],
    ["treats special characters literally", "We write C++ (c++).", "We write {C++} ({c++})."],
    ["suggests nothing for a word that is only banned", "A voyage", "A voyage"],
    ["leaves an empty text empty", "", ""],
  ])("%s", (_, text, expected) => {
    expect(told(text)).toBe(expected);
  });

  it("finds words in scripts without spaces", () => {
    expect(told("私たちの製品は革命的です", { banned: ["革命的"] })).toBe("私たちの製品は{革命的}です");
  });

  it("replaces a word that is also banned, and never replaces a word with itself", () => {
    expect(
      told("cheap Fair", {
        prefer: [
          { say: "fair", not: "cheap" },
          { say: "Fair", not: "fair" },
        ],
        banned: ["cheap"],
      }),
    ).toBe("[cheap>fair] <Fair>");
  });

  it("returns the text unchanged without a vocabulary", () => {
    expect(applyVocabulary("As it is", undefined)).toEqual([{ kind: "plain", text: "As it is" }]);
    expect(applyVocabulary("As it is", { prefer: [{}], banned: [" "] })).toEqual([{ kind: "plain", text: "As it is" }]);
  });
});
