import { Page, StyleSheet, Text, View } from "@react-pdf/renderer";
import { Fragment, type ReactNode } from "react";
import { COLORS, MONO, PAGE, type PageNumbers, styles } from "../theme";

const headingStyles = StyleSheet.create({
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

function ChapterTitle({ id, title, number, pages }: Anchored & { number: number }) {
  return (
    <View id={id} style={headingStyles.chapter}>
      <Text style={headingStyles.chapterNumber}>{`Chapter ${number}`}</Text>
      <Text style={headingStyles.chapterTitle}>{title}</Text>
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
function SectionHeading({ id, title, pages, below, large, onNewPage = false }: SectionHeadingProps) {
  // Layout reads `bookmark` from any node, but its types declare it on pages only.
  const bookmark = { bookmark: { title, fit: true } };
  return (
    <View minPresenceAhead={PRESENCE} break={onNewPage}>
      <View {...bookmark} id={id} style={[headingStyles.section, large ? headingStyles.large : {}]} wrap={false}>
        <Text style={[headingStyles.sectionTitle, large ? headingStyles.largeTitle : {}]}>{title}</Text>
        {below}
      </View>
      <PageMark id={id} pages={pages} />
    </View>
  );
}

export function MinorHeading({ children }: { children: string }) {
  return (
    <Text style={headingStyles.minor} minPresenceAhead={PRESENCE}>
      {children}
    </Text>
  );
}

export function RequestLine({ method, path }: { method: string; path: string }) {
  return (
    <View style={headingStyles.request}>
      <Text style={headingStyles.method}>{method}</Text>
      <Text style={headingStyles.path}>{path}</Text>
    </View>
  );
}

const edge = {
  position: "absolute",
  left: PAGE.left,
  right: PAGE.right,
  flexDirection: "row",
  justifyContent: "space-between",
  fontSize: 7.8,
  color: COLORS.muted,
} as const;

const own = StyleSheet.create({
  header: { ...edge, top: 34, borderBottomWidth: 0.5, borderBottomColor: COLORS.line, paddingBottom: 5 },
  // From the top, because the height is only known once the page is full.
  footer: { ...edge, top: PAGE.height - 44 },
});

export interface Section {
  id: string;
  title: string;
  below?: ReactNode;
  large?: boolean;
  onNewPage?: boolean;
  body: ReactNode;
}

export interface Chapter {
  id: string;
  title: string;
  lead?: ReactNode;
  sections: readonly Section[];
}

export function RunningPage({ title, bookmark, children }: { title: string; bookmark: string; children: ReactNode }) {
  return (
    <Page
      size="A4"
      experimentalPagination
      style={styles.page}
      bookmark={{ title: bookmark, fit: true, expanded: true }}
    >
      <View style={own.header} fixed>
        <Text>Brand Identity Hub API</Text>
        <Text>{title}</Text>
      </View>
      <View style={own.footer} fixed>
        <Text>Version 1.0.0</Text>
        <Text render={({ pageNumber, totalPages }) => `Page ${pageNumber} of ${totalPages}`} />
      </View>
      {children}
    </Page>
  );
}

export function ChapterPage({ chapter, number, pages }: { chapter: Chapter; number: number; pages: PageNumbers }) {
  return (
    <RunningPage title={chapter.title} bookmark={`${number}  ${chapter.title}`}>
      <ChapterTitle id={chapter.id} title={chapter.title} number={number} pages={pages} />
      {chapter.lead}
      {chapter.sections.map(({ body, ...heading }) => (
        <Fragment key={heading.id}>
          <SectionHeading {...heading} pages={pages} />
          {body}
        </Fragment>
      ))}
    </RunningPage>
  );
}
