import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { hashPassword, signInWithPassword } from "@/lib/account/server";
import { MemoryStore } from "@/lib/limits/server";
import { createTestDatabase } from "@/tests/support/database";
import { ANONYMOUS, context, createUser, NOW } from "@/tests/support/fixtures";

const PASSWORD = "correct horse battery staple";
const MINUTE_MS = 60_000;

let database: OpenDatabase;
let passwordHash: string;
beforeAll(async () => {
  database = await createTestDatabase();
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => database.close());

let nowMs: number;
let limits: MemoryStore;
beforeEach(() => {
  nowMs = 0;
  limits = new MemoryStore({ nowMs: () => nowMs });
});

const attempt = (email: string, password: string, clientIp = "192.0.2.7") =>
  signInWithPassword(context(database.db, ANONYMOUS, NOW, { limits, clientIp }), { email, password });

async function failures(count: number, email: string, ipOf: (index: number) => string = () => "192.0.2.7") {
  return Promise.all(Array.from({ length: count }, (_, index) => attempt(email, "wrong", ipOf(index))));
}

describe("signing in with a password", () => {
  it("finds the user whatever the case of the e-mail", async () => {
    const user = await createUser(database.db, { email: "ada@example.com", name: "Ada", passwordHash });
    expect(await attempt(" ADA@Example.com ", PASSWORD)).toEqual({
      signedIn: true,
      user: { id: user.id, email: "ada@example.com", name: "Ada", passwordHash },
    });
  });

  it("answers an unknown e-mail, a wrong password and a user without one alike", async () => {
    const user = await createUser(database.db, { passwordHash });
    const elsewhere = await createUser(database.db);
    for (const [email, password] of [
      ["nobody@example.com", PASSWORD],
      [user.email, "wrong"],
      [elsewhere.email, ""],
    ] as const) {
      expect(await attempt(email, password)).toEqual({ signedIn: false, reason: "wrong" });
    }
  });

  it("refuses an e-mail after 10 failures within 5 minutes, the right password too, from wherever it comes", async () => {
    const user = await createUser(database.db, { passwordHash });
    await failures(10, user.email, (index) => `198.51.100.${index}`);
    expect(await attempt(user.email, PASSWORD, "203.0.113.9")).toEqual({ signedIn: false, reason: "throttled" });
    nowMs += 5 * MINUTE_MS;
    expect(await attempt(user.email, PASSWORD, "203.0.113.9")).toMatchObject({ signedIn: true });
  });

  it("lets no guess more through when they all come at once", async () => {
    const user = await createUser(database.db, { passwordHash });
    const outcomes = await failures(25, user.email);
    expect(outcomes.filter((outcome) => !outcome.signedIn && outcome.reason === "wrong")).toHaveLength(10);
    expect(outcomes.filter((outcome) => !outcome.signedIn && outcome.reason === "throttled")).toHaveLength(15);
  });

  it("refuses a client IP after 30 failures over any e-mails, and leaves others alone", async () => {
    const user = await createUser(database.db, { passwordHash });
    for (let index = 0; index < 30; index++) await attempt(`nobody-${index}@example.com`, "");
    expect(await attempt(user.email, PASSWORD)).toEqual({ signedIn: false, reason: "throttled" });
    expect(await attempt(user.email, PASSWORD, "203.0.113.9")).toMatchObject({ signedIn: true });
  });

  it("never counts a success", async () => {
    const user = await createUser(database.db, { passwordHash });
    for (let time = 0; time < 12; time++) expect(await attempt(user.email, PASSWORD)).toMatchObject({ signedIn: true });
    expect(limits.size).toBe(0);
  });

  it("gives every slot back when the database fails", async () => {
    const broken = new Proxy(database.db, {
      get: () => {
        throw new Error("no database");
      },
    });
    const promise = signInWithPassword(context(broken, ANONYMOUS, NOW, { limits, clientIp: "192.0.2.7" }), {
      email: "a@example.com",
      password: "x",
    });
    await expect(promise).rejects.toThrow("no database");
    expect(limits.size).toBe(0);
  });

  it("has no budget for a client IP that is not known", async () => {
    for (let index = 0; index < 35; index++) {
      expect(await attempt(`anybody-${index}@example.com`, "", "unknown")).toMatchObject({ reason: "wrong" });
    }
  });
});
