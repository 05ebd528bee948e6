import { Document, Page, renderToBuffer, Text } from "@react-pdf/renderer";
import { createElement } from "react";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { renderFirstPage } from "@/lib/content/server";
import { PDF } from "../../../support/files";
import { pdfOf, pdfPage, pdfStream } from "../../../support/pdf";

const RED_LEFT_HALF = "1 0 0 rg 0 0 100 100 re f";
const draw = (bytes: Buffer, px = 320) => renderFirstPage({ bytes, format: "png", px });

/** The rendered width and height, and the colours in its corners: top left, top right, bottom left. */
async function seen(bytes: Buffer, px?: number) {
  const { data, info } = await sharp(await draw(bytes, px))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = (y * info.width + x) * info.channels;
    return [...data.subarray(start, start + info.channels)].map((part) => part.toString(16).padStart(2, "0")).join("");
  };
  const corners = [at(0, 0), at(info.width - 1, 0), at(0, info.height - 1)];
  return { size: [info.width, info.height], corners };
}

describe("renderFirstPage", () => {
  it("renders the page on white at the requested size in both formats", async () => {
    const bytes = pdfPage("/MediaBox [0 0 200 100]", RED_LEFT_HALF);
    expect(await seen(bytes)).toEqual({ size: [320, 160], corners: ["ff0000", "ffffff", "ff0000"] });
    expect((await seen(bytes, 2_048)).size).toEqual([2_048, 1_024]);
    const webp = await sharp(await renderFirstPage({ bytes, format: "webp", px: 64 })).metadata();
    expect(webp).toMatchObject({ format: "webp", width: 64, height: 32, hasAlpha: false });
  });

  it("renders only the first page, cropped to its visible part", async () => {
    const several = pdfOf(
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /CropBox [0 0 100 100] /Contents 5 0 R >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 50 100] >>",
      pdfStream(RED_LEFT_HALF),
    );
    expect(await seen(several)).toEqual({ size: [320, 320], corners: ["ff0000", "ff0000", "ff0000"] });
  });

  it("applies the page's rotation", async () => {
    const turned = pdfPage("/MediaBox [0 0 200 100] /Rotate 90", RED_LEFT_HALF);
    expect(await seen(turned)).toEqual({ size: [160, 320], corners: ["ff0000", "ff0000", "ffffff"] });
  });

  it.each([
    ["with a size of zero", "/MediaBox [0 0 0 0]"],
    ["without a size", ""],
    ["larger than any paper", "/MediaBox [0 0 1e9 1e9]"],
    ["with a size that no number can hold", `/MediaBox [0 0 ${"9".repeat(400)} 5]`],
    ["with a unit that no number can hold", "/MediaBox [0 0 200 100] /UserUnit 1e300"],
    ["as narrow as a line", "/MediaBox [0 0 100000 1]"],
  ])("renders a page %s within the requested pixels", async (_what, box) => {
    const { size } = await seen(pdfPage(box, RED_LEFT_HALF));
    expect(Math.max(...size)).toBe(320);
    expect(Math.min(...size)).toBeGreaterThan(0);
  });

  const pages = (entries: string) => pdfOf("<< /Type /Catalog /Pages 2 0 R >>", `<< /Type /Pages ${entries} >>`);
  it.each([
    ["isn't a PDF", () => Buffer.from("no document")],
    ["is empty", () => PDF],
    ["is cut off", () => pdfPage("/MediaBox [0 0 200 100]", RED_LEFT_HALF).subarray(0, 120)],
    ["has no pages", () => pages("/Kids [] /Count 0")],
    ["claims to have pages but has none", () => pages("/Kids [] /Count 5")],
    ["has circular pages", () => pages("/Kids [2 0 R] /Count 1")],
    ["is larger than any upload", () => Buffer.concat([pdfPage("", ""), Buffer.alloc(4 * 1024 * 1024)])],
    [
      "has a password",
      () =>
        renderToBuffer(
          createElement(Document, { userPassword: "open" }, createElement(Page, {}, createElement(Text, {}, "Secret"))),
        ),
    ],
  ])("refuses what %s", async (_what, bytes) => {
    await expect(draw(await bytes())).rejects.toMatchObject({ reason: "file_invalid" });
  });

  it("refuses what unpacks to too much memory", { tags: ["full"] }, async () => {
    const bytes = pdfPage("/MediaBox [0 0 200 100]", " ".repeat(300_000_000));
    await expect(draw(bytes)).rejects.toMatchObject({ reason: "file_invalid" });
  });

  it("renders the next document without traces of the last one", async () => {
    const bytes = pdfPage("/MediaBox [0 0 200 100]", RED_LEFT_HALF);
    const first = await draw(bytes);
    await draw(pages("/Kids [2 0 R] /Count 1")).catch(() => {});
    expect((await draw(bytes)).equals(first)).toBe(true);
  });
});
