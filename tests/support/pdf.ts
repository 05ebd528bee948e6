import { deflateSync } from "node:zlib";

/** A PDF of these objects, the catalogue first. Create streams with `pdfStream`. */
export function pdfOf(...objects: (string | Buffer)[]): Buffer {
  const parts = [Buffer.from("%PDF-1.7\n")];
  const places: number[] = [];
  let length = 9;
  for (const [index, object] of objects.entries()) {
    const written = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from("\nendobj\n"),
    ]);
    places.push(length);
    length += written.length;
    parts.push(written);
  }
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${table}${end}`)]);
}

/** A compressed stream with extra dictionary entries. */
export function pdfStream(content: string, entries = ""): Buffer {
  const packed = deflateSync(content);
  const head = `<< /Filter /FlateDecode ${entries} /Length ${packed.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), packed, Buffer.from("\nendstream")]);
}

/** A one-page PDF with this page dictionary and content. Further objects start at number 5. */
export const pdfPage = (entries: string, content: string, ...objects: (string | Buffer)[]): Buffer =>
  pdfOf(
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /Contents 4 0 R ${entries} >>`,
    pdfStream(content),
    ...objects,
  );

/** A page that takes forever to draw, because its pattern's tiles are almost infinitely dense. */
export const endlessPdf = (): Buffer =>
  pdfPage(
    "/MediaBox [0 0 200 100] /Resources << /Pattern << /P 5 0 R >> >>",
    "/Pattern cs /P scn 0 0 200 100 re f",
    pdfStream(
      "1 0 0 rg 0 0 1 1 re f",
      "/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 2 2] /XStep 0.0005 /YStep 0.0005 /Resources << >>",
    ),
  );
