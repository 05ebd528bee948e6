import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditEntries, memberships, users } from "@/db/schema";
import { inviteMember, joinByInvitation, revokeInvitation, verifyPassword } from "@/lib/access/server";
import { openTestDatabase } from "@/tests/support/database";
import { ANONYMOUS, actingUser, context, createBrandFixture, createUser, NOW } from "@/tests/support/fixtures";
import { withLink } from "@/tests/support/invitations";

const database = openTestDatabase();

let counter = 0;
async function scene() {
  const { db } = database;
  const owner = await createUser(db);
  const brand = await createBrandFixture(db, { members: { [owner.id]: "owner" } });
  counter += 1;
  const email = `newcomer-${counter}@example.com`;
  const ctx = context(db, actingUser(owner));
  const invitation = withLink(await inviteMember(ctx, { brandId: brand.id, email, role: "viewer" }));
  return { db, ctx, brand, email, invitation };
}
let at: Awaited<ReturnType<typeof scene>>;
beforeEach(async () => {
  at = await scene();
});

const join = (values: Partial<{ token: string; name: string; password: string }> = {}) => {
  const input = { token: at.invitation.token, name: " Nia Newcomer ", password: "a few plain words", ...values };
  return joinByInvitation(context(at.db, ANONYMOUS, NOW, { clientIp: "192.0.2.7" }), input);
};
const account = async () => (await at.db.select().from(users).where(eq(users.email, at.email)))[0];

describe("joinByInvitation", () => {
  it("creates an account for the invited email and adds it to the brand, with audit entries", async () => {
    expect(await join()).toMatchObject({ email: at.email, brand: { slug: at.brand.slug } });
    const user = await account();
    expect(user).toMatchObject({ name: "Nia Newcomer", hubAdmin: false });
    expect(await verifyPassword("a few plain words", user?.passwordHash ?? null)).toBe(true);
    const joined = await at.db
      .select()
      .from(memberships)
      .where(eq(memberships.userId, user?.id ?? ""));
    expect(joined).toMatchObject([{ brandId: at.brand.id, role: "viewer" }]);
    const entries = await at.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.actorId, user?.id ?? ""));
    expect(entries.map(({ action }) => action).sort()).toEqual(["account.created", "invitation.accepted"]);
  });

  it("never changes an existing account", async () => {
    await createUser(at.db, { email: at.email, name: "Here before" });
    await expect(join()).rejects.toThrow("If you already have one, sign in");
    expect(await account()).toMatchObject({ name: "Here before", passwordHash: null });
  });

  it("creates no account when the invitation is not open", async () => {
    await revokeInvitation(at.ctx, { brandId: at.brand.id, invitationId: at.invitation.id });
    await expect(join()).rejects.toMatchObject({ code: "bad_request" });
    await expect(join({ token: "x".repeat(43) })).rejects.toMatchObject({ code: "not_found" });
    expect(await account()).toBeUndefined();
  });

  it.each([
    ["name", { name: "  " }],
    ["name", { name: "n".repeat(121) }],
    ["password", { password: "eleven chars".slice(1) }],
    ["password", { password: "aaaaaaaaaaaaaa" }],
    ["password", { name: "Nia the Newcomer", password: "nia the newcomer" }],
    ["password", { password: "x1y2".repeat(251) }],
  ])("refuses a bad %s with its field", async (field, values) => {
    await expect(join(values)).rejects.toMatchObject({ code: "bad_request", field });
    expect(await account()).toBeUndefined();
  });
});
