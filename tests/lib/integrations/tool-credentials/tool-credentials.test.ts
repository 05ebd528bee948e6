import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditEntries, toolCredentials } from "@/db/schema";
import type { ToolCredentialKind } from "@/lib/integrations";
import {
  authenticateToolToken,
  issueToolCredential,
  listToolCredentials,
  readSigningSecrets,
  revokeToolCredential,
  rotateToolCredential,
  runCredentialTick,
} from "@/lib/integrations/server";
import { BadRequest, Forbidden, NotFound, ReauthRequired } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "@/tests/support/database";
import {
  ANONYMOUS,
  actingUser,
  context,
  createTool,
  createUser,
  NOW,
  signedInUser,
  systemContext,
} from "@/tests/support/fixtures";

const HOUR_MS = 3_600_000;
const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);

const database = openTestDatabase();

let admin: Ctx;
let adminName: string;
let tool: string;
let woken: number;
beforeEach(async () => {
  const user = await createUser(database.db, { hubAdmin: true });
  adminName = user.name;
  woken = 0;
  const wakeTick = () => {
    woken += 1;
  };
  admin = context(database.db, actingUser({ id: user.id, hubAdmin: true }), NOW, { wakeTick });
  tool = (await createTool(database.db)).slug;
});

const at = (now: Date, ctx = admin): Ctx => ({ ...ctx, now });
const withKeys = (ctx: Ctx, ...encryption: string[]): Ctx => ({ ...ctx, secrets: { ...ctx.secrets, encryption } });
const issue = (
  kind: ToolCredentialKind,
  input: { name?: string; expiresAt?: Date | null; toolSlug?: string } = {},
  ctx = admin,
) => issueToolCredential(ctx, { toolSlug: tool, kind, name: "Production", expiresAt: null, ...input });
const rotate = (credentialId: string, overlapHours: number, ctx = admin) =>
  rotateToolCredential(ctx, { toolSlug: tool, credentialId, overlapHours });
const revoke = (credentialId: string, ctx = admin) => revokeToolCredential(ctx, { toolSlug: tool, credentialId });
const whose = (token: string, toolSlug = tool, now = NOW) =>
  authenticateToolToken(context(database.db, ANONYMOUS, now), { toolSlug, token });
const secretsOf = async (now = NOW, ctx: Ctx = systemContext(database.db)) =>
  (await readSigningSecrets({ ...ctx, now })).of(tool);
const rowOf = async (id: string) =>
  (await database.db.select().from(toolCredentials).where(eq(toolCredentials.id, id)))[0];
const entriesOf = (id: string) =>
  database.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.targetKind, "tool_credential"), eq(auditEntries.targetId, id)));
const states = async (now = NOW) =>
  Object.fromEntries((await listToolCredentials(at(now), { toolSlug: tool })).map(({ id, state }) => [id, state]));

describe("a child app token", () => {
  it("works for its tool at once and is stored as a hash only", async () => {
    const { id, secret } = await issue("app_token");
    expect(secret).toMatch(/^bihc_[0-9A-Za-z]{36}$/);
    expect(await whose(secret)).toEqual({ kind: "tool", toolSlug: tool, credentialId: id });
    expect(JSON.stringify([await rowOf(id), await entriesOf(id)])).not.toContain(secret.slice(9, -4));
  });

  it("is refused for another tool, with another ending, or if malformed", async () => {
    const other = (await createTool(database.db)).slug;
    const { secret } = await issue("app_token");
    expect(await whose(secret, other)).toBeNull();
    expect(await whose(`${secret.slice(0, -1)}${secret.endsWith("0") ? "1" : "0"}`)).toBeNull();
    expect(await whose("brand-studio-token-for-tests-0123456789abcdef")).toBeNull();
  });

  it("expires, and stays revoked", async () => {
    const short = await issue("app_token", { expiresAt: later(1) });
    const long = await issue("app_token");
    expect(await whose(short.secret, tool, new Date(later(1).getTime() - 1))).not.toBeNull();
    expect(await whose(short.secret, tool, later(1))).toBeNull();
    await revoke(long.id);
    expect(await whose(long.secret)).toBeNull();
    await expect(revoke(long.id)).rejects.toBeInstanceOf(NotFound);
    expect(await states(later(1))).toEqual({ [short.id]: "ended", [long.id]: "revoked" });
  });
});

