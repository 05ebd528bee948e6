// @module-tag full
import { createHash } from "node:crypto";
import { describe, it } from "vitest";
import { type FileStorage, StorageUnavailable } from "@/lib/content";
import { createS3Storage } from "@/lib/content/server";
import { type Fault, type S3Server, startS3Server } from "../support/s3-server";

const BYTES = Buffer.from("a picture of sixty-four bytes or so, which is cut in half here.");
const KEY = `0190f3c2-0000-7000-8000-000000000001/${createHash("sha256").update(BYTES).digest("hex")}`;
/** Far longer than a response takes on a busy machine. Cases run in parallel, since most only wait. */
const TIMEOUT_MS = 4_000;

const VERBS: Readonly<Record<string, (storage: FileStorage) => Promise<unknown>>> = {
  put: (storage) => storage.put(KEY, BYTES, "image/png"),
  read: (storage) => storage.read(KEY),
  delete: (storage) => storage.delete(KEY),
};
const FAULTS: readonly Fault[] = [500, 503, "hang-up", "half-way", "silence", "drip", "half"];
/**
 * A write counts once the store answers 200, whatever follows. Responses to writes and deletes have no body to cut in
 * half.
 */
const HAS_NOTHING_TO_HALVE = new Set<Fault>(["half"]);
const CASES = Object.keys(VERBS).flatMap((verb) =>
  FAULTS.filter((fault) => verb === "read" || !HAS_NOTHING_TO_HALVE.has(fault)).map((fault) => ({ verb, fault })),
);

async function withStore(use: (server: S3Server, storage: FileStorage) => Promise<void>): Promise<void> {
  const server = await startS3Server();
  try {
    await use(
      server,
      createS3Storage({ ...server.config, forcePathStyle: true, retryDelayMs: 1, timeoutMs: TIMEOUT_MS }),
    );
  } finally {
    await server.close();
  }
}

describe("an S3 store that fails", () => {
  it.concurrent.for(CASES)("$verb survives one $fault or reports StorageUnavailable", ({ verb, fault }, { expect }) =>
    withStore(async (server, storage) => {
      if (verb !== "put") server.objects.set(KEY, { bytes: BYTES, mime: "image/png" });
      server.faults.push(fault);
      const done = await VERBS[verb]?.(storage).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      );
      // A delete holds a row lock, so it isn't retried. The caller tries again later.
      if (verb === "delete") expect(done).toMatchObject({ error: expect.any(StorageUnavailable) });
      else expect(done).toEqual({ value: verb === "read" ? BYTES : undefined });
      if (verb === "put") expect(server.objects.get(KEY)?.bytes).toEqual(BYTES);
    }),
  );

  it.concurrent.for(CASES)(
    "$verb reports StorageUnavailable in bounded time when every attempt meets $fault, and half a file is neither served nor kept",
    ({ verb, fault }, { expect }) =>
      withStore(async (server, storage) => {
        if (verb !== "put") server.objects.set(KEY, { bytes: BYTES, mime: "image/png" });
        server.faults.push(...Array.from({ length: 10 }, () => fault));
        const startedMs = performance.now();
        await expect(VERBS[verb]?.(storage)).rejects.toThrow(StorageUnavailable);
        const tookMs = performance.now() - startedMs;
        // Plus ten seconds for a busy machine.
        expect(tookMs).toBeLessThan(2 * TIMEOUT_MS + 10_000);
        if (verb === "put") expect(server.objects.size).toBe(0);
        else expect(server.objects.get(KEY)?.bytes).toEqual(BYTES);
      }),
  );
});
