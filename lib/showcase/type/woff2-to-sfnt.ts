import { brotliDecompressSync } from "node:zlib";
import { rebuildGlyphs } from "./rebuild-glyphs";
import { joinTables } from "./sfnt";
import { Reader } from "./woff2-reader";

/** Tags by their numbers (WOFF2, 4.1). */
const TAGS =
  "cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill";
const NAMED_TAG = 63;
const NOT_TRANSFORMED = 3;
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;

interface Entry {
  tag: string;
  length: number;
  stored: number;
  transformed: boolean;
}

function readDirectory(reader: Reader, tables: number): Entry[] {
  return Array.from({ length: tables }, () => {
    const flags = reader.u8();
    const known = flags & 0x3f;
    const version = flags >> 6;
    const tag = known === NAMED_TAG ? reader.take(4).toString("latin1") : TAGS.slice(known * 5, known * 5 + 4);
    const length = reader.base128();
    const transformed = tag === "glyf" || tag === "loca" ? version !== NOT_TRANSFORMED : version !== 0;
    return { tag, length, transformed, stored: transformed ? reader.base128() : length };
  });
}

/** The widths beside the left edges that glyphs already say (WOFF2, 5.4). */
function rebuildMetrics(bytes: Buffer, count: number, leftEdges: readonly number[]): Buffer {
  const reader = new Reader(bytes);
  const flags = reader.u8();
  const advances = Array.from({ length: count }, () => reader.u16());
  const edges = leftEdges.map((edge, index) => {
    const told = index < count ? (flags & 1) === 0 : (flags & 2) === 0;
    return told ? reader.i16() : edge;
  });
  const table = Buffer.alloc(count * 4 + (edges.length - count) * 2);
  edges.forEach((edge, index) => {
    if (index < count) table.writeUInt16BE(advances[index] ?? 0, index * 4);
    table.writeInt16BE(edge, index < count ? index * 4 + 2 : count * 4 + (index - count) * 2);
  });
  return table;
}

/**
 * The same font as TrueType or OpenType, which is what readers of outlines and writers of PDFs take: those of the packed form leave the axes of
 * variable fonts alone. Checksums stay zero.
 * @throws Error for what is no single WOFF2 font
 */
export function woff2ToSfnt(bytes: Buffer): Buffer {
  const header = new Reader(bytes);
  if (header.u32() !== 0x774f4632) throw new TypeError("not a WOFF2 font");
  const flavor = header.u32();
  if (flavor === 0x74746366) throw new TypeError("a collection of fonts");
  header.take(4);
  const count = header.u16();
  header.take(6);
  const packedLength = header.u32();
  header.take(24);
  const entries = readDirectory(header, count);
  const unpacked = new Reader(brotliDecompressSync(header.take(packedLength), { maxOutputLength: MAX_UNPACKED_BYTES }));
  const stored = new Map(entries.map((entry) => [entry.tag, { ...entry, bytes: unpacked.take(entry.stored) }]));
  const tables = new Map([...stored].map(([tag, entry]) => [tag, entry.bytes]));
  const glyf = stored.get("glyf");
  const head = tables.get("head");
  if (glyf?.transformed && head) {
    const rebuilt = rebuildGlyphs(glyf.bytes);
    tables.set("glyf", rebuilt.glyf);
    tables.set("loca", rebuilt.loca);
    const longOffsets = Buffer.from(head);
    longOffsets.writeInt16BE(1, 50);
    tables.set("head", longOffsets);
    const hmtx = stored.get("hmtx");
    const counted = tables.get("hhea")?.readUInt16BE(34) ?? 0;
    if (hmtx?.transformed) tables.set("hmtx", rebuildMetrics(hmtx.bytes, counted, rebuilt.leftEdges));
  }
  return joinTables(flavor, tables);
}
