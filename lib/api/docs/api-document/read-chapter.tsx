import { StyleSheet, Text, View } from "@react-pdf/renderer";
import { Fragment, type ReactNode } from "react";
import { type GuidePage, isOfResource, makeGuide } from "../guide/pages";
import type { GuideSection, Inline, Part } from "../guide/read-page";
import type { Chapter, Section } from "./parts/chapter-page";
import { CodeBlock } from "./parts/code-block";
import { MinorHeading, RequestLine } from "./parts/headings";
import { Rich, Table } from "./parts/table";
import { COLORS, NO_HYPHENS, styles } from "./theme";

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

function Note({ children }: { children: readonly Inline[] }) {
  return (
    <View style={own.note} wrap={false}>
      <Text style={own.itemText} hyphenationPenalty={NO_HYPHENS}>
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

export const chapters: readonly Chapter[] = pages
  .filter((page) => !ofResources.includes(page))
  .map((page) =>
    readChapter(
      page.id === "operations" ? { ...page, sections: ofResources.flatMap(({ sections }) => sections) } : page,
    ),
  );
