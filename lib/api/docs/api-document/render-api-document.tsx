import { Document, Link, renderToBuffer, StyleSheet, Text, View } from "@react-pdf/renderer";
import { type Chapter, ChapterPage, RunningPage } from "./parts/chapter-page";
import { TitlePage } from "./parts/title-page";
import { chapters as allChapters } from "./read-chapter";
import { COLORS, PageNumbers, registerFonts } from "./theme";

const own = StyleSheet.create({
  title: { fontSize: 23, fontWeight: 600, color: COLORS.ink, lineHeight: 1.2, marginBottom: 14 },
  chapter: { marginTop: 7, fontWeight: 600 },
  link: { color: COLORS.ink, textDecoration: "none" },
  entry: { flexDirection: "row", fontSize: 9.2, lineHeight: 1.45, color: COLORS.ink },
  number: { width: 22 },
  leader: { flex: 1, borderBottomWidth: 0.5, borderBottomColor: COLORS.line, marginHorizontal: 6, marginBottom: 4 },
  page: { width: 22, textAlign: "right" },
});

function Entry({ id, label, title, page }: { id: string; label: string; title: string; page: number | null }) {
  return (
    <Link src={`#${id}`} style={own.link}>
      <View style={own.entry}>
        <Text style={own.number}>{label}</Text>
        <Text>{title}</Text>
        <View style={own.leader} />
        <Text style={own.page}>{page === null ? "…" : String(page)}</Text>
      </View>
    </Link>
  );
}

function Contents({ chapters, pages }: { chapters: readonly Chapter[]; pages: PageNumbers }) {
  return (
    <RunningPage title="Contents" bookmark="Contents">
      <Text style={own.title}>Contents</Text>
      {chapters.flatMap(({ id, title, sections }, index) => [
        <View key={id} style={own.chapter} minPresenceAhead={30}>
          <Entry id={id} label={String(index + 1)} title={title} page={pages.find(id)} />
        </View>,
        ...sections.map((section) => (
          <Entry key={section.id} id={section.id} label="" title={section.title} page={pages.find(section.id)} />
        )),
      ])}
    </RunningPage>
  );
}

interface ApiDocumentProps {
  chapters: readonly Chapter[];
  now: Date;
  /** Pages of an earlier layout, shown in the table of contents. */
  known: PageNumbers;
  found: PageNumbers;
}

function ApiDocument({ chapters, now, known, found }: ApiDocumentProps) {
  return (
    <Document
      title="Brand Identity Hub API documentation"
      author="Brand Identity Hub"
      subject="Public HTTP API, webhooks, limits and versioning; document version 1.0.0"
      keywords="brand identity, API, OpenAPI, webhooks"
      creator="Brand Identity Hub"
      producer="Brand Identity Hub"
      language="en-GB"
      creationDate={now}
      modificationDate={now}
      pageMode="useOutlines"
      pdfVersion="1.7"
    >
      <TitlePage now={now} />
      <Contents chapters={chapters} pages={known} />
      {chapters.map((chapter, index) => (
        <ChapterPage key={chapter.id} chapter={chapter} number={index + 1} pages={found} />
      ))}
    </Document>
  );
}

const MAX_LAYOUTS = 4;

/**
 * Renders the API documentation as a PDF. Repeats the layout until the page numbers in the table of contents are
 * right.
 * @param now date on the title page and in the metadata
 * @throws Error if the page numbers don't settle
 */
export async function renderApiDocument(now: Date, chapters = allChapters): Promise<Uint8Array<ArrayBuffer>> {
  registerFonts();
  let known = new PageNumbers();
  for (let layout = 1; layout <= MAX_LAYOUTS; layout += 1) {
    const found = new PageNumbers();
    const pdf = await renderToBuffer(<ApiDocument chapters={chapters} now={now} known={known} found={found} />);
    if (found.equals(known)) return new Uint8Array(pdf);
    known = found;
  }
  throw new Error(`The page numbers of the API document did not settle in ${MAX_LAYOUTS} layouts.`);
}
