import { readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { type LogoEntry, logoWarnings, newLogo } from "@/lib/content";
import type { LogoVariant } from "@/lib/contract";

const entry = (variant: LogoVariant, file: Partial<LogoEntry["file"]> = {}): LogoEntry =>
  newLogo({
    id: "logo",
    variant,
    file: { id: "file", sha256: "0".repeat(64), mime: "image/svg+xml", bytes: 1, width: 300, height: 80, ...file },
  });

/** A hundred pixels, some in each colour and the others transparent. */
const points = (...drawn: [count: number, rgb: [number, number, number]][]) => {
  const visible = drawn.flatMap(([count, rgb]) => Array.from({ length: count }, () => [...rgb, 255]).flat());
  return { pixels: [...visible, ...new Array(400 - visible.length).fill(0)], liveText: false };
};
const BLACK: [number, number, number] = [17, 17, 17];
const WHITE: [number, number, number] = [255, 255, 255];
const YELLOW: [number, number, number] = [255, 204, 0];
const BLUE: [number, number, number] = [29, 78, 216];

describe("a logo on its background", () => {
  it.each([
    ["logo_negative", points([40, BLACK]), "little of it is visible on black"],
    ["logo_negative", points([40, BLACK], [8, WHITE]), "little of it is visible"],
    ["logo_positive", points([40, WHITE]), "little of it is visible on white"],
  ] as const)("warns of %s that is invisible", (variant, look, sentence) => {
    expect(logoWarnings(entry(variant), look)).toEqual([expect.stringContaining(sentence)]);
  });

  it.each([
    ["logo_negative", points([40, WHITE])],
    ["logo_negative", points([20, BLACK], [20, WHITE])],
    ["logo_negative", points([40, BLUE])],
    ["logo_positive", points([40, BLACK])],
    ["logo_positive", points([40, YELLOW])],
    // A picture with its own background, an empty one, and one for any background.
    ["logo_negative", points([90, BLACK], [10, WHITE])],
    ["logo_negative", points()],
    ["symbol", points([40, BLACK])],
  ] as const)("doesn't warn of %s that is visible", (variant, look) => {
    expect(logoWarnings(entry(variant), look)).toEqual([]);
  });
});

it("warns of live text", () => {
  expect(logoWarnings(entry("wordmark"), { ...points([40, BLACK]), liveText: true })).toEqual([
    expect.stringContaining("Its letters are text"),
  ]);
});

describe("a logo's size", () => {
  it.each([
    ["logo_positive", 239, "It is 239 px wide. High-resolution screens need 240 px to show it 120 px wide"],
    ["favicon", 16, "High-resolution screens need 32 px"],
    ["symbol", 40, "High-resolution screens need 48 px"],
  ] as const)("warns of a picture too small for %s: %i px", (variant, width, sentence) => {
    const logo = entry(variant, { mime: "image/png", width });
    expect(logoWarnings(logo, null)).toEqual([expect.stringContaining(sentence)]);
  });

  it("uses the brand's minimum width, and ignores SVGs, which scale", () => {
    const png = entry("logo_positive", { mime: "image/png", width: 300 });
    expect(logoWarnings(png, null)).toEqual([]);
    expect(logoWarnings({ ...png, min_width_px: 200 }, null)).toHaveLength(1);
    expect(logoWarnings(entry("logo_positive", { width: 24 }), null)).toEqual([]);
    expect(logoWarnings(entry("other", { mime: "image/png", width: 8 }), null)).toEqual([]);
  });
});

it("doesn't warn of the demo's logos", async () => {
  for (const brand of ["torvane", "hullabarn", "slow-ferry"]) {
    const { logos } = JSON.parse(readFileSync(`db/demo/${brand}/brand.json`, "utf8"));
    for (const item of logos.items) {
      const path = `db/demo/${brand}/${item.file}`;
      const { data, info } = await sharp(path).ensureAlpha().resize(64).raw().toBuffer({ resolveWithObject: true });
      const { width } = await sharp(path).metadata();
      const mime = path.endsWith(".svg") ? "image/svg+xml" : "image/png";
      const liveText = path.endsWith(".svg") && /<text[\s>/]/.test(readFileSync(path, "utf8"));
      expect(info.channels).toBe(4);
      const file = { id: "f", sha256: "0".repeat(64), mime, bytes: 1, width: width ?? null, height: null };
      expect(logoWarnings({ ...item, file }, { pixels: data, liveText }), path).toEqual([]);
    }
  }
});
