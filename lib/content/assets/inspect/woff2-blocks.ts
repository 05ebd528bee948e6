import { brotliDecompressSync } from "node:zlib";

const HEADER_BYTES = 48;
/** `glyf` and `loca` are transformed unless flagged otherwise (WOFF2, 4.1). */
const TRANSFORMED_BY_DEFAULT = new Set([10, 11]);
const NAMED_TAG = 63;
const NOT_TRANSFORMED = 3;

/** UIntBase128: up to five bytes of seven bits (WOFF2, 3.1). */
function readBase128(bytes: Buffer, offset: number): { value: number; end: number } {
  let value = 0;
  for (let end = offset; end < offset + 5; ) {
    const byte = bytes.readUInt8(end);
    end += 1;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end };
  }
  throw new RangeError("a number of a WOFF2 font has no end");
}

/**
 * Whether a WOFF2 unpacks to exactly its declared size, at most `maxBytes`. Parsers allocate by the declared size and
 * write the real one. Never throws.
 */
export function unpacksAsDeclared(bytes: Buffer, maxBytes: number): boolean {
  try {
    let offset = HEADER_BYTES;
    let declared = 0;
    for (let table = bytes.readUInt16BE(12); table > 0; table -= 1) {
      const flags = bytes.readUInt8(offset);
      const tag = flags & 0x3f;
      const version = flags >> 6;
      const length = readBase128(bytes, offset + (tag === NAMED_TAG ? 5 : 1));
      const transformed = TRANSFORMED_BY_DEFAULT.has(tag) ? version !== NOT_TRANSFORMED : version !== 0;
      const stored = transformed ? readBase128(bytes, length.end) : length;
      declared += stored.value;
      offset = stored.end;
    }
    if (declared > maxBytes) return false;
    const packed = bytes.subarray(offset, offset + bytes.readUInt32BE(20));
    return brotliDecompressSync(packed, { maxOutputLength: declared }).length === declared;
  } catch {
    return false;
  }
}
