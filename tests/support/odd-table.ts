import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";

/**
 * A table with everything that can break a copy, including rows that reference later ones and a trigger that rejects
 * every row.
 */
export async function createOddTable(db: Database): Promise<void> {
  for (const statement of [
    sql`create table odd_other (id int primary key, odd_part int, odd_id int)`,
    sql`create table odd (
      part int, id int generated always as identity, bytes bytea, plain json, binary_json jsonb, exact timestamptz, naive timestamp,
      span interval, amount numeric, ratio float8, texts text[], grid int[], code char(4), kind "char", flag boolean,
      "Odd ""name""" text, doubled int generated always as (id * 2) stored, later int, other int references odd_other,
      primary key (part, id), foreign key (part, later) references odd (part, id))`,
    sql`alter table odd_other add foreign key (odd_part, odd_id) references odd (part, id) deferrable initially deferred`,
    sql`create function refuse_odd() returns trigger language plpgsql as $$ begin raise exception 'never'; end $$`,
    sql`create trigger odd_refuse before insert or update or delete on odd for each row execute function refuse_odd()`,
    sql`create table odd_keys (day date, label text, amount numeric, primary key (day, label, amount))`,
    sql`create sequence odd_untouched`,
  ])
    await db.execute(statement);
}

export async function fillOddTable(db: Database, rows: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`alter table odd disable trigger user`);
    await tx.execute(sql`insert into odd_other values (1, 2, 1), (2, null, null)`);
    await tx.execute(sql`
      insert into odd (part, bytes, plain, binary_json, exact, naive, span, amount, ratio, texts, grid, code, kind, flag, "Odd ""name""", other)
      select 1 + n % 3, decode(md5(n::text), 'hex'), '{"a": 1,  "a": 2.10}', case n % 3 when 0 then 'null' when 1 then '{"x": 1.50, "y": [null, "\\u00e9\\n"]}' end::jsonb,
        timestamptz '2026-03-29 00:59:59.123456+00' + n * interval '1 microsecond', case n % 2 when 0 then timestamp 'infinity' else '-infinity' end,
        n * interval '1 month 2 days 3.000004 seconds', case when n % 4 = 0 then 'NaN' else n / 3.0 end, n / 3.0::float8,
        array['{', '"', ',', null, 'NULL', '', E'\\\\', E'line\nbreak'], array[[n, 2], [3, null]], 'x', 'q', n % 2 = 0, 'it''s ' || chr(128512), 1 + n % 2
      from generate_series(1, ${rows}::int) n`);
    await tx.execute(sql`update odd set later = (select max(id) from odd o where o.part = odd.part)`);
    await tx.execute(sql`
      insert into odd_keys select date '2026-01-01' + n % 7, chr(65 + n % 26) || '%', n / 7.0 from generate_series(1, ${rows}::int) n`);
    await tx.execute(sql`alter table odd enable trigger user`);
  });
}
