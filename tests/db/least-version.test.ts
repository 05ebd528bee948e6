import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OpenDatabase, openDatabase, rowsOf } from "@/db/client";
import { isMigrated, newestKnown, oldestKnown } from "@/db/migrations";
import { becomeLaterRelease } from "../support/later-release";
import { createPostgresDatabase, type PostgresDatabase } from "../support/postgres";
import { LONG_DATABASE_TIMEOUTS } from "../support/timeouts";

let server: PostgresDatabase;
let database: OpenDatabase;

beforeAll(async () => {
  server = await createPostgresDatabase({ empty: true });
  database = await openDatabase({ driver: "pg", url: server.url, timeouts: LONG_DATABASE_TIMEOUTS });
});
afterAll(async () => {
  await database.close();
  await server.close();
});

it("starts on an empty database, an older release's, and a newer one's that only expanded", async () => {
  await database.migrate();
  const goBack = await becomeLaterRelease();
  expect(await isMigrated(database.db)).toBe(false);
  await database.migrate();
  expect(await isMigrated(database.db)).toBe(true);
  await goBack();
  await database.migrate();
  await database.db.execute(sql`insert into drizzle.hub_least_version values (${newestKnown()})`);
  await database.migrate();
  expect(await isMigrated(database.db)).toBe(true);
});

it("refuses a database from which a newer release dropped something that this one needs", async () => {
  await database.db.execute(sql`insert into drizzle.hub_least_version values (${newestKnown() + 5})`);
  await expect(database.migrate()).rejects.toThrow("A newer release of the hub removed something from this database");
  await database.db.execute(sql`delete from drizzle.hub_least_version`);
  await database.migrate();
});

it("continues from the last migration before the baseline, and refuses an older one", async () => {
  const { url, db, close } = await createPostgresDatabase();
  // The database as the last commit before the baseline left it.
  await db.execute(sql`drop table version_records, published_files, signing_keys`);
  await db.execute(sql`alter table tools drop column listening_until`);
  await db.execute(sql`delete from drizzle.__drizzle_migrations where created_at > ${oldestKnown()}`);
  const { migrate, close: end } = await openDatabase({ driver: "pg", url, timeouts: LONG_DATABASE_TIMEOUTS });
  const made = () => rowsOf(db, sql`select hash, created_at from drizzle.__drizzle_migrations order by created_at`);
  // Two rows of earlier migrations.
  await db.execute(
    sql`update drizzle.__drizzle_migrations set hash = 'entitlement webhooks', created_at = 1795722552083`,
  );
  await db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('file store', 1795712978005)`,
  );
  const before = await made();
  await migrate();
  expect(await isMigrated(db)).toBe(true);
  expect((await made()).slice(0, before.length)).toEqual(before);
  await db.execute(sql`delete from drizzle.__drizzle_migrations where created_at > ${oldestKnown()}`);
  await db.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'entitlement webhooks'`);
  await expect(migrate()).rejects.toThrow(
    "This database is too old for this release. Start the hub of commit 8cb40240 on it once, then this release.",
  );
  await end();
  await close();
});

it("migrates once if many processes start together", async () => {
  const { url, db, close } = await createPostgresDatabase({ empty: true });
  const starting = await Promise.all(
    Array.from({ length: 8 }, () => openDatabase({ driver: "pg", url, poolSize: 2, timeouts: LONG_DATABASE_TIMEOUTS })),
  );
  await Promise.all(starting.map((one) => one.migrate()));
  expect(await isMigrated(db)).toBe(true);
  await Promise.all(starting.map((one) => one.close()));
  await close();
});
