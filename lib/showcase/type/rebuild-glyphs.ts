import { Reader } from "./woff2-reader";

const MORE_COMPONENTS = 0x20;
const HAS_INSTRUCTIONS = 0x100;
/** Bytes that follow a component's flags and glyph, by the flags that ask for them (OpenType, glyf). */
const componentBytes = (flags: number): number =>
  2 + (flags & 1 ? 4 : 2) + (flags & 8 ? 2 : 0) + (flags & 0x40 ? 4 : 0) + (flags & 0x80 ? 8 : 0);

interface Point {
  x: number;
  y: number;
  onCurve: boolean;
}

const signed = (magnitude: number, flag: number): number => (flag & 1 ? magnitude : -magnitude);

/** One step from a point to the next, of one to four bytes beside its flag (WOFF2, 5.2). */
function readStep(flag: number, data: Reader): [number, number] {
  if (flag < 10) return [0, signed(((flag & 14) << 7) + data.u8(), flag)];
  if (flag < 20) return [signed((((flag - 10) & 14) << 7) + data.u8(), flag), 0];
  if (flag < 84) {
    const rest = flag - 20;
    const byte = data.u8();
    return [signed(1 + (rest & 0x30) + (byte >> 4), flag), signed(1 + ((rest & 0x0c) << 2) + (byte & 0x0f), flag >> 1)];
  }
  if (flag < 120) {
    const rest = flag - 84;
    const [x, y] = [data.u8(), data.u8()];
    return [
      signed(1 + (Math.floor(rest / 12) << 8) + x, flag),
      signed(1 + ((Math.floor(rest / 4) % 3) << 8) + y, flag >> 1),
    ];
  }
  if (flag < 124) {
    const [one, two, three] = [data.u8(), data.u8(), data.u8()];
    return [signed((one << 4) + (two >> 4), flag), signed(((two & 0x0f) << 8) + three, flag >> 1)];
  }
  return [signed(data.u16(), flag), signed(data.u16(), flag >> 1)];
}

/** Every coordinate in two bytes: larger than need be, and read by everything. */
function simpleGlyph(ends: readonly number[], points: readonly Point[], instructions: Buffer, box: Buffer | null) {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const least = (values: number[]) => values.reduce((one, other) => Math.min(one, other), values[0] ?? 0);
  const most = (values: number[]) => values.reduce((one, other) => Math.max(one, other), values[0] ?? 0);
  const bytes = Buffer.alloc(12 + ends.length * 2 + instructions.length + points.length * 5);
  bytes.writeInt16BE(ends.length, 0);
  if (box) box.copy(bytes, 2);
  else
    [least(xs), least(ys), most(xs), most(ys)].forEach((edge, index) => void bytes.writeInt16BE(edge, 2 + index * 2));
  let offset = 10;
  for (const end of ends) offset = bytes.writeUInt16BE(end, offset);
  offset = bytes.writeUInt16BE(instructions.length, offset);
  offset += instructions.copy(bytes, offset);
  for (const { onCurve } of points) offset = bytes.writeUInt8(onCurve ? 1 : 0, offset);
  for (const values of [xs, ys]) {
    let before = 0;
    for (const value of values) {
      offset = bytes.writeInt16BE(value - before, offset);
      before = value;
    }
  }
  return { bytes, left: bytes.readInt16BE(2) };
}

/** `glyf` and `loca` of what a WOFF2 font keeps of them in streams (WOFF2, 5.1), and the left edge of each glyph. */
export function rebuildGlyphs(table: Buffer): { glyf: Buffer; loca: Buffer; leftEdges: number[] } {
  const header = new Reader(table);
  header.take(4);
  const count = header.u16();
  header.take(2);
  const sizes = Array.from({ length: 7 }, () => header.u32());
  const [contours, pointCounts, flags, data, composites, boxes, codes] = sizes.map(
    (size) => new Reader(header.take(size)),
  ) as [Reader, Reader, Reader, Reader, Reader, Reader, Reader];
  const hasBox = boxes.take(((count + 31) >> 5) << 2);

  const simple = (contourCount: number, box: Buffer | null) => {
    let total = 0;
    const ends = Array.from({ length: contourCount }, () => {
      total += pointCounts.short255();
      return total - 1;
    });
    let [x, y] = [0, 0];
    const points = Array.from({ length: total }, () => {
      const flag = flags.u8();
      const [dx, dy] = readStep(flag & 0x7f, data);
      [x, y] = [x + dx, y + dy];
      return { x, y, onCurve: flag < 0x80 };
    });
    return simpleGlyph(ends, points, codes.take(data.short255()), box);
  };

  const composite = (box: Buffer | null) => {
    const parts: Buffer[] = [];
    let [more, instructed] = [true, false];
    while (more) {
      const flag = composites.u16();
      const start = Buffer.alloc(2);
      start.writeUInt16BE(flag);
      parts.push(start, composites.take(componentBytes(flag)));
      more = (flag & MORE_COMPONENTS) !== 0;
      instructed ||= (flag & HAS_INSTRUCTIONS) !== 0;
    }
    if (instructed) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(data.short255());
      parts.push(length, codes.take(length.readUInt16BE(0)));
    }
    const edges = box ?? Buffer.alloc(8);
    return { bytes: Buffer.concat([Buffer.from([0xff, 0xff]), edges, ...parts]), left: edges.readInt16BE(0) };
  };

  const loca = Buffer.alloc((count + 1) * 4);
  const pieces: Buffer[] = [];
  const leftEdges: number[] = [];
  let offset = 0;
  for (let glyph = 0; glyph < count; glyph += 1) {
    const contourCount = contours.i16();
    const box = (hasBox[glyph >> 3] ?? 0) & (0x80 >> (glyph & 7)) ? boxes.take(8) : null;
    const made = contourCount === 0 ? null : contourCount === -1 ? composite(box) : simple(contourCount, box);
    leftEdges.push(made?.left ?? 0);
    if (made) {
      const padding = Buffer.alloc(-made.bytes.length & 3);
      pieces.push(made.bytes, padding);
      offset += made.bytes.length + padding.length;
    }
    loca.writeUInt32BE(offset, (glyph + 1) * 4);
  }
  return { glyf: Buffer.concat(pieces), loca, leftEdges };
}
