/** The reversed polynomial of CRC-32 (ISO-HDLC), as in zip and PNG. */
const POLYNOMIAL = 0xedb88320;

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/** CRC-32 of a text's UTF-8 bytes as an unsigned number. `zlib.crc32` is missing from the first Node releases we run on. */
export function crc32(text: string): number {
  let value = 0xffffffff;
  for (const byte of Buffer.from(text)) value = (value >>> 8) ^ (TABLE[(value ^ byte) & 0xff] ?? 0);
  return (value ^ 0xffffffff) >>> 0;
}
