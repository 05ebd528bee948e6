import { Page, StyleSheet, Text, View } from "@react-pdf/renderer";
import { Fragment, type ReactNode } from "react";
import { COLORS, PAGE, type PageNumbers, styles } from "../theme";
import { ChapterTitle, SectionHeading } from "./headings";

const own = StyleSheet.create({
  header: {
    position: "absolute",
    top: 34,
    left: PAGE.left,
    right: PAGE.right,
    flexDirection: "row",
    justifyContent: "space-between",
    fontSize: 7.8,
    color: COLORS.muted,
    borderBottomWidth: 0.5,
    borderBottomColor: COLORS.line,
    paddingBottom: 5,
  },
  footer: {
    position: "absolute",
    // From the top, because the height is only known once the page is full.
    top: PAGE.height - 44,
    left: PAGE.left,
    right: PAGE.right,
    flexDirection: "row",
    justifyContent: "space-between",
    fontSize: 7.8,
    color: COLORS.muted,
  },
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
