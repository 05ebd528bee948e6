import { eq, sql } from "drizzle-orm";
import { compactVerify, importJWK, type JWK } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Database, OpenDatabase } from "@/db/client";
import { auditCheckpoints, auditEntries, auditLinks } from "@/db/schema";
import {
  dropAuditEntries,
  erasePersonFromAudit,
  exportHubActivity,
  recordAudit,
  runAuditTick,
  verifyAudit,
} from "@/lib/access/server";
import { inTransaction } from "@/lib/platform/context";
import type { Ctx } from "@/lib/runtime/context";
import { createTestDatabase } from "@/tests/support/database";
import {
  actingUser,
  context,
  createBrandFixture,
  createUser,
  NOW,
  SYSTEM,
  systemContext,
} from "@/tests/support/fixtures";
import { createPostgresDatabase } from "@/tests/support/postgres";

const DAY_MS = 24 * 60 * 60_000;
const later = (ms: number) => new Date(NOW.getTime() + ms);

/** The hub's own context with its clock at this moment. */
const hubAt = (db: Database, now: Date): Ctx => context(db, SYSTEM, now, { clock: async () => now });
const chainAt = (db: Database, now: Date = NOW) => runAuditTick(hubAt(db, now));
const check = (db: Database) => verifyAudit(systemContext(db));
const problemsOf = async (db: Database) =>
  (await check(db)).problems.map(({ kind, sequence }) => `${kind} ${sequence}`).sort();

const renamed = (ctx: Ctx, user: { id: string; name: string }) =>
  recordAudit(ctx, {
    brandId: null,
    action: "account.renamed",
    target: { kind: "user", id: user.id, label: user.name },
    diff: { name: ["Ida", user.name] },
  });

/** Changes the log with direct database access. */
async function byHand(db: Database, ...statements: ReturnType<typeof sql>[]): Promise<void> {
  await db.execute(sql`alter table audit_entries disable trigger audit_entries_append_only`);
  for (const statement of statements) await db.execute(statement);
  await db.execute(sql`alter table audit_entries enable trigger audit_entries_append_only`);
}

const entryAt = (sequence: number) => sql`(select entry_id from audit_links where sequence = ${sequence})`;

