import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Database, rowsOf } from "@/db/client";
import { apiKeys, invitations, memberships, users } from "@/db/schema";
import {
  acceptInvitation,
  deactivatePerson,
  inviteMember,
  resendInvitation,
  revokeInvitation,
  switchActiveBrand,
} from "@/lib/access/server";
import { issueApiKey, revokeApiKey, rotateApiKey } from "@/lib/integrations/server";
import { discardDraft, publishDraft, saveDraft } from "@/lib/publishing/server";
import type { Ctx } from "@/lib/runtime/context";
import { sampleDocument } from "@/tests/support/documents";
import { actingUser, context, createBrandFixture, createUser } from "@/tests/support/fixtures";
import { createPostgresDatabase, type PostgresDatabase } from "@/tests/support/postgres";

let database: PostgresDatabase;
beforeAll(async () => {
  database = await createPostgresDatabase({ poolSize: 6 });
});
afterAll(() => database.close());

async function scene() {
  const { db } = database;
  const [admin, owner, guest] = [await createUser(db, { hubAdmin: true }), await createUser(db), await createUser(db)];
  const brand = await createBrandFixture(db, { members: { [owner.id]: "owner" }, document: sampleDocument() });
  const acting = (user: { id: string; hubAdmin?: boolean }) => context(db, actingUser(user), new Date());
  const invite = (email: string) => inviteMember(acting(owner), { brandId: brand.id, email, role: "viewer" });
  const invited = await invite(guest.email);
  return { admin, owner, guest, brand, acting, invite, invited };
}
let at: Awaited<ReturnType<typeof scene>>;
beforeEach(async () => {
  at = await scene();
});

const asOwner = (): Ctx => at.acting(at.owner);
const openOnes = () =>
  database.db.$count(invitations, sql`${invitations.brandId} = ${at.brand.id} and ${invitations.revokedAt} is null`);
/** A call's outcome as one word. */
const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "done",
    (error: { code?: string; cause?: { code?: string } }) => error.cause?.code ?? error.code ?? String(error),
  );
const DEADLOCK = "40P01";

/** How many of the hub's connections wait for a lock. */
async function waiting(): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    database.db,
    sql`select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.count ?? 0;
}

/**
 * Starts both calls while another transaction holds the row that the first call locks last. The first then holds its
 * other locks, and the second runs as far as it can. Then releases the row.
 */
async function interleaved(
  hold: (db: Database) => Promise<unknown>,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<string[]> {
  const { db } = database;
  let outcomes: Promise<string>[] = [];
  await db.transaction(async (tx) => {
    await hold(tx as unknown as Database);
    outcomes = [outcomeOf(first())];
    await expect.poll(waiting).toBe(1);
    outcomes.push(outcomeOf(second()));
    // The second may wait for the first or have finished.
    await Promise.race([expect.poll(waiting).toBe(2), outcomes[1]]);
  });
  return Promise.all(outcomes);
}

const holdInvitation = (tx: Database) =>
  tx.select({ id: invitations.id }).from(invitations).where(eq(invitations.id, at.invited.id)).for("update");
const holdUser = (userId: string) => (tx: Database) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");

describe("a person being deactivated", () => {
  const deactivate = () => deactivatePerson(at.acting(at.admin), { personId: at.owner.id });

  it("leaves no pending invitation and causes no deadlock", async () => {
    const outcomes = await interleaved(holdInvitation, deactivate, () => at.invite("new@example.com"));
    expect(outcomes).toEqual(["done", "forbidden"]);
    expect(await openOnes()).toBe(0);
  });

  it("leaves no invitation from a moment earlier", async () => {
    const outcomes = await interleaved(holdUser(at.owner.id), () => at.invite("new@example.com"), deactivate);
    expect(outcomes).toEqual(["done", "done"]);
    expect(await openOnes()).toBe(0);
  });

  it("can't invite or renew an invitation, even in a request that began earlier", async () => {
    await database.db.update(invitations).set({ invitedBy: at.admin.id }).where(eq(invitations.id, at.invited.id));
    await deactivate();
    const ofInvitation = { brandId: at.brand.id, invitationId: at.invited.id };
    expect(await outcomeOf(at.invite("new@example.com"))).toBe("forbidden");
    expect(await outcomeOf(resendInvitation(asOwner(), ofInvitation))).toBe("forbidden");
    expect(await openOnes()).toBe(1);
  });
});

describe("two concurrent actions on one brand don't deadlock", () => {
  const ofInvitation = () => ({ brandId: at.brand.id, invitationId: at.invited.id });

  it("accepting an invitation while it is renewed", async () => {
    const accept = () => acceptInvitation(at.acting(at.guest), { token: at.invited.token ?? "" });
    const outcomes = await interleaved(holdInvitation, accept, () => resendInvitation(asOwner(), ofInvitation()));
    expect(outcomes).not.toContain(DEADLOCK);
    expect(outcomes).toContain("done");
  });

  it("revoking an invitation while it is renewed", async () => {
    const revoke = () => revokeInvitation(asOwner(), ofInvitation());
    const outcomes = await interleaved(holdInvitation, revoke, () => resendInvitation(asOwner(), ofInvitation()));
    expect(outcomes).toEqual(["done", "not_found"]);
  });

  it("revoking a key while it is rotated", async () => {
    const key = await issueApiKey(asOwner(), { brandId: at.brand.id, name: "Shop", expiresAt: null });
    const ofKey = { brandId: at.brand.id, apiKeyId: key.id };
    const hold = (tx: Database) =>
      tx.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.id, key.id)).for("update");
    const quotas = { ...asOwner().quotas, brand: { ...asOwner().quotas.brand, apiKeys: 10 } };
    const rotate = () => rotateApiKey({ ...asOwner(), quotas }, ofKey);
    const outcomes = await interleaved(hold, () => revokeApiKey(asOwner(), ofKey), rotate);
    expect(outcomes).toEqual(["done", "not_found"]);
  });

  it("discarding a draft in one window while it is published in another", async () => {
    const { brandId, document } = { brandId: at.brand.id, document: sampleDocument() };
    document.identity.brand.tagline = "Another";
    const { revision } = await saveDraft(asOwner(), { brandId, baseVersion: 1, revision: null, document });
    const hold = (tx: Database) => tx.execute(sql`select 1 from drafts where brand_id = ${brandId} for update`);
    const publish = () => publishDraft(asOwner(), { brandId, revision, note: null });
    const outcomes = await interleaved(hold, () => discardDraft(asOwner(), { brandId }), publish);
    expect(outcomes).not.toContain(DEADLOCK);
    expect(outcomes[0]).toBe("done");
  });

  it("switching to a brand in one window while inviting to it in another", async () => {
    const hold = (tx: Database) => holdUser(at.owner.id)(tx);
    const invite = () => at.invite("new@example.com");
    const outcomes = await interleaved(hold, () => switchActiveBrand(asOwner(), { brandId: at.brand.id }), invite);
    expect(outcomes).toEqual(["done", "done"]);
    expect(await database.db.$count(memberships, eq(memberships.brandId, at.brand.id))).toBe(1);
  });
});
