import { createServer } from "node:http";
import { createServer as createNetServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { accounts, auditEntries, sessions, users } from "@/db/schema";
import type { ProviderIdentity } from "@/lib/access";
import {
  hashPassword,
  inviteMember,
  issueNamedSessionToken,
  issueSession,
  joinByInvitation,
  listMemberships,
  listSessions,
  openPasswordSession,
  signInWithPassword,
  signInWithProvider,
} from "@/lib/access/server";
import { configuredProviders, verifiedGitHubEmail } from "@/lib/web/auth/providers";
import { openTestDatabase } from "@/tests/support/database";
import { ANONYMOUS, actingUser, context, createBrandFixture, createUser, NOW } from "@/tests/support/fixtures";
import { withLink } from "@/tests/support/invitations";
import { listen } from "@/tests/support/listen";

const database = openTestDatabase();

let counter = 0;
const identity = (values: Partial<ProviderIdentity> = {}): ProviderIdentity => {
  counter += 1;
  return { provider: "github", providerAccountId: String(counter), verifiedEmail: null, name: "Ada", ...values };
};
const signIn = (who: ProviderIdentity) => signInWithProvider(context(database.db, ANONYMOUS), who);
const findUser = async (email: string) => (await database.db.select().from(users).where(eq(users.email, email)))[0];

describe("signing in with a provider", () => {
  it("creates a user without brands or password for a new verified email, in lower case", async () => {
    const userId = await signIn(identity({ verifiedEmail: "New.Person@Example.com" }));
    expect(await findUser("new.person@example.com")).toMatchObject({
      id: userId,
      name: "Ada",
      passwordHash: null,
      hubAdmin: false,
    });
    expect(await listMemberships(context(database.db, actingUser({ id: userId ?? "" })))).toEqual([]);
  });

  it("links the user with the same verified email, and audits it", async () => {
    const user = await createUser(database.db);
    const who = identity({ verifiedEmail: user.email.toUpperCase() });
    expect(await signIn(who)).toBe(user.id);
    const linked = await database.db.select().from(accounts).where(eq(accounts.userId, user.id));
    expect(linked).toMatchObject([{ provider: "github", providerAccountId: who.providerAccountId }]);
    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.actorId, user.id));
    expect(entries).toMatchObject([{ action: "account.linked", targetLabel: "github" }]);
  });

  it("refuses an unlinked identity without a verified email", async () => {
    const before = await database.db.$count(users);
    expect(await signIn(identity())).toBeNull();
    expect(await database.db.$count(users)).toBe(before);
  });

  it("recognises a linked identity by its id after its email changed", async () => {
    const user = await createUser(database.db);
    const other = await createUser(database.db);
    const who = identity({ verifiedEmail: user.email });
    await signIn(who);
    expect(await signIn({ ...who, verifiedEmail: null })).toBe(user.id);
    expect(await signIn({ ...who, verifiedEmail: other.email })).toBe(user.id);
    expect(await database.db.$count(accounts, eq(accounts.userId, user.id))).toBe(1);
  });

  it("keeps equal ids of different providers apart", async () => {
    const user = await createUser(database.db);
    const who = identity({ verifiedEmail: user.email });
    await signIn(who);
    expect(await signIn({ ...who, provider: "google", verifiedEmail: null })).toBeNull();
  });

  it("names a user without a name after their email", async () => {
    await signIn(identity({ verifiedEmail: "grace@example.com", name: null }));
    expect((await findUser("grace@example.com"))?.name).toBe("grace");
  });
});

