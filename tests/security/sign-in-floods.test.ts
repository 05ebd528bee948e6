import { hash } from "@node-rs/argon2";
import { and, desc, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { auditEntries, mails, sessions, users } from "@/db/schema";
import { countingGuesses, strangerBudgets } from "@/lib/account/guesses";
import {
  askForPasswordReset,
  openBrowserSession,
  openPasswordSession,
  rememberDevice,
  signInWithPassword,
} from "@/lib/account/server";
import { countFailedCredential } from "@/lib/http/budget";
import type { Services } from "@/lib/kernel/context";
import { unseal } from "@/lib/kernel/seal";
import { NO_BUDGETS, NO_USER_BUDGETS } from "@/lib/limits";
import { MAX_ATTEMPT_KEYS, MemoryStore, spendBudget } from "@/lib/limits/server";
import { NO_MAILER } from "@/lib/mail";
import { issueSession } from "@/lib/sessions/server";
import { createTestDatabase } from "@/tests/support/database";
import { ANONYMOUS, context, createUser, NOW } from "@/tests/support/fixtures";
import { inForm } from "../support/in-form";

const PASSWORD = "correct horse battery staple";
const MAILING = { mail: { ...NO_MAILER, configured: true } };

let database: OpenDatabase;
let passwordHash: string;
const cheapHash = (password: string) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
beforeAll(async () => {
  database = await createTestDatabase();
  passwordHash = await cheapHash(PASSWORD);
});
afterAll(() => database.close());

let nowMs: number;
let limits: MemoryStore;
beforeEach(() => {
  nowMs = 0;
  limits = new MemoryStore({ nowMs: () => nowMs });
});

const from = (clientIp: string, given: Partial<Services> = {}) =>
  context(database.db, ANONYMOUS, new Date(NOW.getTime() + nowMs), { limits, clientIp, ...given });

type Outcome = "in" | "wrong" | "throttled";
/** What an attempt came to, in a word. */
const outcomeOf = (attempt: Promise<{ signedIn: boolean }>): Promise<Outcome> =>
  attempt.then(
    ({ signedIn }) => (signedIn ? "in" : "wrong"),
    (error: { code?: string }) => {
      if (error.code !== "rate_limited") throw error;
      return "throttled";
    },
  );
const attempt = (
  email: string,
  clientIp: string,
  { password = PASSWORD, device }: { password?: string; device?: string } = {},
) => outcomeOf(signInWithPassword(from(clientIp), { email, password, device }));

async function countOf(many: number, wanted: Outcome, one: (index: number) => Promise<Outcome>): Promise<number> {
  let found = 0;
  for (let index = 0; index < many; index += 1) if ((await one(index)) === wanted) found += 1;
  return found;
}

describe("a client that knows a password", () => {
  it("signs in at most 300 times an hour per network, and blocks neither known browsers nor other networks", async () => {
    const user = await createUser(database.db, { passwordHash });
    const device = await rememberDevice(from("192.0.2.7"), { userId: user.id, device: null });
    expect(await countOf(400, "in", () => attempt(user.email, "198.51.100.9"))).toBe(300);
    expect(await attempt(user.email, "198.51.100.9", { device })).toBe("in");
    expect(await attempt(user.email, "192.0.2.8")).toBe("in");
    expect(await attempt((await createUser(database.db, { passwordHash })).email, "198.51.100.9")).toBe("in");
    nowMs += 60 * 60_000;
    expect(await attempt(user.email, "198.51.100.9")).toBe("in");
  });

  it("signs in at most 2,000 times a day in total, and 60 times an hour in a known browser", async () => {
    const user = await createUser(database.db, { passwordHash });
    const device = await rememberDevice(from("192.0.2.7"), { userId: user.id, device: null });
    let heard = 0;
    for (; nowMs < 6 * 60 * 60_000; nowMs += 60 * 60_000)
      heard += await countOf(700, "in", (index) => attempt(user.email, `198.51.${nowMs % 251}.${index % 250}`));
    expect(heard).toBe(2000);
    expect(await countOf(70, "in", () => attempt(user.email, "192.0.2.7", { device }))).toBe(60);
  });

  it("uses up no budget of a new password or another sign-in method", async () => {
    const user = await createUser(database.db, { passwordHash });
    await countOf(300, "in", () => attempt(user.email, "198.51.100.9"));
    await openBrowserSession(from("198.51.100.9"), { userId: user.id, userAgent: null, by: "github" });
    const changed = await cheapHash("four other words together");
    await database.db.update(users).set({ passwordHash: changed }).where(eq(users.id, user.id));
    expect(await attempt(user.email, "198.51.100.9", { password: "four other words together" })).toBe("in");
  });

  it("spends no budget on a sign-in that failed", async () => {
    const user = await createUser(database.db, { passwordHash });
    for (let times = 0; times < 4; times += 1) await attempt(user.email, "198.51.100.9", { password: "wrong" });
    expect(await countOf(310, "in", () => attempt(user.email, "198.51.100.9"))).toBe(300);
  });

  it("has the same limits with every other sign-in method", async () => {
    const user = await createUser(database.db);
    const arrive = () => openBrowserSession(from("198.51.100.9"), { userId: user.id, userAgent: null, by: "github" });
    const before = await database.db.$count(sessions);
    const outcomes = await countOf(310, "in", () => outcomeOf(arrive().then(() => ({ signedIn: true }))));
    expect(outcomes).toBe(300);
    expect((await database.db.$count(sessions)) - before).toBe(300);
  });

  it("sends at most three new-browser mails a day, and the third says it is the last", async () => {
    const user = await createUser(database.db, { passwordHash });
    const ctx = from("198.51.100.9", MAILING);
    const signIn = { userId: user.id, userAgent: null, passwordHash };
    for (let times = 0; times < 20; times += 1) await openPasswordSession(ctx, signIn);
    const sent = await database.db.select().from(mails).where(eq(mails.recipient, user.email));
    const last = sent.filter(({ sealed }) => unseal(ctx, "mail", sealed ?? "")?.includes("no further mails"));
    expect([sent.length, last.length]).toEqual([3, 1]);
    nowMs += 24 * 60 * 60_000;
    await openPasswordSession(from("198.51.100.9", MAILING), signIn);
    expect(await database.db.$count(mails, eq(mails.recipient, user.email))).toBe(4);
  });

  it("keeps at most 100 sessions, and audits that the least recently used ended", async () => {
    const user = await createUser(database.db, { passwordHash });
    const open = (minute: number) =>
      issueSession(context(database.db, ANONYMOUS, new Date(NOW.getTime() - minute * 60_000)), {
        userId: user.id,
        source: { kind: "browser" },
      });
    const named = await issueSession(from("192.0.2.7"), {
      userId: user.id,
      source: { kind: "token", name: "Nightly export", scopes: ["read"] },
    });
    const browsers = [];
    for (let minute = 0; minute < 101; minute += 1) browsers.push((await open(minute)).sid);
    await openPasswordSession(from("192.0.2.7"), { userId: user.id, userAgent: null, passwordHash });
    const live = await database.db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.userId, user.id), isNull(sessions.revokedAt)));
    const ids = new Set(live.map(({ id }) => id));
    expect(ids.size).toBe(101);
    expect(ids.has(named.sid)).toBe(true);
    expect(browsers.filter((sid) => !ids.has(sid))).toEqual(browsers.slice(-2));
    const [entry] = await database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.targetId, user.id))
      .orderBy(desc(auditEntries.createdAt))
      .limit(1);
    expect(entry?.diff).toMatchObject({ "browsers ended, unused for longest": [null, 2] });
  });
});

