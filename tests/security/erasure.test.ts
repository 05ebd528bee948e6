import { and, eq, getTableName, is, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenDatabase, rowsOf } from "@/db/client";
import * as schema from "@/db/schema";
import { auditEntries, brands, brandVersions, files, mails, memberships, sessions, users } from "@/db/schema";
import {
  acceptInvitation,
  authenticateSessionToken,
  changeEmail,
  changeRole,
  deactivatePerson,
  eraseByEmail,
  eraseOwnAccount,
  erasePerson,
  exportOwnData,
  hashPassword,
  inviteMember,
  issueNamedSessionToken,
  issueSession,
  listPeople,
  openBrowserSession,
  reactivatePerson,
  recordAudit,
  removeMember,
  renameAccount,
  renamePasskey,
  requestEmailChange,
  requestPasswordReset,
  revokeSession,
  runAuditTick,
  settleFailedLoginAudits,
  signInWithPassword,
  signInWithProvider,
  signOutPerson,
  signSessionToken,
  verifyAudit,
} from "@/lib/access/server";
import { scheduleBrandDeletion } from "@/lib/brands/server";
import { authenticateApiKey, issueApiKey, issueToolCredential } from "@/lib/integrations/server";
import { newId } from "@/lib/platform/ids";
import { enqueueMail } from "@/lib/platform/mail/enqueue-mail";
import { listVersions, publishDraft, requestReview, saveDraft } from "@/lib/publishing/server";
import { createTestDatabase } from "@/tests/support/database";
import { sampleDocument } from "@/tests/support/documents";
import {
  ANONYMOUS,
  actingUser,
  context,
  createBrandFixture,
  createTool,
  createUser,
  entitle,
  NOW,
  signedInUser,
  systemContext,
} from "@/tests/support/fixtures";
import { tokenIn, withMail } from "@/tests/support/mailed";
import { createPostgresDatabase } from "@/tests/support/postgres";

const PASSWORD = "a few plain words for the canary";
/** Values that identify the person, which must be gone from every table. */
const CANARIES = {
  name: "Quetzal Nameworth",
  formerName: "Oldquetzal Maidenworth",
  email: "quetzal@canary.example",
  formerEmail: "oldquetzal@canary.example",
  askedEmail: "neverproved@canary.example",
  clientIp: "203.0.113.201",
  userAgent: "CanaryBrowser/9.9 (QuetzalOS)",
  tokenName: "Quetzals nightly program",
  provider: "canary-github-4711",
  passkey: "Quetzals yellow key",
  renamedPasskey: "Quetzals green key",
};

