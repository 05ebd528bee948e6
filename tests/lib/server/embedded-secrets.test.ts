import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ConfigurationError, parseEnv } from "@/lib/platform/config/env";
import { embeddedEnvironment } from "@/lib/server/embedded-secrets";

let parent: string;
let directory: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "hub-secrets-"));
  directory = join(parent, "data");
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const file = () => join(directory, "secrets.json");
const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

it("creates secrets that only their owner can read, and everything the hub needs to start", async () => {
  const environment = await embeddedEnvironment(directory);
  expect(await mode(directory)).toBe("700");
  expect(await mode(file())).toBe("600");
  const env = parseEnv({ ...environment, NODE_ENV: "production" });
  expect(env.WEBHOOK_ALLOW_LOOPBACK).toBe(true);
  // Tools get theirs in the hub.
  expect([env.childAppTokens.size, env.webhookSecrets.size]).toEqual([0, 0]);
  expect(env.HUB_ENCRYPTION_KEY).toHaveLength(1);
});

it("returns the same secrets at every start, each different from the others", async () => {
  const first = await embeddedEnvironment(directory);
  expect(await embeddedEnvironment(directory)).toEqual(first);
  const secrets = Object.entries(first).filter(([name]) => /_(?:SECRET|KEY)$/.test(name));
  expect(new Set(secrets.map(([, secret]) => secret)).size).toBe(5);
});

it("lets concurrent starts agree on one set, and leaves no partial file", async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => embeddedEnvironment(directory)));
  expect(new Set(all.map((environment) => JSON.stringify(environment))).size).toBe(1);
  expect(await readdir(directory)).toEqual(["secrets.json"]);
});

it("adds a secret that a newer hub needs and keeps the others", async () => {
  const { SESSION_SECRET: _, ...older } = JSON.parse(
    await embeddedEnvironment(directory).then(() => readFile(file(), "utf8")),
  );
  await writeFile(file(), JSON.stringify(older));
  expect(await embeddedEnvironment(directory)).toMatchObject({
    ...older,
    SESSION_SECRET: expect.stringMatching(/.{32}/),
  });
  expect(await mode(file())).toBe("600");
});

it("keeps an earlier release's credentials for the demo's tools", async () => {
  await embeddedEnvironment(directory);
  const older = {
    ...JSON.parse(await readFile(file(), "utf8")),
    CORE_CHILD_APP_TOKEN__BRAND_STUDIO: "t".repeat(43),
    CHILD_WEBHOOK_SECRET__BRAND_STUDIO: "s".repeat(43),
  };
  await writeFile(file(), JSON.stringify(older));
  const env = parseEnv({ ...(await embeddedEnvironment(directory)), NODE_ENV: "production" });
  expect(env.childAppTokens.get("BRAND_STUDIO")).toEqual(["t".repeat(43)]);
  expect(env.webhookSecrets.get("BRAND_STUDIO")).toEqual(["s".repeat(43)]);
  expect(JSON.parse(await readFile(file(), "utf8"))).toEqual(older);
});

it.each(["{", "[]", '{"SESSION_SECRET":"short"}'])(
  "refuses the damaged file %s instead of replacing it",
  async (text) => {
    await embeddedEnvironment(directory);
    await writeFile(file(), text);
    await expect(embeddedEnvironment(directory)).rejects.toThrow(ConfigurationError);
    expect(await readFile(file(), "utf8")).toBe(text);
  },
);
