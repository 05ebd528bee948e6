import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditEntries, brands, invitations, memberships } from "@/db/schema";
import {
  acceptInvitation,
  countInvitations,
  findInvitation,
  invitationPath,
  inviteMember,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from "@/lib/access/server";
import type { Role } from "@/lib/contract";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "@/tests/support/database";
import { ANONYMOUS, actingUser, context, createBrandFixture, createUser, NOW } from "@/tests/support/fixtures";
import { withLink } from "@/tests/support/invitations";

const DAY_MS = 24 * 60 * 60_000;
const after = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

const database = openTestDatabase();

async function scene() {
  const { db } = database;
  const users = {
    owner: await createUser(db, { name: "Ola Owner" }),
    admin: await createUser(db),
    editor: await createUser(db),
    viewer: await createUser(db),
    guest: await createUser(db),
    outsider: await createUser(db),
  };
  const { owner, admin, editor, viewer, guest, outsider } = users;
  const members = { [owner.id]: "owner", [admin.id]: "admin", [editor.id]: "editor", [viewer.id]: "viewer" } as const;
  const brand = await createBrandFixture(db, { members });
  const other = await createBrandFixture(db, { members: { [owner.id]: "owner" } });
  const ctxOf = (user: { id: string }, now = NOW): Ctx => context(db, actingUser(user), now);
  return { db, brand, other, guest, outsider, ctxOf, users };
}
let at: Awaited<ReturnType<typeof scene>>;
beforeEach(async () => {
  at = await scene();
});

const as = (who: keyof typeof at.users, now?: Date) => at.ctxOf(at.users[who], now);
const invite = async (ctx = as("owner"), values: { email?: string; role?: Role; brandId?: string } = {}) =>
  withLink(await inviteMember(ctx, { brandId: at.brand.id, email: at.guest.email, role: "editor", ...values }));
const roleOf = async (userId: string) =>
  (
    await at.db
      .select()
      .from(memberships)
      .where(and(eq(memberships.brandId, at.brand.id), eq(memberships.userId, userId)))
  )[0]?.role;
const audited = async (action: string) =>
  at.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.brandId, at.brand.id), eq(auditEntries.action, action)));

describe("inviteMember", () => {
  it("creates a link for seven days, audits it, and stores only the token's digest", async () => {
    const issued = await invite(as("admin"), { email: " New.Person@Example.COM " });
    expect(issued).toMatchObject({ email: "new.person@example.com", role: "editor", expiresAt: after(7) });
    expect(invitationPath(issued.token)).toMatch(/^\/invite\/[A-Za-z0-9_-]{43}$/);
    const [row] = await at.db.select().from(invitations).where(eq(invitations.id, issued.id));
    const [entry] = await audited("member.invited");
    expect(entry).toMatchObject({ targetId: issued.id, targetLabel: issued.email, diff: { role: [null, "editor"] } });
    expect(JSON.stringify([row, entry])).not.toContain(issued.token);
  });

  it("is allowed to owners and admins, and only owners invite owners", async () => {
    for (const who of ["editor", "viewer"] as const) {
      await expect(invite(as(who))).rejects.toMatchObject({ code: "forbidden" });
    }
    await expect(invite(as("outsider"))).rejects.toMatchObject({ code: "not_found" });
    await expect(invite(as("admin"), { role: "owner" })).rejects.toMatchObject({ code: "forbidden" });
    expect(await invite(as("owner"), { role: "owner" })).toMatchObject({ role: "owner" });
  });

  it("refuses an invalid email and a member", async () => {
    for (const email of ["", "ana", "ana@", "a b@example.com", at.users.viewer.email.toUpperCase()]) {
      await expect(invite(as("owner"), { email })).rejects.toMatchObject({ code: "bad_request", field: "email" });
    }
  });

  it("allows one open invitation per email and brand, and replaces an expired one", async () => {
    const first = await invite();
    await expect(invite(as("admin"))).rejects.toMatchObject({ code: "bad_request", field: "email" });
    await invite(as("owner"), { brandId: at.other.id });
    const second = await invite(as("owner", after(7)));
    expect(await findInvitation(context(at.db, ANONYMOUS, after(7)), { token: first.token })).toMatchObject({
      state: "revoked",
    });
    expect(await findInvitation(context(at.db, ANONYMOUS, after(8)), { token: second.token })).toMatchObject({
      state: "open",
    });
  });
});

describe("listInvitations", () => {
  it("lists open and expired invitations, newest first, with search and pages", async () => {
    const emails = ["ana@example.com", "bo@example.com", "cy@example.org"];
    for (const [day, email] of emails.entries()) await invite(as("owner", after(day * 3)), { email });
    const gone = await invite(as("owner"), { email: "gone@example.com" });
    await revokeInvitation(as("owner"), { brandId: at.brand.id, invitationId: gone.id });
    await invite(as("owner"), { brandId: at.other.id, email: "elsewhere@example.com" });

    const list = (query = {}) => listInvitations(as("viewer", after(8)), { brandId: at.brand.id, ...query });
    const whole = await list();
    expect(whole.entries.map(({ email, expired }) => [email, expired])).toEqual([
      ["cy@example.org", false],
      ["bo@example.com", false],
      ["ana@example.com", true],
    ]);
    expect(whole.entries[0]).toMatchObject({ invitedBy: "Ola Owner", role: "editor" });
    expect((await list({ search: "EXAMPLE.com" })).entries).toHaveLength(2);
    const first = await list({ limit: 2 });
    const rest = await list({ limit: 2, after: first.next });
    expect([...first.entries, ...rest.entries]).toEqual(whole.entries);
    expect(rest.next).toBeNull();
    expect(await countInvitations(as("viewer"), { brandId: at.brand.id })).toBe(3);
    for (const read of [listInvitations, countInvitations]) {
      await expect(read(as("outsider"), { brandId: at.brand.id })).rejects.toMatchObject({ code: "not_found" });
    }
  });
});

