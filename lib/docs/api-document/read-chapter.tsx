import { lexer, type MarkedToken, type Token, type Tokens } from "marked";
import { Fragment, type ReactNode } from "react";
import { linkTarget, sectionAnchor } from "./anchors";
import { type Block, blocks } from "./blocks";
import type { Chapter, Section } from "./parts/chapter-page";
import { CodeBlock } from "./parts/code-block";
import { MinorHeading } from "./parts/headings";
import { List, Note, Paragraph } from "./parts/prose";
import { Table } from "./parts/table";

/** The language of a code block whose text names what the contract gives there. */
const GENERATED = "contract";
const NEW_PAGE = "<!-- new page -->";

/** The text with the marks that the document's parts know. */
function marksOf(tokens: readonly Token[]): string {
  return (tokens as MarkedToken[])
    .map((token) => {
      if (token.type === "text") return token.text.replaceAll("\n", " ");
      if (token.type === "codespan") return `\`${token.text}\``;
      if (token.type === "strong") return `**${token.text}**`;
      if (token.type === "link") return `[${token.text}](${linkTarget(token.href)})`;
      throw new Error(`The document does not print ${token.type}: ${token.raw}`);
    })
    .join("");
}

/** The text of a list's item or of a quote, which holds one block of it. */
function onlyText({ tokens, raw }: Tokens.ListItem | Tokens.Blockquote): string {
  const [block, ...more] = tokens as MarkedToken[];
  if ((block?.type !== "text" && block?.type !== "paragraph") || more.length > 0) {
    throw new Error(`The document prints one paragraph here: ${raw}`);
  }
  return marksOf(block.tokens ?? []);
}

/** The columns share the width as the dashes below their titles do. */
function tableOf({ header, rows, raw }: Tokens.Table): ReactNode {
  const dashes = raw.split("\n")[1]?.match(/-+/g) ?? [];
  const total = dashes.join("").length;
  const columns = header.map(({ tokens }, index) => ({
    title: marksOf(tokens),
    width: (100 * (dashes[index]?.length ?? 0)) / total,
  }));
  return <Table columns={columns} rows={rows.map((row) => row.map(({ tokens }) => marksOf(tokens)))} />;
}

function partOf(token: MarkedToken): ReactNode {
  switch (token.type) {
    case "paragraph":
      return <Paragraph>{marksOf(token.tokens)}</Paragraph>;
    case "list":
      return <List numbered={token.ordered} items={token.items.map(onlyText)} />;
    case "table":
      return tableOf(token);
    case "blockquote":
      return <Note>{onlyText(token)}</Note>;
    case "code":
      return <CodeBlock>{token.text}</CodeBlock>;
    case "heading":
      return <MinorHeading>{token.text}</MinorHeading>;
    default:
      throw new Error(`The document does not print ${token.type}: ${token.raw}`);
  }
}

function blockNamed(name: string): Block {
  const block = blocks[name];
  if (!block) throw new Error(`The contract gives no block "${name}".`);
  return block;
}

/**
 * A chapter of Markdown as the document prints it: `#` is its title, each `##` a section.
 * @throws Error for Markdown that the document cannot print, and for a block that the contract does not give
 */
export function readChapter(id: string, markdown: string): Chapter {
  let title = "";
  const lead: ReactNode[] = [];
  const sections: Section[] = [];
  let flow = lead;
  let startsPage = false;
  for (const [key, token] of (lexer(markdown) as MarkedToken[]).entries()) {
    if (token.type === "space") continue;
    if (token.type === "heading" && token.depth === 1) {
      title = token.text;
    } else if (token.type === "heading" && token.depth === 2) {
      flow = [];
      sections.push({ id: sectionAnchor(id, token.text), title: token.text, startsPage, body: flow });
      startsPage = false;
    } else if (token.type === "html" && token.text.trim() === NEW_PAGE) {
      startsPage = true;
    } else if (token.type === "code" && token.lang === GENERATED) {
      const block = blockNamed(token.text);
      if ("sections" in block) sections.push(...block.sections);
      else flow.push(<Fragment key={key}>{block.body}</Fragment>);
    } else {
      flow.push(<Fragment key={key}>{partOf(token)}</Fragment>);
    }
  }
  return { id, title, lead, sections };
}
