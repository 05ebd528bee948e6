import { Redis } from "@upstash/redis";
import { afterPatience } from "../timing";
import { type RedisTransport, runByDigest } from "./redis-transport";

/** Without it Upstash locks the whole database during a script. */
const KEY_LOCKING = "#!lua flags=allow-key-locking\n";

function signalAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  afterPatience(ms, () => controller.abort(new Error(`Redis gave no answer within ${ms} ms.`)));
  return controller.signal;
}

export function upstashTransport(server: {
  url: string;
  token: string;
  abandonMs: number;
}): RedisTransport & { redis: Redis } {
  const redis = new Redis({
    url: server.url,
    token: server.token,
    // A retry would count the call twice. `retry: false` still makes two attempts.
    retry: { retries: 0 },
    signal: () => signalAfter(server.abandonMs),
    readYourWrites: false,
    enableTelemetry: false,
  });
  /** False once a server rejects the flag, as bridges do. */
  let locking = true;

  const runAs = (script: string, keys: readonly string[], args: (string | number)[]) =>
    runByDigest<unknown>(script, {
      evalsha: (digest) => redis.evalsha(digest, [...keys], args),
      evaluate: (text) => redis.eval(text, [...keys], args),
    });

  return {
    redis,
    async run(script, keys, args) {
      if (!locking) return runAs(script, keys, args);
      try {
        return await runAs(KEY_LOCKING + script, keys, args);
      } catch (error) {
        if (!String(error).includes("shebang")) throw error;
        locking = false;
        return runAs(script, keys, args);
      }
    },
    remove: (key, members) => redis.zrem(key, ...members),
    close: async () => {},
  };
}
