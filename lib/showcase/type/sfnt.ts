/** A TrueType or OpenType font of its tables by their tags. Checksums stay zero. */
export function joinTables(flavor: number, tables: ReadonlyMap<string, Buffer>): Buffer {
  const sorted = [...tables].sort(([one], [other]) => (one < other ? -1 : 1));
  const header = Buffer.alloc(12 + sorted.length * 16);
  header.writeUInt32BE(flavor, 0);
  header.writeUInt16BE(sorted.length, 4);
  let offset = header.length;
  const parts = sorted.flatMap(([tag, bytes], index) => {
    header.write(tag, 12 + index * 16, "latin1");
    header.writeUInt32BE(offset, 20 + index * 16);
    header.writeUInt32BE(bytes.length, 24 + index * 16);
    const padding = Buffer.alloc(-bytes.length & 3);
    offset += bytes.length + padding.length;
    return [bytes, padding];
  });
  return Buffer.concat([header, ...parts]);
}
