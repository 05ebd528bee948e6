import { readdirSync, readFileSync } from "node:fs";
import { type ClassElement, type Declaration, parseSync, type Span } from "oxc-parser";
import { code, fence, paragraphs } from "../guide/markdown";
import { PROSE } from "../guide/prose";
import { slugOf } from "../guide/read-page";
import { joinSources } from "./join-sources";

const FOLDER = `${PROSE}/../../lib/contract`;
const PACKAGE = "brand-identity-hub-contract";

interface Exported {
  name: string;
  /** Module, or the package path if only that exports it. */
  from: string;
  /** Declaring keyword, such as `class`; `schema` for a schema with its type. */
  word: string;
  doc: string;
  signature: string;
}

/** A doc comment as Markdown, with everything but backticked text escaped. */
const prose = (doc: string): string =>
  doc
    .replaceAll(/^\/\*\*|\s*\*\/\s*$|\n\s*\*/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/`[^`]*`|[<*_[\]]/g, (part) => (part.startsWith("`") ? part : `\\${part}`))
    .replaceAll(/ @(param|returns|throws) /g, (_, tag: string) => `\n\n**${tag}** `)
    .trim();

function exportsOf(from: string): Exported[] {
  const text = readFileSync(`${FOLDER}/${from}.ts`, "utf8");
  const { program, comments } = parseSync(`${from}.ts`, text);
  const docOf = ({ start }: Span) => {
    const doc = comments.findLast(({ end }) => end <= start && text.slice(end, start).trim() === "");
    return doc?.type === "Block" ? `${text.slice(doc.start, doc.end)}\n` : "";
  };
  const cut = ({ start }: Span, end: number) => text.slice(start, end).replace(/([;}]?)\s*$/, (_, last) => last || ";");

  function memberText(member: ClassElement): string {
    if ("accessibility" in member && member.accessibility === "private") return "";
    const body = member.type === "MethodDefinition" ? member.value.body : null;
    return `  ${docOf(member)}  ${cut(member, body?.start ?? member.end).replace(/^async /, "")}\n`.replace(
      /^ {4}/,
      "  ",
    );
  }

  function signatureOf(declaration: Declaration): string {
    const init = declaration.type === "VariableDeclaration" ? declaration.declarations[0]?.init : null;
    if (init?.type === "ArrowFunctionExpression")
      return cut(declaration, init.body.start).replace(/^const (\w+) = (.*?)\s*=>;$/s, "function $1$2;");
    if (declaration.type === "ClassDeclaration")
      return `${text.slice(declaration.start, declaration.body.start)}{\n${declaration.body.body.map(memberText).join("")}}`;
    const body = declaration.type === "FunctionDeclaration" ? declaration.body : null;
    return cut(declaration, body?.start ?? declaration.end).replace(/^async /, "");
  }

  return program.body.flatMap((statement): Exported[] => {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : null;
    if (!declaration) return [];
    const signature = signatureOf(declaration);
    const [, word = "", name = ""] = /^(\w+) (\w+)/.exec(signature) ?? [];
    const isSchema = /^(?:const \w+ = (?:z|open)\b|type \w+ = z\.\w+<typeof)/.test(signature);
    return [{ name, from, word: isSchema ? "schema" : word, doc: docOf(statement), signature }];
  });
}

export function kitExports(): Exported[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".ts"));
  const sources = names.map((name) => ({ name, text: readFileSync(`${FOLDER}/${name}`, "utf8") }));
  const index = sources.find(({ name }) => name === "index.ts")?.text ?? "";
  const passedOn = [...index.matchAll(/"\.\/(.+)\.js"/g)].flatMap(([, name = ""]) => exportsOf(name));
  const alone = joinSources(sources).entries.flatMap(({ name }) =>
    exportsOf(name).map((one) => ({ ...one, from: `${PACKAGE}/${name}` })),
  );
  return [...passedOn, ...alone];
}

/** Topics with the prefixes of their modules; other modules belong to the contract. */
const TOPICS: readonly (readonly [title: string, ...modules: string[]])[] = [
  ["Call the hub", "client"],
  ["Keep brands", "cache"],
  ["Receive webhooks", "webhook-handler", "node-handler", "inbox", "webhooks"],
  ["Send events", "outbox", "events"],
  ["Sign people in", "hand-off"],
  ["Store rows", "memory-store", `${PACKAGE}/sqlite-store`, `${PACKAGE}/pg-store`, "sql-stores"],
  ["Read a bundle", "locales", "color-rules", "open", "bundle", "identity", "colors", "typography"],
];

/** Only the hub needs these, but they were released, so the kit still exports them. */
export const INTERNAL =
  /^(?:declared|defineOperation|environmentForm|missingScopeMessage|open|OpenSchema|refusalWithout|sameSecret)$/;

function byTopic(...words: string[]): { title: string; found: Exported[] }[] {
  const wanted = kitExports().filter(({ name, word }) => words.includes(word) && !INTERNAL.test(name));
  const named = TOPICS.flatMap(([, ...modules]) => modules);
  const others = wanted.map(({ from }) => from).filter((from) => !named.includes(from));
  return [...TOPICS, ["The contract", ...new Set(others)]].flatMap(([title = "", ...modules]) => {
    const found = modules.flatMap((module) => wanted.filter(({ from }) => from === module));
    const errorsLast = found.toSorted((a, b) => Number(a.name.endsWith("Error")) - Number(b.name.endsWith("Error")));
    return found.length > 0 ? [{ title, found: errorsLast }] : [];
  });
}

/** Sections for declarations of these kinds, after a list of them by topic. */
export function kitSections(page: string, ...words: string[]): string {
  const topics = byTopic(...words);
  const link = ({ name }: Exported) => `[${name}](${page}.md#${slugOf(name)})`;
  return paragraphs([
    topics.map(({ title, found }) => `- **${title}**: ${found.map(link).join(", ")}`).join("\n"),
    ...topics.flatMap(({ found }) =>
      found.flatMap(({ name, from, doc, signature }) => [
        `## ${name}`,
        prose(doc),
        from.includes("/") && `Import it from ${code(from)}.`,
        fence("typescript", signature),
      ]),
    ),
  ]);
}

export function kitTypesText(): string {
  const constants = byTopic("const").flatMap(({ found }) => found);
  const schemas = byTopic("schema").flatMap(({ found }) => found);
  const ofModule = (module: string) =>
    constants.flatMap(({ from, doc, signature }) => (from === module ? [`${doc}${signature}`] : [])).join("\n");
  return paragraphs([
    kitSections("kit-types", "interface", "type"),
    "## Constants",
    ...[...new Set(constants.map(({ from }) => from))].flatMap((module) => [
      module.includes("/") && `From ${code(module)}:`,
      fence("typescript", ofModule(module)),
    ]),
    "## Schemas",
    "All are zod 4 schemas. Most have a type of the same name.",
    `${[...new Set(schemas.map(({ name }) => code(name)))].join(", ")}.`,
  ]);
}
