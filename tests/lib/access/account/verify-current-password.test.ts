import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { auditEntries } from "@/db/schema";
import {
  changePassword,
  hashPassword,
  settleFailedLoginAudits,
  signInWithPassword,
  verifyCurrentPassword,
} from "@/lib/access/server";
import { newId } from "@/lib/platform/ids";
import { MemoryStore } from "@/lib/platform/limits/memory-store";
import { openTestDatabase } from "@/tests/support/database";
import { ANONYMOUS, context, createUser, NOW, signedInUser } from "@/tests/support/fixtures";

const PASSWORD = "a few plain words";

const database = openTestDatabase();
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});

let limits: MemoryStore;
beforeEach(() => {
  limits = new MemoryStore({ nowMs: () => 0 });
});

async function signedIn(values: { passwordHash?: string } = { passwordHash }) {
  const user = await createUser(database.db, values);
  const inSession = (sid: string) => context(database.db, signedInUser(user, { sid }), NOW, { limits });
  return { user, ctx: inSession(newId()), elsewhere: inSession(newId()) };
}

describe("verifyCurrentPassword", () => {
  it("returns the verified hash, and names the field of a wrong password", async () => {
    const { ctx } = await signedIn();
    expect(await verifyCurrentPassword(ctx, { password: PASSWORD })).toEqual({ passwordHash });
    await expect(verifyCurrentPassword(ctx, { password: "wrong" })).rejects.toMatchObject({ field: "current" });
    await expect(verifyCurrentPassword(ctx, { password: "wrong", field: "password" })).rejects.toMatchObject({
      code: "bad_request",
      field: "password",
    });
  });

  it("refuses an account without a password, and other actors", async () => {
    const { ctx } = await signedIn({});
    await expect(verifyCurrentPassword(ctx, { password: "" })).rejects.toMatchObject({ code: "bad_request" });
    const anonymous = context(database.db, ANONYMOUS);
    await expect(verifyCurrentPassword(anonymous, { password: PASSWORD })).rejects.toMatchObject({ code: "forbidden" });
  });

  it("allows five wrong passwords per minute and session, then refuses even the right one", async () => {
    const { user, ctx, elsewhere } = await signedIn();
    for (let guess = 0; guess < 3; guess++) await verifyCurrentPassword(ctx, { password: "wrong" }).catch(() => {});
    for (let guess = 0; guess < 2; guess++) {
      const change = { current: "wrong", password: "four other words together", sid: newId(), revokeTokens: true };
      await expect(changePassword(ctx, change)).rejects.toMatchObject({ field: "current" });
    }
    await expect(verifyCurrentPassword(ctx, { password: PASSWORD })).rejects.toMatchObject({
      code: "rate_limited",
      retryAfterSeconds: 60,
      message: "Too many wrong passwords. Try again in 60 seconds.",
    });
    expect(await verifyCurrentPassword(elsewhere, { password: PASSWORD })).toEqual({ passwordHash });
    const fresh = context(database.db, ANONYMOUS, NOW, { limits, clientIp: "192.0.2.7" });
    const attempt = { email: user.email, password: PASSWORD };
    expect(await signInWithPassword(fresh, attempt)).toMatchObject({ signedIn: true });
  });

  it("is audited, with the session of a wrong password", async () => {
    const { user, ctx } = await signedIn();
    await Promise.allSettled(Array.from({ length: 8 }, () => verifyCurrentPassword(ctx, { password: "wrong" })));
    await settleFailedLoginAudits();
    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, user.id));
    expect(entries.map(({ action }) => action).sort()).toEqual(["account.proof_failed", "account.sign_in_throttled"]);
    expect(entries.every(({ actorId }) => actorId === user.id)).toBe(true);
  });
});
