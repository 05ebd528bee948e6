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

it.each(domains)("lets a browser load %s without a database, a picture library or the environment", async (domain) => {
  await expect(import(`@/lib/${domain}/index.ts`)).resolves.toBeDefined();
});

it.each(["members", "palette"])(
  "would notice if it loaded what lies behind the server's entry point of %s",
  async (domain) => {
    await expect(import(`@/lib/${domain}/server.ts`)).rejects.toThrow();
  },
);
