import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contrastMatrix, contrastRatio, suggestFix } from "@/lib/content";
import { paletteEntry } from "../../../support/documents";

const always = () => true;
const background = (hex: string, locked = false) => paletteEntry({ role: "background", hex, locked });
const text = (hex: string, locked = false) => paletteEntry({ role: "text", hex, locked });
const mayChange = ({ locked }: { locked: boolean }) => !locked;

describe("suggestFix", () => {
  it("returns the nearest shade of the foreground that passes, with its ratio", () => {
    const [fore, back] = [text("#999999"), background("#ffffff")];
    const fix = suggestFix([fore, back], { foregroundId: fore.id, backgroundId: back.id }, always);
    expect(fix?.entryId).toBe(fore.id);
    expect(fix?.ratio).toBeGreaterThanOrEqual(4.5);
    expect(fix?.ratio).toBeLessThan(4.7);
    expect(fix?.ratio).toBe(contrastRatio(fix?.hex ?? "", "#ffffff"));
  });

  it("changes the background if the foreground must stay, and nothing if both must", () => {
    const [fore, back] = [text("#999999", true), background("#bbbbbb")];
    const pair = { foregroundId: fore.id, backgroundId: back.id };
    expect(suggestFix([fore, back], pair, mayChange)?.entryId).toBe(back.id);
    expect(suggestFix([fore, { ...back, locked: true }], pair, mayChange)).toBeNull();
  });

  it("returns null if every passing shade would break another pair", () => {
    const [fore, light, dark] = [text("#ffffff"), background("#ffffff", true), background("#5a5a5a", true)];
    const pair = { foregroundId: fore.id, backgroundId: light.id };
    expect(suggestFix([fore, light, dark], pair, mayChange)).toBeNull();
    expect(suggestFix([fore, light], pair, mayChange)).not.toBeNull();
  });

  it("also fixes other failing pairs if one shade can", () => {
    const fore = text("#aaaaaa");
    const [white, cream] = [background("#ffffff"), background("#e8e0d0")];
    const fix = suggestFix([fore, white, cream], { foregroundId: fore.id, backgroundId: white.id }, always);
    expect(contrastRatio(fix?.hex ?? "", cream.hex)).toBeGreaterThanOrEqual(4.5);
  });

  it("makes the pair pass and breaks no passing pair, for any palette", () => {
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
    const entry = fc
      .record({ hex, role: fc.constantFrom("text", "primary", "accent", "background"), locked: fc.boolean() })
      .map((values) => paletteEntry(values as Parameters<typeof paletteEntry>[0]));
    fc.assert(
      fc.property(fc.array(entry, { minLength: 2, maxLength: 6 }), (palette) => {
        const before = contrastMatrix(palette);
        for (const row of before.filter(({ passes }) => !passes).slice(0, 2)) {
          const fix = suggestFix(palette, row, mayChange);
          if (!fix) continue;
          const fixed = palette.map((each) => (each.id === fix.entryId ? { ...each, hex: fix.hex } : each));
          const after = contrastMatrix(fixed);
          const stillPasses = after.every(({ passes }, index) => passes || !before[index]?.passes);
          const same = after.find(
            ({ foregroundId: f, backgroundId: b }) => f === row.foregroundId && b === row.backgroundId,
          );
          expect({ stillPasses, passes: same?.passes, ratio: same?.ratio }).toEqual({
            stillPasses: true,
            passes: true,
            ratio: fix.ratio,
          });
        }
      }),
      { numRuns: 40 },
    );
  });
});
