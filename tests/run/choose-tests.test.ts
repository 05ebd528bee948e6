import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { chooseTests, isBrowserTest } from "./choose-tests.mjs";

const TEXTS: Record<string, string> = {
  "tests/lib/content/palette/contrast.test.ts": 'it("reaches the ratio", () => {})',
  "tests/lib/content/palette/harmony.test.ts": 'it.each([["hue", 1]])("keeps every %s", () => {})',
  "tests/e2e/palette.spec.ts": 'test("locks a colour", async ({ page }) => {})',
  "tests/e2e/members.spec.ts": 'test("takes the ratio away", async ({ page }) => {})',
};
const FILES = Object.keys(TEXTS);
const [CONTRAST, HARMONY, PALETTE, MEMBERS] = FILES;

describe("npm test -- <words>", () => {
  it.each([
    [[], FILES, ""],
    [["harmony"], [HARMONY], ""],
    [[`./${HARMONY}`], [HARMONY], ""],
    [[resolve(HARMONY ?? "")], [HARMONY], ""],
    [["palette", "contrast"], [CONTRAST, HARMONY, PALETTE], ""],
    [[`${PALETTE}:228`], [`${PALETTE}:228`], ""],
    [["the ratio"], [CONTRAST, MEMBERS], "the ratio"],
    [["members", "the ratio"], [MEMBERS], "the ratio"],
    [["keeps every row"], [], "keeps every row"],
  ])("%j chooses %j with the title %j", (words, files, title) => {
    expect(chooseTests(words, FILES, (file) => TEXTS[file] ?? "")).toEqual({ files, title });
  });

  it("recognises browser tests by name", () => {
    expect(FILES.filter(isBrowserTest)).toEqual([PALETTE, MEMBERS]);
    expect(isBrowserTest(`${PALETTE}:228`)).toBe(true);
  });
});
