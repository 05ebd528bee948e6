import { v7 } from "uuid";

const BYTES_OF_ID = 16;
/** Drawn for 256 ids at once: drawing costs more than the rest of an id. */
const drawn = new Uint8Array(256 * BYTES_OF_ID);
let taken = drawn.length;

function randomBytes(): Uint8Array {
  if (taken === drawn.length) {
    crypto.getRandomValues(drawn);
    taken = 0;
  }
  taken += BYTES_OF_ID;
  return drawn.subarray(taken - BYTES_OF_ID, taken);
}

let lastMs = 0;
/** Counts within a millisecond, from a random start below 2³¹. */
let sequence = 0;

/** A UUIDv7, ordered by creation even within a millisecond. */
export function newId(): string {
  const random = randomBytes();
  const nowMs = Date.now();
  if (nowMs > lastMs) {
    lastMs = nowMs;
    sequence = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1;
  } else {
    sequence = (sequence + 1) >>> 0;
    if (sequence === 0) lastMs += 1;
  }
  return v7({ msecs: lastMs, seq: sequence, random });
}

export const newIdAt = (moment: Date): string => v7({ msecs: moment.getTime(), random: randomBytes() });

/** The lowest id of that moment, to find old rows without an index on time. */
export function firstIdAt(moment: Date): string {
  const ms = moment.getTime().toString(16).padStart(12, "0");
  return `${ms.slice(0, 8)}-${ms.slice(8)}-0000-0000-000000000000`;
}

export const momentOfId = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

export const isUuid = (value: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value);

export const oneOf = <Word extends string>(words: readonly Word[], text: string | null): Word | undefined =>
  words.find((word) => word === text);
