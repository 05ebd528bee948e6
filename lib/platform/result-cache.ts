import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { BadRequest } from "./errors";

const MAX_BYTES = 48 * 1024 * 1024;
const REFUSED_FOR_MS = 10 * 60_000;

interface Entry {
  result: Promise<unknown>;
}

const entries = new LRUCache<string, Entry>({ maxSize: MAX_BYTES, sizeCalculation: () => 1 });

export const tagOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22);

/**
 * The cached result, else made and kept. A BadRequest is kept for ten minutes, so that readers don't retry an
 * expensive file.
 * @param sizeOf size of the result in bytes
 */
export function cached<Result>(
  key: string,
  make: () => Promise<Result>,
  sizeOf: (result: Result) => number,
): Promise<Result> {
  const known = entries.get(key);
  if (known) return known.result as Promise<Result>;
  const result = make();
  const entry: Entry = { result };
  entries.set(key, entry, { size: 1 });
  const isKept = () => entries.peek(key) === entry;
  result.then(
    (made) => isKept() && entries.set(key, entry, { size: Math.max(1, sizeOf(made)) }),
    (error) => {
      if (!isKept()) return;
      if (error instanceof BadRequest) entries.set(key, entry, { size: 1, ttl: REFUSED_FOR_MS });
      else entries.delete(key);
    },
  );
  return result;
}
