import { getTableName, is } from "drizzle-orm";
import { type AnyPgColumn, getTableConfig, PgTable } from "drizzle-orm/pg-core";
import * as schema from "@/db/schema";

interface OwnTable {
  name: string;
  table: PgTable;
  userId: AnyPgColumn;
}

/** Tables whose rows are a person's own: those that would go with the user's row. Erasing a person empties them of theirs. */
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
