import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { MixedText } from "./content-text";
import { Link } from "./link";
import { cx } from "./styles";

export type Column<Row> = {
  /** Text of the hub. Parts written by people are bidi-isolated. */
  header: string;
  /** Only where two columns can have the same header. */
  key?: string;
  cell: (row: Row) => ReactNode;
  /** Names the row. At most one column. It is the card's heading on phones. */
  rowHeader?: boolean;
  /** Hides the header visually, as for a column of buttons. */
  hideHeader?: boolean;
  align?: "start" | "end";
  sort?: { href: string; direction?: "ascending" | "descending" };
  className?: string;
};

/** A column of buttons. Spread it and add the cell. */
export const ACTIONS_COLUMN = { header: "Actions", hideHeader: true } as const;

/** A row's name, with its address or identifier below. */
export const NameCell = ({ name, code }: { name: ReactNode; code: ReactNode }) => (
  <>
    <p className="wrap-anywhere">{name}</p>
    <p className="font-mono font-normal text-[0.8125rem] text-muted wrap-anywhere">{code}</p>
  </>
);

type TableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  showCaption?: boolean;
  /** Stays a table on phones, for a few narrow columns of numbers. */
  compact?: boolean;
  className?: string;
};

/** Some browsers drop table semantics when CSS changes the display type, so the roles are explicit. */
const roles = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  columnHeader: { role: "columnheader" },
  rowHeader: { role: "rowheader" },
  cell: { role: "cell" },
} as const;

/** A table whose rows become cards on phones, with the column's name in each cell. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, showCaption = false, compact = false, className } = props;
  const cards = !compact;
  return (
    <div className={cx("relative w-full", compact ? "overflow-x-auto" : "sm:overflow-x-auto", className)}>
      <table {...roles.table} className={cx("w-full border-collapse text-left", cards && "max-sm:block")}>
        <caption className={showCaption ? "px-5 pb-3 text-left font-medium max-sm:block" : "sr-only"}>
          {caption}
        </caption>
        <thead {...roles.group} className={cards ? "max-sm:sr-only" : undefined}>
          <tr {...roles.row} className="border-line border-b">
            {columns.map((column) => (
              <HeaderCell key={column.key ?? column.header} column={column} compact={compact} />
            ))}
          </tr>
        </thead>
        <tbody {...roles.group} className={cards ? "max-sm:block" : undefined}>
          {rows.map((row) => (
            <tr key={rowKey(row)} {...roles.row} className={cx("list-row", cards && "list-card")}>
              {columns.map((column) => (
                <BodyCell key={column.key ?? column.header} column={column} row={row} compact={compact} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const compactCell = "px-1 py-1.5 first:pl-0 last:pr-0";

function HeaderCell<Row>({ column, compact }: { column: Column<Row>; compact: boolean }) {
  const { header, hideHeader = false, align, sort } = column;
  const Icon = sort?.direction ? (sort.direction === "ascending" ? ArrowUp : ArrowDown) : ArrowUpDown;
  return (
    <th
      {...roles.columnHeader}
      scope="col"
      aria-sort={sort?.direction}
      className={cx(
        "whitespace-nowrap font-normal text-[0.8125rem] text-muted",
        compact ? compactCell : "h-9 px-3 first:pl-5 last:pr-5",
        align === "end" && "text-right",
      )}
    >
      {sort ? (
        <Link href={sort.href} className="inline-flex min-h-6 items-center gap-1 rounded-sm hover:text-ink">
          <MixedText>{header}</MixedText>
          <Icon aria-hidden="true" className="size-3.5" />
        </Link>
      ) : (
        <span className={hideHeader ? "sr-only" : undefined}>
          <MixedText>{header}</MixedText>
        </span>
      )}
    </th>
  );
}

type BodyCellProps<Row> = { column: Column<Row>; row: Row; compact: boolean };

function BodyCell<Row>({ column, row, compact }: BodyCellProps<Row>) {
  const { header, cell, rowHeader = false, hideHeader = false, align, className } = column;
  if (rowHeader) {
    return (
      <th
        {...roles.rowHeader}
        scope="row"
        className={cx("font-medium", compact ? cx(compactCell, "whitespace-nowrap") : "list-head", className)}
      >
        {cell(row)}
      </th>
    );
  }
  if (compact) {
    return (
      <td {...roles.cell} className={cx(compactCell, align === "end" && "text-right tabular-nums", className)}>
        {cell(row)}
      </td>
    );
  }
  return (
    <td
      {...roles.cell}
      data-label={hideHeader ? undefined : header}
      className={cx(
        "list-cell",
        hideHeader ? "max-sm:justify-end max-sm:pt-2" : "list-labelled",
        align === "end" && "text-right tabular-nums",
        className,
      )}
    >
      {cell(row)}
    </td>
  );
}
