import { describe, expect, it } from "vitest";
import { contrastProblems } from "@/lib/brands/overview/problems";
import { generatePalette } from "@/lib/content";
import { newId } from "@/lib/platform/ids";

const seed = { hex: "#ffcc00", harmony: "analogous" as const };

describe("contrastProblems for the brand's own colour", () => {
  it.each([
    ["as generated", "generated", seed, false],
    ["locked", "generated", seed, true],
    ["imported, without a seed", "imported", null, false],
  ] as const)("%s: kept, and no problem once a readable substitute exists", (...[, source, stated, locked]) => {
    const palette = generatePalette({ seed, newId }).map((entry) => ({ ...entry, locked }));
    const without = palette.filter(({ name }) => name !== "Primary for text");
    expect(contrastProblems({ source, seed: stated, palette: without })).toMatchObject([
      { foreground: { name: "Primary", hex: "#ffcc00" }, background: { name: "Background" }, kept: "own" },
    ]);
    expect(contrastProblems({ source, seed: stated, palette })).toEqual([]);
  });
});
