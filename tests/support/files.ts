import { crc32 } from "node:zlib";
import sharp from "sharp";

/** A picture of one translucent colour. */
export function picture(format: "png" | "jpeg" | "webp" | "gif", width = 30, height = 20): Promise<Buffer> {
  const background = { r: 17, g: 99, b: 200, alpha: 0.5 };
  return sharp({ create: { width, height, channels: 4, background } })
    .toFormat(format)
    .toBuffer();
}

/** Adds a chunk after the PNG's header. */
export function pngWithChunk(png: Buffer, type: string, data: string | Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), Buffer.from(data)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length - 4);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([png.subarray(0, 33), length, content, checksum, png.subarray(33)]);
}

/** Declares the PNG an animation of two frames. */
export function animatedPng(png: Buffer): Buffer {
  return pngWithChunk(png, "acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
}

/** A WOFF2 header over empty tables, with changed bytes as `[offset, ...bytes]`. */
export function woff2(...changes: [offset: number, ...bytes: number[]][]): Buffer {
  const font = Buffer.alloc(100);
  font.write("wOF2", 0, "latin1");
  font.writeUInt32BE(0x00010000, 4);
  font.writeUInt32BE(font.length, 8);
  font.writeUInt16BE(1, 12);
  font.writeUInt32BE(200, 16);
  font.writeUInt32BE(40, 20);
  for (const [offset, ...bytes] of changes) font.set(bytes, offset);
  return font;
}

export const PDF = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n", "latin1");

/** A 10 × 10 SVG with this content. */
export function svg(content: string, attributes = ""): string {
  const size = attributes.includes("viewBox") || attributes.includes("width") ? "" : SVG_SIZE;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}${attributes}>${content}</svg>`;
}
const SVG_SIZE = 'width="10" height="10" viewBox="0 0 10 10" ';
