const BLOCK_BYTES = 512;

export interface TarFile {
  /** At most 100 bytes, with forward slashes. */
  path: string;
  content: Uint8Array;
}

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, "0")}\0`;

/** Header of a regular file without an owner (POSIX.1-1988, ustar). */
function header({ path, content }: TarFile, modifiedAt: Date): Buffer {
  if (Buffer.byteLength(path) > 100) throw new RangeError(`${path} is longer than a tar header has room for.`);
  const block = Buffer.alloc(BLOCK_BYTES);
  const write = (text: string, offset: number) => block.write(text, offset, "utf8");
  write(path, 0);
  write(octal(0o644, 8), 100);
  write(octal(0, 8), 108);
  write(octal(0, 8), 116);
  write(octal(content.byteLength, 12), 124);
  write(octal(Math.floor(modifiedAt.getTime() / 1000), 12), 136);
  // The checksum counts its own field as spaces.
  write(" ".repeat(8), 148);
  write("0", 156);
  write("ustar\u000000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  write(`${octal(sum, 7)} `, 148);
  return block;
}

/** A tar archive in the given order; the same files and time give the same bytes. */
export function packTar(files: readonly TarFile[], modifiedAt: Date): Buffer {
  const parts = files.flatMap((file) => {
    const padding = (BLOCK_BYTES - (file.content.byteLength % BLOCK_BYTES)) % BLOCK_BYTES;
    return [header(file, modifiedAt), file.content, Buffer.alloc(padding)];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK_BYTES)]);
}
