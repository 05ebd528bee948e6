import { and, eq, getTableColumns } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { brandVersions, versionRecords } from "./schema";

type Columns<Table extends PgTable> = Table["_"]["columns"];

/** Some of a table's columns under their own names, to select. */
export function pick<Table extends PgTable, Name extends string & keyof Columns<Table>>(
  table: Table,
  ...names: Name[]
) {
  const columns = getTableColumns(table);
  return Object.fromEntries(names.map((name) => [name, columns[name]])) as Pick<Columns<Table>, Name>;
}

/** To join a version's record. */
export const isItsRecord = and(
  eq(versionRecords.brandId, brandVersions.brandId),
  eq(versionRecords.version, brandVersions.version),
);
