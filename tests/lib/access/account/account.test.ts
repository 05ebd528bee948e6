import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditEntries } from "@/db/schema";
import { readAccount, renameAccount } from "@/lib/access/server";
import { BadRequest, Forbidden } from "@/lib/platform/errors";
import { openTestDatabase } from "@/tests/support/database";
import { actingUser, context, createUser } from "@/tests/support/fixtures";

const database = openTestDatabase();

describe("readAccount", () => {
  it("returns the acting user's account without the password hash", async () => {
    const user = await createUser(database.db, { name: "Ida", passwordHash: "$argon2id$" });
    const account = await readAccount(context(database.db, actingUser(user)));
    expect(account).toEqual({ name: "Ida", email: user.email, hasPassword: true, emailVerified: false, onlyBy: null });
  });

  it("shows whether the user signs in with a provider only", async () => {
    const user = await createUser(database.db);
    expect(await readAccount(context(database.db, actingUser(user)))).toMatchObject({
      hasPassword: false,
      emailVerified: false,
    });
  });

  it("refuses actors other than users", async () => {
    await expect(readAccount(context(database.db, { kind: "system", name: "tick" }))).rejects.toThrow(Forbidden);
  });
});

describe("renameAccount", () => {
  it("changes the name and audits it once, but not for an unchanged name", async () => {
    const user = await createUser(database.db, { name: "Ida" });
    const ctx = context(database.db, actingUser(user));
    await renameAccount(ctx, { name: "  Ida Berg " });
    await renameAccount(ctx, { name: "Ida Berg" });
    expect(await readAccount(ctx)).toMatchObject({ name: "Ida Berg" });
    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, user.id));
    expect(entries.map(({ action, diff }) => [action, diff])).toEqual([
      ["account.renamed", { name: ["Ida", "Ida Berg"] }],
    ]);
  });

  it.each(["", "   ", "x".repeat(121)])("refuses the name %j", async (name) => {
    const user = await createUser(database.db);
    const refused = renameAccount(context(database.db, actingUser(user)), { name });
    await expect(refused).rejects.toThrow(BadRequest);
    await expect(refused).rejects.toMatchObject({ field: "name" });
  });
});
