import { Redis } from "@upstash/redis";
import { startTimeout } from "../timing";
import { type RedisTransport, runByDigest } from "./redis-transport";

/** Without it Upstash locks the whole database during a script. */
const KEY_LOCKING = "#!lua flags=allow-key-locking\n";

function signalAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  startTimeout(ms, () => controller.abort(new Error(`Redis did not reply within ${ms} ms.`)));
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
  let locksKeys = true;

  const runScript = (script: string, keys: readonly string[], args: (string | number)[]) =>
    runByDigest<unknown>(script, {
      evalsha: (digest) => redis.evalsha(digest, [...keys], args),
      evaluate: (text) => redis.eval(text, [...keys], args),
    });

  return {
    redis,
    async run(script, keys, args) {
      if (!locksKeys) return runScript(script, keys, args);
      try {
        return await runScript(KEY_LOCKING + script, keys, args);
      } catch (error) {
        if (!String(error).includes("shebang")) throw error;
        locksKeys = false;
        return runScript(script, keys, args);
      }
    },
    remove: (key, members) => redis.zrem(key, ...members),
    close: async () => {},
  };
}
