import { StyleSheet, Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { COLORS, MONO, type PageNumbers } from "../theme";

const own = StyleSheet.create({
  chapter: { marginBottom: 16 },
  chapterNumber: { fontSize: 10, color: COLORS.muted, marginBottom: 2 },
  chapterTitle: { fontSize: 23, fontWeight: 600, color: COLORS.ink, lineHeight: 1.2 },
  section: { paddingTop: 10, paddingBottom: 6 },
  large: { paddingTop: 22 },
  largeTitle: { fontSize: 15 },
  sectionTitle: { fontSize: 13, fontWeight: 600, color: COLORS.ink, lineHeight: 1.3 },
  minor: { fontSize: 9.4, fontWeight: 600, color: COLORS.ink, marginTop: 6, marginBottom: 4 },
  request: {
    flexDirection: "row",
    alignItems: "center",
    marginTop: 6,
    padding: 5,
    borderRadius: 3,
    backgroundColor: COLORS.panel,
  },
  method: {
    fontFamily: MONO,
    fontWeight: 600,
    fontSize: 8,
    color: "#ffffff",
    backgroundColor: COLORS.ink,
    borderRadius: 2.5,
    paddingHorizontal: 5,
    paddingTop: 2.5,
    paddingBottom: 1.5,
    marginRight: 7,
    lineHeight: 1.2,
  },
  path: { fontFamily: MONO, fontSize: 9.2, color: COLORS.ink },
});

/** Points that must follow a heading on its page. Few are enough, since no part is cut at its start. */
const PRESENCE = 20;

interface Anchored {
  id: string;
  title: string;
  pages: PageNumbers;
}

function PageMark({ id, pages }: { id: string; pages: PageNumbers }) {
  return (
    <View
      render={({ pageNumber }) => {
        pages.record(id, pageNumber);
        return null;
      }}
    />
  );
}

export function ChapterTitle({ id, title, number, pages }: Anchored & { number: number }) {
  return (
    <View id={id} style={own.chapter}>
      <Text style={own.chapterNumber}>{`Chapter ${number}`}</Text>
      <Text style={own.chapterTitle}>{title}</Text>
      <PageMark id={id} pages={pages} />
    </View>
  );
}

interface SectionHeadingProps extends Anchored {
  below?: ReactNode;
  large?: boolean;
  onNewPage?: boolean;
}

/**
 * A section's title; never last on a page.
 * The mark follows in a separate view: as a sibling of the heading it would make pagination lose what is between the
 * last possible break and itself.
 */
export function SectionHeading({ id, title, pages, below, large, onNewPage = false }: SectionHeadingProps) {
  // Layout reads `bookmark` from any node, but its types declare it on pages only.
  const bookmark = { bookmark: { title, fit: true } };
  return (
    <View minPresenceAhead={PRESENCE} break={onNewPage}>
      <View {...bookmark} id={id} style={[own.section, large ? own.large : {}]} wrap={false}>
        <Text style={[own.sectionTitle, large ? own.largeTitle : {}]}>{title}</Text>
        {below}
      </View>
      <PageMark id={id} pages={pages} />
    </View>
  );
}

export function MinorHeading({ children }: { children: string }) {
  return (
    <Text style={own.minor} minPresenceAhead={PRESENCE}>
      {children}
    </Text>
  );
}

export function RequestLine({ method, path }: { method: string; path: string }) {
  return (
    <View style={own.request}>
      <Text style={own.method}>{method}</Text>
      <Text style={own.path}>{path}</Text>
    </View>
  );
}