describe("strangers", () => {
  let anyone: ReturnType<typeof from>;
  beforeEach(() => {
    anyone = from("unknown");
  });
  const wrong = async () => null;
  const guess = (email: string, clientIp: string) => {
    const ctx = { ...anyone, clientIp };
    return outcomeOf(countingGuesses(ctx, strangerBudgets(ctx, email), wrong).then(() => ({ signedIn: false })));
  };
  const address = (index: number) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;

  it("cannot evict an account's counter with made-up emails and networks, in bounded memory", async () => {
    const target = "ada@example.com";
    expect(await countOf(120, "wrong", (index) => guess(target, `192.0.2.${index}`))).toBe(30);
    const most = inForm({ short: 1.2, full: 4 }) * MAX_ATTEMPT_KEYS;
    for (let index = 0; index < most; index += 1) await guess(`nobody-${index}@example.com`, address(index));
    expect(await guess(target, "203.0.113.9")).toBe("throttled");
    // Accounts, networks, and pairs of both.
    expect(limits.size).toBeLessThanOrEqual(3 * MAX_ATTEMPT_KEYS);
  });

  it("share ten times a network's budget within one IPv6 /48", async () => {
    const many = 5000;
    const ip = (index: number) => `2001:db8:1:${index.toString(16)}::7`;
    expect(await countOf(many, "wrong", (index) => guess(`nobody-${index}@example.com`, ip(index)))).toBe(300);
    const budgets = {
      ...NO_BUDGETS,
      failedCredentialsPerMinute: 20,
      perUser: { ...NO_USER_BUDGETS, changes: 5 },
    };
    const heard = (take: (clientIp: string) => Promise<unknown>) =>
      countOf(many, "in", (index) => outcomeOf(take(ip(index)).then(() => ({ signedIn: true }))));
    expect(await heard((clientIp) => countFailedCredential({ ...anyone, clientIp, budgets }))).toBe(200);
    expect(await heard((clientIp) => spendBudget({ ...anyone, clientIp, budgets }, "changes"))).toBe(50);
  });

  it("cannot evict a person's mail counter with resets for made-up emails", async () => {
    limits = new MemoryStore({ nowMs: () => nowMs, maxKeys: 50 });
    const user = await createUser(database.db, { passwordHash });
    const ask = (email: string, index: number) => askForPasswordReset(from(address(index), MAILING), { email });
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < 5; index += 1) await ask(user.email, index);
      for (let index = 0; index < 60; index += 1) await ask(`nobody-${index}@example.com`, 1000 + index);
    }
    expect(await database.db.$count(mails, eq(mails.recipient, user.email))).toBe(5);
  });

  it("use up no guesses with passwords over 1,000 characters", async () => {
    const user = await createUser(database.db, { passwordHash });
    const long = { password: "x".repeat(1001) };
    expect(await countOf(200, "wrong", () => attempt(user.email, "198.51.100.9", long))).toBe(200);
    expect(await attempt(user.email, "198.51.100.9")).toBe("in");
  });
});
