import { CodeBlock } from "@/components/ui/code-block";
import type { Sample } from "@/lib/api/docs/server";
import { SampleTabs } from "./sample-tabs";

const COLORS = {
  comment: "text-muted italic",
  string: "text-success",
  keyword: "text-accent",
  literal: "text-warning",
};

const { raw } = String;
const DOUBLE = raw`"(?:[^"\\\n]|\\.)*"`;
const QUOTED = raw`${DOUBLE}|'(?:[^'\\\n]|\\.)*'`;
const LITERAL = raw`\b\d[\d_.]*\b|\b(?:true|false|null|undefined|True|False|None)\b`;
const words = (list: string) => raw`\b(?:${list.replaceAll(" ", "|")})\b`;
const grammar = (comment: string, string: string, keyword: string) =>
  new RegExp(`(?<comment>${comment})|(?<string>${string})|(?<keyword>${keyword})|(?<literal>${LITERAL})`, "gm");

const TYPESCRIPT = grammar(
  raw`\/\/.*|\/\*[^]*?\*\/`,
  `${QUOTED}|\`[^\`]*\``,
  words(
    "as async await catch class const constructor else export extends finally for from function if implements import in interface let new of override readonly return static switch throw try type typeof while",
  ),
);
const DATA = grammar("(?!)", raw`${DOUBLE}(?!\s*:)`, raw`${DOUBLE}(?=\s*:)|^[\w-]+(?=: )|^[A-Z]+ (?=\/)`);
const GRAMMARS: Record<string, RegExp> = {
  ts: TYPESCRIPT,
  typescript: TYPESCRIPT,
  python: grammar(
    "#.*",
    `[bfr]?(?:${QUOTED})`,
    words(
      "and as class def elif else except finally for from if import in is lambda not or pass raise return try while with",
    ),
  ),
  sh: grammar(
    raw`(?<=^|\s)#.*`,
    raw`"(?:[^"\\]|\\.)*"|'[^']*'`,
    raw`\$\w+|(?<=\s)-{1,2}[\w-]+|^\s*(?:curl|export|node|npm|npx|python3)\b`,
  ),
  json: DATA,
  http: DATA,
};

/** Splits code into coloured and plain parts. Joined, they are the whole code. */
export function colored(code: string, language: string): { text: string; color?: string }[] {
  const parts: { text: string; color?: string }[] = [];
  let end = 0;
  for (const { 0: text, index, groups = {} } of code.matchAll(GRAMMARS[language] ?? /(?!)/g)) {
    const kind = (Object.keys(COLORS) as (keyof typeof COLORS)[]).find((name) => groups[name] !== undefined);
    parts.push({ text: code.slice(end, index) }, { text, color: kind && COLORS[kind] });
    end = index + text.length;
  }
  return [...parts, { text: code.slice(end) }];
}

const ColoredCode = ({ code, language }: { code: string; language: string }) =>
  [...colored(code, language).entries()].map(([key, { text, color }]) =>
    color ? (
      <span key={key} className={color}>
        {text}
      </span>
    ) : (
      text
    ),
  );

const NAMES: Record<string, string> = {
  sh: "Shell",
  ts: "TypeScript",
  typescript: "TypeScript",
  python: "Python",
  json: "JSON",
  http: "HTTP",
};
const WRAPPED = new Set(["http", "typescript"]);
const nameOf = (language: string): string => NAMES[language] ?? "Code";

export function Samples({ samples, name }: { samples: readonly Sample[]; name: string }) {
  const items = samples.map(({ language, file, code }) => ({
    value: language,
    label: language === "sh" ? "curl" : nameOf(language),
    content: (
      <CodeBlock code={code} label={file ?? `${nameOf(language)}: ${name}`} wrap={WRAPPED.has(language)}>
        <ColoredCode code={code} language={language} />
      </CodeBlock>
    ),
  }));
  return items.length > 1 ? <SampleTabs label={`Language: ${name}`} items={items} /> : items[0]?.content;
}
