import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getTableName, is, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { afterEach, describe, expect, it } from "vitest";
import { type Database, type OpenDatabase, openDatabase, rowsOf } from "@/db/client";
import { CopyRefused, copyDatabase, isHalfCopied } from "@/db/copy";
import { foreignKeysOf, inOrder, tablesOf } from "@/db/copy/shape";
import { migrationsUpTo, newestKnown, oldestKnown } from "@/db/migrations";
import * as schema from "@/db/schema";
import { createTestDatabase } from "../support/database";
import { createBrandFixture, createTool, createUser } from "../support/fixtures";
import { inForm } from "../support/in-form";
import { becomeLaterRelease } from "../support/later-release";
import { createOddTable, fillOddTable } from "../support/odd-table";
import { enqueue, subscribe } from "../support/outbox";
import { createPostgresDatabase, type PostgresDatabase } from "../support/postgres";
import { createWebsocketProxy } from "../support/websocket-proxy";

const close: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of close.splice(0).reverse()) await one();
});

async function kept<Opened extends { close: () => Promise<unknown> }>(opening: Promise<Opened>): Promise<Opened> {
  const opened = await opening;
  close.push(() => opened.close());
  return opened;
}

const server = (options: { empty?: boolean } = {}): Promise<PostgresDatabase> => kept(createPostgresDatabase(options));

async function fill(db: Database, deliveries = 30): Promise<void> {
  const owner = await createUser(db);
  const brand = await createBrandFixture(db, { slug: "alder", members: { [owner.id]: "owner" } });
  await subscribe(db, "https://studio.example.com/hook", { brand });
  await enqueue(db, brand, deliveries);
  await db.execute(sql`select setval('deleted_members', 41)`);
  // Each was replaced by one with a smaller id, and an erased account has rows that it can no longer get.
  await db.execute(sql`
    insert into api_keys (id, brand_id, name, key_hash, prefix, last_four, created_at)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${brand.id}::uuid, 'key', lpad(n::text, 64, '0'), 'p', 'last', now()
    from generate_series(1, 50) n`);
  await db.execute(sql`
    update api_keys set replaced_by = ('00000000-0000-7000-8000-' || lpad((51 - right(id::text, 12)::int)::text, 12, '0'))::uuid`);
  const erased = await createUser(db);
  await db.execute(sql`insert into accounts values ('github', 'one', ${erased.id}::uuid, now())`);
  await db.execute(sql`
    update users set name = 'Deleted member 1', email = 'deleted-member-1', password_hash = null, email_verified_at = null,
      deactivated_at = now(), active_brand_id = null, erased_at = now() where id = ${erased.id}::uuid`);
}

/** All rows of a database, as text. */
async function contents(db: Database): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const { name, columns } of await tablesOf(db)) {
    const row = sql.join(
      columns.map((column) => sql.identifier(column.name)),
      sql`, `,
    );
    const rows = await rowsOf<{ text: string }>(
      db,
      sql`select row(${row})::text as text from ${sql.identifier(name)} order by 1`,
    );
    all[name] = rows.map(({ text }) => text);
  }
  const [at] = await rowsOf<{ next: string }>(db, sql`select nextval('deleted_members')::text as next`);
  return { ...all, deleted_members: [at?.next ?? ""] };
}

/** All constraints and triggers, enabled or not. Without `not null`, which PostgreSQL names only since version 18. */
const rules = (db: Database) =>
  rowsOf(
    db,
    sql`
    select conname as name, pg_get_constraintdef(oid) || condeferrable || convalidated as rule from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select tgname || tgrelid::regclass, tgenabled::text from pg_trigger where not tgisinternal order by 1, 2`,
  );

/** A database that calls `before` ahead of each statement. */
function intercepted(target: OpenDatabase, before: () => Promise<unknown>): OpenDatabase {
  const intercepting = <T extends object>(object: T): T =>
    new Proxy(object, {
      get(of, name) {
        const value: unknown = Reflect.get(of, name, of);
        if (name === "execute")
          return async (...args: unknown[]) => {
            await before();
            return (value as (...args: unknown[]) => unknown).apply(of, args);
          };
        if (name === "transaction")
          return (work: (tx: Database) => Promise<unknown>, config?: unknown) =>
            (value as (...args: unknown[]) => unknown).apply(of, [(tx: Database) => work(intercepting(tx)), config]);
        return typeof value === "function" ? value.bind(of) : value;
      },
    });
  return { ...target, db: intercepting(target.db) };
}

