import { sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import { beforeAll, expect, it } from "vitest";
import { anyHolds } from "@/lib/platform/paging";
import { openTestDatabase } from "@/tests/support/database";

const notes = pgTable("notes", { key: text("key"), trace: text("trace") });

const database = openTestDatabase();
beforeAll(async () => {
  await database.db.execute(sql`create table notes (key text, trace text)`);
  await database.db.insert(notes).values([
    { key: "Order_2", trace: null },
    { key: "order-3", trace: "Ärzte-Z" },
    { key: "50%", trace: "back\\slash" },
  ]);
});

it.each([
  ["order_2", ["Order_2"]],
  ["ORDER", ["Order_2", "order-3"]],
  ["Ärzte-z", ["order-3"]],
  ["rzte-Z", ["order-3"]],
  ["0%", ["50%"]],
  ["order%3", []],
  ["K\\S", ["50%"]],
  ["o\0rder-3", ["order-3"]],
  ["nowhere", []],
])("anyHolds finds %j in any column and ASCII case, without wildcards", async (search, keys) => {
  const found = await database.db
    .select({ key: notes.key })
    .from(notes)
    .where(anyHolds([notes.key, notes.trace], search))
    .orderBy(notes.key);
  expect(found.map(({ key }) => key).sort()).toEqual([...keys].sort());
});
