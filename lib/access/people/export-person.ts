import { asc, eq, getTableName, is } from "drizzle-orm";
import { type AnyPgColumn, getTableConfig, PgTable } from "drizzle-orm/pg-core";
import * as schema from "@/db/schema";
import { brands, users } from "@/db/schema";
import { inTransaction, requireOperator, requireRecentProof, requireUser } from "@/lib/platform/context";
import { NotFound } from "@/lib/platform/errors";
import { recordAccountAudit } from "../audit/record-audit";
import type { Ctx } from "../context";
import { type ExportedList, exportedLists } from "./exported-lists";

/** Increase it with every incompatible change. */
const PERSON_EXPORT_VERSION = 1;

/** Per list. `cut_off` names the longer ones. */
const MAX_ROWS = 50_000;
const ROWS_AT_ONCE = 500;

const BRAND = { id: brands.id, slug: brands.slug, name: brands.name };

async function readRows({ db }: Ctx, { table, brand, fields, rows, order }: ExportedList, offset: number) {
  const selected = db
    .select(brand ? { brand: BRAND, ...fields } : fields)
    .from(table)
    .$dynamic();
  return (brand ? selected.leftJoin(brands, eq(brands.id, brand)) : selected)
    .where(rows)
    .orderBy(...order.map((column) => asc(column)))
    .limit(ROWS_AT_ONCE)
    .offset(offset);
}

/** Returns whether the list was cut off. */
async function* writeList(ctx: Ctx, name: string, list: ExportedList): AsyncGenerator<string, boolean> {
  yield `,\n  ${JSON.stringify(name)}: [`;
  let written = 0;
  for (;;) {
    const rows = await readRows(ctx, list, written);
    const text = rows.map((row, index) => `${written + index === 0 ? "" : ","}\n    ${JSON.stringify(row)}`).join("");
    if (text) yield text;
    written += rows.length;
    if (rows.length < ROWS_AT_ONCE || written >= MAX_ROWS) {
      yield written === 0 ? "]" : "\n  ]";
      return written >= MAX_ROWS;
    }
  }
}

async function* writePerson(ctx: Ctx, person: typeof users.$inferSelect): AsyncGenerator<string> {
  const head = {
    format: "brand-identity-hub/person",
    version: PERSON_EXPORT_VERSION,
    exported_at: ctx.now,
    account: {
      id: person.id,
      name: person.name,
      email: person.email,
      email_verified_at: person.emailVerifiedAt,
      has_password: person.passwordHash !== null,
      hub_administrator: person.hubAdmin,
      deactivated_at: person.deactivatedAt,
      active_brand_id: person.activeBrandId,
      notices_not_wanted: person.mutedNotices,
      created_at: person.createdAt,
    },
  };
  yield JSON.stringify(head, null, 2).slice(0, -2);
  const cut: string[] = [];
  for (const [name, list] of Object.entries(exportedLists(person)))
    if (yield* writeList(ctx, name, list)) cut.push(name);
  yield `,\n  "cut_off": ${JSON.stringify(cut)}\n}\n`;
}

async function exportPerson(ctx: Ctx, personId: string): Promise<AsyncGenerator<string>> {
  requireRecentProof(ctx);
  return inTransaction(ctx, async (tx) => {
    const [person] = await tx.db.select().from(users).where(eq(users.id, personId));
    if (!person || person.erasedAt) throw new NotFound("This person doesn’t exist.");
    await recordAccountAudit(tx, "account.exported", person);
    return writePerson(ctx, person);
  });
}

/** All data about the acting user as JSON (docs/personal-data.md). @throws ReauthRequired */
export async function exportOwnData(ctx: Ctx): Promise<AsyncGenerator<string>> {
  return exportPerson(ctx, requireUser(ctx).userId);
}

/** Operator only: administrators can't read other people's data. @throws NotFound */
export async function exportByEmail(ctx: Ctx, { email }: { email: string }): Promise<AsyncGenerator<string>> {
  requireOperator(ctx);
  const [person] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email.trim().toLowerCase()));
  if (!person) throw new NotFound("This person doesn’t exist.");
  return exportPerson(ctx, person.id);
}

interface OwnTable {
  name: string;
  table: PgTable;
  userId: AnyPgColumn;
}

/** Their rows belong to one user (`on delete cascade`); erasure deletes them. */
export const OWN_TABLES: readonly OwnTable[] = Object.values(schema)
  .filter((candidate) => is(candidate, PgTable))
  .flatMap((table) =>
    getTableConfig(table).foreignKeys.flatMap((key) => {
      const { columns, foreignTable } = key.reference();
      const [userId] = columns;
      const own = key.onDelete === "cascade" && foreignTable === schema.users && userId !== undefined;
      return own ? [{ name: getTableName(table), table, userId: userId as AnyPgColumn }] : [];
    }),
  );