describe("revokeInvitation and resendInvitation", () => {
  it("revoking ends the link once, with an audit entry", async () => {
    const { id, token } = await invite();
    const key = { brandId: at.brand.id, invitationId: id };
    await revokeInvitation(as("admin"), key);
    await expect(acceptInvitation(as("guest"), { token })).rejects.toMatchObject({ code: "bad_request" });
    await expect(revokeInvitation(as("admin"), key)).rejects.toMatchObject({ code: "not_found" });
    expect(await audited("invitation.revoked")).toHaveLength(1);
    expect(await invite()).toMatchObject({ email: at.guest.email });
  });

  it("resending creates a link for another seven days, even after expiry, and ends the old one", async () => {
    const { id, token } = await invite();
    const renewed = withLink(await resendInvitation(as("admin", after(9)), { brandId: at.brand.id, invitationId: id }));
    expect(renewed).toMatchObject({ id, email: at.guest.email, expiresAt: after(16) });
    expect(await findInvitation(context(at.db, ANONYMOUS, after(9)), { token })).toBeNull();
    await acceptInvitation(as("guest", after(15)), { token: renewed.token });
    expect(await roleOf(at.guest.id)).toBe("editor");
    expect(await audited("invitation.resent")).toHaveLength(1);
  });

  it("resending an owner's invitation needs an owner", async () => {
    const { id, token } = await invite(as("owner"), { role: "owner" });
    const key = { brandId: at.brand.id, invitationId: id };
    await expect(resendInvitation(as("admin"), key)).rejects.toMatchObject({ code: "forbidden" });
    expect(await findInvitation(context(at.db, ANONYMOUS, NOW), { token })).toMatchObject({ state: "open" });
  });

  it("are refused to editors and viewers, and for another brand's invitation", async () => {
    const { id } = await invite();
    for (const verb of [revokeInvitation, resendInvitation]) {
      const elsewhere = { brandId: at.other.id, invitationId: id };
      await expect(verb(as("owner"), elsewhere)).rejects.toMatchObject({ code: "not_found" });
      for (const who of ["editor", "viewer"] as const) {
        const key = { brandId: at.brand.id, invitationId: id };
        await expect(verb(as(who), key)).rejects.toMatchObject({ code: "forbidden" });
      }
    }
  });
});

describe("findInvitation", () => {
  it("shows inviter, brand and role before acceptance", async () => {
    const { token } = await invite();
    expect(await findInvitation(context(at.db, ANONYMOUS, NOW), { token })).toMatchObject({
      email: at.guest.email,
      role: "editor",
      brand: { slug: at.brand.slug, name: at.brand.name },
      invitedBy: "Ola Owner",
      state: "open",
      mailed: false,
    });
  });

  it("returns null for an unknown token", async () => {
    for (const token of ["", "x", "a".repeat(43), "../../b/x"])
      expect(await findInvitation(context(at.db, ANONYMOUS, NOW), { token })).toBeNull();
  });

  it("shows an archived brand's invitations as revoked", async () => {
    const { token } = await invite();
    await at.db.update(brands).set({ archivedAt: NOW }).where(eq(brands.id, at.brand.id));
    expect(await findInvitation(context(at.db, ANONYMOUS, NOW), { token })).toMatchObject({ state: "revoked" });
    await expect(acceptInvitation(as("guest"), { token })).rejects.toMatchObject({ code: "bad_request" });
  });
});

describe("acceptInvitation", () => {
  it("makes the invited user a member once, with an audit entry by them", async () => {
    const { token } = await invite(as("owner"), { role: "admin" });
    expect(await acceptInvitation(as("guest"), { token })).toMatchObject({ brand: { slug: at.brand.slug } });
    expect(await roleOf(at.guest.id)).toBe("admin");
    const [entry] = await audited("invitation.accepted");
    expect(entry).toMatchObject({ actorId: at.guest.id, targetId: at.guest.id, diff: { role: [null, "admin"] } });
    await expect(acceptInvitation(as("guest"), { token })).rejects.toThrow("already accepted");
  });

  it("refuses another email's account, and leaves the invitation open", async () => {
    const { token } = await invite();
    await expect(acceptInvitation(as("outsider"), { token })).rejects.toMatchObject({
      code: "forbidden",
      message: expect.stringContaining(at.guest.email),
    });
    expect(await roleOf(at.outsider.id)).toBeUndefined();
    await acceptInvitation(as("guest"), { token });
  });

  it("refuses an invitation from the moment it expires", async () => {
    const { token } = await invite();
    const lastMoment = new Date(after(7).getTime() - 1);
    await expect(acceptInvitation(as("guest", after(7)), { token })).rejects.toThrow("expired");
    await acceptInvitation(as("guest", lastMoment), { token });
  });

  it("keeps the role of an existing member", async () => {
    const { token } = await invite(as("owner"), { role: "viewer" });
    await at.db
      .insert(memberships)
      .values({ brandId: at.brand.id, userId: at.guest.id, role: "admin", createdAt: NOW });
    await acceptInvitation(as("guest"), { token });
    expect(await roleOf(at.guest.id)).toBe("admin");
  });
});