describe("the audit log's chain", () => {
  let database: OpenDatabase;
  let db: Database;
  let ida: Awaited<ReturnType<typeof createUser>>;
  let person: Ctx;
  beforeEach(async () => {
    database = await createTestDatabase();
    ({ db } = database);
    ida = await createUser(db, { name: "Ida Berg", email: "ida@example.com" });
    person = context(db, actingUser(ida), NOW, { clientIp: "192.0.2.7" });
    for (let count = 0; count < 5; count += 1) await renamed({ ...person, now: later(count) }, ida);
  });
  afterEach(() => database.close());

  it("verifies after any number of ticks, one chain per brand and one for the hub", async () => {
    const brand = await createBrandFixture(db);
    const target = { kind: "brand", id: brand.id, label: brand.name };
    await recordAudit(person, { brandId: brand.id, action: "brand.renamed", target });
    expect(await check(db)).toMatchObject({ chains: 0, waiting: 6, problems: [] });
    await chainAt(db);
    await chainAt(db);
    expect(await check(db)).toMatchObject({ chains: 2, entries: 6, waiting: 0, checkpoints: 2, problems: [] });
  });

  it("includes entries that were committed late", async () => {
    await chainAt(db);
    await renamed({ ...person, now: later(-DAY_MS) }, ida);
    await chainAt(db);
    expect(await check(db)).toMatchObject({ entries: 6, waiting: 0, problems: [] });
  });

  it("loses no entry when a process dies before or during chaining", async () => {
    const dies = inTransaction(hubAt(db, NOW), async (tx) => {
      await runAuditTick(tx);
      throw new Error("killed");
    });
    await expect(dies).rejects.toThrow("killed");
    expect(await check(db)).toMatchObject({ chains: 0, waiting: 5, problems: [] });
    await chainAt(db);
    expect(await check(db)).toMatchObject({ entries: 5, waiting: 0, problems: [] });
  });

  it.each([
    [
      "a changed action",
      ["changed 3"],
      sql`update audit_entries set action = 'account.created' where id = ${entryAt(3)}`,
    ],
    ["a changed name", ["changed 3"], sql`update audit_entries set actor_label = 'Eve' where id = ${entryAt(3)}`],
    ["a changed address", ["changed 2"], sql`update audit_entries set address = null where id = ${entryAt(2)}`],
    ["a changed value", ["changed 2"], sql`update audit_entries set diff = '{}' where id = ${entryAt(2)}`],
    ["a salt removed without a tombstone", ["changed 4"], sql`update audit_links set salts = '{}' where sequence = 4`],
    ["a removed entry", ["removed 3"], sql`delete from audit_entries where id = ${entryAt(3)}`],
    ["a removed link", ["gap 3", "gap null"], sql`delete from audit_links where sequence = 3`],
    ["a truncated end", ["cut 4", "gap null"], sql`delete from audit_links where sequence > 3`],
    ["a deleted chain", ["cut 1", "gap null"], sql`delete from audit_chains`],
    ["a forged signature", ["signature null"], sql`update audit_checkpoints set token = token || 'A'`],
  ] as const)("reveals %s", async (_what, expected, statement) => {
    await chainAt(db);
    const held = (await db.select().from(auditCheckpoints)).map(({ token }) => token);
    await byHand(db, statement);
    const { problems } = await verifyAudit(systemContext(db), { external: held });
    expect(problems.map(({ kind, sequence }) => `${kind} ${sequence}`)).toEqual(expect.arrayContaining([...expected]));
  });

  it("reveals a truncated end without other traces, by the checkpoint", async () => {
    await chainAt(db);
    await byHand(
      db,
      sql`delete from audit_entries where id in (select entry_id from audit_links where sequence > 3)`,
      sql`delete from audit_links where sequence > 3`,
      sql`update audit_chains set head_sequence = 3, head_hash = (select hash from audit_links where sequence = 3)`,
    );
    expect(await problemsOf(db)).toEqual(["cut 4"]);
  });

  it("reveals a chain rebuilt over a changed entry, by the checkpoint", async () => {
    await chainAt(db);
    const [checkpoint] = await db.select().from(auditCheckpoints);
    const held = [checkpoint?.token ?? ""];
    await byHand(
      db,
      sql`update audit_entries set actor_label = 'Eve', chained = false`,
      sql`delete from audit_links`,
      sql`update audit_chains set head_sequence = 0, head_hash = repeat('0', 64), checkpoint_sequence = 0, checkpoint_key = null`,
      sql`delete from audit_checkpoints`,
    );
    await chainAt(db, later(1));
    expect(await problemsOf(db)).toEqual([]);
    expect((await verifyAudit(systemContext(db), { external: held })).problems).toMatchObject([
      { kind: "changed", sequence: 5 },
      { kind: "changed", sequence: 5 },
    ]);
  });

  it("refuses changes to the log without a declared purpose", async () => {
    await chainAt(db);
    for (const statement of [
      sql`update audit_entries set actor_label = 'Eve'`,
      sql`update audit_entries set chained = false`,
      sql`delete from audit_entries`,
    ])
      await expect(db.execute(statement)).rejects.toThrow();
    const erasing = db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('hub.audit_change', 'erasure', true)`);
      await tx.execute(sql`update audit_entries set action = 'x'`);
    });
    await expect(erasing).rejects.toThrow();
  });

  describe("and erasure", () => {
    const forget = (now: Date) =>
      inTransaction(hubAt(db, now), (tx) =>
        erasePersonFromAudit(tx, {
          userId: ida.id,
          emails: [ida.email],
          pseudonym: "Deleted member 7",
          reason: "They asked for it.",
        }),
      );

    it.each([
      ["chained before", true, 15],
      ["not yet chained", false, 0],
    ] as const)(
      "verifies after a person was erased from entries that were %s",
      async (_when, chainedBefore, erased) => {
        if (chainedBefore) await chainAt(db);
        await forget(later(1000));
        await chainAt(db, later(2000));
        const rows = JSON.stringify([await db.select().from(auditEntries), await db.select().from(auditLinks)]);
        for (const known of ["Ida", "ida@example.com", "192.0.2.7"]) expect(rows).not.toContain(known);
        expect(rows).toContain("Deleted member 7");
        const report = await check(db);
        expect(report).toMatchObject({ entries: 6, problems: [] });
        expect(report.erased).toBeGreaterThanOrEqual(erased);
      },
    );

    it("keeps no salt of erased values, so guesses cannot be checked", async () => {
      await chainAt(db);
      await forget(later(1000));
      const [link] = await db.select().from(auditLinks).where(eq(auditLinks.sequence, 1));
      expect(link?.salts).toEqual({});
      expect(Object.keys(link?.tombstones ?? {}).sort()).toEqual(["actorLabel", "clientIp", "diff", "targetLabel"]);
    });

    it("keeps other people's names, which still verify", async () => {
      const eva = await createUser(db, { name: "Eva" });
      await renamed({ ...person, actor: actingUser(eva), now: later(10) }, eva);
      await chainAt(db);
      await forget(later(1000));
      expect(JSON.stringify(await db.select().from(auditEntries))).toContain("Eva");
      await byHand(db, sql`update audit_entries set actor_label = 'Evi' where actor_id = ${eva.id}`);
      expect(await problemsOf(db)).toEqual(["changed 6"]);
    });
  });

  describe("and retention", () => {
    const drop = (before: Date) =>
      dropAuditEntries(hubAt(db, later(DAY_MS)), { brandId: null, before, reason: "Kept for a day." });

    it("verifies after entries up to a checkpoint were dropped, and records the drop", async () => {
      await chainAt(db);
      await renamed({ ...person, now: later(100) }, ida);
      await chainAt(db, later(200));
      expect(await drop(later(50))).toBe(5);
      await chainAt(db, later(DAY_MS));
      expect(await check(db)).toMatchObject({ entries: 2, dropped: 5, waiting: 0, problems: [] });
      const actions = (await db.select().from(auditEntries)).map(({ action }) => action).sort();
      expect(actions).toEqual(["account.renamed", "audit.entries_dropped"]);
    });

    it("drops nothing after the last checkpoint", async () => {
      await chainAt(db);
      expect(await drop(later(2))).toBe(0);
      expect(await check(db)).toMatchObject({ entries: 5, dropped: 0, problems: [] });
    });

    it("reveals entries dropped any other way", async () => {
      await chainAt(db);
      await renamed({ ...person, now: later(100) }, ida);
      await chainAt(db, later(200));
      await drop(later(50));
      await byHand(db, sql`delete from audit_entries where id = ${entryAt(6)}`);
      expect(await problemsOf(db)).toEqual(["removed 6"]);
    });
  });

  it("signs a new checkpoint when the key changes, and daily if there are new entries", async () => {
    await chainAt(db);
    const count = async () => (await db.select().from(auditCheckpoints)).length;
    await renamed(person, ida);
    await chainAt(db, later(1000));
    expect(await count()).toBe(1);
    await chainAt(db, later(DAY_MS));
    expect(await count()).toBe(2);
    await chainAt(db, later(3 * DAY_MS));
    expect(await count()).toBe(2);
    const other = hubAt(db, later(3 * DAY_MS));
    const rotated = { ...other, secrets: { ...other.secrets, session: ["x".repeat(40)] } };
    expect((await verifyAudit(rotated)).problems).toMatchObject([{ kind: "signature" }]);
    await runAuditTick(rotated);
    expect(await verifyAudit(rotated)).toMatchObject({ checkpoints: 1, ofOtherKeys: 2, problems: [] });
  });

  it("is exported with the log, so outsiders can verify it without the hub", async () => {
    await chainAt(db);
    const admin = context(db, actingUser(await createUser(db, { hubAdmin: true })), NOW);
    let text = "";
    for await (const piece of exportHubActivity(admin, { format: "jsonl" })) text += piece;
    const lines = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const entries = lines.filter(({ chain }) => chain).map(({ chain }) => chain);
    const { key } = lines.at(-1) as { key: JWK };
    const { checkpoint } = lines.at(-2) as { checkpoint: string };
    const { payload } = await compactVerify(checkpoint, await importJWK(key, "EdDSA"));
    expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({ sequence: 5, hash: entries[0].hash });
    for (const [index, link] of entries.slice(0, -1).entries()) expect(link.previous).toBe(entries[index + 1].hash);
  });
});

describe("the audit log's chain on a server", () => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await createPostgresDatabase();
  });
  afterEach(() => database.close());

  it("stays valid when two processes extend it while a person is erased", async () => {
    const { db } = database;
    const ida = await createUser(db, { name: "Ida Berg" });
    const eva = await createUser(db, { name: "Eva" });
    const acting = [ida, eva].map((user) => ({ user, ctx: context(db, actingUser(user), NOW) }));
    const act = async () => {
      for (let count = 0; count < 20; count += 1) for (const { user, ctx } of acting) await renamed(ctx, user);
    };
    const forget = inTransaction(hubAt(db, NOW), (tx) =>
      erasePersonFromAudit(tx, {
        userId: ida.id,
        emails: [ida.email],
        pseudonym: "Deleted member 1",
        reason: "Asked.",
      }),
    );
    await Promise.all([act(), chainAt(db), forget, chainAt(db), chainAt(db)]);
    await Promise.all([chainAt(db), chainAt(db)]);
    await chainAt(db);
    expect(await check(db)).toMatchObject({ chains: 1, entries: 41, waiting: 0, problems: [] });
  });
});
