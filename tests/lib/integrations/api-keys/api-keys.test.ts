import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { apiKeys, auditEntries, brands, memberships, users } from "@/db/schema";
import { makeApiKey } from "@/lib/integrations/api-keys/read-api-keys";
import {
  authenticateApiKey,
  EndedApiKey,
  issueApiKey,
  listApiKeys,
  listKeysToAttend,
  revokeApiKey,
  rotateApiKey,
} from "@/lib/integrations/server";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "@/tests/support/database";
import { ANONYMOUS, actingUser, context, createBrandFixture, createUser, NOW } from "@/tests/support/fixtures";

const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const DAY = 24 * 60 * 60;

const database = openTestDatabase();

async function scene() {
  const { db } = database;
  const users = {
    owner: await createUser(db),
    admin: await createUser(db),
    editor: await createUser(db),
    viewer: await createUser(db),
  };
  const { owner, admin, editor, viewer } = users;
  const members = { [owner.id]: "owner", [admin.id]: "admin", [editor.id]: "editor", [viewer.id]: "viewer" } as const;
  const brand = await createBrandFixture(db, { members });
  const other = await createBrandFixture(db, { members: { [owner.id]: "owner" } });
  const ctxOf = (user: { id: string }): Ctx => context(db, actingUser(user));
  return {
    brand,
    other,
    owner: ctxOf(owner),
    admin: ctxOf(admin),
    editor: ctxOf(editor),
    viewer: ctxOf(viewer),
    name: owner.name,
  };
}
let at: Awaited<ReturnType<typeof scene>>;
beforeEach(async () => {
  at = await scene();
});

const issue = (ctx = at.owner, values: { name?: string; expiresAt?: Date | null } = {}) =>
  issueApiKey(ctx, { brandId: at.brand.id, name: "Website", expiresAt: null, ...values });
const authenticate = (key: string, now = NOW) => authenticateApiKey(context(database.db, ANONYMOUS, now), { key });
const row = async (id: string) => (await database.db.select().from(apiKeys).where(eq(apiKeys.id, id)))[0];
const entries = (action: string) =>
  database.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.brandId, at.brand.id), eq(auditEntries.action, action)));

describe("issueApiKey", () => {
  it("returns a key for the brand, writes an audit entry and stores only its hash", async () => {
    const issued = await issue(at.admin, { name: " Website " });
    expect(await authenticate(issued.key)).toMatchObject({
      kind: "api-key",
      apiKeyId: issued.id,
      brandId: at.brand.id,
    });
    const [entry, ...more] = await entries("api_key.issued");
    expect(entry).toMatchObject({ targetKind: "api_key", targetId: issued.id, targetLabel: "Website" });
    expect(more).toEqual([]);
    expect(JSON.stringify([entry, await row(issued.id)])).not.toContain(issued.key);
  });

  it("returns 403 to editors and viewers, 404 to non-members", async () => {
    await expect(issue(at.editor)).rejects.toMatchObject({ code: "forbidden" });
    await expect(issue(at.viewer)).rejects.toMatchObject({ code: "forbidden" });
    const outsider = context(database.db, actingUser(await createUser(database.db)));
    await expect(issue(outsider)).rejects.toMatchObject({ code: "not_found" });
    const key = { ...at.owner, actor: { kind: "api-key", apiKeyId: newId(), brandId: at.brand.id } } as const;
    await expect(issue(key)).rejects.toMatchObject({ code: "forbidden" });
  });

  it.each(["", "  ", "x".repeat(101)])("refuses the name %j", async (name) => {
    await expect(issue(at.owner, { name })).rejects.toMatchObject({ code: "bad_request", field: "name" });
  });

  it("refuses an expiry that is not in the future", async () => {
    await expect(issue(at.owner, { expiresAt: NOW })).rejects.toMatchObject({
      code: "bad_request",
      field: "expiresAt",
    });
  });
});

