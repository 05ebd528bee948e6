import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { IconInput } from "@/lib/content";
import { drawAppIcons } from "@/lib/content/server";
import { svg } from "../../../support/files";

type Given = IconInput["logos"][number];

const drawing = (content: string, values: Partial<Given> = {}): Given => ({
  variant: "symbol",
  background: "light",
  mime: "image/svg+xml",
  bytes: Buffer.from(svg(content, 'width="24" height="24" viewBox="0 0 24 24"')),
  ...values,
});
const GREEN = "#0b3d2e";
const BEIGE = "#f3ead7";
const SYMBOL = drawing(`<circle cx="12" cy="12" r="9" fill="${GREEN}"/>`);
const icons = (order: Partial<IconInput>) =>
  drawAppIcons({ logos: [SYMBOL], grounds: [GREEN, BEIGE], favicon: null, ...order });

async function pixel(png: Buffer | undefined, at: "corner" | "middle"): Promise<string> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const offset = at === "corner" ? 0 : ((info.height >> 1) * info.width + (info.width >> 1)) * 4;
  return data.toString("hex", offset, offset + 4);
}
const OPAQUE = ["apple-touch-icon.png", "icon-192.png", "icon-512.png", "icon-maskable-512.png"];

describe("app icons", () => {
  it("include a favicon in three sizes and all icon files", async () => {
    const { files } = await icons({});
    expect(Object.keys(files).sort()).toEqual([...OPAQUE, "favicon.ico"].sort());
    const widths = OPAQUE.map(async (name) => (await sharp(files[name]).metadata()).width);
    expect(await Promise.all(widths)).toEqual([180, 192, 512, 512]);
    const ico = files["favicon.ico"] ?? Buffer.alloc(0);
    expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([0, 1, 3]);
    for (const [index, px] of [16, 32, 48].entries()) {
      const entry = 6 + 16 * index;
      const [bytes, offset] = [ico.readUInt32LE(entry + 8), ico.readUInt32LE(entry + 12)];
      const { width, format } = await sharp(ico.subarray(offset, offset + bytes)).metadata();
      expect([ico.readUInt8(entry), width, format]).toEqual([px, px, "png"]);
    }
  });

  it("use the brand's first background on which the mark is visible", async () => {
    const { hex, files } = await icons({});
    expect(hex).toBe(BEIGE);
    for (const name of OPAQUE) expect([name, await pixel(files[name], "corner")]).toEqual([name, "f3ead7ff"]);
    expect(await pixel(files["icon-192.png"], "middle")).toBe("0b3d2eff");
    expect((await icons({ grounds: ["#ffcc00", BEIGE] })).hex).toBe("#ffcc00");
    expect((await icons({ grounds: [GREEN] })).hex).toBe("#ffffff");
  });

  it('use the brand\'s own app icon: a square favicon or "other" variant with a full background', async () => {
    const tile = `<rect width="24" height="24" rx="6" fill="${GREEN}"/><circle cx="12" cy="12" r="5" fill="#ffffff"/>`;
    for (const variant of ["other", "favicon"] as const) {
      const own = drawing(tile, { variant, background: "any" });
      const { hex, files } = await icons({ logos: [SYMBOL, own] });
      expect(hex).toBe(GREEN);
      for (const name of OPAQUE) {
        expect([name, await pixel(files[name], "corner")]).toEqual([name, "0b3d2eff"]);
        expect([name, await pixel(files[name], "middle")]).toEqual([name, "ffffffff"]);
      }
    }
  });

  it('don\'t use an "other" variant unless it is square with its own background', async () => {
    const stamp = drawing('<circle cx="12" cy="12" r="8" fill="#aa0000"/>', { variant: "other", background: "any" });
    const wide = { bytes: Buffer.from(svg('<rect width="48" height="24" fill="#aa0000"/>', 'viewBox="0 0 48 24"')) };
    const { files } = await icons({ logos: [SYMBOL, stamp, { ...stamp, ...wide }] });
    expect(await pixel(files["icon-512.png"], "middle")).toBe("0b3d2eff");
  });

  it("include the brand's own favicon", async () => {
    const favicon = drawing('<rect width="24" height="24" fill="#aa0000"/>').bytes;
    const ico = (await icons({ favicon })).files["favicon.ico"] ?? Buffer.alloc(0);
    const [bytes, offset] = [ico.readUInt32LE(14), ico.readUInt32LE(18)];
    expect(await pixel(ico.subarray(offset, offset + bytes), "middle")).toBe("aa0000ff");
  });

  it("skip files that can't be drawn and are refused if none can", async () => {
    const no = drawing("", { bytes: Buffer.from("no") });
    expect((await icons({ logos: [no, SYMBOL] })).hex).toBe(BEIGE);
    await expect(icons({ logos: [no] })).rejects.toMatchObject({ reason: "file_invalid" });
  });
});