let database: OpenDatabase;
let passwordHash: string;
beforeAll(async () => {
  database = await createTestDatabase();
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => database.close());

const later = (ms: number) => new Date(NOW.getTime() + ms);
const hubAt = (now: Date) => ({ ...systemContext(database.db, now), clock: async () => now });

/** Every row of every table as text. */
async function dump(): Promise<Record<string, string[]>> {
  const tables = await rowsOf<{ name: string }>(
    database.db,
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await rowsOf<{ row: string }>(database.db, sql`select t::text as row from ${sql.identifier(name)} t`);
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

/** Which values are in which tables. */
async function standing(texts: readonly string[]): Promise<string[]> {
  return Object.entries(await dump()).flatMap(([table, rows]) =>
    texts.flatMap((text) =>
      rows.some((row) => row.toLowerCase().includes(text.toLowerCase())) ? [`${table}: ${text}`] : [],
    ),
  );
}

/** Read from the schema: a new table must be used below. */
const NAMING_USERS = Object.values(schema)
  .filter((candidate) => is(candidate, PgTable))
  .filter((table) => getTableConfig(table).foreignKeys.some((key) => key.reference().foreignTable === schema.users))
  .map((table) => getTableName(table));

/** A person who has used everything. */
async function quetzal() {
  const { db } = database;
  const person = await createUser(db, {
    name: CANARIES.formerName,
    email: CANARIES.formerEmail,
    passwordHash,
    hubAdmin: true,
  });
  const admin = await createUser(db, { name: "Hanna", hubAdmin: true });
  const owner = await createUser(db, { name: "Olga" });
  const from = { clientIp: CANARIES.clientIp };
  const by = (now = NOW) => context(db, actingUser({ id: person.id, hubAdmin: true }), now, from);
  const { ctx, mailed } = withMail(by());
  const brand = await createBrandFixture(db, {
    members: { [owner.id]: "owner", [person.id]: "admin" },
    document: sampleDocument({}),
  });
  const invites = context(db, actingUser(owner));

  const stranger = context(db, ANONYMOUS, NOW, { ...from, mail: ctx.mail });
  await signInWithPassword(stranger, { email: person.email, password: "wrong" });
  await settleFailedLoginAudits();
  const { claims: browser } = await openBrowserSession(stranger, {
    userId: person.id,
    userAgent: CANARIES.userAgent,
    by: "password",
  });
  await openBrowserSession(stranger, { userId: person.id, userAgent: CANARIES.userAgent, by: "password" });
  await issueNamedSessionToken(by(), { name: CANARIES.tokenName });
  await revokeSession(by(), { sid: browser.sid });
  const identity = { provider: "github", providerAccountId: CANARIES.provider };
  await db.update(users).set({ emailVerifiedAt: NOW }).where(eq(users.id, person.id));
  await signInWithProvider(stranger, { ...identity, verifiedEmail: person.email, name: person.name });
  await renameAccount(by(), { name: CANARIES.name });
  const call = {
    requestId: "call",
    operation: "readMyBrand",
    credential: "session",
    status: 200,
    durationMs: 1,
  } as const;
  await db.insert(schema.apiRequests).values({ ...call, id: newId(), brandId: brand.id, userId: person.id });

  const elsewhere = await createBrandFixture(db, { members: { [owner.id]: "owner" } });
  const { token } = await inviteMember(invites, { brandId: elsewhere.id, email: CANARIES.formerEmail, role: "viewer" });
  await acceptInvitation(by(), { token: token ?? "" });
  const third = await createBrandFixture(db, { members: { [owner.id]: "owner" } });
  await inviteMember(invites, { brandId: third.id, email: CANARIES.formerEmail, role: "viewer" });
  const left = await createBrandFixture(db, { members: { [owner.id]: "owner", [person.id]: "viewer" } });
  await removeMember(by(), { brandId: left.id, userId: person.id });
  await requestEmailChange(ctx, { email: CANARIES.email });
  const [link] = (await mailed(CANARIES.email)).slice(-1);
  await changeEmail(stranger, { token: tokenIn(link?.text, "/change-email") });
  await requestEmailChange(ctx, { email: CANARIES.askedEmail });
  await requestPasswordReset(stranger, { email: CANARIES.email });

  await changeRole(invites, { brandId: brand.id, userId: person.id, role: "editor" });
  await changeRole(invites, { brandId: brand.id, userId: person.id, role: "admin" });
  const { key } = await issueApiKey(by(), { brandId: brand.id, name: "Order desk", expiresAt: null });
  await inviteMember(by(), { brandId: brand.id, email: "friend@example.com", role: "viewer" });
  const tool = await createTool(db);
  await entitle(db, brand.id, tool.slug);
  await db.update(schema.entitlements).set({ grantedBy: person.id });
  await issueToolCredential(by(), { toolSlug: tool.slug, kind: "app_token", name: "Production", expiresAt: null });
  const handOver = {
    id: newId(),
    toolSlug: tool.slug,
    name: "Print desk",
    tokenHash: newId().replaceAll("-", "").repeat(2),
  };
  const expiresAt = new Date(NOW.getTime() + 1);
  await db.insert(schema.handOvers).values({ ...handOver, createdBy: person.id, createdAt: NOW, expiresAt });
  const notice = { id: newId(), kind: "new_manager", occurrence: "an admin", topic: brand.id } as const;
  await db
    .insert(schema.notices)
    .values({ ...notice, userId: person.id, brandId: brand.id, happenedAt: NOW, createdAt: NOW });
  const file = { id: newId(), brandId: brand.id, sha256: "a".repeat(64), mime: "image/png", bytes: 1, createdAt: NOW };
  await db.insert(files).values({ ...file, uploadedBy: person.id });
  const document = sampleDocument({});
  const edited = { ...document, identity: { ...document.identity, brand: { tagline: "Seen" } } };
  const { revision } = await saveDraft(by(), { brandId: brand.id, baseVersion: 1, revision: null, document: edited });
  await publishDraft(by(), { brandId: brand.id, revision, note: "First" });
  await saveDraft(by(), { brandId: brand.id, baseVersion: 2, revision: null, document });
  const editing = { brandId: brand.id, userId: person.id, page: "identity" } as const;
  await db.insert(schema.draftPresences).values({ ...editing, since: NOW, seenAt: NOW });
  const { reviewId } = await requestReview(by(), { brandId: brand.id, note: null, reviewers: [] });
  const inReview = { reviewId, createdAt: NOW };
  await db.insert(schema.reviewPeople).values({ reviewId, userId: person.id, asked: true });
  await db.insert(schema.reviewComments).values({ ...inReview, id: newId(), userId: person.id, text: CANARIES.name });
  const old = await createBrandFixture(db, { members: { [person.id]: "owner" }, archivedAt: NOW });
  await scheduleBrandDeletion(ctx, { brandId: old.id, typedSlug: old.slug });
  await signOutPerson(context(db, actingUser(admin)), { personId: person.id });
  await deactivatePerson(context(db, actingUser(admin)), { personId: person.id });
  await reactivatePerson(context(db, actingUser(admin)), { personId: person.id });
  const { claims: open } = await openBrowserSession(stranger, {
    userId: person.id,
    userAgent: CANARIES.userAgent,
    by: "github",
  });
  for await (const _piece of await exportOwnData(by()));
  const waiting = { subject: `Good morning, ${CANARIES.name}`, paragraphs: [] };
  await enqueueMail(ctx, { kind: "account.signed_in", to: CANARIES.email, content: waiting });
  await db
    .update(mails)
    .set({ status: "dead", sealed: null, finishedAt: NOW, reason: `550 <${CANARIES.formerEmail}> unknown` })
    .where(eq(mails.recipient, CANARIES.formerEmail));
  const own = { userId: person.id, createdAt: NOW };
  const passkey = { id: newId(), name: CANARIES.passkey, credentialId: newId(), publicKey: "key", signCount: 0 };
  await db.insert(schema.passkeys).values({ ...own, ...passkey });
  await recordAudit(by(), {
    brandId: null,
    action: "account.passkey_added",
    target: { kind: "passkey", id: passkey.id, label: passkey.name },
  });
  await renamePasskey(by(), { id: passkey.id, name: CANARIES.passkey });
  await renamePasskey(by(), { id: passkey.id, name: CANARIES.renamedPasskey });
  await db.insert(schema.authenticatorApps).values({ ...own, sealedSecret: "sealed", lastStep: 1 });
  await db.insert(schema.recoveryCodes).values({ ...own, codeHash: "b".repeat(64) });
  const acting = context(db, signedInUser({ id: person.id, hubAdmin: true }, { sid: open.sid }), NOW, from);
  return { person, admin, owner, brand, by, acting, cookie: await signSessionToken(acting, open), key };
}

describe.each([
  ["at their own request before chaining", false, "self"],
  ["at their own request after chaining", true, "self"],
  ["by a hub administrator", true, "admin"],
] as const)("a person with data in every table, erased %s", (_how, chained, who) => {
  let used: Awaited<ReturnType<typeof quetzal>>;
  let before: string[];
  let dumped: Record<string, string[]>;
  beforeAll(async () => {
    await database.close();
    database = await createTestDatabase();
    used = await quetzal();
    if (chained) await runAuditTick(hubAt(later(1000)));
    dumped = await dump();
    before = await standing(Object.values(CANARIES));
    const admin = context(database.db, actingUser(used.admin));
    if (who === "self") await eraseOwnAccount(used.acting, { typedEmail: CANARIES.email });
    else await erasePerson(admin, { personId: used.person.id, typedEmail: ` ${CANARIES.email.toUpperCase()} ` });
    await runAuditTick(hubAt(later(2000)));
  });

  it("was in every table that names users before", () => {
    for (const canary of Object.values(CANARIES)) expect(before.join("\n")).toContain(canary);
    const named = Object.entries(dumped)
      .filter(([, rows]) => rows.some((row) => row.includes(used.person.id)))
      .map(([name]) => name);
    expect(NAMING_USERS.filter((name) => !named.includes(name))).toEqual([]);
  });

  it("is in no table afterwards", async () => {
    expect(await standing(Object.values(CANARIES))).toEqual([]);
  });

  it("leaves an audit log that verifies", async () => {
    const report = await verifyAudit(hubAt(later(3000)));
    expect(report).toMatchObject({ waiting: 0, problems: [] });
    expect(report.entries).toBeGreaterThan(20);
  });

  it("remains the author of their versions under a pseudonym", async () => {
    const [newest] = await listVersions(context(database.db, actingUser(used.owner)), {
      brandId: used.brand.id,
      limit: 1,
    });
    expect(JSON.stringify(newest)).toMatch(/Deleted member \d+/);
    const [version] = await database.db.select().from(brandVersions).where(eq(brandVersions.version, 2));
    expect(version?.authorId).toBe(used.person.id);
  });

  it("is signed out everywhere, and their brands' API keys keep working", async () => {
    const anyone = context(database.db, ANONYMOUS);
    expect(await authenticateSessionToken(anyone, { token: used.cookie })).toBeNull();
    expect(await authenticateApiKey(anyone, { key: used.key })).not.toBeNull();
  });
});

/** A second user with a session, and a brand they work on. */
async function colleague(values: Partial<typeof users.$inferInsert> = {}) {
  const { db } = database;
  const person = await createUser(db, { name: "Ben", passwordHash, ...values });
  const owner = await createUser(db);
  const brand = await createBrandFixture(db, { members: { [person.id]: "editor", [owner.id]: "owner" } });
  const claims = await issueSession(context(db, ANONYMOUS), { userId: person.id, source: { kind: "browser" } });
  const acting = context(db, signedInUser(person, { sid: claims.sid }));
  return { person, owner, brand, claims, acting };
}
const administrator = async () => context(database.db, actingUser(await createUser(database.db, { hubAdmin: true })));
const askFor = async (email: string, id: string) =>
  requestEmailChange(withMail(context(database.db, actingUser({ id }))).ctx, { email });
const rowOf = async (id: string) => (await database.db.select().from(users).where(eq(users.id, id)))[0];

describe("deleting an account", () => {
  it("needs their own email typed and re-authentication", async () => {
    const { person, acting, claims } = await colleague();
    const wrong = eraseOwnAccount(acting, { typedEmail: "other@example.com" });
    await expect(wrong).rejects.toMatchObject({ code: "bad_request", field: "typedEmail" });
    const provedAt = later(-60 * 60_000);
    const stale = context(database.db, signedInUser(person, { sid: claims.sid, provedAt }));
    await expect(eraseOwnAccount(stale, { typedEmail: person.email })).rejects.toMatchObject({
      name: "ReauthRequired",
    });
    const token = context(database.db, signedInUser(person, { sid: claims.sid, kind: "token" }));
    await expect(eraseOwnAccount(token, { typedEmail: person.email })).rejects.toMatchObject({ code: "forbidden" });
    expect((await rowOf(person.id))?.erasedAt).toBeNull();
  });

  it.each([
    ["deactivated", (personId: string) => administrator().then((admin) => deactivatePerson(admin, { personId })), NOW],
    ["whose link has expired", async () => {}, later(8 * 24 * 60 * 60_000)],
    ["who has requested another email since", (id: string) => askFor("second@canary.example", id), NOW],
  ])("removes an email that was only requested from the mails of someone %s", async (_which, meanwhile, now) => {
    const { person } = await colleague();
    const asked = `${newId()}@canary.example`;
    await askFor(asked, person.id);
    await meanwhile(person.id);
    const { ctx } = withMail(context(database.db, ANONYMOUS, new Date(now.getTime() + 2_000)));
    await requestPasswordReset(ctx, { email: (await colleague()).person.email });
    await eraseByEmail(systemContext(database.db), { email: person.email });
    expect(await standing([asked])).toEqual([]);
  });

  it("is allowed to hub administrators and the operator for other people", async () => {
    const [ben, eva] = [await colleague(), await colleague()];
    const { id, email } = eva.person;
    const asked = erasePerson(ben.acting, { personId: id, typedEmail: email });
    await expect(asked).rejects.toMatchObject({ code: "forbidden" });
    await expect(eraseByEmail(await administrator(), { email })).rejects.toMatchObject({ code: "forbidden" });
    await eraseByEmail(systemContext(database.db), { email });
    await erasePerson(await administrator(), { personId: ben.person.id, typedEmail: ben.person.email });
    for (const person of [ben.person, eva.person])
      expect((await rowOf(person.id))?.name).toMatch(/^Deleted member \d+$/);
  });

  it.each([
    ["that is active", {}, null],
    ["that is archived", { archivedAt: NOW }, null],
    ["with a deactivated second owner", {}, NOW],
  ] as const)("is refused to the only owner of a brand %s, with its name", async (_which, brand, deactivatedAt) => {
    const { person, acting } = await colleague();
    const members = { [person.id]: "owner" } as Record<string, "owner">;
    if (deactivatedAt) members[(await createUser(database.db, { deactivatedAt })).id] = "owner";
    const { id, name } = await createBrandFixture(database.db, { ...brand, members });
    const asked = eraseOwnAccount(acting, { typedEmail: person.email });
    await expect(asked).rejects.toMatchObject({ code: "bad_request", message: expect.stringContaining(name) });
    expect((await rowOf(person.id))?.name).toBe("Ben");
    const [member] = await database.db.select().from(memberships).where(eq(memberships.brandId, id));
    expect(member?.role).toBe("owner");
  });

  it("works for the operator who names a new owner", async () => {
    const { person } = await colleague();
    const heir = await createUser(database.db);
    const { id } = await createBrandFixture(database.db, { members: { [person.id]: "owner", [heir.id]: "viewer" } });
    const input = { email: person.email, newOwner: heir.email };
    const nobody = eraseByEmail(systemContext(database.db), { ...input, newOwner: "nobody@example.com" });
    await expect(nobody).rejects.toMatchObject({ code: "not_found" });
    await eraseByEmail(systemContext(database.db), input);
    const rows = await database.db.select().from(memberships).where(eq(memberships.brandId, id));
    expect(rows).toMatchObject([{ userId: heir.id, role: "owner" }]);
  });

  it("is refused to the last hub administrator who can sign in", async () => {
    await database.close();
    database = await createTestDatabase();
    const { person } = await colleague({ hubAdmin: true });
    await createUser(database.db, { hubAdmin: true, deactivatedAt: NOW });
    const asked = () => eraseByEmail(systemContext(database.db), { email: person.email });
    await expect(asked()).rejects.toMatchObject({ message: expect.stringContaining("only hub administrator") });
    await createUser(database.db, { hubAdmin: true });
    await asked();
    expect((await rowOf(person.id))?.hubAdmin).toBe(false);
  });

  it("works for deactivated people, who then cannot be reactivated", async () => {
    const { person } = await colleague();
    await database.db
      .update(users)
      .set({ deactivatedAt: later(-1000) })
      .where(eq(users.id, person.id));
    const admin = await administrator();
    await erasePerson(admin, { personId: person.id, typedEmail: person.email });
    expect(await rowOf(person.id)).toMatchObject({ deactivatedAt: later(-1000), erasedAt: NOW });
    await expect(reactivatePerson(admin, { personId: person.id })).rejects.toMatchObject({ code: "not_found" });
    const again = erasePerson(admin, { personId: person.id, typedEmail: person.email });
    await expect(again).rejects.toMatchObject({ code: "not_found" });
    expect((await listPeople(admin, {})).entries.map(({ id }) => id)).not.toContain(person.id);
  });

  it("frees the email for a new account with nothing of the old one", async () => {
    const { person, owner, brand } = await colleague();
    await eraseByEmail(systemContext(database.db), { email: person.email });
    const invites = context(database.db, actingUser(owner));
    await inviteMember(invites, { brandId: brand.id, email: person.email, role: "viewer" });
    const identity = { provider: "github", providerAccountId: newId(), verifiedEmail: person.email, name: "Ben" };
    const anew = await signInWithProvider(context(database.db, ANONYMOUS), identity);
    expect(anew).not.toBe(person.id);
    expect(await rowOf(anew ?? "")).toMatchObject({ email: person.email, erasedAt: null, hubAdmin: false });
  });

  it("keeps the data of people who now own their former email", async () => {
    const { person, owner, brand, acting } = await colleague();
    const mail = withMail(acting);
    const former = person.email;
    await requestEmailChange(mail.ctx, { email: `new-${former}` });
    const [link] = (await mail.mailed(`new-${former}`)).slice(-1);
    await changeEmail(context(database.db, ANONYMOUS), { token: tokenIn(link?.text, "/change-email") });
    const heir = await createUser(database.db, { email: former });
    await inviteMember(context(database.db, actingUser(owner)), { brandId: brand.id, email: former, role: "viewer" });
    await eraseByEmail(systemContext(database.db), { email: `new-${former}` });
    expect((await rowOf(heir.id))?.email).toBe(former);
    const open = await database.db.select().from(schema.invitations).where(eq(schema.invitations.email, former));
    expect(open).toHaveLength(1);
  });

  it("stops a mail in flight from recording anything", async () => {
    const { person, acting } = await colleague();
    const slow = withMail(acting);
    await enqueueMail(slow.ctx, {
      kind: "account.hello",
      to: person.email,
      content: { subject: "Hi", paragraphs: [] },
    });
    await eraseByEmail(systemContext(database.db), { email: person.email });
    expect(await slow.mailed(person.email)).toEqual([]);
    const rows = (await database.db.select().from(mails)).filter(({ recipient }) => recipient.startsWith("deleted-"));
    expect(rows.at(-1)).toMatchObject({ status: "dead", sealed: null, reason: "The account was deleted." });
  });

  it("keeps audit entries of another person whose email contains theirs", async () => {
    const { person, acting } = await colleague();
    const others = [`x${person.email}`, `a-${person.email}`, `${person.email}.au`, `${person.email}-x`];
    const written = [...others, person.email.toUpperCase(), `or ${person.email}.`, `Write to\n${person.email}`];
    const ids: string[] = [];
    for (const text of written) {
      const target = { kind: "brand", id: newId(), label: "Torvane" };
      ids.push(target.id);
      await recordAudit(acting, { brandId: null, action: "brand.renamed", target, diff: { said: [null, text] } });
    }
    await eraseByEmail(systemContext(database.db), { email: person.email });
    const kept: unknown[] = [];
    for (const id of ids) {
      const [entry] = await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, id));
      kept.push(entry?.diff?.said?.[1] ?? null);
    }
    expect(kept).toEqual([...others, null, null, null]);
  });

  it("stops requests in flight from writing personal data", async () => {
    const { person, acting } = await colleague();
    await eraseByEmail(systemContext(database.db), { email: person.email });
    await expect(renameAccount(acting, { name: "Ben again" })).rejects.toThrow();
    const late = { ...acting, clientIp: "192.0.2.99" };
    const target = { kind: "user", id: person.id, label: "Ben" };
    await recordAudit(late, { brandId: null, action: "account.renamed", target });
    const [entry] = await database.db.select().from(auditEntries).where(eq(auditEntries.clientIp, "192.0.2.99"));
    expect(entry).toBeUndefined();
    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.actorId, person.id));
    for (const { actorLabel, targetLabel } of entries) expect(`${actorLabel} ${targetLabel}`).not.toContain("Ben");
    const signIn = issueSession(context(database.db, ANONYMOUS), { userId: person.id, source: { kind: "browser" } });
    await expect(signIn).rejects.toMatchObject({ code: "forbidden" });
    expect(await database.db.select().from(sessions).where(eq(sessions.userId, person.id))).toEqual([]);
  });

  it("is audited in each of their brands and in the hub", async () => {
    const { person, owner, brand, acting } = await colleague();
    const { pseudonym } = await eraseOwnAccount(acting, { typedEmail: person.email });
    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, person.id));
    expect(entries.map(({ action, brandId, actorLabel }) => [action, brandId, actorLabel]).toSorted()).toEqual([
      ["account.erased", null, pseudonym],
      ["member.left", brand.id, pseudonym],
    ]);
    expect(owner.name).not.toBe(pseudonym);
    expect(await database.db.select().from(brands).where(eq(brands.id, brand.id))).toHaveLength(1);
  });
});

