import { lexer, type MarkedToken, type Token, type Tokens } from "marked";

export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");

/** Parses a link between chapters, `webhooks.md#headers`; null for other addresses. */
export function sectionOf(href: string): { page: string; section: string | null } | null {
  const [, page, section = null] = /^([\w-]+)\.md(?:#(.+))?$/.exec(href) ?? [];
  return page ? { page, section } : null;
}

/** A piece of text. A link's `href` is as written: `webhooks.md#headers`, or a URL. */
export type Inline = { kind: "text" | "code" | "strong"; text: string } | { kind: "link"; text: string; href: string };

export interface Sample {
  language: string;
  file?: string;
  code: string;
}

/** A part of a section. `samples` is one block of code, or the same in several languages. */
export type Part =
  | { kind: "paragraph" | "note"; text: Inline[] }
  | { kind: "heading"; title: string }
  | { kind: "list"; ordered: boolean; items: Inline[][] }
  | { kind: "table"; columns: { title: Inline[]; percent: number }[]; rows: Inline[][][] }
  | { kind: "request"; method: string; path: string }
  | { kind: "samples"; samples: Sample[] };

export interface GuideSection {
  id: string;
  title: string;
  parts: Part[];
}

export interface PageContent {
  title: string;
  lead: Part[];
  sections: GuideSection[];
}

/** Method and path of an operation, alone in a block of code. */
const REQUEST_LINE = /^([A-Z]+) (\/\S*)$/;
/** Languages of samples; adjacent blocks in different ones form one sample. */
const SAMPLE_LANGUAGES = ["sh", "ts", "python"];

function inline(tokens: readonly Token[]): Inline[] {
  return (tokens as MarkedToken[]).map((token): Inline => {
    if (token.type === "text" || token.type === "escape")
      return { kind: "text", text: token.text.replaceAll("\n", " ") };
    if (token.type === "codespan") return { kind: "code", text: token.text };
    if (token.type === "strong") return { kind: "strong", text: token.text };
    if (token.type === "link") return { kind: "link", text: token.text, href: token.href };
    throw new Error(`A page does not take ${token.type}: ${token.raw}`);
  });
}

function onlyText({ tokens, raw }: Tokens.ListItem | Tokens.Blockquote): Inline[] {
  const [block, ...more] = tokens as MarkedToken[];
  if ((block?.type !== "text" && block?.type !== "paragraph") || more.length > 0)
    throw new Error(`A page takes one paragraph here: ${raw}`);
  return inline(block.tokens ?? []);
}

/** Columns' widths are in proportion to the dashes below their titles. */
function tableOf({ header, rows, raw }: Tokens.Table): Part {
  const dashes = raw.split("\n")[1]?.match(/-+/g) ?? [];
  const total = dashes.join("").length;
  return {
    kind: "table",
    columns: header.map(({ tokens }, index) => ({
      title: inline(tokens),
      percent: (100 * (dashes[index]?.length ?? 0)) / total,
    })),
    rows: rows.map((row) => row.map(({ tokens }) => inline(tokens))),
  };
}

function codeOf({ lang = "", text }: Tokens.Code): Part {
  const [, method, path] = (lang === "http" && REQUEST_LINE.exec(text)) || [];
  if (method && path) return { kind: "request", method, path };
  const [language = "", file] = lang.split(" ");
  return { kind: "samples", samples: [{ language, ...(file && { file }), code: text }] };
}

function partOf(token: MarkedToken): Part {
  switch (token.type) {
    case "paragraph":
      return { kind: "paragraph", text: inline(token.tokens) };
    case "list":
      return { kind: "list", ordered: token.ordered, items: token.items.map(onlyText) };
    case "table":
      return tableOf(token);
    case "blockquote":
      return { kind: "note", text: onlyText(token) };
    case "code":
      return codeOf(token);
    case "heading":
      return { kind: "heading", title: token.text };
    default:
      throw new Error(`A page does not take ${token.type}: ${token.raw}`);
  }
}

function isOneSample(blocks: readonly Sample[]): boolean {
  const languages = new Set(blocks.map(({ language }) => language));
  return languages.size === blocks.length && [...languages].every((language) => SAMPLE_LANGUAGES.includes(language));
}

/** Adds a part, or one more language to the sample before it. */
function add(parts: Part[], part: Part): void {
  const before = parts.at(-1);
  if (before?.kind === "samples" && part.kind === "samples" && isOneSample([...before.samples, ...part.samples]))
    before.samples.push(...part.samples);
  else parts.push(part);
}

/**
 * Parses inline marks.
 * @throws Error for unsupported ones
 */
export function readInline(text: string): Inline[] {
  const [paragraph] = lexer(text) as MarkedToken[];
  return paragraph?.type === "paragraph" ? inline(paragraph.tokens) : [];
}

/**
 * Parses a guide page: `#` is its title, each `##` a section.
 * @throws Error for Markdown that neither page nor PDF can show
 */
export function readPage(markdown: string): PageContent {
  const lead: Part[] = [];
  const sections: GuideSection[] = [];
  let title = "";
  let parts = lead;
  for (const token of lexer(markdown) as MarkedToken[]) {
    if (token.type === "space") continue;
    if (token.type === "heading" && token.depth === 1) {
      title = token.text;
    } else if (token.type === "heading" && token.depth === 2) {
      parts = [];
      sections.push({ id: slugOf(token.text), title: token.text, parts });
    } else {
      add(parts, partOf(token));
    }
  }
  if (title === "") throw new Error("A page needs a title.");
  return { title, lead, sections };
}