describe("a signing secret", () => {
  it("is whsec_ and 33 bytes in base64, encrypted and never logged", async () => {
    const { id, secret } = await issue("signing_secret");
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{44}$/);
    expect(await secretsOf()).toEqual([secret]);
    const row = await rowOf(id);
    expect(row).toMatchObject({ tokenHash: null, prefix: "whsec_", lastFour: secret.slice(-4) });
    expect(JSON.stringify([row, await entriesOf(id)])).not.toContain(secret.slice(6, -4));
    expect(woken).toBe(1);
  });

  it("signs after those of the environment, the newest first", async () => {
    const first = await issue("signing_secret");
    const second = await issue("signing_secret", {}, at(later(1)));
    const environment = ["of-the-environment-0123456789abcdefghij"];
    const ctx = systemContext(database.db);
    const both = { ...ctx, secrets: { ...ctx.secrets, webhook: () => environment } };
    expect(await secretsOf(later(1), both)).toEqual([...environment, second.secret, first.secret]);
  });

  it("needs an encryption key; everything else works without one", async () => {
    const keyless = withKeys(admin);
    await expect(issue("signing_secret", {}, keyless)).rejects.toThrow("HUB_ENCRYPTION_KEY is not set");
    const { secret } = await issue("app_token", {}, keyless);
    expect(await whose(secret)).not.toBeNull();
  });

  it("is ignored while its encryption key is missing", async () => {
    const { id, secret } = await issue("signing_secret");
    for (const keys of [[], ["another-key-0123456789abcdefghijklmn"]]) {
      expect(await secretsOf(NOW, withKeys(systemContext(database.db), ...keys))).toEqual([]);
      const [listed] = await listToolCredentials(withKeys(admin, ...keys), { toolSlug: tool });
      expect(listed).toMatchObject({ id, state: "active", usable: false });
    }
    expect(await secretsOf()).toEqual([secret]);
  });

  it("can't be decrypted in another row", async () => {
    const mine = await issue("signing_secret");
    const other = await issue("signing_secret");
    const [from, to] = [await rowOf(mine.id), await rowOf(other.id)];
    await database.db.update(toolCredentials).set({ sealed: from?.sealed }).where(eq(toolCredentials.id, other.id));
    expect(await secretsOf()).toEqual([mine.secret]);
    await database.db.update(toolCredentials).set({ sealed: to?.sealed }).where(eq(toolCredentials.id, other.id));
    expect(await secretsOf()).toHaveLength(2);
  });

  it("is deleted when revoked, and by the tick once expired", async () => {
    const revoked = await issue("signing_secret");
    await revoke(revoked.id);
    expect(await rowOf(revoked.id)).toMatchObject({ sealed: null, keyId: null });
    const ended = await issue("signing_secret", { expiresAt: later(1) });
    const kept = await issue("signing_secret");
    expect(await runCredentialTick(systemContext(database.db, later(1)))).toMatchObject({ forgotten: 1 });
    expect([(await rowOf(ended.id))?.sealed, (await rowOf(kept.id))?.sealed]).toEqual([null, expect.any(String)]);
  });

  it("is encrypted again with the first key by the tick, so the older key can go", async () => {
    const [older, newer] = ["older-key-0123456789abcdefghijklmnop", "newer-key-0123456789abcdefghijklmnop"];
    const { id, secret } = await issue("signing_secret", {}, withKeys(admin, older));
    const rotating = { ...systemContext(database.db), secrets: withKeys(admin, newer, older).secrets };
    expect(await secretsOf(NOW, rotating)).toEqual([secret]);
    const before = (await rowOf(id))?.keyId;
    expect(await runCredentialTick(rotating)).toEqual({ forgotten: 0, sealedAnew: 1 });
    expect(await runCredentialTick(rotating)).toEqual({ forgotten: 0, sealedAnew: 0 });
    expect((await rowOf(id))?.keyId).not.toBe(before);
    expect(await secretsOf(NOW, withKeys(rotating, newer))).toEqual([secret]);
    expect(await secretsOf(NOW, withKeys(rotating, older))).toEqual([]);
  });

  it("is encrypted again even if many others belong to a missing key", async () => {
    const [gone, older, newer] = [
      "gone-key-0123456789abcdefghijklmnopq",
      "older-key-0123456789abcdefghijklmnop",
      "newer-key-0123456789abcdefghijklmnop",
    ];
    const first = await rowOf((await issue("signing_secret", {}, withKeys(admin, gone))).id);
    if (!first) throw new Error("there is no such credential");
    const others = Array.from({ length: 120 }, () => ({ ...first, id: newId() }));
    await database.db.insert(toolCredentials).values(others);
    const toolSlug = (await createTool(database.db)).slug;
    const { id } = await issue("signing_secret", { toolSlug }, withKeys(admin, older));
    const rotating = { ...systemContext(database.db), secrets: withKeys(admin, newer, older).secrets };
    expect(await runCredentialTick(rotating)).toEqual({ forgotten: 0, sealedAnew: 1 });
    expect((await rowOf(id))?.keyId).not.toBe(first.keyId);
  });
});