describe("on a database server, during the person's own requests", () => {
  const embedded = () => database;
  let held: OpenDatabase;
  beforeAll(async () => {
    held = embedded();
    database = await createPostgresDatabase();
  });
  afterAll(async () => {
    await database.close();
    database = held;
  });

  it("leaves no name or address in a failed sign-in that is recorded at the same time", async () => {
    const used = await quetzal();
    const stranger = context(database.db, ANONYMOUS, NOW, { clientIp: CANARIES.clientIp });
    const erasing = () => eraseByEmail(systemContext(database.db), { email: CANARIES.email });
    const take: typeof stranger.limits.take = async (key, rule) => {
      if (key.startsWith("audit:")) await erasing();
      return stranger.limits.take(key, rule);
    };
    const limits = Object.assign(Object.create(stranger.limits) as typeof stranger.limits, { take });
    await signInWithPassword({ ...stranger, limits }, { email: CANARIES.email, password: "wrong" });
    await settleFailedLoginAudits();
    const [entry] = await database.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.action, "account.sign_in_failed"), eq(auditEntries.targetId, used.person.id)));
    expect([entry?.targetLabel, entry?.clientIp]).toEqual([expect.stringMatching(/^Deleted member \d+$/), null]);
  });

  it("leaves no name, email, IP address or browser behind, without a deadlock", async () => {
    const used = await quetzal();
    await database.db.delete(schema.passkeys);
    await database.db.delete(schema.authenticatorApps);
    const stranger = context(database.db, ANONYMOUS, NOW, { clientIp: CANARIES.clientIp });
    const signIn = () =>
      openBrowserSession(stranger, { userId: used.person.id, userAgent: CANARIES.userAgent, by: "password" });
    const invites = context(database.db, actingUser(used.owner));
    const rename = (index: number) => renameAccount(used.by(), { name: `${CANARIES.name} ${index}` });
    const role = (index: number) =>
      changeRole(invites, { brandId: used.brand.id, userId: used.person.id, role: index % 2 ? "viewer" : "admin" });
    const reset = () => requestPasswordReset(withMail(stranger).ctx, { email: CANARIES.email });
    const guess = () => signInWithPassword(stranger, { email: CANARIES.email, password: "wrong" });
    const around = Array.from({ length: 15 }, (_, index) => [signIn(), rename(index), role(index), reset(), guess()]);
    const erasing = eraseByEmail(systemContext(database.db), { email: CANARIES.email });
    const [erased] = await Promise.allSettled([erasing, ...around.flat()]);
    expect(erased).toMatchObject({ status: "fulfilled" });
    await settleFailedLoginAudits();
    expect(await standing(Object.values(CANARIES))).toEqual([]);
    await runAuditTick(hubAt(later(2000)));
    await runAuditTick(hubAt(later(4000)));
    expect(await verifyAudit(hubAt(later(5000)))).toMatchObject({ waiting: 0, problems: [] });
  });
});
