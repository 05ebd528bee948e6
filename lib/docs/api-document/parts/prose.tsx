import { StyleSheet, Text, View } from "@react-pdf/renderer";
import type { Inline } from "../../guide/read-page";
import { COLORS, NO_HYPHENS, styles } from "../theme";
import { Rich } from "./rich";

const own = StyleSheet.create({
  item: { flexDirection: "row", marginBottom: 3.5 },
  marker: { width: 16, color: COLORS.muted },
  itemText: { flex: 1 },
  list: { marginBottom: 7 },
  note: {
    flexDirection: "row",
    backgroundColor: COLORS.warningPanel,
    borderRadius: 3,
    paddingVertical: 6,
    paddingHorizontal: 9,
    marginBottom: 9,
    color: COLORS.warning,
  },
});

/** A paragraph of marked-up text; `leadsIn` keeps it with what follows. */
export function Paragraph({ children, leadsIn = false }: { children: readonly Inline[]; leadsIn?: boolean }) {
  return (
    <Text
      style={styles.paragraph}
      orphans={2}
      widows={2}
      minPresenceAhead={leadsIn ? 1 : 0}
      hyphenationPenalty={NO_HYPHENS}
    >
      <Rich>{children}</Rich>
    </Text>
  );
}

/** A list with bullets, or with numbers where the order matters. */
export function List({ items, numbered = false }: { items: readonly (readonly Inline[])[]; numbered?: boolean }) {
  return (
    <View style={own.list}>
      {[...items.entries()].map(([index, item]) => (
        <View key={index} style={own.item} wrap={false}>
          <Text style={own.marker}>{numbered ? `${index + 1}.` : "•"}</Text>
          <Text style={own.itemText} hyphenationPenalty={NO_HYPHENS}>
            <Rich>{item}</Rich>
          </Text>
        </View>
      ))}
    </View>
  );
}

/** A remark that must not be missed. */
export function Note({ children }: { children: readonly Inline[] }) {
  return (
    <View style={own.note} wrap={false}>
      <Text style={own.itemText} hyphenationPenalty={NO_HYPHENS}>
        <Rich>{children}</Rich>
      </Text>
    </View>
  );
}
