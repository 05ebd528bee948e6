import { createHash } from "node:crypto";
import { Redis } from "ioredis";
import { afterPatience } from "../timing";

/** The way to a Redis server: all that the limits ask of one. Each call gives the server's answer or fails, in bounded time, and is never made twice. */
export interface RedisTransport {
  /** Runs a script on keys, which a cluster has in one slot, as one step. */
  run(script: string, keys: readonly string[], args: (string | number)[]): Promise<unknown>;
  /** Takes members out of a sorted set. */
  remove(key: string, members: string[]): Promise<unknown>;
  close(): Promise<void>;
}

/** The names that the server has for the scripts, of which there are two. */
const digests = new Map<string, string>();

function digestOf(script: string): string {
  let digest = digests.get(script);
  if (digest === undefined) {
    digest = createHash("sha1").update(script).digest("hex");
    digests.set(script, digest);
  }
  return digest;
}

/** Runs a script whose text travels only when the server does not have it yet. */
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
 * Redis' own protocol over one connection, opened with the first call: `redis://`, or `rediss://` for TLS.
 *
 * While there is no connection a call fails at once, and what was under way when one broke fails with it: nothing waits in a queue, and
 * nothing is sent again, for it may have been counted. A connection that gives no answer for `abandonMs` is closed for a new one.
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
  /** Why there is no connection: a call that fails for want of one says no more than that. */
  let trouble: Error | undefined;
  let abandoned = false;
  /** Closes the connection for all that wait on it, unless what is waited for comes first. */
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
  /** Has all that is asked before the next tick leave in one write: what `RedisStore` asks at the end of a turn. */
  function gather(): void {
    // There is none before the first connection, whatever the type says.
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
      throw trouble ? new Error("There is no connection to Redis.", { cause: trouble }) : error;
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
