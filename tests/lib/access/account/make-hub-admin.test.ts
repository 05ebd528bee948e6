import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditEntries, users } from "@/db/schema";
import {
  hashPassword,
  issueSession,
  listSessions,
  makeHubAdmin,
  nextHubAdminStep,
  verifyPassword,
} from "@/lib/access/server";
import type { Actor } from "@/lib/platform/context";
import { actingUser, context, createUser, NOW } from "@/tests/support/fixtures";
import { createPostgresDatabase, type PostgresDatabase } from "@/tests/support/postgres";

const PASSWORD = "a few plain words";
const OPERATOR: Actor = { kind: "system", name: "make-admin" };

let database: PostgresDatabase;
beforeAll(async () => {
  database = await createPostgresDatabase();
});
afterAll(() => database.close());

const make = (email: string, password: string | null, actor: Actor = OPERATOR) =>
  makeHubAdmin(context(database.db, actor), { email, password });
const nextStep = (email: string, actor: Actor = OPERATOR) => nextHubAdminStep(context(database.db, actor), { email });
const account = async (email: string) => (await database.db.select().from(users).where(eq(users.email, email)))[0];
const actionsOn = async (email: string) => {
  const { id = "" } = (await account(email)) ?? {};
  const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, id));
  expect(entries.every(({ actorKind, actorLabel }) => actorKind === "system" && actorLabel === "make-admin")).toBe(
    true,
  );
  return entries.map(({ action }) => action).sort();
};

describe("makeHubAdmin", () => {
  it("creates an account for an unknown email, with audit entries", async () => {
    expect(await nextStep("First@Example.com")).toBe("set-password");
    expect(await make(" First@Example.com ", PASSWORD)).toEqual({ email: "first@example.com", changed: true });
    const user = await account("first@example.com");
    expect(user).toMatchObject({ name: "first", hubAdmin: true, emailVerifiedAt: null });
    expect(await verifyPassword(PASSWORD, user?.passwordHash ?? null)).toBe(true);
    expect(await actionsOn("first@example.com")).toEqual([
      "account.created",
      "account.made_hub_admin",
      "account.password_changed",
    ]);
  });

  it("changes nothing for an administrator, even with a password", async () => {
    const admin = await createUser(database.db, { hubAdmin: true, passwordHash: "$argon2id$" });
    expect(await nextStep(admin.email)).toBe("is-one");
    expect(await make(admin.email, null)).toMatchObject({ changed: false });
    expect(await make(admin.email, PASSWORD)).toMatchObject({ changed: false });
    expect(await account(admin.email)).toEqual(admin);
    expect(await actionsOn(admin.email)).toEqual([]);
  });

  it("keeps the password of an account with a verified email", async () => {
    const user = await createUser(database.db, { emailVerifiedAt: NOW });
    expect(await nextStep(user.email)).toBe("promote");
    expect(await make(user.email, null)).toMatchObject({ changed: true });
    expect(await account(user.email)).toEqual({ ...user, hubAdmin: true });
    expect(await actionsOn(user.email)).toEqual(["account.made_hub_admin"]);
  });

  it("sets a new password and ends sessions when the email is unverified", async () => {
    const user = await createUser(database.db, { passwordHash: await hashPassword("known to the inviter") });
    await issueSession(context(database.db, actingUser(user)), { userId: user.id, source: { kind: "browser" } });
    await expect(make(user.email, null)).rejects.toMatchObject({ field: "password" });
    expect(await account(user.email)).toEqual(user);
    await make(user.email, PASSWORD);
    expect(await verifyPassword(PASSWORD, (await account(user.email))?.passwordHash ?? null)).toBe(true);
    expect(await listSessions(context(database.db, actingUser(user)))).toEqual([]);
    expect(await actionsOn(user.email)).toEqual([
      "account.made_hub_admin",
      "account.password_changed",
      "sessions.revoked",
    ]);
  });

  it("creates one account when called twice at once", async () => {
    const made = await Promise.all([make("twice@example.com", PASSWORD), make("twice@example.com", PASSWORD)]);
    expect(made.map(({ changed }) => changed).sort()).toEqual([false, true]);
    expect((await actionsOn("twice@example.com")).filter((action) => action === "account.made_hub_admin")).toHaveLength(
      1,
    );
  });

  it.each([
    ["email", "not an email", PASSWORD],
    ["password", "weak@example.com", "short"],
    ["password", "none@example.com", null],
  ])("refuses a bad %s and creates nothing", async (field, email, password) => {
    await expect(make(email, password)).rejects.toMatchObject({ code: "bad_request", field });
    expect(await account(email)).toBeUndefined();
  });

  it("is refused to everyone but the operator", async () => {
    const admin = await createUser(database.db, { hubAdmin: true });
    const refused = { code: "forbidden" };
    await expect(nextStep("friend@example.com", actingUser(admin))).rejects.toMatchObject(refused);
    await expect(make("friend@example.com", PASSWORD, actingUser(admin))).rejects.toMatchObject(refused);
    expect(await account("friend@example.com")).toBeUndefined();
  });
});
