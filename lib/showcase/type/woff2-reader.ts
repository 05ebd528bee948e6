/** Reads numbers of a stream from its beginning to its end; past the end it throws a `RangeError`. */
export class Reader {
  offset = 0;
  constructor(readonly bytes: Buffer) {}

  u8(): number {
    this.offset += 1;
    return this.bytes.readUInt8(this.offset - 1);
  }

  u16(): number {
    this.offset += 2;
    return this.bytes.readUInt16BE(this.offset - 2);
  }

  i16(): number {
    this.offset += 2;
    return this.bytes.readInt16BE(this.offset - 2);
  }

  u32(): number {
    this.offset += 4;
    return this.bytes.readUInt32BE(this.offset - 4);
  }

  take(length: number): Buffer {
    if (this.offset + length > this.bytes.length) throw new RangeError("a WOFF2 font ends too early");
    this.offset += length;
    return this.bytes.subarray(this.offset - length, this.offset);
  }

  /** UIntBase128 (WOFF2, 4.1). */
  base128(): number {
    let value = 0;
    for (let index = 0; index < 5; index += 1) {
      const byte = this.u8();
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    throw new RangeError("a number of a WOFF2 font has no end");
  }

  /** 255UInt16 (WOFF2, 4.1). */
  short255(): number {
    const code = this.u8();
    if (code === 253) return this.u16();
    if (code === 254) return 506 + this.u8();
    return code === 255 ? 253 + this.u8() : code;
  }
}
