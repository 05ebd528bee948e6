import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditEntries, users } from "@/db/schema";
import {
  changeRole,
  eraseByEmail,
  exportByEmail,
  exportOwnData,
  hashPassword,
  inviteMember,
  issueNamedSessionToken,
  joinByInvitation,
  openBrowserSession,
  recordAudits,
  removeMember,
  settleFailedLoginAudits,
  signInWithPassword,
} from "@/lib/access/server";
import { issueApiKey } from "@/lib/integrations/server";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "@/tests/support/database";
import {
  ANONYMOUS,
  actingUser,
  context,
  createBrandFixture,
  createUser,
  NOW,
  signedInUser,
  systemContext,
} from "@/tests/support/fixtures";

const database = openTestDatabase();
let person: Awaited<ReturnType<typeof createUser>>;
let owner: Awaited<ReturnType<typeof createUser>>;
let acting: Ctx;
let brandId: string;
const secrets: string[] = [];

beforeAll(async () => {
  const { db } = database;
  person = await createUser(db, { name: "Ada", passwordHash: await hashPassword("a few plain words") });
  owner = await createUser(db, { name: "Olga of the other side" });
  const at = { clientIp: "192.0.2.1" };
  acting = context(db, actingUser(person), NOW, at);
  brandId = (await createBrandFixture(db, { members: { [owner.id]: "owner", [person.id]: "viewer" } })).id;
  const admin = context(db, actingUser(owner), NOW, { clientIp: "198.51.100.9" });
  await changeRole(admin, { brandId, userId: person.id, role: "admin" });
  const stranger = context(db, ANONYMOUS, NOW, { clientIp: "203.0.113.5" });
  await signInWithPassword(stranger, { email: person.email, password: "wrong" });
  await settleFailedLoginAudits();
  await openBrowserSession(acting, { userId: person.id, userAgent: "Firefox", by: "password" });
  secrets.push((await issueNamedSessionToken(acting, { name: "Nightly" })).token);
  secrets.push((await issueApiKey(acting, { brandId, name: "Shop", expiresAt: null })).key);
  const invited = await inviteMember(acting, { brandId, email: "friend@example.com", role: "viewer" });
  secrets.push(invited.token ?? "", person.passwordHash ?? "");
});

async function read(pieces: AsyncGenerator<string>) {
  let text = "";
  for await (const piece of pieces) text += piece;
  return { text, data: JSON.parse(text) };
}

