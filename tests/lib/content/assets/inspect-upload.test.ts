import { createHash } from "node:crypto";
import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { MAX_UPLOAD_BYTES } from "@/lib/content";
import { inspectUpload } from "@/lib/content/server";
import { HubError, UnsupportedFile, type UnsupportedFileReason } from "@/lib/platform/errors";
import { animatedPng, PDF, picture, pngWithChunk, svg, woff2 } from "@/tests/support/files";

async function refusal(bytes: Buffer): Promise<UnsupportedFileReason> {
  const error = await inspectUpload(bytes).catch((thrown: unknown) => thrown);
  if (!(error instanceof UnsupportedFile)) throw new Error("was not refused", { cause: error });
  expect(error.message).toMatch(/^[A-Z].*\.$/);
  return error.reason;
}

describe("the type of an upload", () => {
  it.each([
    ["image/png", () => picture("png")],
    ["image/jpeg", () => picture("jpeg")],
    ["image/webp", () => picture("webp")],
    ["image/svg+xml", async () => Buffer.from(svg('<path d="M0 0h9v9z"/>'))],
    ["font/woff2", async () => woff2()],
    ["application/pdf", async () => PDF],
  ])("is %s by its bytes alone", async (mime, make) => {
    const file = await inspectUpload(await make());
    expect(file.mime).toBe(mime);
    expect(file.report).toEqual([]);
  });

  it.each([
    ["a GIF", () => picture("gif")],
    ["a GIF that is also a JAR", async () => Buffer.concat([await picture("gif"), Buffer.from("PK\u0003\u0004")])],
    ["a ZIP archive", async () => Buffer.from("PK\u0003\u0004 and so on")],
    ["a gzipped SVG", async () => Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])],
    ["a program", async () => Buffer.from("MZ\u0090\0\u0003")],
    ["plain text", async () => Buffer.from("Hello")],
    ["a web page", async () => Buffer.from("<!DOCTYPE html><html><body></body></html>")],
    ["a web page without a doctype", async () => Buffer.from("<html><body></body></html>")],
    ["other XML", async () => Buffer.from('<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"/>')],
    ["one byte", async () => Buffer.from([0x89])],
  ])("can't be %s", async (_, make) => {
    expect(await refusal(await make())).toBe("file_type");
  });

  it("can't be empty", async () => {
    expect(await refusal(Buffer.alloc(0))).toBe("file_invalid");
  });

  it("is refused with the contract's bad_request, so no code is added", async () => {
    const error = await inspectUpload(Buffer.from("Hello")).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(HubError);
    expect(error).toMatchObject({ code: "bad_request", status: 400, field: "file" });
  });
});