describe("the first verification of an email", () => {
  const PASSWORD = "a few plain words";
  const password = (email: string) =>
    signInWithPassword(context(database.db, ANONYMOUS), { email, password: PASSWORD });
  const actionsOn = async (userId: string) => {
    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, userId));
    return entries.map(({ action }) => action);
  };
  const open = (userId: string) =>
    issueSession(context(database.db, ANONYMOUS), { userId, source: { kind: "browser" } });
  const openIn = (userId: string) => listSessions(context(database.db, actingUser({ id: userId })));

  it("takes the account from the person who created it with the invitation link, in one audited transaction", async () => {
    const { db } = database;
    const owner = await createUser(db);
    const brand = await createBrandFixture(db, { members: { [owner.id]: "owner" } });
    const email = "invited-victim@example.com";
    const inviter = context(db, actingUser(owner));
    const { token } = withLink(await inviteMember(inviter, { brandId: brand.id, email, role: "editor" }));
    await joinByInvitation(context(db, ANONYMOUS), { token, name: "Made by another", password: PASSWORD });
    const userId = (await findUser(email))?.id ?? "";
    const made = context(db, actingUser({ id: userId }));
    await issueSession(made, { userId, source: { kind: "browser" } });
    await issueNamedSessionToken(made, { name: "back door" });
    expect(await password(email)).toMatchObject({ signedIn: true });

    expect(await signIn(identity({ verifiedEmail: email }))).toBe(userId);
    expect(await findUser(email)).toMatchObject({ passwordHash: null, emailVerifiedAt: NOW });
    expect(await password(email)).toEqual({ signedIn: false });
    expect(await openIn(userId)).toEqual([]);
    expect(await actionsOn(userId)).toEqual(expect.arrayContaining(["account.password_cleared", "sessions.revoked"]));
    expect(await listMemberships(made)).toMatchObject([{ role: "editor" }]);
  });

  it("happens once, so a later password and its sessions survive", async () => {
    const who = identity({ verifiedEmail: "proved-once@example.com" });
    const userId = (await signIn(who)) ?? "";
    await database.db
      .update(users)
      .set({ passwordHash: await hashPassword(PASSWORD) })
      .where(eq(users.id, userId));
    await open(userId);
    await signIn(who);
    await signIn(identity({ provider: "google", verifiedEmail: who.verifiedEmail }));
    expect(await password("proved-once@example.com")).toMatchObject({ signedIn: true });
    expect(await openIn(userId)).toHaveLength(1);
    expect(await actionsOn(userId)).not.toContain("account.password_cleared");
  });

  it("changes nothing if its audit entry cannot be written", async () => {
    const user = await createUser(database.db, { passwordHash: await hashPassword(PASSWORD) });
    await open(user.id);
    await database.db.execute(
      "alter table audit_entries add constraint refused check (action <> 'account.password_cleared') not valid",
    );
    try {
      await expect(signIn(identity({ verifiedEmail: user.email }))).rejects.toThrow();
    } finally {
      await database.db.execute("alter table audit_entries drop constraint refused");
    }
    expect(await findUser(user.email)).toMatchObject({ passwordHash: user.passwordHash, emailVerifiedAt: null });
    expect(await database.db.$count(accounts, eq(accounts.userId, user.id))).toBe(0);
    expect(await openIn(user.id)).toHaveLength(1);
  });

  it("opens no session for a password verified just before it was cleared", async () => {
    const user = await createUser(database.db, { passwordHash: await hashPassword(PASSWORD) });
    const proof = await password(user.email);
    if (!proof.signedIn) throw new Error("the password was not taken");
    const { passwordHash } = proof.user;
    await signIn(identity({ verifiedEmail: user.email }));
    const opening = { userId: user.id, userAgent: null, passwordHash };
    expect(await openPasswordSession(context(database.db, ANONYMOUS), opening)).toBeNull();
    expect(await database.db.$count(sessions, eq(sessions.userId, user.id))).toBe(0);
  });
});

describe("verifiedGitHubEmail", () => {
  async function emailFrom(status: number, emails: unknown) {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers.authorization}`);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(emails));
    });
    const { port, close } = await listen(server);
    try {
      return { email: await verifiedGitHubEmail("access-token", `http://127.0.0.1:${port}`), asked };
    } finally {
      await close();
    }
  }

  it("returns the primary email if GitHub has verified it", async () => {
    const { email, asked } = await emailFrom(200, [
      { email: "old@example.com", primary: false, verified: true, visibility: null },
      { email: "main@example.com", primary: true, verified: true, visibility: "public" },
    ]);
    expect(email).toBe("main@example.com");
    expect(asked).toEqual(["/user/emails Bearer access-token"]);
  });

  it("returns null for an unverified or missing primary email, and when GitHub refuses", async () => {
    const unverified = { email: "main@example.com", primary: true, verified: false };
    const secondary = { email: "old@example.com", primary: false, verified: true };
    expect((await emailFrom(200, [unverified, secondary])).email).toBeNull();
    expect((await emailFrom(200, [])).email).toBeNull();
    expect((await emailFrom(403, { message: "no" })).email).toBeNull();
  });

  it("returns null for a long error response, without an unhandled error", async () => {
    const uncaught: unknown[] = [];
    const note = (error: unknown) => uncaught.push(error);
    const page = "x".repeat(64 * 1024);
    const server = createNetServer((socket) => {
      socket.once("data", () => {
        socket.write(`HTTP/1.1 502 Bad Gateway\r\ncontent-length: ${page.length}\r\nconnection: close\r\n\r\n`);
        socket.end(page);
      });
    });
    const { port, close } = await listen(server);
    process.prependListener("uncaughtException", note);
    try {
      expect(await verifiedGitHubEmail("access-token", `http://127.0.0.1:${port}`)).toBeNull();
      await delay(100);
    } finally {
      process.off("uncaughtException", note);
      await close();
    }
    expect(uncaught).toEqual([]);
  });
});

describe("configuredProviders", () => {
  it("returns those with both id and secret", () => {
    const ids = (env: Parameters<typeof configuredProviders>[0]) =>
      configuredProviders(env).map((provider) => provider.id);
    expect(ids({})).toEqual([]);
    expect(ids({ GITHUB_ID: "x", GOOGLE_SECRET: "y" })).toEqual([]);
    expect(ids({ GITHUB_ID: "x", GITHUB_SECRET: "x", GOOGLE_ID: "y", GOOGLE_SECRET: "y" })).toEqual([
      "github",
      "google",
    ]);
  });
});
