import { readFile } from "node:fs/promises";
import { UnsupportedFile } from "@/lib/platform/errors";
import { ownFile } from "@/lib/platform/own-files";
import { MAX_UPLOAD_BYTES } from "../inspect/limits";
import { encodeRendition, type PictureToRender } from "./render-picture";

/** Pixels row by row: red, green, blue and alpha, of a byte each. */
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

type Pdfium = Awaited<ReturnType<typeof startPdfium>>;

/** PDFium with a memory of its own, so that nothing of one document is left when the next is drawn; it knows neither files nor network. */
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
      // It takes the instance, whatever its types say.
      (started as unknown as (instance: WebAssembly.Instance) => void)(instance);
      return instance.exports;
    },
  });
}

async function draw(pdfium: Pdfium, bytes: Buffer, px: number): Promise<DrawnPage> {
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
 * Gives the first page of a stored PDF as a picture, on white, its longer side as long as is asked for. For the process of jobs: nothing but its
 * end interrupts a page that takes for ever. @throws UnsupportedFile for what has no page that can be drawn: damaged, locked by a password, empty, or in need of too much memory
 */
export async function renderFirstPage({ bytes, format, px }: PictureToRender): Promise<Buffer> {
  const sharp = (await import("sharp")).default;
  const pdfium = await startPdfium();
  const { data, width, height } = await draw(pdfium, bytes, px).catch((cause: unknown) => {
    throw new UnsupportedFile("file_invalid", "The first page of this PDF cannot be drawn.", { cause });
  });
  return encodeRendition(sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha(), format);
}