describe("a picture", () => {
  it.each(["png", "jpeg", "webp"] as const)(
    "as %s gives the same bytes and hash for the same upload",
    async (format) => {
      const upload = await picture(format);
      const [one, two] = await Promise.all([inspectUpload(upload), inspectUpload(upload)]);
      expect(one.bytes.equals(two.bytes)).toBe(true);
      expect(one.sha256).toBe(createHash("sha256").update(one.bytes).digest("hex"));
      expect([one.width, one.height]).toEqual([30, 20]);
    },
  );

  it.each([
    ["PNG", (image: Sharp) => image.png()],
    ["lossless WebP", (image: Sharp) => image.webp({ lossless: true, exact: true })],
  ])("as %s keeps every pixel", async (_, encode) => {
    const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
    const image = sharp({ create: { width: 50, height: 40, channels: 3, background: "#000000", noise } });
    const upload = await encode(image).toBuffer();
    const file = await inspectUpload(upload);
    const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer();
    expect((await pixels(file.bytes)).equals(await pixels(upload))).toBe(true);
  });

  it("loses its metadata and reports it", async () => {
    const exif = { IFD0: { Copyright: "secret-person" }, IFD3: { GPSLatitudeRef: "N" } };
    const upload = await sharp(await picture("jpeg"))
      .withExif(exif)
      .toBuffer();
    expect(upload.includes("secret-person")).toBe(true);
    const file = await inspectUpload(upload);
    expect(file.bytes.includes("secret-person")).toBe(false);
    expect(file.report).toEqual(["Removed metadata such as camera, location and editing data."]);
  });

  it("is turned upright, with the width and height as displayed", async () => {
    const upload = await sharp(await picture("jpeg"))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const file = await inspectUpload(upload);
    expect([file.width, file.height]).toEqual([20, 30]);
    expect((await sharp(file.bytes).metadata()).orientation).toBeUndefined();
    expect(file.report).toContain("Turned the picture upright.");
  });

  it("is converted to sRGB from a wide or print colour space, with a report", async () => {
    const wide = await sharp(await picture("png"))
      .withIccProfile("p3")
      .toBuffer();
    expect((await inspectUpload(wide)).report).toEqual([
      "Converted the colours to sRGB and removed the colour profile.",
    ]);
    const print = await sharp(await picture("jpeg"))
      .toColourspace("cmyk")
      .jpeg()
      .toBuffer();
    const file = await inspectUpload(print);
    expect(file.report).toContain("Converted the colours from CMYK to sRGB.");
    expect((await sharp(file.bytes).metadata()).space).toBe("srgb");
  });

  it.each(["png", "jpeg", "webp"] as const)("as %s loses data after its end, with a report", async (format) => {
    const page = Buffer.from("<html><script>alert(1)</script></html>");
    const file = await inspectUpload(Buffer.concat([await picture(format), page]));
    expect(file.bytes.includes("script")).toBe(false);
    expect(file.report).toEqual(["Removed data after the end of the picture."]);
    expect((await inspectUpload(file.bytes)).report).toEqual([]);
  });

  it("loses a text chunk that contains a web page", async () => {
    const upload = pngWithChunk(await picture("png"), "tEXt", "Comment\0<script>alert(1)</script>");
    expect((await inspectUpload(upload)).bytes.includes("script")).toBe(false);
  });

  it("keeps only the first frame of an animation, with a report", async () => {
    const frames = Buffer.concat([Buffer.alloc(300, 0), Buffer.alloc(300, 255)]);
    const raw = { width: 10, height: 20, channels: 3, pageHeight: 10 } as const;
    const webp = await sharp(frames, { raw })
      .webp({ delay: [100, 100], lossless: true })
      .toBuffer();
    expect((await sharp(webp).metadata()).pages).toBe(2);
    for (const upload of [webp, animatedPng(await picture("png"))]) {
      const file = await inspectUpload(upload);
      expect(file.report).toEqual(["Kept only the first frame of the animation."]);
      expect((await sharp(file.bytes).metadata()).pages ?? 1).toBe(1);
    }
  });

  it("can have 25 megapixels and not one row more", async () => {
    const upload = (height: number) =>
      sharp({ create: { width: 5_000, height, channels: 3, background: "#ffffff" } })
        .png()
        .toBuffer();
    expect((await inspectUpload(await upload(5_000))).height).toBe(5_000);
    expect(await refusal(await upload(5_001))).toBe("file_pixels");
  });

  it("with an enormous declared size is refused before decoding", async () => {
    const bomb = await picture("png");
    bomb.writeUInt32BE(200_000, 16);
    bomb.writeUInt32BE(200_000, 20);
    expect(["file_pixels", "file_invalid"]).toContain(await refusal(bomb));
  });

  it("can have 4 MB and not one byte more", async () => {
    const upload = Buffer.concat([await picture("png"), Buffer.alloc(MAX_UPLOAD_BYTES)]).subarray(0, MAX_UPLOAD_BYTES);
    expect((await inspectUpload(upload)).width).toBe(30);
    expect(await refusal(Buffer.concat([upload, Buffer.alloc(1)]))).toBe("file_size");
  });

  it.each(["png", "jpeg", "webp"] as const)("as %s is refused when it is cut off or damaged", async (format) => {
    const whole = await picture(format, 300, 200);
    expect(await refusal(whole.subarray(0, whole.length / 2))).toBe("file_invalid");
    expect(await refusal(whole.subarray(0, 24))).toMatch(/file_(invalid|type)/);
  });
});

describe("a font", () => {
  it("is kept byte for byte without a pixel size", async () => {
    const file = await inspectUpload(woff2());
    expect(file.bytes.equals(woff2())).toBe(true);
    expect([file.width, file.height]).toEqual([null, null]);
  });

  it.each([
    ["is cut off", woff2().subarray(0, 99)],
    ["ends within its header", woff2().subarray(0, 40)],
    ["has trailing data", Buffer.concat([woff2(), Buffer.from("<script>")])],
    ["has unknown outlines", woff2([4, 1, 2, 3, 4])],
    ["has no tables", woff2([12, 0, 0])],
    ["uses the reserved field", woff2([14, 0, 1])],
    ["holds no data", woff2([20, 0, 0, 0, 0])],
    ["holds more data than the file", woff2([20, 0, 0, 0, 53])],
    ["unpacks to gigabytes", woff2([16, 255, 255, 255, 255])],
    ["has metadata outside the file", woff2([28, 0, 0, 0, 99], [32, 0, 0, 0, 2])],
    ["has private data outside the file", woff2([40, 255, 255, 255, 255], [44, 0, 0, 0, 1])],
  ])("is refused when it %s", async (_, bytes) => {
    expect(await refusal(bytes)).toMatch(/file_(invalid|type)/);
  });
});

describe("a PDF", () => {
  it("is kept byte for byte without a pixel size", async () => {
    const file = await inspectUpload(PDF);
    expect(file.bytes.equals(PDF)).toBe(true);
    expect([file.width, file.height]).toEqual([null, null]);
  });

  it.each([
    ["is cut off", PDF.subarray(0, PDF.length - 10)],
    ["doesn't state its version", Buffer.concat([Buffer.from("%PDF-<html>"), PDF])],
    ["is followed by an archive", Buffer.concat([PDF, Buffer.from("PK\u0003\u0004")])],
    ["is followed by a web page", Buffer.concat([PDF, Buffer.from("<script>alert(1)</script>")])],
  ])("is refused when it %s", async (_, bytes) => {
    expect(await refusal(bytes)).toBe("file_invalid");
  });
});
