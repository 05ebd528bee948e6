import { tokenTypes as Css, tokenize } from "css-tree/tokenizer";

export interface Span {
  start: number;
  end: number;
}

/** A colour where the source states it. */
export interface Paint extends Span {
  css: string;
  /** What a translucent background lies on. */
  behind?: Paint | undefined;
}

export interface Declaration extends Span {
  property: string;
  value: string;
  colors: Paint[];
  families: (Span & { name: string })[];
  /** CSS pixels. */
  sizes: (Span & { px: number })[];
}

interface Token extends Span {
  type: number;
  text: string;
}

const COLOR_FUNCTION = /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\($/i;
const COLOR_PROPERTY = /color|background|border|outline|shadow|fill|stroke|column-rule|decoration|^--/;
const PX: Record<string, number> = { px: 1, rem: 16, pt: 4 / 3 };

function tokensOf(css: string, base: number): Token[] {
  const tokens: Token[] = [];
  tokenize(css, (type, start, end) => {
    const isBlank = type === Css.WhiteSpace || type === Css.Comment;
    if (!isBlank) tokens.push({ type, text: css.slice(start, end), start: start + base, end: end + base });
  });
  return tokens;
}

const opens = ({ type, text }: Token) => text.endsWith("(") && type !== Css.String;

function colorsIn(tokens: readonly Token[], textOf: (span: Span) => string): Paint[] {
  const found: Paint[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const { type, text, start } = tokens[at] as Token;
    const isFunction = type === Css.Function && COLOR_FUNCTION.test(text);
    for (let depth = isFunction ? 1 : 0; depth > 0 && at + 1 < tokens.length; at += 1) {
      const next = tokens[at + 1] as Token;
      depth += opens(next) ? 1 : next.type === Css.RightParenthesis ? -1 : 0;
    }
    const { end } = tokens[at] as Token;
    if (isFunction || type === Css.Hash || type === Css.Ident) found.push({ css: textOf({ start, end }), start, end });
  }
  return found;
}

/** Names between commas. In `font`, they follow the size. */
function familiesIn(tokens: readonly Token[], property: string, textOf: (span: Span) => string) {
  const isShort = property === "font";
  const size = isShort ? tokens.findIndex(({ type }) => type === Css.Dimension || type === Css.Percentage) : -1;
  if (isShort ? size === -1 : property !== "font-family") return [];
  const families: Declaration["families"] = [];
  let first: Token | undefined;
  tokens.slice(tokens[size + 1]?.text === "/" ? size + 3 : size + 1).forEach((token, index, all) => {
    const isEnd = (one: Token | undefined) => !one || one.text === "," || one.text === "!";
    if (isEnd(token)) return;
    first ??= token;
    if (!isEnd(all[index + 1])) return;
    const span = { start: first.start, end: token.end };
    families.push({ ...span, name: textOf(span).replace(/^["']|["']$/g, "") });
    first = undefined;
  });
  return families;
}

/** A block of declarations. */
export interface Rule {
  /** True for a rule of `:root` or `html` outside of other blocks. */
  isRoot: boolean;
  declarations: Declaration[];
}

export const declarationsIn = (rules: readonly Rule[]): Declaration[] =>
  rules.flatMap(({ declarations }) => declarations);

/** Each block, also nested ones. A `style` attribute is one block. */
export function readStyles(css: string, base: number): Rule[] {
  const textOf = ({ start, end }: Span) => css.slice(start - base, end - base);
  const rules: Rule[] = [{ isRoot: false, declarations: [] }];
  const open = [rules[0] as Rule];
  let statement: Token[] = [];
  let depth = 0;
  const finish = () => {
    const [name, colon, ...all] = statement;
    statement = [];
    const bang = all.findIndex(({ text }) => text === "!");
    const value = bang === -1 ? all : all.slice(0, bang);
    const [first, last] = [value[0], value.at(-1)];
    if (name?.type !== Css.Ident || colon?.type !== Css.Colon || !first || !last) return;
    const property = name.text.startsWith("--") ? name.text : name.text.toLowerCase();
    const span = { start: first.start, end: last.end };
    const sizes = value.flatMap(({ text, start, end }) => {
      const [, number, unit = ""] = /^([\d.]+)(px|rem|pt)$/i.exec(text) ?? [];
      return number ? [{ start, end, px: Number(number) * (PX[unit.toLowerCase()] ?? 1) }] : [];
    });
    const colors = COLOR_PROPERTY.test(property) ? colorsIn(value, textOf) : [];
    const families = familiesIn(value, property, textOf);
    open.at(-1)?.declarations.push({ ...span, property, value: textOf(span), colors, families, sizes });
  };
  for (const token of tokensOf(css, base)) {
    if (opens(token)) depth += 1;
    else if (token.type === Css.RightParenthesis) depth = Math.max(0, depth - 1);
    if (depth > 0 || !/^[{};]$/.test(token.text)) {
      statement.push(token);
      continue;
    }
    if (token.text === "{") {
      const selector = statement.map(({ text }) => text).join("");
      const rule = { isRoot: open.length === 1 && /^(?::root|html)$/i.test(selector), declarations: [] };
      statement = [];
      open.push(rule);
      rules.push(rule);
    } else finish();
    if (token.text === "}" && open.length > 1) open.pop();
  }
  finish();
  return rules;
}
