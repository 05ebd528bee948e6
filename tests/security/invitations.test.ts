import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { invitations, memberships, users } from "@/db/schema";
import {
  acceptInvitation,
  changeRole,
  findInvitation,
  inviteMember,
  joinByInvitation,
  listInvitations,
  listMembers,
  removeMember,
  resendInvitation,
  revokeInvitation,
  signInWithPassword,
  transferBrand,
} from "@/lib/access/server";
import { HubError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { openTestDatabase } from "../support/database";
import { ANONYMOUS, actingUser, context, createBrandFixture, createUser, NOW } from "../support/fixtures";
import { inForm } from "../support/in-form";
import { withLink } from "../support/invitations";
import { tokenIn, withMail } from "../support/mailed";

log.level = "silent";
const PASSWORD = "ferry tulip brass onion";

const database = openTestDatabase();

let counter = 0;
const freshEmail = () => {
  counter += 1;
  return `invited-${counter}@example.org`;
};

/** A brand with an owner, and an admin who invites. */
async function scene({ smtp }: { smtp: boolean }) {
  const { db } = database;
  const [owner, admin] = [await createUser(db), await createUser(db)];
  const brand = await createBrandFixture(db, { members: { [owner.id]: "owner", [admin.id]: "admin" } });
  const hub = withMail(context(db, ANONYMOUS));
  const anonymous = smtp ? hub.ctx : context(db, ANONYMOUS);
  const as = (user: { id: string }) => ({ ...anonymous, actor: actingUser(user) });
  const roleOf = async (userId: string) => {
    const [found] = await db
      .select({ role: memberships.role })
      .from(memberships)
      .where(and(eq(memberships.brandId, brand.id), eq(memberships.userId, userId)));
    return found?.role ?? null;
  };
  const accountOf = async (email: string) => (await db.select().from(users).where(eq(users.email, email)))[0];
  /** The link of the newest invitation, as its receiver has it. */
  const tokenOf = async (issued: { email: string; token: string | null }) =>
    smtp ? tokenIn((await hub.mailed(issued.email)).at(-1)?.text, "/invite") : withLink({ ...blank, ...issued }).token;
  return { db, owner, admin, brand, anonymous, as, roleOf, accountOf, tokenOf, mailed: hub.mailed };
}
const blank = { id: "", role: "viewer" as const, expiresAt: NOW };

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof HubError ? error.code : Promise.reject(error)),
  );

const ACCOUNTS = ["none", "unverified", "verified"] as const;
const RESENT = ["not resent", "resent by the inviter", "resent by the owner"] as const;
const FATES = ["inviter stays", "inviter removed", "inviter left", "inviter demoted", "revoked"] as const;
const OPENERS = ["as the invited", "as somebody else", "without signing in"] as const;

type Combination = {
  smtp: boolean;
  account: (typeof ACCOUNTS)[number];
  resent: (typeof RESENT)[number];
  fate: (typeof FATES)[number];
  opener: (typeof OPENERS)[number];
};

const COMBINATIONS = [true, false].flatMap((smtp) =>
  ACCOUNTS.flatMap((account) =>
    RESENT.flatMap((resent) =>
      FATES.flatMap((fate) => OPENERS.map((opener) => ({ smtp, account, resent, fate, opener }))),
    ),
  ),
) satisfies Combination[];

/** Expected: whether the invited becomes a member, and whether their email is verified. */
function expected({ smtp, account, resent, fate, opener }: Combination) {
  const open = fate === "inviter stays" || (resent === "resent by the owner" && fate !== "revoked");
  const matches = account === "none" ? opener === "without signing in" : opener === "as the invited";
  const joins = open && matches;
  const verified = account === "verified" || (joins && smtp);
  return { joins, verified };
}

