import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Database, type OpenDatabase, rowsOf } from "@/db/client";
import { batchedLookup } from "@/db/hot-path/batched-lookup";
import { createTestDatabase } from "../../support/database";
import { inForm } from "../../support/in-form";
import { createPostgresDatabase, ENGINES, type Engine } from "../../support/postgres";

/** The numbers up to `most`, each with the text it was asked with. */
const upTo = batchedLookup<{ n: number; label: string }, { most: "bigint"; label: "text" }>(
  "up_to",
  { most: "bigint", label: "text" },
  sql`select n::int, input.label from generate_series(1, input.most) as n order by n`,
);
const numbers = async (db: Database, most: number, label = "x") =>
  (await upTo(db, { most, label })).map(({ n, label }) => `${label}${n}`);

describe.each(inForm<readonly (Engine | "PGlite")[]>({ short: ["18", "PGlite"], full: [...ENGINES, "PGlite"] }))(
  "a lookup on %s",
  (engine) => {
    const statements: string[] = [];
    let database: OpenDatabase;
    beforeAll(async () => {
      database =
        engine === "PGlite"
          ? await createTestDatabase((statement) => statements.push(statement))
          : await createPostgresDatabase({ engine });
    });
    afterAll(() => database.close());

    it("gives each key its own rows in order, or none", async () => {
      const { db } = database;
      const results = [3, 0, 1, 3].map((most, index) => numbers(db, most, `q${index}:`));
      expect(await Promise.all(results)).toEqual([["q0:1", "q0:2", "q0:3"], [], ["q2:1"], ["q3:1", "q3:2", "q3:3"]]);
    });

    it("passes any text that a database can hold", async () => {
      for (const label of ['"', "\\", "{a,b}", "NULL", "", "'; drop table brands; --", "é😀\n"])
        expect(await numbers(database.db, 1, label)).toEqual([`${label}1`]);
    });

    it("supports more keys than fit into one statement", async () => {
      const results = Array.from({ length: 250 }, (_, index) => numbers(database.db, 1, `${index}:`));
      expect((await Promise.all(results)).flat()).toEqual(results.map((_, index) => `${index}:1`));
    });

    it("fails for every key of a batch, but not for the next batch", async () => {
      const refused = batchedLookup<unknown, { text: "text" }>(
        "refused",
        { text: "text" },
        sql`select input.text::int`,
      );
      const results = ["1", "one"].map((text) => refused(database.db, { text }));
      for (const { status } of await Promise.allSettled(results)) expect(status).toBe("rejected");
      expect(await refused(database.db, { text: "1" })).toHaveLength(1);
    });

    if (engine === "PGlite")
      it("batches the keys of one turn into a statement, and later keys into another", async () => {
        const { db } = database;
        const count = () => statements.filter((text) => text.includes("generate_series(1, input.most)")).length;
        const before = count();
        await Promise.all([numbers(db, 1), Promise.resolve().then(() => numbers(db, 2)), numbers(db, 3)]);
        expect(count()).toBe(before + 1);
        await numbers(db, 1);
        expect(count()).toBe(before + 2);
      });
  },
);

describe("on a PostgreSQL server", () => {
  it("never joins a statement already sent, so it sees everything committed before", async () => {
    const { db, close } = await createPostgresDatabase();
    try {
      await db.execute(sql`create table told (version int); insert into told values (1)`);
      const slow = batchedLookup<{ version: number }, { wait: "bigint" }>(
        "slow",
        { wait: "bigint" },
        sql`select told.version from (select pg_sleep(input.wait)) as waited, told`,
      );
      const former = slow(db, { wait: 1 });
      await expect
        .poll(() =>
          rowsOf(
            db,
            sql`select 1 from pg_stat_activity where query like '%pg_sleep(input%' and state = 'active' and pid <> pg_backend_pid()`,
          ),
        )
        .toHaveLength(1);
      await db.execute(sql`update told set version = 2`);
      expect(await slow(db, { wait: 0 })).toMatchObject([{ version: 2 }]);
      expect(await former).toMatchObject([{ version: 1 }]);
    } finally {
      await close();
    }
  });

  it.each(
    inForm<[Engine, number][]>({
      short: [["18", 1]],
      full: [
        ["18", 1],
        ["pgbouncer", 0],
      ],
    }),
  )("on %s leaves %i prepared statements on a reused connection", async (engine, names) => {
    const { db, close } = await createPostgresDatabase({ engine, poolSize: 1 });
    try {
      for (let time = 0; time < 20; time += 1) await numbers(db, time);
      const prepared = sql`select 1 from pg_prepared_statements where name like 'up_to_%'`;
      expect(await rowsOf(db, prepared)).toHaveLength(names);
    } finally {
      await close();
    }
  });

  it("is planned once per connection, not per execution", async () => {
    const { db, close } = await createPostgresDatabase({ poolSize: 1 });
    try {
      for (let time = 0; time < 20; time += 1) await numbers(db, time);
      // The server plans the first five executions with their values, for comparison.
      const planned = sql`select custom_plans::int, generic_plans::int from pg_prepared_statements where name like 'up_to_%'`;
      expect(await rowsOf(db, planned)).toEqual([{ custom_plans: 5, generic_plans: 15 }]);
    } finally {
      await close();
    }
  });
});
