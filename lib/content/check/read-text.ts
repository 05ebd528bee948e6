/** Uninterrupted text as readers see it, with the source offsets of each UTF-16 unit. */
export interface Block {
  text: string;
  starts: number[];
  ends: number[];
  /** BCP 47, from the nearest `lang`. */
  language: string | undefined;
  kind: "text" | "markup" | "attribute";
}

/** Reads as nothing: marks within words. */
const NOTHING = "\uE000";
/** Reads as something that is no word: code, an address. */
export const OBJECT = "\uFFFC";
const BREAK = "\u2029";

export class BlockBuilder {
  private block: Pick<Block, "text" | "starts" | "ends"> = { text: "", starts: [], ends: [] };

  constructor(
    private readonly blocks: Block[],
    private readonly kind: Block["kind"],
  ) {}

  /** Adds text that stands at `start`, or that an entity from `start` to `end` writes. */
  add(text: string, start: number, end = start + text.length): void {
    const isLiteral = end - start === text.length;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text[at] as string;
      if (unit === BREAK) this.flush();
      if (unit === BREAK || unit === NOTHING) continue;
      this.block.text += unit;
      this.block.starts.push(isLiteral ? start + at : start);
      this.block.ends.push(isLiteral ? start + at + 1 : end);
    }
  }

  flush(language?: string): void {
    const { text } = this.block;
    if (text.trim() !== "")
      this.blocks.push({ ...this.block, text: withoutAddresses(text), language, kind: this.kind });
    this.block = { text: "", starts: [], ends: [] };
  }
}

const masked = (sign: string) => (text: string) => sign.repeat(text.length);

const PLACEHOLDER = /\{\{[^{}]{0,80}\}\}|[$%#]?\{[^{}]{0,80}\}|%\([^()]{0,80}\)[sd]|<%[^<>]{0,80}%>/g;
const ADDRESS =
  /^(?:[a-z][a-z\d+.-]*:\/\/|www\.|mailto:|tel:|[\w.+-]+@|[~.]{0,2}\/\w|@\w)|^[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}(?:[/:?#]|$)/;

/** Hides URLs, emails, file names, handles and placeholders. The length stays the same. */
function withoutAddresses(text: string): string {
  if (!/[./@{%]/.test(text)) return text;
  return text.replace(PLACEHOLDER, masked(OBJECT)).replace(/[!-~]+/g, (run) => {
    if (!/[./@]/.test(run)) return run;
    const before = /^["'(<[]*/.exec(run)?.[0].length ?? 0;
    const inner = run.slice(before).replace(/[.,;:!?"')>\]]{1,8}$/, "");
    const isAddress = ADDRESS.test(inner);
    return isAddress ? run.slice(0, before) + masked(OBJECT)(inner) + run.slice(before + inner.length) : run;
  });
}

/** Paragraphs of plain text. */
export function readPlainText(content: string): Block[] {
  const blocks: Block[] = [];
  const builder = new BlockBuilder(blocks, "text");
  builder.add(content.replace(/\n[^\S\n]*(?=\n)/g, masked(BREAK)), 0);
  builder.flush();
  return blocks;
}

/** What Markdown doesn't show, in order. Lengths are bounded, so that no search is quadratic. */
const MARKDOWN: [RegExp, sign: string][] = [
  [/^---\n[\s\S]*?\n---(?=\n|$)/, BREAK],
  [/^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\1[`~]*[^\S\n]*$|(?![\s\S]))/gm, BREAK],
  [/(?<=\n[^\S\n]{0,80}\n)(?: {4}|\t)[^\n]*(?:\n(?: {4}|\t)[^\n]*)*/g, BREAK],
  [/(?<!`)(`+)(?!`)(?:(?!\n[^\S\n]*\n)[\s\S]){1,1000}?(?<!`)\1(?!`)/g, OBJECT],
  [/^ {0,3}\[[^\]\n]{1,200}\]:[^\n]*/gm, BREAK],
  [/\]\((?:[^()\n]|\([^()\n]{0,200}\)){0,1000}\)|\]\[[^[\]\n]{0,200}\]/g, NOTHING],
  [/<(?:https?|mailto):[^<>\s]{1,2000}>/g, OBJECT],
  [/\n[^\S\n]*(?=\n)|\||^[^\S\n]*(?:[-*+]|\d{1,9}[.)]|#{1,6})(?=[^\S\n])|^ {0,3}[-=]+$/gm, BREAK],
  [/^[^\S\n]*>|\\(?=[!-/:-@[-`{-~])|[*~]+|!?\[|\]|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gmu, NOTHING],
];

/** Hides code, destinations and marks. HTML stays, to be read as HTML with the same offsets. */
export const maskMarkdown = (content: string): string =>
  MARKDOWN.reduce((text, [pattern, sign]) => text.replace(pattern, masked(sign)), content);
