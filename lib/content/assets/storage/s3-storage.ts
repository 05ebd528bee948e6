import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { DamagedFile } from "../errors";
import { type FileStorage, orUnavailable, requireStorageKey } from "./file-storage";

/** `endpoint` excludes the bucket: `https://s3.eu-central-1.amazonaws.com`. */
export type S3Config = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** true puts the bucket in the path (MinIO, most self-hosted stores), false in the host name (AWS). */
  forcePathStyle: boolean;
  /** Per attempt, default 10 s. All attempts together have twice as long. */
  timeoutMs?: number;
  /** Before the second attempt, doubled before the third. Default 200 ms. */
  retryDelayMs?: number;
};

type StoreResponse = { status: number; body: Buffer };

/** Never used. */
const UNUSED_KEY = `00000000-0000-0000-0000-000000000000/${"0".repeat(64)}`;
const PROBE_TIMEOUT_MS = 2_000;

const ATTEMPTS = 3;
/** Short, because a delete holds a row lock. The caller retries later. */
const DELETE_TIMEOUT_MS = 5_000;

/**
 * Signs each request with its body's hash (Signature Version 4). Retries network errors, timeouts, 5xx and damaged
 * bytes, three attempts in all. Deletes are tried once.
 */
export function createS3Storage(config: S3Config): FileStorage {
  const { timeoutMs = 10_000, retryDelayMs = 200 } = config;
  const { accessKeyId, secretAccessKey, region } = config;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 });

  async function attempt(
    method: string,
    url: string,
    { body, mime, limitMs = timeoutMs }: { body?: Buffer; mime?: string; limitMs?: number } = {},
  ): Promise<StoreResponse> {
    const headers = new Headers({ "x-amz-content-sha256": sha256Of(body ?? "") });
    if (mime !== undefined) headers.set("content-type", mime);
    const signed = await client.sign(url, { method, headers, body: body && new Uint8Array(body) });
    const response = await fetch(signed, {
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.timeout(limitMs),
    });
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
  }

  async function send(method: "GET" | "PUT", key: string, body?: Buffer, mime?: string): Promise<StoreResponse> {
    const url = objectUrl(config, key);
    const endMs = performance.now() + 2 * timeoutMs;
    for (let attempts = 1; ; attempts += 1) {
      const leftMs = Math.max(1, Math.floor(endMs - performance.now()));
      const isLast = attempts === ATTEMPTS || leftMs <= 1;
      try {
        const answer = await attempt(method, url, { body, mime, limitMs: Math.min(timeoutMs, leftMs) });
        if (method === "GET" && answer.status === 200) requireIntact(key, answer.body);
        if (answer.status < 500 || isLast) return answer;
      } catch (error) {
        if (isLast) throw error;
      }
      await delay(Math.min(retryDelayMs * 2 ** (attempts - 1), leftMs));
    }
  }

  return {
    async put(key, bytes, mime) {
      requireStorageKey(key);
      await orUnavailable("write a file", async () => requireSuccess(await send("PUT", key, bytes, mime)));
    },
    async read(key) {
      requireStorageKey(key);
      return orUnavailable("read a file", async () => {
        const answer = await send("GET", key);
        return isMissing(answer) ? null : requireSuccess(answer).body;
      });
    },
    async delete(key) {
      requireStorageKey(key);
      await orUnavailable("delete a file", async () => {
        const limitMs = Math.min(timeoutMs, DELETE_TIMEOUT_MS);
        const answer = await attempt("DELETE", objectUrl(config, key), { limitMs });
        if (!isMissing(answer)) requireSuccess(answer);
      });
    },
    async probe() {
      await orUnavailable("answer", async () => {
        const answer = await attempt("GET", objectUrl(config, UNUSED_KEY), { limitMs: PROBE_TIMEOUT_MS });
        // Without permission to list the bucket, S3 answers 403 for a missing key.
        const cannotList = answer.status === 403 && errorCodeOf(answer) === "AccessDenied";
        if (!isMissing(answer) && !cannotList) requireSuccess(answer);
      });
    },
  };
}

export function objectUrl(config: Pick<S3Config, "endpoint" | "bucket" | "forcePathStyle">, key: string): string {
  const url = new URL(config.endpoint);
  const base = url.pathname.replace(/\/+$/, "");
  if (!config.forcePathStyle) url.hostname = `${config.bucket}.${url.hostname}`;
  url.pathname = config.forcePathStyle ? `${base}/${config.bucket}/${key}` : `${base}/${key}`;
  return url.href;
}

/** File keys end in their SHA-256. Renditions check their own digest. */
function requireIntact(key: string, bytes: Buffer): void {
  const isFile = /\/[0-9a-f]{64}$/.test(key);
  if (isFile && !key.endsWith(`/${sha256Of(bytes)}`))
    throw new DamagedFile("The file store has a damaged copy of a file.");
}

/** A missing bucket is also a 404, but a configuration error. */
function isMissing(answer: StoreResponse): boolean {
  return answer.status === 404 && errorCodeOf(answer) !== "NoSuchBucket";
}

function requireSuccess(answer: StoreResponse): StoreResponse {
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new Error(`The S3 store answered ${answer.status} ${errorCodeOf(answer)}`.trimEnd());
}

function errorCodeOf(answer: StoreResponse): string {
  return /<Code>(\w{1,64})<\/Code>/.exec(answer.body.toString("utf8", 0, 2_048))?.[1] ?? "";
}

function sha256Of(body: Buffer | string): string {
  return createHash("sha256").update(body).digest("hex");
}
