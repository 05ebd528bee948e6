import { Redis } from "@upstash/redis";
import { afterPatience } from "../timing";
import { type RedisTransport, runByDigest } from "./redis-transport";

/** Lets Upstash run scripts on other keys meanwhile; without it a script locks the whole database. */
const KEY_LOCKING = "#!lua flags=allow-key-locking\n";

function signalAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  afterPatience(ms, () => controller.abort(new Error(`Redis gave no answer within ${ms} ms.`)));
  return controller.signal;
}

/** Upstash's REST protocol, which a bridge in front of any Redis speaks as well. */
export function upstashTransport(server: {
  url: string;
  token: string;
  abandonMs: number;
}): RedisTransport & { redis: Redis } {
  const redis = new Redis({
    url: server.url,
    token: server.token,
    // No second try: it would count a call twice. `retry: false` still means two.
    retry: { retries: 0 },
    signal: () => signalAfter(server.abandonMs),
    readYourWrites: false,
    enableTelemetry: false,
  });
  /** Off once a server refused the flag, which only Upstash has: one behind a bridge. */
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
