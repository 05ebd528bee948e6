import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OpenDatabase, openDatabase } from "@/db/client";
import { isMigrated, migrationsUpTo, newestKnown } from "@/db/migrations";
import { PATIENT_DATABASE } from "../support/patience";
import { createPostgresDatabase, type PostgresDatabase } from "../support/postgres";

let server: PostgresDatabase;
let database: OpenDatabase;

beforeAll(async () => {
  server = await createPostgresDatabase({ empty: true });
  database = await openDatabase({ driver: "pg", url: server.url, patience: PATIENT_DATABASE });
});
afterAll(async () => {
  await database.close();
  await server.close();
});

it("starts on an empty database, on one of an older release, and beside a newer one that only expanded", async () => {
  await migrationsUpTo(newestKnown() - 1, database.migrate);
  expect(await isMigrated(database.db)).toBe(false);
  await database.migrate();
  await database.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${newestKnown() + 5})`,
  );
  await database.migrate();
  await database.db.execute(sql`insert into drizzle.hub_least_version values (${newestKnown()})`);
  await database.migrate();
  expect(await isMigrated(database.db)).toBe(true);
});

it("refuses a database of which a newer release took something away that this one needs", async () => {
  await database.db.execute(sql`insert into drizzle.hub_least_version values (${newestKnown() + 5})`);
  await expect(database.migrate()).rejects.toThrow(
    "A newer release of the hub has taken something out of this database",
  );
  await database.db.execute(sql`delete from drizzle.hub_least_version`);
  await database.migrate();
});

it("migrates once where many processes start at the same time", async () => {
  const { url, db, close } = await createPostgresDatabase({ empty: true });
  const starting = await Promise.all(
    Array.from({ length: 8 }, () => openDatabase({ driver: "pg", url, poolSize: 2, patience: PATIENT_DATABASE })),
  );
  await Promise.all(starting.map((one) => one.migrate()));
  expect(await isMigrated(db)).toBe(true);
  await Promise.all(starting.map((one) => one.close()));
  await close();
});
