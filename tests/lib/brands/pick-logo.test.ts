import { describe, expect, it } from "vitest";
import { pickCover } from "@/lib/brands";
import type { LogoEntry } from "@/lib/content";
import { paletteEntry } from "../../support/documents";

const logo = (variant: LogoEntry["variant"], background: LogoEntry["background"]): LogoEntry => ({
  id: `${variant} ${background}`,
  variant,
  background,
  label: variant,
  usage: "",
  clear_space: "",
  min_width_px: 0,
  file: { id: "1", sha256: "a".repeat(64), mime: "image/svg+xml", bytes: 1, width: 1, height: 1 },
});
const coverOf = (items: LogoEntry[], ...hexes: string[]) => {
  const palette = hexes.map((hex) => paletteEntry({ role: "background", hex }));
  const cover = pickCover({ logos: { items }, colors: { palette } });
  return cover && [cover.item.id, cover.backgroundHex];
};
const light = logo("logo_positive", "light");
const dark = logo("logo_negative", "dark");

describe("the cover of a public page", () => {
  it("is the fullest logo for the brand's background", () => {
    expect(coverOf([logo("symbol", "light"), dark, light], "#f7f0e3")).toEqual([light.id, "#f7f0e3"]);
    expect(coverOf([light, dark], "#12171c")).toEqual([dark.id, "#12171c"]);
  });

  it("uses the next background that a logo suits, then white or black", () => {
    expect(coverOf([light], "#12171c", "#f7f0e3")).toEqual([light.id, "#f7f0e3"]);
    expect(coverOf([light], "#12171c")).toEqual([light.id, "#ffffff"]);
    expect(coverOf([dark])).toEqual([dark.id, "#000000"]);
    expect(coverOf([logo("symbol", "any")], "#12171c")).toEqual(["symbol any", "#12171c"]);
  });

  it("is null without a logo other than a favicon", () => {
    expect(coverOf([])).toBeNull();
    expect(coverOf([logo("favicon", "any")], "#ffffff")).toBeNull();
  });
});