describe("a person's data export", () => {
  it("contains all data about them", async () => {
    const { data } = await read(await exportOwnData(acting));
    expect(data).toMatchObject({
      format: "brand-identity-hub/person",
      version: 1,
      exported_at: NOW.toISOString(),
      account: { id: person.id, name: "Ada", email: person.email, has_password: true },
      memberships: [{ brand: { id: brandId }, role: "admin" }],
      sessions: [
        { kind: "browser", user_agent: "Firefox", client_ip: "192.0.2.1" },
        { kind: "token", name: "Nightly" },
      ],
      api_keys_issued: [{ name: "Shop", brand: { id: brandId } }],
      invitations_made: [{ email: "friend@example.com", role: "viewer" }],
      providers: [],
      cut_off: [],
    });
  });

  it("contains their IP addresses and failed sign-ins, but no one else's data", async () => {
    const { data, text } = await read(await exportOwnData(acting));
    const of = (action: string) => data.activity.find((entry: { action: string }) => entry.action === action);
    expect(of("session_token.issued")).toMatchObject({ actor: "you", client_ip: "192.0.2.1" });
    expect(of("account.sign_in_failed")).toMatchObject({ actor: "system", client_ip: "203.0.113.5" });
    expect(of("member.role_changed")).toMatchObject({ actor: "another person", client_ip: null });
    for (const theirs of [owner.name, owner.id, owner.email, "198.51.100.9"]) expect(text).not.toContain(theirs);
  });

  it("hides the names of people they acted on", async () => {
    const { db } = database;
    const removed = await createUser(db, { name: "Rita who was removed" });
    const members = { [owner.id]: "owner", [person.id]: "admin", [removed.id]: "viewer" } as const;
    const { id } = await createBrandFixture(db, { members });
    await removeMember(acting, { brandId: id, userId: removed.id });
    const { data, text } = await read(await exportOwnData(acting));
    const entry = data.activity.find(({ action }: { action: string }) => action === "member.removed");
    expect(entry).toMatchObject({ actor: "you", target: "another person" });
    for (const theirs of [removed.name, removed.id, removed.email]) expect(text).not.toContain(theirs);
  });

  it("hides what others sent to an unverified email", async () => {
    const { db } = database;
    const invites = context(db, actingUser(owner));
    const email = "somebody.else@bank.example";
    const brands = await Promise.all(
      ["Where they joined", "Secret Merger"].map((name) =>
        createBrandFixture(db, { name, members: { [owner.id]: "owner" } }),
      ),
    );
    const tokens: string[] = [];
    for (const brand of brands)
      tokens.push((await inviteMember(invites, { brandId: brand.id, email, role: "viewer" })).token ?? "");
    const fields = { name: "Not them", password: "four other words together" };
    await joinByInvitation(context(db, ANONYMOUS), { token: tokens[0] ?? "", ...fields });
    const [joined] = await db.select().from(users).where(eq(users.email, email));
    if (!joined) throw new Error("nobody joined");
    const held = async () => {
      const { data, text } = await read(await exportOwnData(context(db, actingUser(joined))));
      return { secret: text.includes("Secret Merger"), invitations: data.invitations_received.length };
    };
    expect(await held()).toEqual({ secret: false, invitations: 1 });
    await db.update(users).set({ emailVerifiedAt: NOW }).where(eq(users.id, joined.id));
    expect(await held()).toEqual({ secret: true, invitations: 2 });
  });

  it("contains no secret or digest", async () => {
    const { text } = await read(await exportOwnData(acting));
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/hash|argon2/i);
  });

  it("is audited, by the person or the operator's command", async () => {
    const before = await database.db.$count(auditEntries, eq(auditEntries.action, "account.exported"));
    await read(await exportOwnData(acting));
    await read(await exportByEmail(systemContext(database.db), { email: person.email }));
    expect(await database.db.$count(auditEntries, eq(auditEntries.action, "account.exported"))).toBe(before + 2);
  });

  it("needs re-authentication, and is refused to administrators for other people", async () => {
    const provedAt = new Date(NOW.getTime() - 16 * 60_000);
    const stale = context(database.db, signedInUser(person, { sid: "s", provedAt }));
    await expect(exportOwnData(stale)).rejects.toMatchObject({ name: "ReauthRequired" });
    const admin = context(database.db, actingUser(await createUser(database.db, { hubAdmin: true })));
    await expect(exportByEmail(admin, { email: person.email })).rejects.toMatchObject({ code: "forbidden" });
    const nobody = exportByEmail(systemContext(database.db), { email: "nobody@example.com" });
    await expect(nobody).rejects.toMatchObject({ code: "not_found" });
  });

  it("streams in small chunks", async () => {
    const many = await createUser(database.db);
    const ctx = context(database.db, actingUser(many));
    const target = { kind: "user", id: many.id, label: many.name };
    const entry = { brandId: null, action: "account.renamed", target } as const;
    await recordAudits(
      ctx,
      Array.from({ length: 1_200 }, () => entry),
    );
    const sizes: number[] = [];
    let text = "";
    for await (const piece of await exportOwnData(ctx)) {
      sizes.push(piece.length);
      text += piece;
    }
    expect(JSON.parse(text).activity).toHaveLength(1_201);
    expect(Math.max(...sizes)).toBeLessThan(200_000);
  });

  it("is refused for an erased person", async () => {
    const gone = await createUser(database.db);
    await eraseByEmail(systemContext(database.db), { email: gone.email });
    await expect(exportOwnData(context(database.db, actingUser(gone)))).rejects.toMatchObject({ code: "not_found" });
  });
});
