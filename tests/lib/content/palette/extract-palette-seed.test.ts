import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { extractPaletteSeed } from "@/lib/content/server";

const svg = (body: string, size = 100) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${body}</svg>`);

const logo = svg(
  '<rect width="100" height="100" fill="#ffffff"/><rect width="100" height="20" fill="#000000"/>' +
    '<rect y="20" width="100" height="30" fill="#0f766e"/><rect y="50" width="100" height="10" fill="#f59e0b"/>',
);

describe("extractPaletteSeed", () => {
  it("finds the largest chromatic colour exactly as drawn, despite more white and black", async () => {
    const { hex, swatches } = await extractPaletteSeed(logo);
    expect(hex).toBe("#0f766e");
    expect(swatches.map((swatch) => swatch.hex)).toEqual(["#ffffff", "#0f766e", "#000000", "#f59e0b"]);
    expect(swatches.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
    expect(swatches[1]?.share).toBeCloseTo(0.3, 1);
  });

  it.each(["png", "webp"] as const)("reads a lossless %s like the drawing", async (format) => {
    const bytes = await sharp(logo).toFormat(format, { lossless: true }).toBuffer();
    expect((await extractPaletteSeed(bytes)).hex).toBe("#0f766e");
  });

  it("ignores the noise of a JPEG", async () => {
    const bytes = await sharp(logo).jpeg({ quality: 70 }).toBuffer();
    const { hex, swatches } = await extractPaletteSeed(bytes);
    expect(hex).toMatch(/^#[01][0-9a-f]7[0-9a-f]6[0-9a-f]$/);
    expect(swatches.length).toBeLessThanOrEqual(8);
  });

  it("ignores transparent pixels", async () => {
    const bytes = svg(
      '<rect width="100" height="90" fill="#ff0000" opacity="0.2"/><rect y="90" width="100" height="10" fill="#2563eb"/>',
    );
    expect(await extractPaletteSeed(bytes)).toEqual({ hex: "#2563eb", swatches: [{ hex: "#2563eb", share: 1 }] });
  });

  it("prefers a colour to a large near-white tint, and accepts a bright yellow", async () => {
    const cream = svg('<rect width="100" height="100" fill="#fff6d6"/><rect width="100" height="20" fill="#0f766e"/>');
    expect((await extractPaletteSeed(cream)).hex).toBe("#0f766e");
    const yellow = svg('<rect width="100" height="100" fill="#ffff00"/><rect width="100" height="20" fill="#0f766e"/>');
    expect((await extractPaletteSeed(yellow)).hex).toBe("#ffff00");
  });

  it("uses a grey if nothing has a hue, and black or white if there is nothing else", async () => {
    const grey = svg('<rect width="100" height="100" fill="#fff"/><rect width="100" height="10" fill="#6b7280"/>');
    expect((await extractPaletteSeed(grey)).hex).toBe("#6b7280");
    const black = svg('<rect width="50" height="50" fill="#000"/>');
    expect((await extractPaletteSeed(black)).hex).toBe("#000000");
  });

  it("returns the same result for the same bytes", async () => {
    const noise = Buffer.from(
      Array.from({ length: 64 * 64 * 3 }, (_, index) => (index * 7919 + (index >> 3) * 31) % 256),
    );
    const bytes = await sharp(noise, { raw: { width: 64, height: 64, channels: 3 } })
      .png()
      .toBuffer();
    expect(await extractPaletteSeed(bytes)).toEqual(await extractPaletteSeed(bytes));
  });

  it.each([
    ["a fully transparent picture", svg("")],
    ["bytes that aren't a picture", Buffer.from("not a picture")],
    ["no bytes", Buffer.alloc(0)],
  ])("refuses %s as a bad request", async (_, bytes) => {
    await expect(extractPaletteSeed(bytes)).rejects.toMatchObject({ code: "bad_request" });
  });

  it("refuses other formats, a broken PNG and over 25 megapixels as a bad request", async () => {
    const gif = await sharp(logo).gif().toBuffer();
    const png = await sharp(logo).png().toBuffer();
    const huge = await sharp({ create: { width: 5001, height: 5000, channels: 3, background: "#0f766e" } })
      .png()
      .toBuffer();
    for (const bytes of [gif, png.subarray(0, png.length / 2), huge]) {
      await expect(extractPaletteSeed(bytes)).rejects.toMatchObject({ code: "bad_request" });
    }
  });
});