/** A database whose connection breaks after this many statements. */
function breakingAfter(target: OpenDatabase, statements: number): OpenDatabase {
  let left = statements;
  return intercepted(target, async () => {
    left -= 1;
    if (left < 0) throw new Error("the connection broke");
  });
}

/** More rows than one page of the copy. */
const ODD_ROWS = inForm({ short: 2_500, full: 12_000 });

describe("copying a database", () => {
  it("copies every table of the schema, each of which has a key to page by", async () => {
    const { db } = await kept(createTestDatabase());
    const tables = await tablesOf(db);
    const declared = Object.values(schema).filter((value) => is(value, PgTable));
    expect(tables.map(({ name }) => name)).toEqual(declared.map(getTableName).sort());
    expect(tables.filter(({ key }) => key.length === 0)).toEqual([]);
  });

  it("copies referenced tables first", async () => {
    const { db } = await kept(createTestDatabase());
    const foreignKeys = await foreignKeysOf(db);
    const groups = inOrder(await tablesOf(db), foreignKeys);
    const place = (table: string) => groups.findIndex((group) => group.some(({ name }) => name === table));
    expect(foreignKeys.filter(({ table, refersTo }) => place(table) < place(refersTo))).toEqual([]);
    expect(groups.filter((group) => group.length > 1).map((group) => group.map(({ name }) => name))).toEqual([
      ["brand_slugs", "brand_versions", "brands", "users"],
    ]);
  });

  it("preserves every row, column, sequence and rule", async () => {
    const [source, target] = [await server(), await server()];
    for (const { db } of [source, target]) await createOddTable(db);
    await fill(source.db);
    await fillOddTable(source.db, ODD_ROWS);
    const before = await rules(target.db);
    const copied: [string, number][] = [];
    await copyDatabase(source.db, target, ({ table, rows }) => copied.push([table, rows]));
    expect(await contents(target.db)).toEqual(await contents(source.db));
    expect(copied).toEqual(
      expect.arrayContaining([
        ["odd", ODD_ROWS],
        ["child_context_deliveries", 30],
        ["sessions", 0],
      ]),
    );
    expect(await rules(target.db)).toEqual(before);
    expect(await isHalfCopied(target.db)).toBe(false);
    await expect(target.db.execute(sql`delete from odd`)).rejects.toThrow();
  });

  it("copies from a server to the embedded database, and through Vercel's driver", { tags: ["full"] }, async () => {
    const source = await server();
    await fill(source.db);
    const directory = await mkdtemp(join(tmpdir(), "hub-copy-"));
    close.push(() => rm(directory, { recursive: true }));
    const embedded = await kept(openDatabase({ driver: "embedded", directory }));
    await copyDatabase(source.db, embedded);
    const { url } = await server({ empty: true });
    close.push((await createWebsocketProxy()).close);
    const vercel = await kept(openDatabase({ driver: "vercel-postgres", url: url.replace("127.0.0.1", "localhost") }));
    await copyDatabase(embedded.db, vercel);
    const [first, ...others] = await Promise.all([source, embedded, vercel].map(({ db }) => contents(db)));
    expect(others).toEqual([first, first]);
  });

  it("copies a snapshot while the source keeps changing", async () => {
    const [source, target] = [await server(), await server()];
    await fill(source.db);
    const copied: string[] = [];
    let writing: Promise<unknown> | undefined;
    await copyDatabase(
      source.db,
      intercepted(target, async () => writing),
      ({ table }) => {
        writing ??= createTool(source.db, { slug: "too-late" });
        copied.push(table);
      },
    );
    expect(copied.indexOf("tools")).toBeGreaterThan(0);
    expect(await rowsOf(target.db, sql`select slug from tools where slug = 'too-late'`)).toEqual([]);
  });

  it("continues after an interruption at any statement, and stays marked until complete", async () => {
    const source = await kept(createTestDatabase());
    await fill(source.db);
    const target = await server();
    let attempts = 0;
    for (let statements = 3; ; statements = Math.ceil(statements * inForm({ short: 4, full: 1.7 }))) {
      attempts += 1;
      try {
        await copyDatabase(source.db, breakingAfter(target, statements));
        break;
      } catch (error) {
        expect(String(error)).toContain("the connection broke");
        const [users] = await rowsOf<{ n: number }>(target.db, sql`select count(*)::int as n from users`);
        expect((await isHalfCopied(target.db)) || users?.n === 0).toBe(true);
      }
    }
    expect(attempts).toBeGreaterThan(3);
    expect(await contents(target.db)).toEqual(await contents(source.db));
    expect(await rules(target.db)).toEqual(await rules(source.db));
  });

  it("starts over if the source has changed since the interruption", { tags: ["full"] }, async () => {
    const [source, target] = [await kept(createTestDatabase()), await server()];
    await fill(source.db);
    await expect(copyDatabase(source.db, breakingAfter(target, 150))).rejects.toThrow();
    await source.db.execute(sql`update users set name = 'Another' where name not like 'Deleted%'`);
    const copied: boolean[] = [];
    await copyDatabase(source.db, target, ({ before }) => copied.push(before));
    expect(copied).not.toContain(true);
    expect(await contents(target.db)).toEqual(await contents(source.db));
  });

  it("is refused by a non-empty database", async () => {
    const source = await kept(createTestDatabase());
    await fill(source.db);
    const full = await server();
    await copyDatabase(source.db, full);
    await expect(copyDatabase(source.db, full)).rejects.toThrow("The target database already has a hub's data");

    const strange = await server({ empty: true });
    await strange.db.execute(sql`create table pets (id int primary key)`);
    await expect(copyDatabase(source.db, strange)).rejects.toThrow(
      "The target database has tables of another application",
    );
  });

  it("is refused for a newer target or source, and takes an older source, which is migrated afterwards", {
    tags: ["full"],
  }, async () => {
    await becomeLaterRelease();
    const older = await server({ empty: true });
    const newest = newestKnown();
    await migrationsUpTo(newest - 1, older.migrate);
    const newer = await server({ empty: true });
    await newer.migrate();
    await expect(copyDatabase(older.db, newer)).rejects.toThrow("newer release");
    const late = await server({ empty: true });
    await copyDatabase(older.db, late);
    await late.migrate();

    const source = await kept(createTestDatabase());
    await source.db.transaction(async (tx) => {
      await tx.execute(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${newest + 1})`,
      );
    });
    await expect(copyDatabase(source.db, await server())).rejects.toThrow(CopyRefused);
    await source.db.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'later'`);
  });

  it("is refused from and into a database older than the baseline", async () => {
    const [source, old] = [await kept(createTestDatabase()), await server()];
    await old.db.execute(sql`update drizzle.__drizzle_migrations set created_at = ${oldestKnown() - 1}`);
    const why = "is too old for this release. Start the hub of commit 8cb40240 on it once";
    await expect(copyDatabase(old.db, await server({ empty: true }))).rejects.toThrow(why);
    await expect(copyDatabase(source.db, old)).rejects.toThrow(why);
  });

  it("fails if the received rows differ from those sent", async () => {
    const [source, target] = [await kept(createTestDatabase()), await server()];
    await fill(source.db);
    await target.db.execute(
      sql`create function fewer() returns trigger language plpgsql as $$ begin return null; end $$`,
    );
    await target.db.execute(sql`create trigger fewer before insert on files for each row execute function fewer()`);
    await target.db.execute(sql`create rule fewer as on insert to events do instead nothing`);
    await source.db.execute(sql`
      insert into events (id, brand_id, api_version, type, payload, occurred_at, received_at)
      select gen_random_uuid(), id, 0, 'a.b', '{}', now(), now() from brands`);
    await expect(copyDatabase(source.db, target)).rejects.toThrow(
      "Table events arrived incomplete or changed: 0 of 1 rows.",
    );
    expect(await isHalfCopied(target.db)).toBe(true);
  });
});
