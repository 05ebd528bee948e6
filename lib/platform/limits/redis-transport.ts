import { createHash } from "node:crypto";
import { Redis } from "ioredis";
import { afterPatience } from "../timing";

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
 * Nothing is queued or resent, because the server may have counted it. After `abandonMs` without an answer the
 * client reconnects.
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
  let trouble: Error | undefined;
  let abandoned = false;
  /** Drops the connection and its calls, unless cancelled. */
  const unlessAnswered = () =>
    afterPatience(abandonMs, () => {
      if (abandoned) return;
      abandoned = true;
      trouble = new Error(`Redis gave no answer within ${abandonMs} ms.`);
      redis.disconnect(true);
    });
  let greeted = () => {};
  redis.on("error", (error) => {
    trouble = error;
  });
  redis.on("connect", () => {
    abandoned = false;
    greeted = unlessAnswered();
  });
  redis.on("ready", () => {
    trouble = undefined;
    greeted();
  });
  redis.on("close", () => greeted());
  let gathering = false;
  /** Sends all commands of this tick in one write. */
  function gather(): void {
    // Undefined before the first connection, despite its type.
    const stream: typeof redis.stream | undefined = redis.stream;
    if (gathering || !stream) return;
    gathering = true;
    stream.cork();
    process.nextTick(() => {
      gathering = false;
      stream.uncork();
    });
  }
  let opened: Promise<void> | undefined;

  async function ask<Reply>(command: () => Promise<Reply>): Promise<Reply> {
    opened ??= redis.connect().catch(() => undefined);
    await opened;
    const answered = unlessAnswered();
    gather();
    try {
      return await command();
    } catch (error) {
      throw trouble ? new Error("Not connected to Redis.", { cause: trouble }) : error;
    } finally {
      answered();
    }
  }

  return {
    run: (script, keys, args) =>
      ask(() =>
        runByDigest<unknown>(script, {
          evalsha: (digest) => redis.evalsha(digest, keys.length, ...keys, ...args),
          evaluate: (text) => redis.eval(text, keys.length, ...keys, ...args),
        }),
      ),
    remove: (key, members) => ask(() => redis.zrem(key, ...members)),
    close: async () => redis.disconnect(),
  };
}
