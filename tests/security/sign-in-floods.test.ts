import { and, desc, eq, isNull } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEntries, mails, sessions, users } from "@/db/schema";
import { countFailedAttempts, spendSignIn, unknownBrowserBudgets } from "@/lib/access/account/failed-logins";
import {
  hashPassword,
  issueSession,
  openBrowserSession,
  openPasswordSession,
  rememberDevice,
  requestPasswordReset,
  signInWithPassword,
} from "@/lib/access/server";
import { countFailedCredential } from "@/lib/api/budget";
import { spendBudget } from "@/lib/platform/limits/budgets";
import { MAX_ATTEMPT_KEYS, MemoryStore } from "@/lib/platform/limits/memory-store";
import { NO_BUDGETS, NO_USER_BUDGETS } from "@/lib/platform/limits/user-budgets";
import { NO_MAILER } from "@/lib/platform/mail/mailer";
import { unseal } from "@/lib/platform/seal";
import type { Services } from "@/lib/runtime/context";
import { openTestDatabase } from "@/tests/support/database";
import { ANONYMOUS, context, createUser, NOW } from "@/tests/support/fixtures";

const PASSWORD = "correct horse battery staple";
const MAILING = { mail: { ...NO_MAILER, configured: true } };

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

const from = (clientIp: string, given: Partial<Services> = {}) =>
  context(database.db, ANONYMOUS, new Date(NOW.getTime() + nowMs), { limits, clientIp, ...given });

type Outcome = "in" | "wrong" | "throttled";
/** The outcome in one word. */
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

type User = Awaited<ReturnType<typeof createUser>>;
const admitted = (work: Promise<unknown>) => outcomeOf(work.then(() => ({ signedIn: true })));
/** Spends a sign-in from the account's budget, without a hash or session. */
const arrival = ({ email, passwordHash }: User, clientIp: string, by = "password") =>
  admitted(spendSignIn(from(clientIp), { email, passwordHash, browser: null, by }));

