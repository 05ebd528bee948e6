import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEntries, users } from "@/db/schema";
import {
  hashPassword,
  openPasswordSession,
  rememberDevice,
  settleFailedLoginAudits,
  signInWithPassword,
} from "@/lib/access/server";
import { RateLimited } from "@/lib/platform/errors";
import { MemoryStore } from "@/lib/platform/limits/memory-store";
import { openTestDatabase } from "@/tests/support/database";
import { ANONYMOUS, context, createUser, NOW } from "@/tests/support/fixtures";

const PASSWORD = "correct horse battery staple";
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const database = openTestDatabase();
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});

let nowMs: number;
let limits: MemoryStore;
beforeEach(() => {
  nowMs = 0;
  limits = new MemoryStore({ nowMs: () => nowMs });
});

interface From {
  clientIp?: string;
  device?: string;
}
const from = (clientIp: string) => context(database.db, ANONYMOUS, NOW, { limits, clientIp });
const attempt = (email: string, password: string, { clientIp = "192.0.2.7", device }: From = {}) =>
  signInWithPassword(from(clientIp), { email, password, device });

/** The outcome in one word. */
async function outcome(email: string, password: string, where: From = {}): Promise<"in" | "wrong" | "throttled"> {
  const tried = await attempt(email, password, where).catch((error) => {
    if (error instanceof RateLimited) return null;
    throw error;
  });
  if (!tried) return "throttled";
  return tried.signedIn ? "in" : "wrong";
}

/** How many of these concurrent wrong passwords were checked. */
async function heard(count: number, email: string, where: (index: number) => From = () => ({})) {
  const outcomes = await Promise.all(
    Array.from({ length: count }, (_, index) => outcome(email, "wrong", where(index))),
  );
  return outcomes.filter((said) => said === "wrong").length;
}

const person = () => createUser(database.db, { name: "Ada", passwordHash });
const deviceOf = (userId: string, device?: string) => rememberDevice(from("192.0.2.7"), { userId, device });

