import { StyleSheet, Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { MONO } from "../fonts";
import type { PageNumbers } from "../page-numbers";
import { COLORS } from "../theme";

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

/** Points that must follow a heading on its page. Whatever stands below one is never cut at its start, so few are enough. */
const PRESENCE = 20;

interface Anchored {
  id: string;
  title: string;
  pages: PageNumbers;
}

/** Notes the page where it comes to stand; takes no room itself. */
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
 * The title of a section; never the last thing on a page.
 *
 * The mark stands in a view of its own, after the title: among the siblings of the heading, the pagination would lose what
 * stands between its last chance of a break and the mark.
 */
export function SectionHeading({ id, title, pages, below, large, onNewPage = false }: SectionHeadingProps) {
  // The layout reads `bookmark` from any node; its published types know it on pages alone.
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

/** A heading within a section, outside the contents. */
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
