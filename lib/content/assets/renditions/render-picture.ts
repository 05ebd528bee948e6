import { readFile } from "node:fs/promises";
import type { Sharp } from "sharp";
import { UnsupportedFile } from "@/lib/platform/errors";
import { ownFile } from "@/lib/platform/private-file";
import { MAX_PIXELS, MAX_STORED_BYTES, MAX_UPLOAD_BYTES } from "../inspect/limits";

type Format = "webp" | "png";

export interface PictureToRender {
  bytes: Buffer;
  format: Format;
  /** Longer side. */
  px: number;
}

/** Dots per inch at which librsvg draws one SVG pixel as one pixel. */
const NATIVE_DENSITY = 72;
const MAX_DENSITY = 100_000;
const TIMEOUT_SECONDS = 20;

const encodeRendition = (image: Sharp, format: Format): Promise<Buffer> =>
  (format === "png" ? image.png() : image.webp({ quality: 82 })).toBuffer();

/**
 * Renders another size and format. Never enlarges raster pictures. For job processes only.
 * @throws UnsupportedFile if it can't be drawn
 */
export async function renderPicture({ bytes, format, px }: PictureToRender): Promise<Buffer> {
  const sharp = (await import("sharp")).default;
  try {
    const { width, height, format: read } = await sharp(bytes, { limitInputPixels: false }).metadata();
    const drawn = read === "svg";
    const density = drawn
      ? Math.min(MAX_DENSITY, Math.max(1, (NATIVE_DENSITY * px) / Math.max(width, height)))
      : undefined;
    const image = sharp(bytes, { density, limitInputPixels: MAX_PIXELS, failOn: "error" })
      .autoOrient()
      .timeout({ seconds: TIMEOUT_SECONDS })
      .resize({ width: px, height: px, fit: "inside", withoutEnlargement: !drawn });
    const data = await encodeRendition(image, format);
    if (data.length > MAX_STORED_BYTES) throw new RangeError("a rendition is larger than any file may be");
    return data;
  } catch (cause) {
    throw new UnsupportedFile("file_invalid", "This picture can't be resized.", { cause });
  }
}

/** RGBA, one byte per channel. */
interface DrawnPage {
  data: Uint8Array;
  width: number;
  height: number;
}

const PROGRAM = "node_modules/@hyzyla/pdfium/dist/pdfium.wasm";
const MAX_MEMORY_BYTES = 256 * 1024 * 1024;

let program: Promise<WebAssembly.Module> | undefined;

async function compile(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(ownFile(PROGRAM)));
}

/** Separate memory for each document, so none can read another's data. No file or network access. */
async function startPdfium() {
  const { PDFiumLibrary } = await import("@hyzyla/pdfium");
  program ??= compile();
  const compiled = await program;
  return PDFiumLibrary.init({
    instantiateWasm(imports, started) {
      const grow = imports.env?.emscripten_resize_heap as (bytes: number) => boolean | number;
      const env = {
        ...imports.env,
        emscripten_resize_heap: (bytes: number) => (bytes >>> 0 > MAX_MEMORY_BYTES ? 0 : grow(bytes)),
      };
      const instance = new WebAssembly.Instance(compiled, { ...imports, env });
      // The library expects the instance, despite its types.
      (started as unknown as (instance: WebAssembly.Instance) => void)(instance);
      return instance.exports;
    },
  });
}

async function draw(pdfium: Awaited<ReturnType<typeof startPdfium>>, bytes: Buffer, px: number): Promise<DrawnPage> {
  if (bytes.length > MAX_UPLOAD_BYTES) throw new RangeError("a PDF is larger than any upload");
  const document = await pdfium.loadDocument(bytes);
  if (document.getPageCount() < 1) throw new RangeError("a PDF has no pages");
  const page = document.getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const long = Math.max(originalWidth, originalHeight);
  if (!(originalWidth > 0 && originalHeight > 0 && Number.isFinite(long))) throw new RangeError("a page has no size");
  const pixels = (points: number) => Math.max(1, Math.round((points / long) * px));
  const [width, height] = [pixels(originalWidth), pixels(originalHeight)];
  const { data } = await page.render({ render: "bitmap", width, height });
  return { data, width, height };
}

/**
 * Renders the first page on white. For job processes only: a page can run forever and only ending the process stops it.
 * @throws UnsupportedFile for a PDF that is damaged, locked by a password, empty or needs too much memory
 */
export async function renderFirstPage({ bytes, format, px }: PictureToRender): Promise<Buffer> {
  const sharp = (await import("sharp")).default;
  const pdfium = await startPdfium();
  const { data, width, height } = await draw(pdfium, bytes, px).catch((cause: unknown) => {
    throw new UnsupportedFile("file_invalid", "The first page of this PDF can't be drawn.", { cause });
  });
  return encodeRendition(sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha(), format);
}
