import { Link, StyleSheet, Text, View } from "@react-pdf/renderer";
import { type Inline, sectionOf } from "../../guide/read-page";
import { COLORS, CONTENT_WIDTH, MONO_ADVANCE, NO_HYPHENS, styles } from "../theme";

/** A page's link as a target in the PDF: `webhooks.md#headers` becomes `#webhooks-headers`. URLs stay. */
export function linkTarget(href: string): string {
  const target = sectionOf(href);
  if (!target) return href;
  const chapter = target.page.replace(/^operations-.+/, "operations");
  return target.section ? `#${chapter}-${target.section}` : `#${chapter}`;
}

function Mark({ part, codeSize }: { part: Inline; codeSize: number }) {
  switch (part.kind) {
    case "text":
      return part.text;
    case "code":
      return <Text style={[styles.inlineCode, { fontSize: codeSize }]}>{part.text}</Text>;
    case "strong":
      return <Text style={styles.bold}>{part.text}</Text>;
    case "link":
      return (
        <Link src={linkTarget(part.href)} style={styles.link}>
          {part.text}
        </Link>
      );
  }
}

/**
 * Text with code, bold words and links.
 * @param codeSize in points; code looks larger than text of the same size
 */
export const Rich = ({ children, codeSize = 8.5 }: { children: readonly Inline[]; codeSize?: number }) =>
  [...children.entries()].map(([key, part]) => <Mark key={key} part={part} codeSize={codeSize} />);

const GAP = 9;
const CODE_SIZE = 7.6;

const own = StyleSheet.create({
  // A margin that didn't fit would take a header without rows to the next page.
  space: { height: 10 },
  row: { flexDirection: "row", borderBottomWidth: 0.5, borderBottomColor: COLORS.hairline, paddingVertical: 3.2 },
  head: { borderBottomWidth: 0.8, borderBottomColor: COLORS.line, paddingBottom: 3 },
  cell: { paddingRight: GAP, fontSize: 8.4, lineHeight: 1.42 },
  headCell: { fontWeight: 600, color: COLORS.ink, fontSize: 8 },
});

const KEPT_TOGETHER = 13;

type Cell = readonly Inline[];

/** Size in points at which code fits its column without breaking words. */
export function codeSizeOf(cell: Cell, percent: number): number {
  const words = cell.flatMap((part) => (part.kind === "code" ? part.text.split(" ") : []));
  const longest = Math.max(1, ...words.map(({ length }) => length));
  return Math.min(CODE_SIZE, ((CONTENT_WIDTH * percent) / 100 - GAP) / (longest * MONO_ADVANCE));
}

interface TableProps {
  columns: readonly { title: Cell; percent: number }[];
  rows: readonly (readonly Cell[])[];
}

/** Repeats its header on each page, never without a row below it; doesn't split rows. */
export function Table({ columns, rows }: TableProps) {
  return (
    <>
      <View wrap={rows.length > KEPT_TOGETHER}>
        <View style={[own.row, own.head]} fixed minPresenceAhead={1}>
          {[...columns.entries()].map(([key, { title, percent }]) => (
            <Text key={key} style={[own.cell, own.headCell, { width: `${percent}%` }]}>
              <Rich>{title}</Rich>
            </Text>
          ))}
        </View>
        {[...rows.entries()].map(([key, row]) => (
          <View key={key} style={own.row} wrap={false}>
            {[...columns.entries()].map(([index, { percent }]) => {
              const cell = row[index] ?? [];
              return (
                <Text key={index} style={[own.cell, { width: `${percent}%` }]} hyphenationPenalty={NO_HYPHENS}>
                  <Rich codeSize={codeSizeOf(cell, percent)}>{cell}</Rich>
                </Text>
              );
            })}
          </View>
        ))}
      </View>
      <View style={own.space} />
    </>
  );
}
