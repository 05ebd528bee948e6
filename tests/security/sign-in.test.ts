import { stat } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEntries } from "@/db/schema";
import {
  changePassword,
  hashPassword,
  openPasswordSession,
  rememberDevice,
  settleFailedLoginAudits,
  signInWithPassword,
  verifyPassword,
} from "@/lib/access/server";
import { countFailedCredential } from "@/lib/api/budget";
import { newId } from "@/lib/platform/ids";
import { MemoryStore } from "@/lib/platform/limits/memory-store";
import { NO_BUDGETS } from "@/lib/platform/limits/user-budgets";
import { openTestDatabase } from "@/tests/support/database";
import { ANONYMOUS, context, createUser, NOW, signedInUser } from "@/tests/support/fixtures";
import { inForm } from "../support/in-form";

const PASSWORD = "correct horse battery staple";
const HOUR_MS = 3_600_000;

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

const moment = () => new Date(NOW.getTime() + nowMs);
const from = (clientIp: string) => context(database.db, ANONYMOUS, moment(), { limits, clientIp });
const signIn = (email: string, password: string, clientIp: string, device?: string) =>
  signInWithPassword(from(clientIp), { email, password, device });

/** Whether the password was compared at all. */
const isHeard = (guess: Promise<unknown>) =>
  guess.then(
    () => true,
    (error: { code?: string }) => error.code !== "rate_limited",
  );
const heardOf = async (guesses: Promise<unknown>[]) => (await Promise.all(guesses.map(isHeard))).filter(Boolean).length;

describe("guessing a password", () => {
  it("from everywhere gets 100 tries a day, and never locks out a browser that has signed in before", async () => {
    const user = await createUser(database.db, { passwordHash });
    const device = await rememberDevice(from("192.0.2.7"), { userId: user.id, device: null });
    const atOnce = inForm({ short: 40, full: 100 });
    let heard = 0;
    for (nowMs = 0; nowMs < 24 * HOUR_MS; nowMs += HOUR_MS * inForm({ short: 5, full: 1 / 2 })) {
      const guesses = Array.from({ length: atOnce }, (_, index) =>
        signIn(user.email, "wrong", `198.51.${nowMs % 251}.${index % 250}`),
      );
      heard += await heardOf(guesses);
      expect(await signIn(user.email, PASSWORD, "192.0.2.7", device)).toMatchObject({ signedIn: true });
    }
    expect(heard).toBe(100);
  });

  it("from one network gets 20 tries a day per account, and leaves the account open to other networks", async () => {
    const user = await createUser(database.db, { passwordHash });
    let heard = 0;
    for (nowMs = 0; nowMs < 24 * HOUR_MS; nowMs += HOUR_MS * inForm({ short: 4, full: 1 / 4 }))
      heard += await heardOf(Array.from({ length: 8 }, () => signIn(user.email, "wrong", "198.51.100.9")));
    expect(heard).toBe(20);
    expect(await signIn(user.email, PASSWORD, "192.0.2.7")).toMatchObject({ signedIn: true });
  });

  it("from the addresses of one IPv6 /64 counts as one client", async () => {
    const guesses = Array.from({ length: 40 }, (_, index) =>
      signIn(`nobody-${index}@example.com`, "wrong", `2001:db8:1:2:${index.toString(16)}::7`),
    );
    expect(await heardOf(guesses)).toBe(30);
  });

  it("in a stolen session gets 30 tries a day at the current password", async () => {
    const user = await createUser(database.db, { passwordHash });
    const sid = newId();
    let heard = 0;
    for (nowMs = 0; nowMs < 24 * HOUR_MS; nowMs += HOUR_MS * inForm({ short: 3, full: 1 / 4 })) {
      const ctx = context(database.db, signedInUser(user, { sid }), moment(), { limits });
      const guess = { current: "wrong", password: "four other words together", sid, revokeTokens: true };
      heard += await heardOf(Array.from({ length: 8 }, () => changePassword(ctx, guess)));
    }
    expect(heard).toBe(30);
  });
});

it("counts failed API credentials of one IPv6 /64 together", async () => {
  const budgets = { ...NO_BUDGETS, failedCredentialsPerMinute: 20 };
  const fail = (clientIp: string) =>
    countFailedCredential(context(database.db, ANONYMOUS, NOW, { limits, budgets, clientIp }));
  const failures = Array.from({ length: 100 }, (_, index) => fail(`2001:db8:1:2::${index.toString(16)}`));
  expect(await heardOf(failures)).toBe(20);
});

it("leaves threads free for other work while many passwords are hashed", async () => {
  // The first check creates the decoy that later ones use.
  await verifyPassword("wrong", null);
  let checked = 0;
  const checks = Array.from({ length: 60 }, () =>
    verifyPassword("wrong", null).then(() => {
      checked += 1;
    }),
  );
  // By then the thread pool has the work.
  await setImmediate();
  await stat(".");
  expect(checked).toBeLessThan(10);
  await Promise.all(checks);
});

it("answers a wrong password before the audit entry is written, so timing reveals no account", async () => {
  const user = await createUser(database.db, { passwordHash });
  let asked = 0;
  const hanging = new Proxy(database.db, {
    get(db, name, receiver) {
      if (name !== "transaction") return Reflect.get(db, name, receiver);
      return () => {
        asked += 1;
        return written;
      };
    },
  });
  let write = () => {};
  const written = new Promise<void>((resolve) => {
    write = resolve;
  });
  const ctx = { ...from("198.51.100.9"), db: hanging };
  const guess = (password: string) => signInWithPassword(ctx, { email: user.email, password });
  for (let index = 0; index < 5; index++) expect(await guess("wrong")).toEqual({ signedIn: false });
  await expect(guess(PASSWORD)).rejects.toMatchObject({ code: "rate_limited" });
  write();
  await settleFailedLoginAudits();
  expect(asked).toBe(2);
});

it("audits successful and failed sign-ins", async () => {
  const user = await createUser(database.db, { passwordHash });
  await signIn(user.email, "wrong", "198.51.100.9");
  await settleFailedLoginAudits();
  await openPasswordSession(from("192.0.2.7"), { userId: user.id, userAgent: null, passwordHash });
  const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, user.id));
  expect(entries.map(({ action, clientIp }) => [action, clientIp])).toEqual([
    ["account.sign_in_failed", "198.51.100.9"],
    ["account.signed_in", "192.0.2.7"],
  ]);
});
