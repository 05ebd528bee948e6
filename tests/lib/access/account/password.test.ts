import { describe, expect, it, vi } from "vitest";
import { hashingQueue } from "@/lib/access/account/password";
import { PASSWORD_COST } from "@/lib/access/account/password-cost";
import { hashPassword, verifyPassword } from "@/lib/access/server";
import { PASSWORD_COST as TEST_COST } from "@/tests/support/password-cost";

describe("passwords", () => {
  it("cost what OWASP recommends in production", () => {
    expect(PASSWORD_COST).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  });

  it("verify only against their Argon2id hash of the configured cost", async () => {
    const hash = await hashPassword("correct horse battery staple");
    const { memoryCost, timeCost, parallelism } = TEST_COST;
    expect(hash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)).toBe(true);
    expect(await verifyPassword("correct horse battery staple", hash)).toBe(true);
    expect(await verifyPassword("correct horse battery stapl", hash)).toBe(false);
    expect(await verifyPassword("", hash)).toBe(false);
  });

  it("are salted, so equal ones have different hashes", async () => {
    expect(await hashPassword("same")).not.toBe(await hashPassword("same"));
  });

  it("match however their letters are composed", async () => {
    expect(await verifyPassword("cafe\u0301", await hashPassword("caf\u00e9"))).toBe(true);
  });

  it("never match a user without a password", async () => {
    expect(await verifyPassword("", null)).toBe(false);
    expect(await verifyPassword("anything", null)).toBe(false);
  });

  it("are still checked for users without one after the queue was full", async () => {
    vi.resetModules();
    const { verifyPassword: verify } = await import("@/lib/access/account/password");
    let free = () => {};
    const busy = new Promise<void>((resolve) => {
      free = resolve;
    });
    const taken = Array.from({ length: 102 }, () => hashingQueue().run(() => busy, { known: true }));
    const early = verify("x", null).catch((error) => error);
    free();
    await Promise.all(taken);
    await early;
    expect(await verify("x", null)).toBe(false);
  });

  it("over 1,000 characters are refused without hashing", async () => {
    const long = "x".repeat(1001);
    expect(await verifyPassword(long, await hashPassword(long))).toBe(false);
  });
});
