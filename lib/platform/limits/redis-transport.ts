import { createHash } from "node:crypto";

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
