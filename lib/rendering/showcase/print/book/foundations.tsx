import { Image, Path, Rect, Svg, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { GROUP_NAMES, type StoredEasing, type TokenValue, tokensOf, tokenText, toMs, toPx } from "@/lib/content";
import { FOUNDATION_GROUPS, type FoundationGroup } from "@/lib/contract";
import type { BookOrder } from "../../order";
import { mix } from "../../scheme";
import { type BookWriter, WIDTH } from "./book-writer";
import { drawShadow } from "./draw-picture";

const COLUMNS = 6;
const GAP = 14;
const CARD = (WIDTH - (COLUMNS - 1) * GAP) / COLUMNS;
const FIELD = { width: CARD - 20, height: 88 };
const FIELD_HEIGHTS: Partial<Record<FoundationGroup, number>> = { spacing: 56 };
/** Points per pixel. */
const PX = 0.75;

/** At true size up to a limit. */
const drawn = (px: number, most: number) => Math.min(px * PX, most);

function curve(book: BookWriter, [x1, y1, x2, y2]: StoredEasing): ReactNode {
  const { scheme } = book.kit;
  const size = 40;
  const at = (x: number, y: number) => `${x * size} ${size - Math.max(-0.25, Math.min(1.25, y)) * size}`;
  return (
    <Svg width={54} height={60} viewBox={`-2 -10 ${size + 4} ${size + 20}`}>
      <Rect x={0} y={0} width={size} height={size} fill={scheme.panel} stroke={scheme.line} strokeWidth={0.6} />
      <Path
        d={`M ${at(0, 0)} C ${at(x1, y1)}, ${at(x2, y2)}, ${at(1, 1)}`}
        fill="none"
        stroke={scheme.link}
        strokeWidth={1.8}
      />
    </Svg>
  );
}

async function specimen(
  book: BookWriter,
  group: FoundationGroup,
  value: TokenValue<FoundationGroup>,
  longestMs: number,
): Promise<ReactNode> {
  const { scheme } = book.kit;
  const bar = { height: 8, borderRadius: 4 };
  const time = (ms: number) => (
    <View style={{ ...bar, backgroundColor: scheme.line }}>
      <View style={{ ...bar, width: `${(100 * ms) / Math.max(1, longestMs)}%`, backgroundColor: scheme.link }} />
    </View>
  );
  switch (group) {
    case "spacing": {
      const width = drawn(toPx(value as TokenValue<"spacing">), FIELD.width);
      return <View style={{ width, height: 48, backgroundColor: scheme.link }} />;
    }
    case "radius": {
      const borderRadius = drawn(toPx(value as TokenValue<"radius">), 24);
      return <View style={{ width: 84, height: 48, borderWidth: 1.4, borderColor: scheme.ink, borderRadius }} />;
    }
    case "border": {
      const { width, style, color } = value as TokenValue<"border">;
      const look = {
        borderWidth: Math.max(width.value > 0 ? 0.4 : 0, drawn(toPx(width), 18)),
        borderStyle: style === "double" ? ("solid" as const) : style,
        borderColor: mix("#ffffff", color.hex, color.alpha),
      };
      const third = { ...look, borderWidth: look.borderWidth / 3 };
      const inner = { ...third, margin: third.borderWidth, height: 34, width: 84 };
      return (
        <View style={{ backgroundColor: "#ffffff", ...(style === "double" ? third : look) }}>
          <View style={style === "double" ? inner : { height: 40, width: 88 }} />
        </View>
      );
    }
    case "shadow":
      return (
        <Image
          src={await drawShadow(value as TokenValue<"shadow">)}
          style={{ width: FIELD.width, height: (FIELD.width * 110) / 190 }}
        />
      );
    case "duration":
      return time(toMs(value as TokenValue<"duration">));
    case "easing":
      return curve(book, value as StoredEasing);
    case "transition": {
      const { duration, timingFunction } = value as TokenValue<"transition">;
      return (
        <View style={{ flexDirection: "row", alignItems: "center", gap: 12 }}>
          {curve(book, timingFunction)}
          <View style={{ flex: 1 }}>{time(toMs(duration))}</View>
        </View>
      );
    }
  }
}

const longestOf = (foundations: BookOrder["foundations"], group: FoundationGroup): number =>
  group === "duration"
    ? Math.max(0, ...tokensOf(foundations, group).map(([, value]) => toMs(value)))
    : group === "transition"
      ? Math.max(0, ...tokensOf(foundations, group).map(([, { duration }]) => toMs(duration)))
      : 0;

function inRows<Group extends { tokens: readonly unknown[] }>(groups: readonly Group[]): Group[][] {
  const rows: Group[][] = [];
  for (const group of groups) {
    const last = rows.at(-1);
    const taken = last?.reduce((sum, { tokens }) => sum + tokens.length, 0) ?? COLUMNS;
    if (last && taken + group.tokens.length <= COLUMNS) last.push(group);
    else rows.push([group]);
  }
  return rows;
}

export async function foundations(book: BookWriter, { foundations: stated }: BookOrder): Promise<ReactNode> {
  const groups = await Promise.all(
    FOUNDATION_GROUPS.map(async (group) => ({
      group,
      tokens: await Promise.all(
        tokensOf(stated, group).map(async ([name, value]) => ({
          name,
          text: tokenText(group, value),
          drawing: await specimen(book, group, value, longestOf(stated, group)),
        })),
      ),
    })),
  );
  const present = groups.filter(({ tokens }) => tokens.length > 0);
  if (present.length === 0) return null;
  const middle = { justifyContent: "center", alignItems: "flex-start" } as const;
  const card = (group: FoundationGroup, { name, text, drawing }: (typeof present)[number]["tokens"][number]) => (
    <View
      key={name}
      style={{ flexGrow: 1, padding: 10, borderWidth: 0.8, borderColor: book.kit.scheme.line, borderRadius: 6 }}
    >
      <View style={{ ...middle, minHeight: FIELD_HEIGHTS[group] ?? FIELD.height }}>
        <View style={{ width: group === "duration" || group === "transition" ? FIELD.width : undefined }}>
          {drawing}
        </View>
      </View>
      {book.text(name, { face: "strong", size: 11, style: { marginTop: 6 }, width: FIELD.width })}
      {book.text(text, { size: 9, color: book.kit.scheme.muted, width: FIELD.width })}
    </View>
  );
  return book.chapter(
    "Foundations",
    inRows(present).map((row, _index, rows) => (
      <View key={row[0]?.group} style={{ flexDirection: "row", gap: GAP }} wrap={row.length === 1}>
        {row.map(({ group, tokens }) => {
          const columns = row.length === 1 ? COLUMNS : tokens.length;
          const cells = tokens.map((token) => card(group, token));
          return (
            <View key={group} style={{ width: columns * (CARD + GAP) - GAP }}>
              {book.grid(book.label(GROUP_NAMES[group]), cells, {
                columns,
                gap: GAP,
                width: CARD,
                ...(row === rows.at(-1) && { end: 0 }),
              })}
            </View>
          );
        })}
      </View>
    )),
  );
}
