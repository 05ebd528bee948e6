import { Fragment, type ReactNode } from "react";
import type { GuidePage } from "../guide/pages";
import type { GuideSection, Part } from "../guide/read-page";
import type { Chapter, Section } from "./parts/chapter-page";
import { CodeBlock } from "./parts/code-block";
import { MinorHeading, RequestLine } from "./parts/headings";
import { List, Note, Paragraph } from "./parts/prose";
import { Table } from "./parts/table";

/** Where a section stands in the document: `webhooks-headers`, for the chapter and the section's anchor on its page. */
export const sectionAnchor = (chapter: string, section: string): string => `${chapter}-${section}`;

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

/** Where the pagination by itself would leave the head of a long table alone at the foot of a page; a test names them. */
const ON_NEW_PAGES: readonly string[] = ["Persona"];

/** An operation's method and path stand with its title. */
function sectionOf(chapter: string, { id, title, parts }: GuideSection): Section {
  const heading = { id: sectionAnchor(chapter, id), title, onNewPage: ON_NEW_PAGES.includes(title) };
  const [first, ...rest] = parts;
  if (first?.kind !== "request") return { ...heading, body: flow(parts) };
  return { ...heading, below: <RequestLine {...first} />, large: true, body: flow(rest) };
}

/** A page of the guide as the document prints it. */
export const readChapter = ({ id, title, lead, sections }: GuidePage): Chapter => ({
  id,
  title,
  lead: flow(lead),
  sections: sections.map((section) => sectionOf(id, section)),
});