describe("a client that knows a password", () => {
  it("signs in at most 300 times an hour per network, and blocks neither known browsers nor other networks", async () => {
    const user = await createUser(database.db, { passwordHash });
    const device = await rememberDevice(from("192.0.2.7"), { userId: user.id, device: null });
    expect(await countOf(298, "in", () => arrival(user, "198.51.100.9"))).toBe(298);
    expect(await countOf(5, "in", () => attempt(user.email, "198.51.100.9"))).toBe(2);
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
    for (; nowMs < 6 * 60 * 60_000; nowMs += 60 * 60_000) {
      heard += await countOf(5, "in", (index) => attempt(user.email, `198.51.100.${index}`));
      heard += await countOf(600, "in", (index) => arrival(user, `198.51.100.${index % 250}`));
    }
    expect(heard).toBe(2000);
    expect(await countOf(62, "in", () => attempt(user.email, "192.0.2.7", { device }))).toBe(60);
  });

  it("uses up no budget of a new password or another sign-in method", async () => {
    const user = await createUser(database.db, { passwordHash });
    await countOf(300, "in", () => arrival(user, "198.51.100.9"));
    expect(await attempt(user.email, "198.51.100.9")).toBe("throttled");
    await openBrowserSession(from("198.51.100.9"), { userId: user.id, userAgent: null, by: "github" });
    const changed = await hashPassword("four other words together");
    await database.db.update(users).set({ passwordHash: changed }).where(eq(users.id, user.id));
    expect(await attempt(user.email, "198.51.100.9", { password: "four other words together" })).toBe("in");
  });

  it("spends no budget on a sign-in that failed", async () => {
    const user = await createUser(database.db, { passwordHash });
    for (let times = 0; times < 4; times += 1) await attempt(user.email, "198.51.100.9", { password: "wrong" });
    expect(await countOf(310, "in", () => arrival(user, "198.51.100.9"))).toBe(300);
  });

  it("has the same limits with every other sign-in method", async () => {
    const user = await createUser(database.db);
    const open = () => openBrowserSession(from("198.51.100.9"), { userId: user.id, userAgent: null, by: "github" });
    await countOf(298, "in", () => arrival(user, "198.51.100.9", "github"));
    expect(await countOf(5, "in", () => admitted(open()))).toBe(2);
    expect(await database.db.$count(sessions, eq(sessions.userId, user.id))).toBe(2);
  });

  it("sends at most three new-browser mails a day, and the third says it is the last", async () => {
    const user = await createUser(database.db, { passwordHash });
    const ctx = from("198.51.100.9", MAILING);
    const signIn = { userId: user.id, userAgent: null, passwordHash };
    for (let times = 0; times < 5; times += 1) await openPasswordSession(ctx, signIn);
    const sent = await database.db.select().from(mails).where(eq(mails.recipient, user.email));
    const last = sent.filter(({ sealed }) =>
      unseal(ctx, "mail", sealed ?? "")?.includes("We won’t email you about more"),
    );
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

describe("anonymous clients", () => {
  let anyone: ReturnType<typeof from>;
  beforeEach(() => {
    anyone = from("unknown");
  });
  const wrong = async () => null;
  const guess = (email: string, clientIp: string) => {
    const ctx = { ...anyone, clientIp };
    return outcomeOf(
      countFailedAttempts(ctx, { budgets: unknownBrowserBudgets(ctx, email), user: null, verify: wrong }).then(() => ({
        signedIn: false,
      })),
    );
  };
  const address = (index: number) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;

  const useUpBudgetOf = async (email: string) =>
    expect(await countOf(40, "wrong", (index) => guess(email, `192.0.2.${index}`))).toBe(30);

  it("cannot evict an account's counter, because the store has room for every group of emails", async () => {
    await useUpBudgetOf("ada@example.com");
    for (let group = 0; group < MAX_ATTEMPT_KEYS; group += 1)
      await limits.attempt(`sign-in-account:${group.toString(36)}`, [{ limit: 30, windowMs: 300_000 }]);
    expect(await guess("ada@example.com", "203.0.113.9")).toBe("throttled");
  });

  it("keep an account's count through each step of a rotation of the session secret", async () => {
    const secret = (letter: string) => letter.repeat(40);
    const during = (...session: string[]) => {
      anyone = { ...anyone, secrets: { ...anyone.secrets, session } };
    };
    during(secret("o"));
    await useUpBudgetOf("ada@example.com");
    during(secret("o"), secret("n"));
    expect(await guess("ada@example.com", "203.0.113.9")).toBe("throttled");
    await useUpBudgetOf("ben@example.com");
    during(secret("n"), secret("o"));
    expect(await guess("ben@example.com", "203.0.113.9")).toBe("throttled");
    during(secret("n"));
    expect(await guess("ben@example.com", "203.0.113.9")).toBe("throttled");
  });

  it("cannot evict an account's counter with made-up emails and networks", { tags: ["full"] }, async () => {
    await useUpBudgetOf("ada@example.com");
    for (let index = 0; index < 4 * MAX_ATTEMPT_KEYS; index += 1)
      await guess(`nobody-${index}@example.com`, address(index));
    expect(await guess("ada@example.com", "203.0.113.9")).toBe("throttled");
    // Accounts, networks, pairs of both, and the audit's own counter.
    expect(limits.size).toBeLessThanOrEqual(3 * MAX_ATTEMPT_KEYS + 1);
  });

  it("share ten times a network's budget within one IPv6 /48", async () => {
    const many = 400;
    const ip = (index: number) => `2001:db8:1:${index.toString(16)}::7`;
    expect(await countOf(many, "wrong", (index) => guess(`nobody-${index}@example.com`, ip(index)))).toBe(300);
    const budgets = {
      ...NO_BUDGETS,
      failedCredentialsPerMinute: 20,
      perUser: { ...NO_USER_BUDGETS, changes: 5 },
    };
    const heard = (take: (clientIp: string) => Promise<unknown>) =>
      countOf(many, "in", (index) => admitted(take(ip(index))));
    expect(await heard((clientIp) => countFailedCredential({ ...anyone, clientIp, budgets }))).toBe(200);
    expect(await heard((clientIp) => spendBudget({ ...anyone, clientIp, budgets }, "changes"))).toBe(50);
  });

  it("cannot evict a person's mail counter with resets for made-up emails", async () => {
    limits = new MemoryStore({ nowMs: () => nowMs, maxKeys: 50 });
    const user = await createUser(database.db, { passwordHash });
    const ask = (email: string, index: number) => requestPasswordReset(from(address(index), MAILING), { email });
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < 5; index += 1) await ask(user.email, index);
      for (let index = 0; index < 60; index += 1) await ask(`nobody-${index}@example.com`, 1000 + index);
    }
    expect(await database.db.$count(mails, eq(mails.recipient, user.email))).toBe(5);
  });

  it("use up no attempts with passwords over 1,000 characters", async () => {
    const user = await createUser(database.db, { passwordHash });
    const long = { password: "x".repeat(1001) };
    expect(await countOf(40, "wrong", () => attempt(user.email, "198.51.100.9", long))).toBe(40);
    expect(await attempt(user.email, "198.51.100.9")).toBe("in");
  });
});