async function play({ smtp, account, resent, fate, opener }: Combination) {
  const at = await scene({ smtp });
  const { db, owner, admin, brand, as } = at;
  const email = freshEmail();
  if (account !== "none") await createUser(db, { email, emailVerifiedAt: account === "verified" ? NOW : null });
  const issued = await inviteMember(as(admin), { brandId: brand.id, email, role: "editor" });
  const key = { brandId: brand.id, invitationId: issued.id };
  let token = await at.tokenOf(issued);
  const shown = [issued.token];
  if (resent !== "not resent") {
    const renewed = await resendInvitation(as(resent === "resent by the owner" ? owner : admin), key);
    token = await at.tokenOf(renewed);
    shown.push(renewed.token);
  }
  const inviter = { brandId: brand.id, userId: admin.id };
  if (fate === "inviter removed") await removeMember(as(owner), inviter);
  if (fate === "inviter left") await removeMember(as(admin), inviter);
  if (fate === "inviter demoted") await changeRole(as(owner), { ...inviter, role: "editor" });
  if (fate === "revoked") await revokeInvitation(as(owner), key);

  const other = await createUser(db);
  const invited = await at.accountOf(email);
  const join = () => joinByInvitation(at.anonymous, { token, name: "Nia", password: PASSWORD });
  const refused = await refusal(
    opener === "without signing in" || !invited
      ? opener === "without signing in"
        ? join()
        : acceptInvitation(as(other), { token })
      : acceptInvitation(as(opener === "as the invited" ? invited : other), { token }),
  );
  const account_ = await at.accountOf(email);
  return {
    joins: refused === null && account_ !== undefined && (await at.roleOf(account_.id)) === "editor",
    verified: account_?.emailVerifiedAt != null,
    strangerIsMember: (await at.roleOf(other.id)) !== null,
    shownToInviter: shown.filter((token) => token !== null).length,
  };
}

describe("an invitation", () => {
  const step = inForm({ short: 7, full: 1 });
  const played = COMBINATIONS.filter((_, index) => index % step === 0);

  it.each(played)(
    "with smtp $smtp, account $account, $resent, $fate, opened $opener: admits no other account, and verifies the email only by mail",
    async (combination) => {
      const outcome = await play(combination);
      expect(outcome).toMatchObject({ ...expected(combination), strangerIsMember: false });
      if (combination.smtp) expect(outcome.shownToInviter).toBe(0);
    },
  );

  it("is tried in 270 combinations", () => {
    expect(COMBINATIONS).toHaveLength(270);
  });
});

describe("a removed admin", () => {
  it("cannot return by an invitation to another email they own or claim", async () => {
    const { db, owner, admin, brand, as, anonymous, roleOf } = await scene({ smtp: false });
    const alias = await createUser(db);
    const own = withLink(await inviteMember(as(admin), { brandId: brand.id, email: alias.email, role: "admin" }));
    const email = freshEmail();
    const claimed = withLink(await inviteMember(as(admin), { brandId: brand.id, email, role: "admin" }));
    await removeMember(as(owner), { brandId: brand.id, userId: admin.id });
    expect(await refusal(acceptInvitation(as(alias), own))).toBe("bad_request");
    expect(await refusal(joinByInvitation(anonymous, { ...claimed, name: "X", password: PASSWORD }))).toBe(
      "bad_request",
    );
    expect(await roleOf(alias.id)).toBeNull();
    expect((await listInvitations(as(owner), { brandId: brand.id })).entries).toEqual([]);
  });

  it("cannot return by an earlier invitation to their own email", async () => {
    const { db, owner, admin, brand, as } = await scene({ smtp: false });
    const email = freshEmail();
    const issued = withLink(await inviteMember(as(owner), { brandId: brand.id, email, role: "admin" }));
    await db.update(users).set({ email }).where(eq(users.id, admin.id));
    await removeMember(as(owner), { brandId: brand.id, userId: admin.id });
    expect(await refusal(acceptInvitation(as(admin), issued))).toBe("bad_request");
  });

  it("cannot return by an invitation sent during the removal", async () => {
    const { db, admin, brand, as, owner } = await scene({ smtp: false });
    const alias = await createUser(db);
    await removeMember(as(owner), { brandId: brand.id, userId: admin.id });
    // As if its transaction had come after the removal's.
    await db.insert(invitations).values({
      id: crypto.randomUUID(),
      brandId: brand.id,
      email: alias.email,
      role: "admin",
      tokenHash: "c".repeat(64),
      invitedBy: admin.id,
      createdAt: NOW,
      expiresAt: new Date(NOW.getTime() + 1000),
    });
    await expect(inviteMember(as(admin), { brandId: brand.id, email: freshEmail(), role: "viewer" })).rejects.toThrow();
    const [row] = await db.select().from(invitations).where(eq(invitations.email, alias.email));
    expect(row?.revokedAt).toBeNull();
  });

  it("has invitations that fail once the account is deactivated", async () => {
    const { db, admin, brand, as, anonymous } = await scene({ smtp: false });
    const issued = withLink(await inviteMember(as(admin), { brandId: brand.id, email: freshEmail(), role: "viewer" }));
    await db.update(users).set({ deactivatedAt: NOW }).where(eq(users.id, admin.id));
    expect(await findInvitation(anonymous, issued)).toMatchObject({ state: "revoked" });
    expect(await refusal(joinByInvitation(anonymous, { ...issued, name: "X", password: PASSWORD }))).toBe(
      "bad_request",
    );
  });

  it("has owner invitations revoked on a transfer of the brand", async () => {
    const { owner, admin, brand, as } = await scene({ smtp: false });
    const byOwner = (role: "owner" | "viewer") =>
      inviteMember(as(owner), { brandId: brand.id, email: freshEmail(), role });
    const [heir, viewer] = [withLink(await byOwner("owner")), withLink(await byOwner("viewer"))];
    await transferBrand(as(owner), { brandId: brand.id, userId: admin.id });
    expect(await findInvitation(context(database.db, ANONYMOUS), heir)).toMatchObject({ state: "revoked" });
    expect(await findInvitation(context(database.db, ANONYMOUS), viewer)).toMatchObject({ state: "open" });
  });
});

