import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { createLimitStore } from "@/lib/platform/limits/create-limit-store";
import { describeError } from "@/lib/platform/log";
import { compiledProgram } from "../../../support/compiled-program";
import { freePort } from "../../../support/hub-process";
import { type RunningRedis, startRedis } from "../../../support/redis";
import { selfSignedCertificate } from "../../../support/self-signed-certificate";

const rule = { limit: 3, windowMs: 60_000 };

/** One call from a process with this URL: what is left across all processes, or why the process decided alone. */
async function taken(REDIS_URL: string): Promise<{ remaining: number; trouble: unknown }> {
  let trouble: unknown = null;
  const store = createLimitStore({ REDIS_URL }, (_, cause) => {
    trouble = cause;
  });
  const { remaining } = await store.take("k", rule);
  await store.close();
  return { remaining, trouble };
}

async function withRedis<Result>(options: string[], use: (redis: RunningRedis) => Promise<Result>): Promise<Result> {
  const redis = await startRedis(options);
  try {
    return await use(redis);
  } finally {
    await redis.stop();
  }
}

describe("a Redis with a password", () => {
  const PASSWORD = "p@ss/wörd";
  const withPassword = (use: (redis: RunningRedis) => Promise<void>) =>
    withRedis([], async (redis) => {
      await redis.client.call("ACL", "SETUSER", "hub", "on", `>${PASSWORD}`, "~*", "&*", "+@all");
      await use(redis);
    });

  it("works with the password, also with percent-encoded characters", async () => {
    await withPassword(async ({ url }) => {
      const right = url.replace("//", `//hub:${encodeURIComponent(PASSWORD)}@`);
      expect(await taken(right)).toEqual({ remaining: 2, trouble: null });
      expect(await taken(right)).toEqual({ remaining: 1, trouble: null });
    });
  });

  it("rejects another password, and the log doesn't show it", async () => {
    await withPassword(async ({ url }) => {
      const { remaining, trouble } = await taken(url.replace("//", "//hub:of-another-hub@"));
      expect(remaining).toBe(2);
      const logged = JSON.stringify(describeError(trouble));
      expect(logged).toMatch(/WRONGPASS/);
      expect(logged).not.toMatch(/of-another-hub/);
    });
  });
});

describe("a Redis with TLS", () => {
  const run = promisify(execFile);

  it("works with a trusted certificate and gets no data without", async () => {
    const folder = await mkdtemp(join(tmpdir(), "hub-redis-tls-"));
    const { key, cert } = selfSignedCertificate("localhost");
    const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    await Promise.all([writeFile(keyFile, key), writeFile(certFile, cert)]);
    const port = String(await freePort());
    const files = ["--tls-cert-file", certFile, "--tls-key-file", keyFile, "--tls-ca-cert-file", certFile];
    const url = `rediss://localhost:${port}`;
    await withRedis(["--tls-port", port, "--tls-auth-clients", "no", ...files], async () => {
      const { trouble } = await taken(url);
      expect(JSON.stringify(describeError(trouble))).toMatch(/DEPTH_ZERO_SELF_SIGNED_CERT/);
      // A process reads its trusted certificates at startup.
      const program = await compiledProgram(`
        import { createLimitStore } from "@/lib/platform/limits/create-limit-store";
        const troubles = [];
        const stores = [1, 2].map(() => createLimitStore({ REDIS_URL: "${url}" }, (_, cause) => troubles.push(String(cause)), { timeoutMs: 60000 }));
        const left = [];
        for (const store of stores) left.push((await store.take("k", { limit: 3, windowMs: 60000 })).remaining);
        for (const store of stores) await store.close();
        console.log(JSON.stringify({ left, troubles }));`);
      const { stdout } = await run(process.execPath, [program], {
        env: { ...process.env, NODE_EXTRA_CA_CERTS: certFile },
      });
      expect(JSON.parse(stdout)).toEqual({ left: [2, 1], troubles: [] });
    });
    await rm(folder, { recursive: true });
  });
});
