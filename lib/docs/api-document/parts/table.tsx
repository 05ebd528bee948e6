import { StyleSheet, Text, View } from "@react-pdf/renderer";
import { MONO } from "../fonts";
import { COLORS, NO_HYPHENS } from "../theme";
import { Rich } from "./rich";

const own = StyleSheet.create({
  // Not a margin: one that did not fit would take a head without rows along to the next page.
  space: { height: 10 },
  row: { flexDirection: "row", borderBottomWidth: 0.5, borderBottomColor: COLORS.hairline, paddingVertical: 3.2 },
  head: { borderBottomWidth: 0.8, borderBottomColor: COLORS.line, paddingBottom: 3 },
  cell: { paddingRight: 9, fontSize: 8.4, lineHeight: 1.42 },
  headCell: { fontWeight: 600, color: COLORS.ink, fontSize: 8 },
  mono: { fontFamily: MONO, fontSize: 7.6 },
});

/** Tables up to this many rows stay on one page. */
const KEPT_TOGETHER = 13;

export interface Column {
  title: string;
  /** Share of the table's width in percent. */
  width: number;
  /** The whole column is code. */
  mono?: true;
}

/** A table whose head is repeated on each page it reaches, never without a row below it; rows are never cut in two. */
export function Table({ columns, rows }: { columns: readonly Column[]; rows: readonly (readonly string[])[] }) {
  return (
    <>
      <View wrap={rows.length > KEPT_TOGETHER}>
        <View style={[own.row, own.head]} fixed minPresenceAhead={1}>
          {columns.map(({ title, width }) => (
            <Text key={title} style={[own.cell, own.headCell, { width: `${width}%` }]}>
              {title}
            </Text>
          ))}
        </View>
        {rows.map((row) => (
          <View key={row.join("|")} style={own.row} wrap={false}>
            {columns.map(({ title, width, mono }, index) => (
              <Text
                key={title}
                style={[own.cell, mono ? own.mono : {}, { width: `${width}%` }]}
                hyphenationPenalty={NO_HYPHENS}
              >
                {mono ? row[index] : <Rich codeSize={7.6}>{row[index] ?? ""}</Rich>}
              </Text>
            ))}
          </View>
        ))}
      </View>
      <View style={own.space} />
    </>
  );
}