describe("scopes", () => {
  const withScopes = (scopes: readonly string[]) =>
    issueApiKey(at.owner, { brandId: at.brand.id, name: "Scoped", expiresAt: null, scopes });

  it("are stored once each and appear in the audit entry and the list", async () => {
    const issued = await withScopes(["identity:read", "brands:read", "brands:read"]);
    expect(issued.scopes).toEqual(["brands:read", "identity:read"]);
    expect(await authenticate(issued.key)).toMatchObject({ scopes: ["brands:read", "identity:read"] });
    expect(await entries("api_key.issued")).toMatchObject([{ diff: { scopes: [null, issued.scopes] } }]);
    const { entries: listed } = await listApiKeys(at.owner, { brandId: at.brand.id });
    expect(listed).toMatchObject([{ scopes: ["brands:read", "identity:read"] }]);
  });

  it("default to reading the brand and sending events, also for keys older than scopes", async () => {
    expect(await authenticate((await issue()).key)).toMatchObject({ scopes: ["brands:read", "events:write"] });
    const older = await issue();
    await database.db.execute(`update api_keys set scopes = default where id = '${older.id}'`);
    expect(await authenticate(older.key)).toMatchObject({ scopes: ["brands:read", "events:write"] });
  });

  it.each([[[]], [["everything"]], [["brands:read", "everything"]]])("refuses %j", async (scopes) => {
    await expect(withScopes(scopes)).rejects.toMatchObject({ code: "bad_request", field: "scopes" });
  });

  it("carry over to the rotated key", async () => {
    const old = await withScopes(["identity:read"]);
    const fresh = await rotateApiKey(at.owner, { brandId: at.brand.id, apiKeyId: old.id });
    expect(fresh.scopes).toEqual(["identity:read"]);
    expect(await authenticate(fresh.key)).toMatchObject({ scopes: ["identity:read"] });
  });
});

