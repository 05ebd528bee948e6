import { isIPv4 } from "node:net";

/** Values of the MaxMind DB format. */
type Value = string | number | readonly Value[] | { readonly [key: string]: Value };

function head(type: number, size: number): Buffer {
  const long = size >= 29 ? [29, size - 29] : [size];
  const [first = 0, ...rest] = long;
  return Buffer.from(type > 7 ? [first, type - 7, ...rest] : [(type << 5) | first, ...rest]);
}

/** Supports sizes up to 284, enough for tests. */
function encode(value: Value): Buffer {
  if (typeof value === "string") return Buffer.concat([head(2, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === "number") {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([head(6, 4), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([head(11, value.length), ...value.map(encode)]);
  const fields = Object.entries(value);
  return Buffer.concat([head(7, fields.length), ...fields.flatMap(([key, inner]) => [encode(key), encode(inner)])]);
}

/** An address as 128 bits. IPv4 uses the last 32. IPv6 needs all eight groups. */
function bitsOf(address: string): string {
  if (isIPv4(address))
    return (
      "0".repeat(96) +
      address
        .split(".")
        .map((part) => Number(part).toString(2).padStart(8, "0"))
        .join("")
    );
  return address
    .split(":")
    .map((part) => Number.parseInt(part, 16).toString(2).padStart(16, "0"))
    .join("");
}

type Node = [Node | Buffer | null, Node | Buffer | null];

/** A MaxMind DB 2.0 file with these addresses. */
export function geoIpDatabase(records: Readonly<Record<string, Value>>): Buffer {
  const root: Node = [null, null];
  const nodes: Node[] = [root];
  for (const [address, record] of Object.entries(records)) {
    const bits = bitsOf(address);
    let node = root;
    for (const [index, bit] of [...bits].entries()) {
      const side = Number(bit) as 0 | 1;
      if (index === bits.length - 1) node[side] = encode(record);
      else {
        const next = (node[side] as Node | null) ?? [null, null];
        if (node[side] === null) nodes.push(next);
        node[side] = next;
        node = next;
      }
    }
  }
  const numbers = new Map(nodes.map((node, number) => [node, number]));
  const data: Buffer[] = [];
  let dataSize = 0;
  const tree = nodes.flat().map((to) => {
    const record = Buffer.alloc(3);
    if (Buffer.isBuffer(to)) {
      record.writeUIntBE(nodes.length + 16 + dataSize, 0, 3);
      dataSize += to.length;
      data.push(to);
    } else record.writeUIntBE(to === null ? nodes.length : (numbers.get(to) ?? 0), 0, 3);
    return record;
  });
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 0,
    database_type: "Test-City",
    description: { en: "For tests" },
    ip_version: 6,
    languages: ["en"],
    node_count: nodes.length,
    record_size: 24,
  });
  const marker = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
  return Buffer.concat([...tree, Buffer.alloc(16), ...data, marker, metadata]);
}
