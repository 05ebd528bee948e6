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
  it("reads what was written, with a signature over the bytes", async () => {
    await storageWith().put(KEY, BYTES, "image/png");
    expect(server.objects.get(KEY)).toEqual({ bytes: BYTES, mime: "image/png" });
    expect(await storageWith().read(KEY)).toEqual(BYTES);
  });

  it("stores an empty file", async () => {
    const empty = Buffer.alloc(0);
    await storageWith().put(keyOf(empty), empty, "image/png");
    expect(await storageWith().read(keyOf(empty))).toEqual(empty);
  });

  it("writes the same file twice", async () => {
    await storageWith().put(KEY, BYTES, "image/png");
    await storageWith().put(KEY, BYTES, "image/png");
    expect(server.objects.size).toBe(1);
  });

  it("returns null for a missing file", async () => {
    expect(await storageWith().read(KEY)).toBeNull();
  });

  it("deletes a file and ignores a missing one", async () => {
    await storageWith().put(KEY, BYTES, "image/png");
    await storageWith().delete(KEY);
    await storageWith().delete(KEY);
    expect(server.objects.size).toBe(0);
  });

  it.each([
    ["server errors", [503, 500] as const],
    ["cut connections", ["hang-up", "hang-up"] as const],
  ])("retries after %s", async (_, faults) => {
    server.faults.push(...faults);
    await storageWith().put(KEY, BYTES, "image/png");
    expect(server.objects.get(KEY)?.bytes).toEqual(BYTES);
    expect(server.requests).toHaveLength(faults.length + 1);
  });

  it("retries after a timeout", async () => {
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

  it("tries to delete once, since the caller retries later", async () => {
    server.faults.push(503);
    await expect(storageWith().delete(KEY)).rejects.toThrow(StorageUnavailable);
    expect(server.requests).toEqual([expect.stringMatching(/^DELETE /)]);
  });

  it("throws StorageUnavailable after three attempts", async () => {
    server.faults.push(500, "hang-up", 503, 500);
    await expect(storageWith().read(KEY)).rejects.toThrow(StorageUnavailable);
    expect(server.requests).toHaveLength(3);
  });

  it("has the store's answer in the cause, not in the message", async () => {
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

  it.each([400, 403, 301, 307, 429])("doesn't retry a request answered with %i", async (status) => {
    server.faults.push(status);
    await expect(storageWith().put(KEY, BYTES, "image/png")).rejects.toThrow(StorageUnavailable);
    expect(server.requests).toHaveLength(1);
  });

  it("is refused with a wrong secret, which proves that the test server checks signatures", async () => {
    const storage = storageWith({ secretAccessKey: "another" });
    await expect(storage.put(KEY, BYTES, "image/png")).rejects.toThrow(StorageUnavailable);
    expect(server.objects.size).toBe(0);
  });

  it("doesn't report a missing bucket as a missing file", async () => {
    const storage = storageWith({ bucket: "elsewhere" });
    await expect(storage.read(KEY)).rejects.toThrow(StorageUnavailable);
    await expect(storage.delete(KEY)).rejects.toThrow(StorageUnavailable);
  });

  it("throws StorageUnavailable if nothing listens", async () => {
    await server.close();
    await expect(storageWith().read(KEY)).rejects.toThrow(StorageUnavailable);
    server = await startS3Server();
  });

  it("sends no request for a malformed key", async () => {
    await expect(storageWith().read(`../${"a".repeat(64)}`)).rejects.toThrow(TypeError);
    expect(server.requests).toEqual([]);
  });
});

describe("createFileStorage", () => {
  it("uses the bucket if one is configured", async () => {
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
  it("puts the bucket in the path or host name and keeps the endpoint's path", () => {
    const place = { endpoint: "https://s3.example.com/store/", bucket: "b" };
    expect(objectUrl({ ...place, forcePathStyle: true }, KEY)).toBe(`https://s3.example.com/store/b/${KEY}`);
    expect(objectUrl({ ...place, forcePathStyle: false }, KEY)).toBe(`https://b.s3.example.com/store/${KEY}`);
  });
});