describe("listKeysToAttend", () => {
  const attend = async (now = NOW, ctx = at.owner) => {
    const keys = await listKeysToAttend({ ...ctx, now }, { brandId: at.brand.id });
    const namesOf = (keys: readonly { name: string }[]) => keys.map(({ name }) => name);
    return { ending: namesOf(keys.ending), ended: namesOf(keys.ended), makerLeft: namesOf(keys.makerLeft) };
  };
  const NOTHING = { ending: [], ended: [], makerLeft: [] };

  it("lists keys from 14 days before their expiry to 14 days after", async () => {
    await issue(at.owner, { name: "Short", expiresAt: later(30 * DAY) });
    await issue(at.owner, { name: "For ever" });
    expect(await attend(later(16 * DAY - 1))).toEqual(NOTHING);
    expect(await attend(later(16 * DAY))).toEqual({ ...NOTHING, ending: ["Short"] });
    expect(await attend(later(30 * DAY - 1))).toEqual({ ...NOTHING, ending: ["Short"] });
    expect(await attend(later(30 * DAY))).toEqual({ ...NOTHING, ended: ["Short"] });
    expect(await attend(later(44 * DAY))).toEqual({ ...NOTHING, ended: ["Short"] });
    expect(await attend(later(44 * DAY + 1))).toEqual(NOTHING);
  });

  it("omits rotated and revoked keys", async () => {
    const [rotated, revoked] = [
      await issue(at.owner, { expiresAt: later(DAY) }),
      await issue(at.owner, { expiresAt: later(DAY) }),
    ];
    await revokeApiKey(at.owner, { brandId: at.brand.id, apiKeyId: revoked.id });
    const fresh = await rotateApiKey(at.owner, { brandId: at.brand.id, apiKeyId: rotated.id, overlapMs: 1 });
    await revokeApiKey(at.owner, { brandId: at.brand.id, apiKeyId: fresh.id });
    expect(await attend()).toEqual(NOTHING);
    expect(await attend(later(2 * DAY))).toEqual(NOTHING);
  });

  it("lists active keys whose creator left or is deactivated", async () => {
    await issue(at.admin, { name: "Of the admin" });
    await issue(at.admin, { name: "Over", expiresAt: later(60) });
    await issue(at.owner, { name: "Of the owner" });
    expect(await attend()).toEqual({ ...NOTHING, ending: ["Over"] });
    const { userId } = at.admin.actor as { userId: string };
    await database.db.update(users).set({ deactivatedAt: NOW }).where(eq(users.id, userId));
    const listed = { ...NOTHING, ended: ["Over"], makerLeft: ["Of the admin"] };
    expect(await attend(later(60))).toEqual(listed);
    await database.db.update(users).set({ deactivatedAt: null }).where(eq(users.id, userId));
    expect((await attend(later(60))).makerLeft).toEqual([]);
    await database.db.delete(memberships).where(eq(memberships.userId, userId));
    expect(await attend(later(60))).toEqual(listed);
    const left = await listApiKeys({ ...at.owner, now: later(60) }, { brandId: at.brand.id, state: "maker-left" });
    expect(left.entries).toMatchObject([{ name: "Of the admin", makerLeft: true }]);
    const all = await listApiKeys({ ...at.owner, now: later(60) }, { brandId: at.brand.id, state: "active" });
    expect(all.entries.map(({ makerLeft }) => makerLeft).sort()).toEqual([false, true]);
  });

  it("requires an owner or admin", async () => {
    await expect(attend(NOW, at.editor)).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("authenticateApiKey", () => {
  it("refuses an unknown key, and a wrong checksum without a query", async () => {
    expect(await authenticate(makeApiKey())).toBeNull();
    const { key } = await issue();
    const mistyped = `${key.slice(0, -1)}${key.endsWith("x") ? "y" : "x"}`;
    const untouchable = new Proxy(database.db, {
      get: () => {
        throw new Error("the database was queried");
      },
    });
    expect(await authenticateApiKey(context(untouchable, ANONYMOUS), { key: mistyped })).toBeNull();
    await expect(authenticateApiKey(context(untouchable, ANONYMOUS), { key })).rejects.toThrow(
      "the database was queried",
    );
  });

  it("refuses a key from its expiry on", async () => {
    const { key } = await issue(at.owner, { expiresAt: later(60) });
    expect(await authenticate(key, later(59.9))).not.toBeNull();
    await expect(authenticate(key, later(60))).rejects.toThrow(EndedApiKey);
  });

  it("refuses every key of an archived brand", async () => {
    const { key } = await issue();
    await database.db.update(brands).set({ archivedAt: NOW }).where(eq(brands.id, at.brand.id));
    expect(await authenticate(key)).toBeNull();
  });

  it("records the last use at most once a minute", async () => {
    const { key, id } = await issue();
    const usedAfter = async (seconds: number) => {
      await authenticate(key, later(seconds));
      return (await row(id))?.lastUsedAt;
    };
    expect(await usedAfter(5)).toEqual(later(5));
    expect(await usedAfter(65)).toEqual(later(5));
    expect(await usedAfter(66)).toEqual(later(66));
    expect(await usedAfter(20)).toEqual(later(66));
  });
});

describe("revokeApiKey", () => {
  it("revokes the key at once and writes an audit entry", async () => {
    const { key, id } = await issue();
    await revokeApiKey(at.admin, { brandId: at.brand.id, apiKeyId: id });
    await expect(authenticate(key)).rejects.toMatchObject({
      code: "unauthorized",
      actor: { kind: "api-key", apiKeyId: id, brandId: at.brand.id },
    });
    expect(await entries("api_key.revoked")).toMatchObject([{ targetId: id, targetLabel: "Website" }]);
  });

  it("returns 404 for another brand's key, an unknown one and a revoked one", async () => {
    const { key, id } = await issue();
    await expect(revokeApiKey(at.owner, { brandId: at.other.id, apiKeyId: id })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(revokeApiKey(at.owner, { brandId: at.brand.id, apiKeyId: newId() })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await authenticate(key)).not.toBeNull();
    await revokeApiKey(at.owner, { brandId: at.brand.id, apiKeyId: id });
    await expect(revokeApiKey(at.owner, { brandId: at.brand.id, apiKeyId: id })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await entries("api_key.revoked")).toHaveLength(1);
  });

  it("requires an owner or admin", async () => {
    const { id } = await issue();
    await expect(revokeApiKey(at.editor, { brandId: at.brand.id, apiKeyId: id })).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});

describe("rotateApiKey", () => {
  const rotate = (apiKeyId: string, overlapMs?: number, ctx = at.owner) =>
    rotateApiKey(ctx, { brandId: at.brand.id, apiKeyId, overlapMs });

  it("returns a new key of the same name while the old one works for a day", async () => {
    const old = await issue();
    const fresh = await rotate(old.id);
    expect(fresh).toMatchObject({ name: "Website", expiresAt: null, oldKeyExpiresAt: later(DAY) });
    expect(await authenticate(fresh.key, later(400 * DAY))).toMatchObject({ apiKeyId: fresh.id, brandId: at.brand.id });
    expect(await authenticate(old.key, later(DAY - 1))).toMatchObject({ apiKeyId: old.id });
    await expect(authenticate(old.key, later(DAY))).rejects.toThrow(EndedApiKey);
    expect((await row(old.id))?.replacedBy).toBe(fresh.id);
    expect(await entries("api_key.rotated")).toMatchObject([{ targetId: old.id, diff: { key: [old.id, fresh.id] } }]);
  });

  it("keeps the lifetime and never extends the old key's", async () => {
    const old = await issue(at.owner, { expiresAt: later(DAY / 2) });
    const fresh = await rotateApiKey({ ...at.owner, now: later(60) }, { brandId: at.brand.id, apiKeyId: old.id });
    expect(fresh.expiresAt).toEqual(later(DAY / 2 + 60));
    expect((await row(old.id))?.expiresAt).toEqual(later(DAY / 2));
  });

  it("revokes the old key at once without an overlap", async () => {
    const old = await issue();
    await rotate(old.id, 0);
    await expect(authenticate(old.key)).rejects.toThrow(EndedApiKey);
  });

  it("refuses an overlap that is negative, over 30 days or not a number", async () => {
    const { id } = await issue();
    for (const overlapMs of [-1, 30 * DAY * 1000 + 1, Number.NaN]) {
      await expect(rotate(id, overlapMs)).rejects.toMatchObject({ code: "bad_request", field: "overlapMs" });
    }
  });

  it("returns 404 for a key that is revoked, expired, rotated or another brand's", async () => {
    const [revoked, expired, rotated, foreign] = [
      await issue(),
      await issue(at.owner, { expiresAt: later(1) }),
      await issue(),
      await issue(),
    ];
    await revokeApiKey(at.owner, { brandId: at.brand.id, apiKeyId: revoked.id });
    await rotate(rotated.id);
    await expect(rotate(revoked.id)).rejects.toMatchObject({ code: "not_found" });
    await expect(rotate(expired.id, 0, { ...at.owner, now: later(1) })).rejects.toMatchObject({ code: "not_found" });
    await expect(rotate(rotated.id)).rejects.toMatchObject({ code: "not_found" });
    const elsewhere = { brandId: at.other.id, apiKeyId: foreign.id };
    await expect(rotateApiKey(at.owner, elsewhere)).rejects.toMatchObject({ code: "not_found" });
  });

  it("requires an owner or admin", async () => {
    const { id } = await issue();
    await expect(rotate(id, 0, at.viewer)).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("listApiKeys", () => {
  it("lists the brand's keys with their state, newest first, without key or hash", async () => {
    const first = await issue();
    const second = await issueApiKey(
      { ...at.owner, now: later(1) },
      { brandId: at.brand.id, name: "Second", expiresAt: later(10) },
    );
    const third = await issueApiKey(
      { ...at.owner, now: later(2) },
      { brandId: at.brand.id, name: "Third", expiresAt: null },
    );
    await issueApiKey(at.owner, { brandId: at.other.id, name: "Elsewhere", expiresAt: null });
    await revokeApiKey(at.owner, { brandId: at.brand.id, apiKeyId: third.id });
    const { entries: listed } = await listApiKeys({ ...at.admin, now: later(10) }, { brandId: at.brand.id });
    expect(listed.map(({ id, status }) => [id, status])).toEqual([
      [third.id, "revoked"],
      [second.id, "expired"],
      [first.id, "active"],
    ]);
    expect(listed[2]).toMatchObject({
      name: "Website",
      prefix: first.key.slice(0, 8),
      lastFour: first.key.slice(-4),
      createdBy: at.name,
    });
    const shown = JSON.stringify(listed);
    for (const { key, id } of [first, second, third]) {
      expect(shown).not.toContain(key);
      expect(shown).not.toContain((await row(id))?.keyHash);
    }
  });

  it("filters active and ended keys", async () => {
    const works = await issue();
    const expired = await issue(at.owner, { expiresAt: later(10) });
    const revoked = await issue();
    await revokeApiKey(at.owner, { brandId: at.brand.id, apiKeyId: revoked.id });
    const idsIn = async (state: "active" | "ended") => {
      const page = await listApiKeys({ ...at.owner, now: later(10) }, { brandId: at.brand.id, state });
      return page.entries.map(({ id }) => id).sort();
    };
    expect(await idsIn("active")).toEqual([works.id]);
    expect(await idsIn("ended")).toEqual([expired.id, revoked.id].sort());
  });

  it("finds a key by name, creator and its visible characters", async () => {
    const shop = await issue(at.owner, { name: "Shop 100%" });
    await issue(at.admin, { name: "Website" });
    const findNames = async (search: string) => {
      const page = await listApiKeys(at.owner, { brandId: at.brand.id, search });
      return page.entries.map(({ name }) => name);
    };
    expect(await findNames("shop")).toEqual(["Shop 100%"]);
    expect(await findNames("0%")).toEqual(["Shop 100%"]);
    expect(await findNames(at.name)).toContain("Shop 100%");
    expect(await findNames(shop.key.slice(0, 8))).toEqual(["Shop 100%"]);
    expect(await findNames(shop.key.slice(-4))).toEqual(["Shop 100%"]);
    expect(await findNames(`${shop.key.slice(0, 8)}…${shop.key.slice(-4)}`)).toEqual(["Shop 100%"]);
    expect(await findNames(`${shop.key.slice(0, 8)}…nope`)).toEqual([]);
    expect(await findNames("nothing like it")).toEqual([]);
  });

  it("returns every key once over all pages", async () => {
    const issued = [];
    for (let index = 0; index < 5; index += 1) issued.push((await issue()).id);
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listApiKeys>> = await listApiKeys(at.owner, {
        brandId: at.brand.id,
        limit: 2,
        after,
      });
      expect(page.entries.length).toBeLessThanOrEqual(2);
      seen.push(...page.entries.map(({ id }) => id));
      after = page.next;
    } while (after);
    expect(seen.sort()).toEqual(issued.sort());
  });

  it("requires an owner or admin", async () => {
    await expect(listApiKeys(at.editor, { brandId: at.brand.id })).rejects.toMatchObject({ code: "forbidden" });
  });
});
