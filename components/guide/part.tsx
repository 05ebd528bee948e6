import { CodeBlock } from "@/components/ui/code-block";
import { Notice } from "@/components/ui/empty-state";
import { cx } from "@/components/ui/styles";
import { TextLink } from "@/components/ui/text";
import type { Inline, Part, Sample } from "@/lib/api/docs/server";
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

/** Pages link to each other by file name. */
const addressOf = (href: string): string => href.replace(/^([\w-]+)\.md/, "/docs/$1");

function Mark({ part }: { part: Inline }) {
  switch (part.kind) {
    case "text":
      return part.text;
    case "code":
      return <code className="wrap-anywhere rounded bg-sunken px-1 py-0.5 font-mono text-[0.875em]">{part.text}</code>;
    case "strong":
      return <strong className="font-semibold">{part.text}</strong>;
    case "link":
      return <TextLink href={addressOf(part.href)}>{part.text}</TextLink>;
  }
}

export const Words = ({ text }: { text: readonly Inline[] }) =>
  [...text.entries()].map(([key, part]) => <Mark key={key} part={part} />);

/** Scrollable content must be focusable and named. */
const scrollable = (name: string) => ({ tabIndex: 0, role: "region", "aria-label": `Table: ${name}` }) as const;

function PartTable({ table: { columns, rows }, name }: { table: Extract<Part, { kind: "table" }>; name: string }) {
  return (
    <div {...scrollable(name)} className="overflow-x-auto">
      <table
        className={cx(
          "w-full border-collapse text-left text-[0.875rem] leading-5 [&_td:first-child_code]:wrap-normal",
          columns.length > 2 && "min-w-[30rem]",
        )}
      >
        <thead>
          <tr className="border-line-strong border-b">
            {[...columns.entries()].map(([key, { title, percent }]) => (
              <th key={key} scope="col" className="py-2 pr-4 font-medium text-muted" style={{ width: `${percent}%` }}>
                <Words text={title} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...rows.entries()].map(([key, row]) => (
            <tr key={key} className="border-line border-b align-top last:border-b-0">
              {[...row.entries()].map(([index, cell]) => (
                <td key={index} className="py-2 pr-4">
                  <Words text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A part of a docs page. `name` labels its table or code and is unique on the page. */
export function GuidePart({ part, name }: { part: Part; name: string }) {
  switch (part.kind) {
    case "paragraph":
      return (
        <p className="leading-6">
          <Words text={part.text} />
        </p>
      );
    case "note":
      return (
        <Notice tone="accent">
          <Words text={part.text} />
        </Notice>
      );
    case "heading":
      return <h3 className="pt-2 font-semibold">{part.title}</h3>;
    case "list": {
      const List = part.ordered ? "ol" : "ul";
      return (
        <List className={`flex flex-col gap-1.5 pl-6 leading-6 ${part.ordered ? "list-decimal" : "list-disc"}`}>
          {[...part.items.entries()].map(([key, item]) => (
            <li key={key} className="pl-1 marker:text-muted">
              <Words text={item} />
            </li>
          ))}
        </List>
      );
    }
    case "table":
      return <PartTable table={part} name={name} />;
    case "request":
      return (
        <p className="wrap-anywhere rounded-lg border border-line bg-sunken px-3 py-2 font-mono text-[0.8125rem]">
          <strong className="mr-2 rounded bg-solid px-1.5 py-0.5 font-semibold text-on-solid">{part.method}</strong>
          {part.path}
        </p>
      );
    case "samples":
      return <Samples samples={part.samples} name={name} />;
  }
}