describe.each(["app_token", "signing_secret"] as const)("rotating a %s", (kind) => {
  const works = async ({ secret }: { secret: string }, now: Date) =>
    kind === "app_token" ? (await whose(secret, tool, now)) !== null : (await secretsOf(now)).includes(secret);

  it("keeps both active for the overlap, then only the new one", async () => {
    const old = await issue(kind);
    const fresh = await rotate(old.id, 24);
    expect(fresh).toMatchObject({ kind, name: "Production", expiresAt: null, oldEndsAt: later(24) });
    expect(await states()).toEqual({ [old.id]: "ending", [fresh.id]: "active" });
    for (const [now, both] of [
      [NOW, true],
      [new Date(later(24).getTime() - 1), true],
      [later(24), false],
    ] as const) {
      expect(await works(fresh, now)).toBe(true);
      expect(await works(old, now)).toBe(both);
    }
    expect(await states(later(24))).toEqual({ [old.id]: "ended", [fresh.id]: "active" });
  });

  it("revokes the old one at once for 0 hours, never extends it, and keeps the lifetime", async () => {
    const first = await issue(kind, { expiresAt: later(2) });
    const second = await rotate(first.id, 0, at(later(1)));
    expect([await works(first, later(1)), await works(second, later(1))]).toEqual([false, true]);
    expect(second.expiresAt).toEqual(later(3));
    const third = await rotate(second.id, 48, at(later(2)));
    expect(third.oldEndsAt).toEqual(later(3));
  });

  it("allows two active ones, even concurrently", async () => {
    const first = await issue(kind);
    const second = await rotate(first.id, 24);
    await expect(issue(kind)).rejects.toThrow("2 are active already");
    await expect(rotate(second.id, 24)).rejects.toThrow("2 are active already");
    await expect(rotate(first.id, 0)).rejects.toBeInstanceOf(NotFound);
    expect(await works(second, later(1))).toBe(true);
    // Replaced, deleted and other kinds of credentials don’t count.
    const third = await rotate(second.id, 0);
    await revoke(first.id);
    await issue(kind, { name: "Second" });
    await issue(kind === "app_token" ? "signing_secret" : "app_token");
    expect(await works(third, later(1))).toBe(true);
  });

  it.each([-1, 0.5, 721, Number.NaN])("refuses %d hours", async (hours) => {
    const { id } = await issue(kind);
    await expect(rotate(id, hours)).rejects.toBeInstanceOf(BadRequest);
  });

  it("writes audit entries that read as sentences", async () => {
    const old = await issue(kind);
    await rotate(old.id, 1);
    await revoke(old.id);
    const entries = await entriesOf(old.id);
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      "tool_credential.issued",
      "tool_credential.revoked",
      "tool_credential.rotated",
    ]);
    for (const { targetLabel } of entries) expect(targetLabel).toMatch(/^Tool \d+: Production$/);
  });
});

describe("credentials of a tool", () => {
  it("require a hub administrator with recent re-authentication", async () => {
    const { id } = await issue("app_token");
    const plain = await createUser(database.db);
    const other = context(database.db, actingUser(plain));
    for (const act of [
      () => issue("app_token", {}, other),
      () => rotate(id, 1, other),
      () => revoke(id, other),
      () => listToolCredentials(other, { toolSlug: tool }),
    ])
      await expect(act()).rejects.toBeInstanceOf(Forbidden);
    const user = await createUser(database.db, { hubAdmin: true });
    const stale = context(
      database.db,
      signedInUser({ id: user.id, hubAdmin: true }, { sid: newId(), provedAt: later(-1) }),
    );
    await expect(issue("app_token", {}, stale)).rejects.toBeInstanceOf(ReauthRequired);
    await expect(rotate(id, 1, stale)).rejects.toBeInstanceOf(ReauthRequired);
    await expect(revoke(id, stale)).rejects.toBeInstanceOf(ReauthRequired);
  });

  it("return 404 under another tool or an invalid id", async () => {
    const { id } = await issue("app_token");
    const toolSlug = (await createTool(database.db)).slug;
    for (const credentialId of [id, newId(), "nonsense"]) {
      await expect(rotateToolCredential(admin, { toolSlug, credentialId, overlapHours: 1 })).rejects.toBeInstanceOf(
        NotFound,
      );
      await expect(revokeToolCredential(admin, { toolSlug, credentialId })).rejects.toBeInstanceOf(NotFound);
    }
    await expect(issue("app_token", { toolSlug: "nobody" })).rejects.toBeInstanceOf(NotFound);
  });

  it.each([{ name: " " }, { name: "x".repeat(101) }, { expiresAt: NOW }])("refuse %o", async (input) => {
    await expect(issue("app_token", input)).rejects.toBeInstanceOf(BadRequest);
  });

  it("are listed with their creators, active ones first", async () => {
    const first = await issue("app_token", { name: "First" });
    await revoke(first.id);
    const second = await issue("app_token", { name: "Second" }, at(later(-1)));
    const listed = await listToolCredentials(admin, { toolSlug: tool });
    expect(listed.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(listed[0]).toMatchObject({
      name: "Second",
      createdBy: adminName,
      prefix: second.secret.slice(0, 9),
      lastFour: second.secret.slice(-4),
      lastUsedAt: null,
      usable: true,
    });
  });
});
