import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { chooseTests, isBrowserTest } from "@/lib/cli/choose-tests.mjs";

const TEXTS: Record<string, string> = {
  "tests/lib/palette/contrast.test.ts": 'it("reaches the ratio", () => {})',
  "tests/lib/palette/harmony.test.ts": 'it.each([["hidden", 1]])("keeps every hue", async (word) => {})',
  "tests/lib/deliveries/run-tick.test.ts": 'it("hangs for every brand (of its tool)", { timeout: 9 }, async () => {})',
  "tests/e2e/palette.spec.ts": 'test("locks a colour", async ({ page }) => {})',
  "tests/e2e/members.spec.ts": 'test("takes the ratio away", async ({ page }) => {})',
};
const FILES = Object.keys(TEXTS);
const choose = (...words: string[]) => chooseTests(words, FILES, (file) => TEXTS[file] ?? "");

describe("chooseTests", () => {
  it.each([
    ["a whole path", "tests/lib/palette/harmony.test.ts"],
    ["a path from here", "./tests/lib/palette/harmony.test.ts"],
    ["an absolute path", resolve("tests/lib/palette/harmony.test.ts")],
    ["a file's name", "harmony"],
  ])("takes %s", (_, word) => {
    expect(choose(word)).toEqual({ files: ["tests/lib/palette/harmony.test.ts"], title: null });
  });

  it("takes the files of both kinds that a word is part of, and of several words all of theirs, each once", () => {
    const palette = FILES.filter((file) => file.includes("palette"));
    expect(choose("palette")).toEqual({ files: palette, title: null });
    expect(choose("palette", "contrast", "run-tick")?.files).toEqual([...palette, FILES[2]]);
  });

  it("keeps the line that a path ends with", () => {
    expect(choose("tests/e2e/palette.spec.ts:228")?.files).toEqual(["tests/e2e/palette.spec.ts:228"]);
  });

  it("takes a word that is part of no path as part of a title", () => {
    expect(choose("the ratio")).toEqual({ files: [FILES[0], FILES[4]], title: "the ratio" });
  });

  it("takes words without quotes as one title, though one of them is part of a path", () => {
    expect(choose("hangs", "for", "every", "brand")).toEqual({ files: [FILES[2]], title: "hangs for every brand" });
    expect(choose("locks", "a", "colour")).toEqual({ files: [FILES[3]], title: "locks a colour" });
  });

  it("looks for a title in the files that the other words name", () => {
    expect(choose("members", "the ratio")).toEqual({ files: [FILES[4]], title: "the ratio" });
    expect(choose("tests/lib/palette/contrast.test.ts:1", "ratio")?.files).toEqual([`${FILES[0]}:1`]);
    expect(choose("harmony", "the ratio")).toBeNull();
  });

  it("finds nothing where no path and no title has the words", () => {
    expect(choose("nowhere")).toBeNull();
    expect(choose("hidden")).toBeNull();
    expect(choose("palette", "nowhere at all")).toBeNull();
  });
});

it("tells browser tests by their name", () => {
  expect(FILES.filter(isBrowserTest)).toEqual([FILES[3], FILES[4]]);
});
