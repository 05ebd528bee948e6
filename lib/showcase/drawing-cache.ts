import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

const MAX_BYTES = 48 * 1024 * 1024;

interface Kept {
  made: Promise<unknown>;
}

/** Per process: what was drawn lately, and what is being drawn, so that a page's pictures are drawn once for all of them. */
const kept = new LRUCache<string, Kept>({ maxSize: MAX_BYTES, sizeCalculation: () => 1 });

/** A name for what a thing is made from: alike for what is alike. */
export const tagOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22);

/**
 * What was made under a key, or else what is made now; a failure is not kept.
 * @param sizeOf bytes that the result takes
 */
export function drawnOnce<Made>(key: string, make: () => Promise<Made>, sizeOf: (made: Made) => number): Promise<Made> {
  const known = kept.get(key);
  if (known) return known.made as Promise<Made>;
  const entry: Kept = { made: make() };
  kept.set(key, entry, { size: 1 });
  entry.made.then(
    (made) => void (kept.peek(key) === entry && kept.set(key, entry, { size: Math.max(1, sizeOf(made as Made)) })),
    () => void (kept.peek(key) === entry && kept.delete(key)),
  );
  return entry.made as Promise<Made>;
}
