import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { StorageUnavailable } from "@/lib/content";
import { objectUrl } from "@/lib/content/assets/storage/s3-storage";
import { createFileStorage, createS3Storage } from "@/lib/content/server";
import { type S3Server, startS3Server } from "@/tests/support/s3-server";

const BYTES = Buffer.from([0, 255, 10, 13, 128]);
const keyOf = (bytes: Buffer) =>
  `0190f3c2-0000-7000-8000-000000000001/${createHash("sha256").update(bytes).digest("hex")}`;
const KEY = keyOf(BYTES);

const TIMEOUT_MS = 3_600_000;

let server: S3Server;
const storageWith = (changes = {}) =>
  createS3Storage({ ...server.config, forcePathStyle: true, retryDelayMs: 1, timeoutMs: TIMEOUT_MS, ...changes });

beforeEach(async () => {
  server = await startS3Server();
});
afterEach(() => server.close());

describe("an S3 store", () => {
  it("gives back the bytes it was given, under a signature that covers them", async () => {
    await storageWith().put(KEY, BYTES, "image/png");
    expect(server.objects.get(KEY)).toEqual({ bytes: BYTES, mime: "image/png" });
    expect(await storageWith().read(KEY)).toEqual(BYTES);
  });

  it("stores an empty file", async () => {
    const empty = Buffer.alloc(0);
    await storageWith().put(keyOf(empty), empty, "image/png");
    expect(await storageWith().read(keyOf(empty))).toEqual(empty);
  });

  it("writes the same file twice without harm", async () => {
    await storageWith().put(KEY, BYTES, "image/png");
    await storageWith().put(KEY, BYTES, "image/png");
    expect(server.objects.size).toBe(1);
  });

  it("gives null for a file that was never written", async () => {
    expect(await storageWith().read(KEY)).toBeNull();
  });

  it("deletes a file, and does nothing when there is none", async () => {
    await storageWith().put(KEY, BYTES, "image/png");
    await storageWith().delete(KEY);
    await storageWith().delete(KEY);
    expect(server.objects.size).toBe(0);
  });

  it.each([
    ["server errors", [503, 500] as const],
    ["cut connections", ["hang-up", "hang-up"] as const],
  ])("gets through %s by trying again", async (_, faults) => {
    server.faults.push(...faults);
    await storageWith().put(KEY, BYTES, "image/png");
    expect(server.objects.get(KEY)?.bytes).toEqual(BYTES);
    expect(server.requests).toHaveLength(faults.length + 1);
  });

  it("gets through an attempt that times out by trying again", async () => {
    const first = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(first.signal);
    server.faults.push("silence");
    const stored = storageWith().put(KEY, BYTES, "image/png");
    await expect.poll(() => server.requests).toHaveLength(1);
    first.abort();
    await stored;
    expect(server.objects.get(KEY)?.bytes).toEqual(BYTES);
    expect(timeout.mock.calls).toEqual([[TIMEOUT_MS], [TIMEOUT_MS]]);
    timeout.mockRestore();
  });

  it("tries to delete once, since whoever deletes comes again", async () => {
    server.faults.push(503);
    await expect(storageWith().delete(KEY)).rejects.toThrow(StorageUnavailable);
    expect(server.requests).toEqual([expect.stringMatching(/^DELETE /)]);
  });

  it("gives up after three attempts and says that the store is unavailable", async () => {
    server.faults.push(500, "hang-up", 503, 500);
    await expect(storageWith().read(KEY)).rejects.toThrow(StorageUnavailable);
    expect(server.requests).toHaveLength(3);
  });

  it("keeps the store's answer in the cause and out of the message", async () => {
    server.faults.push(503, 503, 503);
    const error = await storageWith()
      .read(KEY)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "server_error",
      message: "The file store could not read a file.",
      cause: { message: "The S3 store answered 503 Faulty" },
    });
  });

  it.each([400, 403, 301, 307, 429])("does not repeat a request answered with %i", async (status) => {
    server.faults.push(status);
    await expect(storageWith().put(KEY, BYTES, "image/png")).rejects.toThrow(StorageUnavailable);
    expect(server.requests).toHaveLength(1);
  });

  it("is refused with a wrong secret, so the test server does check signatures", async () => {
    const storage = storageWith({ secretAccessKey: "another" });
    await expect(storage.put(KEY, BYTES, "image/png")).rejects.toThrow(StorageUnavailable);
    expect(server.objects.size).toBe(0);
  });

  it("does not take a missing bucket for a missing file", async () => {
    const storage = storageWith({ bucket: "elsewhere" });
    await expect(storage.read(KEY)).rejects.toThrow(StorageUnavailable);
    await expect(storage.delete(KEY)).rejects.toThrow(StorageUnavailable);
  });

  it("says that the store is unavailable when nothing listens", async () => {
    await server.close();
    await expect(storageWith().read(KEY)).rejects.toThrow(StorageUnavailable);
    server = await startS3Server();
  });

  it("sends nothing for a key that is not <brandId>/<sha256>", async () => {
    await expect(storageWith().read(`../${"a".repeat(64)}`)).rejects.toThrow(TypeError);
    expect(server.requests).toEqual([]);
  });
});

describe("createFileStorage", () => {
  it("keeps files in the bucket when one is named", async () => {
    const { endpoint, region, bucket, accessKeyId, secretAccessKey } = server.config;
    const storage = createFileStorage({
      HUB_DATA_DIR: "unused",
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    });
    await storage.put(KEY, BYTES, "image/png");
    expect(server.objects.get(KEY)?.bytes).toEqual(BYTES);
  });
});

describe("objectUrl", () => {
  it("puts the bucket in the path or in the host name, and keeps the endpoint's own path", () => {
    const place = { endpoint: "https://s3.example.com/store/", bucket: "b" };
    expect(objectUrl({ ...place, forcePathStyle: true }, KEY)).toBe(`https://s3.example.com/store/b/${KEY}`);
    expect(objectUrl({ ...place, forcePathStyle: false }, KEY)).toBe(`https://b.s3.example.com/store/${KEY}`);
  });
});
