import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileNameFor, nameFromFile, StoredAsset } from "@/lib/content";

describe("nameFromFile", () => {
  it.each([
    ["hero_image-2@2x.PNG", "Hero image 2@2x"],
    ["C:\\pictures\\Logo.final.svg", "Logo.final"],
    ["../../etc/passwd", "Passwd"],
    ["Élan.webp", "Élan"],
    ["日本.pdf", "日本"],
    [".svg", "Untitled"],
    ["___.png", "Untitled"],
    ["", "Untitled"],
  ])("names %j %j", (fileName, name) => expect(nameFromFile(fileName)).toBe(name));

  it("always returns a valid asset name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (fileName) => {
        const name = nameFromFile(fileName);
        expect(StoredAsset.shape.name.safeParse(name).success && name.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe("fileNameFor", () => {
  it.each([
    ["Rumpus, seamless tile", "image/svg+xml", "rumpus-seamless-tile.svg"],
    ["../../x", "image/jpeg", "x.jpg"],
    ["Grüße 日本", "application/pdf", "grüße-日本.pdf"],
    ["///", "font/woff2", "file.woff2"],
    ["a", "video/mp4", "a.bin"],
    ["CON", "image/png", "con-file.png"],
    ["nul. ", "application/pdf", "nul-file.pdf"],
    ["com¹", "image/svg+xml", "com1-file.svg"],
    ["Console", "image/png", "console.png"],
    ["İzmir", "image/png", "i̇zmir.png"],
    ["日".repeat(200), "image/png", `${"日".repeat(64)}.png`],
  ])("names the download of %j as %s %j", (name, mime, expected) => expect(fileNameFor(name, mime)).toBe(expected));

  it("always returns a name that every file system accepts", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (name) => {
        const stem = fileNameFor(name, "image/png").replace(/\.png$/, "");
        expect(stem).toMatch(/^[\p{L}\p{N}\p{M}]+(?:-[\p{L}\p{N}\p{M}]+)*$/u);
        expect(stem).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)$/);
        expect(Buffer.byteLength(stem)).toBeLessThanOrEqual(192);
      }),
    );
  });
});
