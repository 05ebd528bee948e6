import { createHash } from "node:crypto";
import { Redis } from "ioredis";
import { startTimeout } from "../timing";

/** Each call returns or fails in bounded time and is never retried. */
export interface RedisTransport {
  /** In a cluster, all keys must be in one slot. */
  run(script: string, keys: readonly string[], args: (string | number)[]): Promise<unknown>;
  remove(key: string, members: string[]): Promise<unknown>;
  close(): Promise<void>;
}

const digests = new Map<string, string>();

function digestOf(script: string): string {
  let digest = digests.get(script);
  if (digest === undefined) {
    digest = createHash("sha1").update(script).digest("hex");
    digests.set(script, digest);
  }
  return digest;
}

/** Sends the script's text only if the server doesn't have it. */
export async function runByDigest<Reply>(
  script: string,
  { evalsha, evaluate }: { evalsha: (digest: string) => Promise<Reply>; evaluate: (text: string) => Promise<Reply> },
): Promise<Reply> {
  try {
    return await evalsha(digestOf(script));
  } catch (error) {
    if (!String(error).includes("NOSCRIPT")) throw error;
    return evaluate(script);
  }
}

/**
 * One connection, opened by the first call. Without it calls fail at once; when it breaks, calls in flight fail.
 * Nothing is queued or resent, because the server may have counted it. After `abandonMs` without a response the client
 * reconnects.
 */
export function plainTransport({ url, abandonMs }: { url: string; abandonMs: number }): RedisTransport {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: abandonMs,
    disconnectTimeout: abandonMs / 4,
    keepAlive: 10_000,
  });
  /** ioredis omits the cause when a call fails without a connection. */
  let lastError: Error | undefined;
  let abandoned = false;
  /** Drops the connection and its calls, unless cancelled. */
  const startReplyTimeout = () =>
    startTimeout(abandonMs, () => {
      if (abandoned) return;
      abandoned = true;
      lastError = new Error(`Redis did not reply within ${abandonMs} ms.`);
      redis.disconnect(true);
    });
  let cancelConnectTimeout = () => {};
  redis.on("error", (error) => {
    lastError = error;
  });
  redis.on("connect", () => {
    abandoned = false;
    cancelConnectTimeout = startReplyTimeout();
  });
  redis.on("ready", () => {
    lastError = undefined;
    cancelConnectTimeout();
  });
  redis.on("close", () => cancelConnectTimeout());
  let isCorked = false;
  /** Sends all commands of this tick in one write. */
  function corkUntilNextTick(): void {
    // Undefined before the first connection, despite its type.
    const stream: typeof redis.stream | undefined = redis.stream;
    if (isCorked || !stream) return;
    isCorked = true;
    stream.cork();
    process.nextTick(() => {
      isCorked = false;
      stream.uncork();
    });
  }
  let opened: Promise<void> | undefined;

  async function send<Reply>(command: () => Promise<Reply>): Promise<Reply> {
    opened ??= redis.connect().catch(() => undefined);
    await opened;
    const cancelTimeout = startReplyTimeout();
    corkUntilNextTick();
    try {
      return await command();
    } catch (error) {
      throw lastError ? new Error("Not connected to Redis.", { cause: lastError }) : error;
    } finally {
      cancelTimeout();
    }
  }

  return {
    run: (script, keys, args) =>
      send(() =>
        runByDigest<unknown>(script, {
          evalsha: (digest) => redis.evalsha(digest, keys.length, ...keys, ...args),
          evaluate: (text) => redis.eval(text, keys.length, ...keys, ...args),
        }),
      ),
    remove: (key, members) => send(() => redis.zrem(key, ...members)),
    close: async () => redis.disconnect(),
  };
}
