import { Document, Link, Page, renderToBuffer, StyleSheet, Text, View } from "@react-pdf/renderer";
import { Fragment, type ReactNode } from "react";
import { EXAMPLE_BASE_URL } from "../guide/examples";
import { type GuidePage, isOfResource, makeGuide } from "../guide/pages";
import { type GuideSection, type Inline, type Part, readInline } from "../guide/read-page";
import { type Chapter, ChapterPage, MinorHeading, RequestLine, RunningPage, type Section } from "./parts/chapter-page";
import { CodeBlock } from "./parts/code-block";
import { Rich, Table } from "./parts/table";
import { COLORS, NO_HYPHENS, PAGE, PageNumbers, registerFonts, SANS, styles } from "./theme";

const chapterStyles = StyleSheet.create({
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

function Paragraph({ children, leadsIn = false }: { children: readonly Inline[]; leadsIn?: boolean }) {
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

function List({ items, numbered = false }: { items: readonly (readonly Inline[])[]; numbered?: boolean }) {
  return (
    <View style={chapterStyles.list}>
      {[...items.entries()].map(([index, item]) => (
        <View key={index} style={chapterStyles.item} wrap={false}>
          <Text style={chapterStyles.marker}>{numbered ? `${index + 1}.` : "•"}</Text>
          <Text style={chapterStyles.itemText} hyphenationPenalty={NO_HYPHENS}>
            <Rich>{item}</Rich>
          </Text>
        </View>
      ))}
    </View>
  );
}

function Note({ children }: { children: readonly Inline[] }) {
  return (
    <View style={chapterStyles.note} wrap={false}>
      <Text style={chapterStyles.itemText} hyphenationPenalty={NO_HYPHENS}>
        <Rich>{children}</Rich>
      </Text>
    </View>
  );
}

/** Anchor of a chapter's section: `webhooks-headers`. */
const sectionAnchor = (chapter: string, section: string): string => `${chapter}-${section}`;

function printed(part: Part, next: Part | undefined): ReactNode {
  switch (part.kind) {
    case "paragraph":
      return <Paragraph leadsIn={next?.kind === "table" || next?.kind === "samples"}>{part.text}</Paragraph>;
    case "note":
      return <Note>{part.text}</Note>;
    case "heading":
      return <MinorHeading>{part.title}</MinorHeading>;
    case "list":
      return <List numbered={part.ordered} items={part.items} />;
    case "table":
      return <Table columns={part.columns} rows={part.rows} />;
    case "request":
      return <RequestLine method={part.method} path={part.path} />;
    case "samples":
      return part.samples.map(({ language, code }) => <CodeBlock key={language}>{code}</CodeBlock>);
  }
}

const flow = (parts: readonly Part[]): ReactNode =>
  [...parts.entries()].map(([key, part]) => <Fragment key={key}>{printed(part, parts[key + 1])}</Fragment>);

/** Sections where pagination would leave a table's header alone at the end of a page; a test names them. */
const ON_NEW_PAGES: readonly string[] = ["Persona"];

const inOneLanguage = (part: Part): Part =>
  part.kind === "samples" ? { ...part, samples: part.samples.slice(0, 1) } : part;

/** An operation's section: method and path with its title, and samples in one language only. */
function sectionOf(chapter: string, { id, title, parts }: GuideSection): Section {
  const heading = { id: sectionAnchor(chapter, id), title, onNewPage: ON_NEW_PAGES.includes(title) };
  const [first, ...rest] = parts;
  if (first?.kind !== "request") return { ...heading, body: flow(parts) };
  return { ...heading, below: <RequestLine {...first} />, large: true, body: flow(rest.map(inOneLanguage)) };
}

const readChapter = ({ id, title, lead, sections }: GuidePage): Chapter => ({
  id,
  title,
  lead: flow(lead),
  sections: sections.map((section) => sectionOf(id, section)),
});

const pages = makeGuide();
const ofResources = pages.filter(({ id }) => isOfResource(id));

export const allChapters: readonly Chapter[] = pages
  .filter((page) => !ofResources.includes(page))
  .map((page) =>
    readChapter(
      page.id === "operations" ? { ...page, sections: ofResources.flatMap(({ sections }) => sections) } : page,
    ),
  );

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

const titleStyles = StyleSheet.create({
  page: { paddingHorizontal: PAGE.left, paddingTop: 150, paddingBottom: 62, fontFamily: SANS, color: COLORS.text },
  mark: { flexDirection: "row", marginBottom: 34 },
  square: { width: 15, height: 15, marginRight: 5, borderRadius: 2.5 },
  title: { fontSize: 38, fontWeight: 600, color: COLORS.ink, lineHeight: 1.12, letterSpacing: -0.6 },
  subtitle: { fontSize: 15, color: COLORS.muted, marginTop: 14, lineHeight: 1.4, maxWidth: 380 },
  facts: { marginTop: "auto", borderTopWidth: 0.8, borderTopColor: COLORS.line, paddingTop: 14 },
  fact: { flexDirection: "row", fontSize: 9.2, lineHeight: 1.5, marginBottom: 4 },
  label: { width: 118, color: COLORS.muted },
  value: { flex: 1, color: COLORS.ink },
});

const dates = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

function TitlePage({ now }: { now: Date }) {
  const facts = [
    ["Version", "1.0.0"],
    ["As of", dates.format(now)],
    ["For", "Developers of child tools and of back-office services"],
    ["For machines", "`GET /api/public/v1/docs/openapi.json` (OpenAPI 3.1, from the same source)"],
    ["For screen readers", "The same chapters as HTML, at `/docs` on every hub"],
    ["In the examples", `\`${EXAMPLE_BASE_URL}\` is the address of your hub`],
  ];
  return (
    <Page size="A4" style={titleStyles.page} bookmark={{ title: "Brand Identity Hub API", fit: true }}>
      <View style={titleStyles.mark}>
        {[COLORS.ink, COLORS.muted, COLORS.line].map((backgroundColor) => (
          <View key={backgroundColor} style={[titleStyles.square, { backgroundColor }]} />
        ))}
      </View>
      <Text style={titleStyles.title}>Brand Identity Hub</Text>
      <Text style={titleStyles.title}>API documentation</Text>
      <Text style={titleStyles.subtitle}>
        A brand's identity, compiled once, versioned, and served to every tool that needs it.
      </Text>
      <View style={titleStyles.facts}>
        {facts.map(([label, value]) => (
          <View key={label} style={titleStyles.fact}>
            <Text style={titleStyles.label}>{label}</Text>
            <Text style={titleStyles.value}>
              <Rich>{readInline(value ?? "")}</Rich>
            </Text>
          </View>
        ))}
      </View>
    </Page>
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