describe("an inviter", () => {
  it("never sees a link when the hub sends mails, nor finds one in the database", async () => {
    const { admin, brand, as, mailed, db } = await scene({ smtp: true });
    const email = freshEmail();
    const issued = await inviteMember(as(admin), { brandId: brand.id, email, role: "editor" });
    expect(issued.token).toBeNull();
    const token = tokenIn((await mailed(email))[0]?.text, "/invite");
    const kept = JSON.stringify([await db.query.invitations.findMany(), await db.query.mails.findMany()]);
    expect(kept).not.toContain(token);
    expect(await mailed(admin.email)).toEqual([]);
  });

  it("cannot tell from the link whether the email has an account", async () => {
    const { db, admin, brand, as, anonymous } = await scene({ smtp: false });
    const known = await createUser(db);
    const invite = (email: string) => inviteMember(as(admin), { brandId: brand.id, email, role: "editor" });
    const shown = async (email: string) => {
      const { token } = withLink(await invite(email));
      const { id: _id, email: _email, ...rest } = (await findInvitation(anonymous, { token })) ?? { id: "", email: "" };
      return rest;
    };
    expect(await shown(freshEmail())).toEqual(await shown(known.email));
  });

  it("who claims an email gets an unverified account, which the email's owner can take over by mail", async () => {
    const off = await scene({ smtp: false });
    const email = freshEmail();
    const issued = withLink(await inviteMember(off.as(off.admin), { brandId: off.brand.id, email, role: "editor" }));
    await joinByInvitation(off.anonymous, { ...issued, name: "Claimed", password: PASSWORD });
    const listed = await listMembers(off.as(off.owner), { brandId: off.brand.id, search: email });
    expect(listed.entries).toMatchObject([{ email, emailVerified: false }]);
    expect(await signInWithPassword(off.anonymous, { email, password: PASSWORD })).toMatchObject({ signedIn: true });
  });

  it("cannot flood a mailbox by inviting, revoking and resending", async () => {
    const { admin, brand, as, mailed } = await scene({ smtp: true });
    const email = freshEmail();
    for (let round = 0; round < 10; round += 1) {
      const invited = await inviteMember(as(admin), { brandId: brand.id, email, role: "viewer" }).catch(() => null);
      if (invited) await revokeInvitation(as(admin), { brandId: brand.id, invitationId: invited.id });
    }
    expect(await mailed(email)).toHaveLength(5);
    await expect(inviteMember(as(admin), { brandId: brand.id, email, role: "viewer" })).rejects.toMatchObject({
      code: "rate_limited",
    });
  });
});
