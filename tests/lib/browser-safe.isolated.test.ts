import { existsSync, readdirSync } from "node:fs";
import { expect, it, vi } from "vitest";

const refuse = vi.hoisted(() => (name: string) => () => {
  throw new Error(`${name} was loaded`);
});
vi.mock("sharp", refuse("sharp"));
vi.mock("drizzle-orm", refuse("drizzle-orm"));
vi.mock("pino", refuse("pino"));
vi.mock("@node-rs/argon2", refuse("@node-rs/argon2"));
vi.mock("@/lib/platform/config/env", refuse("the environment"));

const domains = readdirSync("lib").filter((name) => existsSync(`lib/${name}/index.ts`));

it.each(domains)("%s loads in a browser without a database, image library or environment", async (domain) => {
  await expect(import(`@/lib/${domain}/index.ts`)).resolves.toBeDefined();
});

it.each(["members", "palette"])("detects what the server entry point of %s would load", async (domain) => {
  await expect(import(`@/lib/${domain}/server.ts`)).rejects.toThrow();
});
