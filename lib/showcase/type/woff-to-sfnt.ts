import { inflateSync } from "node:zlib";
import { joinTables } from "./sfnt";
import { Reader } from "./woff2-reader";

const MAX_TABLE_BYTES = 64 * 1024 * 1024;

/**
 * The same font as TrueType or OpenType: whoever reads outlines of the packed form unpacks all of them anew for each letter.
 * @throws Error for what is no WOFF font
 */
export function woffToSfnt(bytes: Buffer): Buffer {
  const header = new Reader(bytes);
  if (header.u32() !== 0x774f4646) throw new TypeError("not a WOFF font");
  const flavor = header.u32();
  header.take(4);
  const count = header.u16();
  header.take(30);
  const tables = Array.from({ length: count }, (): [string, Buffer] => {
    const tag = header.take(4).toString("latin1");
    const [offset, packed, length] = [header.u32(), header.u32(), header.u32()];
    header.take(4);
    const stored = bytes.subarray(offset, offset + packed);
    return [tag, packed < length ? inflateSync(stored, { maxOutputLength: MAX_TABLE_BYTES }) : stored];
  });
  return joinTables(flavor, new Map(tables));
}