describe("signing in with a password", () => {
  it("ignores the case of the email", async () => {
    const user = await createUser(database.db, { email: "ada@example.com", name: "Ada", passwordHash });
    expect(await attempt(" ADA@Example.com ", PASSWORD)).toEqual({
      signedIn: true,
      user: { id: user.id, email: "ada@example.com", name: "Ada", passwordHash },
    });
  });

  it("answers equally for an unknown email, a wrong password and a user without one", async () => {
    const user = await person();
    const elsewhere = await createUser(database.db);
    for (const [email, password] of [
      ["nobody@example.com", PASSWORD],
      [user.email, "wrong"],
      [elsewhere.email, ""],
    ] as const) {
      expect(await attempt(email, password)).toEqual({ signedIn: false });
    }
  });

  it.each([
    ["with a NUL", "ada\0@example.com"],
    ["with a lone surrogate", "ada\ud800@example.com"],
    ["over 254 characters", `${"a".repeat(250)}@example.com`],
    ["without an @", "ada"],
  ])("treats an invalid email (%s) like an unknown one, without a query", async (_, email) => {
    const queries: unknown[] = [];
    const unasked = new Proxy(database.db, {
      get(db, name) {
        if (name === "select") queries.push(name);
        return Reflect.get(db, name);
      },
    });
    const ctx = { ...from("192.0.2.7"), db: unasked };
    for (let guess = 0; guess < 5; guess++)
      expect(await signInWithPassword(ctx, { email, password: "x" })).toEqual({ signedIn: false });
    await expect(signInWithPassword(ctx, { email, password: "x" })).rejects.toBeInstanceOf(RateLimited);
    expect(queries).toEqual([]);
  });

  it("allows no more attempts when they arrive at once", async () => {
    const user = await person();
    expect(await heard(25, user.email)).toBe(5);
  });

  it.each([["an account"], ["no account"]])("increases the delays, alike for %s", async (whose) => {
    const email = whose === "an account" ? (await person()).email : "nobody@example.com";
    const waits = [];
    for (let guess = 0; guess < 20; guess++) {
      while ((await outcome(email, "wrong")) === "throttled") {
        const refused: RateLimited = await attempt(email, "wrong").catch((error) => error);
        waits.push(refused.retryAfterSeconds);
        nowMs += refused.retryAfterSeconds * 1000;
      }
    }
    const refused: RateLimited = await attempt(email, PASSWORD).catch((error) => error);
    expect(waits).toEqual([60, 840, 60]);
    expect(refused.retryAfterSeconds).toBe(DAY_MS / 1000 - 960);
    expect(refused.message).toBe("Too many wrong passwords. Try again in 24 hours.");
  });

  it("counts failures of a network across accounts, separately from other networks", async () => {
    const user = await person();
    for (let index = 0; index < 30; index++) await attempt(`nobody-${index}@example.com`, "");
    expect(await outcome(user.email, PASSWORD)).toBe("throttled");
    expect(await outcome(user.email, PASSWORD, { clientIp: "203.0.113.9" })).toBe("in");
  });

  it("does not count a successful sign-in", async () => {
    const user = await person();
    for (let time = 0; time < 12; time++) expect(await outcome(user.email, PASSWORD)).toBe("in");
    expect(await heard(6, user.email)).toBe(5);
  });

  it("counts nothing when the database fails", async () => {
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

  it("has no network budget for an unknown client IP", async () => {
    for (let index = 0; index < 35; index++) {
      expect(await outcome(`anybody-${index}@example.com`, "", { clientIp: "unknown" })).toBe("wrong");
    }
  });
});

describe("a browser known from an earlier sign-in", () => {
  /** Uses up the account's budget of 30 in five minutes. */
  const flood = (email: string) => heard(35, email, (index) => ({ clientIp: `198.51.100.${index}` }));

  it("signs in despite other people's failures, while an unknown browser waits", async () => {
    const user = await person();
    const device = await deviceOf(user.id);
    await flood(user.email);
    expect(await outcome(user.email, PASSWORD, { clientIp: "203.0.113.9" })).toBe("throttled");
    expect(await outcome(user.email, PASSWORD, { device })).toBe("in");
  });

  it("has its own budget of attempts", async () => {
    const user = await person();
    const device = await deviceOf(user.id);
    expect(await heard(25, user.email, () => ({ device }))).toBe(5);
    nowMs += DAY_MS;
    const heardOf = [];
    for (let round = 0; round < 8; round++) {
      heardOf.push(await heard(6, user.email, () => ({ device })));
      nowMs += DAY_MS / 8;
    }
    expect(heardOf).toEqual([5, 5, 5, 5, 5, 5, 0, 0]);
  });

  it("gains no attempts by signing in to another account", async () => {
    const [target, own] = [await person(), await person()];
    let device = await deviceOf(own.id, await deviceOf(target.id));
    expect(await heard(10, target.email, () => ({ device }))).toBe(5);
    device = await deviceOf(own.id, device);
    expect(await heard(10, target.email, () => ({ device }))).toBe(0);
  });

  it.each([
    ["another account's", async () => deviceOf((await person()).id)],
    ["made up", async () => "not.a.token"],
    [
      "of another hub",
      async (userId: string) =>
        rememberDevice({ ...from("192.0.2.7"), baseUrl: "https://other.test" }, { userId, device: null }),
    ],
    [
      "over a year old",
      async (userId: string) =>
        rememberDevice({ ...from("192.0.2.7"), now: new Date(NOW.getTime() - 366 * DAY_MS) }, { userId, device: null }),
    ],
  ])("is unknown with a token that is %s", async (_, tokenFor) => {
    const user = await person();
    const device = await tokenFor(user.id);
    await flood(user.email);
    expect(await outcome(user.email, PASSWORD, { clientIp: "203.0.113.9", device })).toBe("throttled");
  });

  it("is unknown after a password change", async () => {
    const user = await person();
    const device = await deviceOf(user.id);
    expect(await heard(25, user.email, () => ({ device }))).toBe(5);
    await database.db
      .update(users)
      .set({ passwordHash: await hashPassword(PASSWORD) })
      .where(eq(users.id, user.id));
    await flood(user.email);
    expect(await outcome(user.email, PASSWORD, { clientIp: "203.0.113.9", device })).toBe("throttled");
  });

  it("stays known to four people who share it", async () => {
    const people = [await person(), await person(), await person(), await person(), await person()];
    let device: string | undefined;
    for (const { id } of people) device = await deviceOf(id, device);
    const said = [];
    for (const { email } of people) {
      await flood(email);
      said.push(await outcome(email, PASSWORD, { clientIp: "203.0.113.9", device }));
    }
    expect(said).toEqual(["throttled", "in", "in", "in", "in"]);
    expect(device?.length).toBeLessThan(700);
  });
});

describe("the audit log", () => {
  const entriesOf = async (targetId: string) => {
    await settleFailedLoginAudits();
    const rows = await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, targetId));
    return rows.map(({ actorKind, actorId, action, diff }) => ({ actorKind, actorId, action, diff }));
  };

  it("shows who signed in, how and in which browser", async () => {
    const user = await person();
    const signIn = { userId: user.id, userAgent: "curl/8.10.1", passwordHash };
    expect(await openPasswordSession(from("192.0.2.7"), signIn)).toMatchObject({ claims: { sub: user.id } });
    expect(await entriesOf(user.id)).toEqual([
      {
        actorKind: "user",
        actorId: user.id,
        action: "account.signed_in",
        diff: { by: [null, "password"], browser: [null, "curl 8"] },
      },
    ]);
  });

  it("records only the 1st, 10th and 100th failure of an hour", async () => {
    const user = await person();
    await heard(140, user.email, (index) => ({ clientIp: `198.51.100.${index}` }));
    const failed = (times: number) => ({
      actorKind: "system",
      actorId: "sign-in",
      action: "account.sign_in_failed",
      diff: { "times in this hour": [null, times] },
    });
    const throttled = (times: number) => ({ ...failed(times), action: "account.sign_in_throttled" });
    const entries = await entriesOf(user.id);
    expect(entries).toHaveLength(5);
    expect(entries).toEqual(
      expect.arrayContaining([failed(1), failed(10), throttled(1), throttled(10), throttled(100)]),
    );
  });

  it("never contains an unknown email", async () => {
    await attempt("my password by mistake", "x");
    await settleFailedLoginAudits();
    const rows = await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, "unknown"));
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain("by mistake");
  });
});
