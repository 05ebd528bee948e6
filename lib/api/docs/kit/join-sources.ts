import { parseSync } from "oxc-parser";

/** A module of the kit; `name` is its file's, such as `bundle.ts`. */
export interface Source {
  name: string;
  text: string;
}

interface Span {
  start: number;
  end: number;
}

interface Module extends Source {
  uses: string[];
  passesOn: string[];
  moves: Span[];
  exports: Span[];
  /** Top-level declarations: all, exported ones, and those that exist at run time. */
  declares: string[];
  exported: string[];
  values: string[];
}

const fileOf = (specifier: string): string => `${specifier.slice("./".length).replace(/\.js$/, "")}.ts`;

const LICENCE_LINE = /^\/\/ SPDX-License-Identifier: .*\n/;

function readModule({ name, text: whole }: Source): Module {
  const text = whole.replace(LICENCE_LINE, "");
  const { program, errors } = parseSync(name, text);
  if (errors.length > 0) throw new Error(`${name} cannot be read: ${errors[0]?.message}`);
  const module: Module = {
    name,
    text,
    uses: [],
    passesOn: [],
    moves: [],
    exports: [],
    declares: [],
    exported: [],
    values: [],
  };
  const declare = (declaration: object & { type: string }) => {
    const names =
      "declarations" in declaration && Array.isArray(declaration.declarations)
        ? declaration.declarations.map(({ id }) => String(id.name))
        : "id" in declaration
          ? [String((declaration.id as { name: unknown }).name)]
          : [];
    module.declares.push(...names);
    if (!declaration.type.startsWith("TS")) module.values.push(...names);
    return names;
  };
  for (const statement of program.body) {
    const from = "source" in statement ? statement.source?.value : undefined;
    if (from !== undefined) {
      module.moves.push(statement);
      if (from === "zod") continue;
      if (!from.startsWith("./")) throw new Error(`${name} imports ${from}, but the kit can import only zod.`);
      module.uses.push(fileOf(from));
      if (statement.type === "ExportAllDeclaration") module.passesOn.push(fileOf(from));
      else if (/\bas\b/.test(text.slice(statement.start, statement.end)))
        throw new Error(`${name} renames an import of ${from}, which the single file can't.`);
    } else if (statement.type === "ExportNamedDeclaration" && statement.declaration) {
      module.exports.push({ start: statement.start, end: statement.declaration.start });
      module.exported.push(...declare(statement.declaration));
    } else if (statement.type.startsWith("Export")) {
      throw new Error(`${name} exports a name that it doesn't declare.`);
    } else declare(statement);
  }
  return module;
}

const without = (text: string, spans: readonly Span[]): string =>
  spans.toReversed().reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^\n/, ""), text);

/** A type and a value may share a name; two files may not. */
function requireNamesOfTheirOwn(modules: readonly Module[]): void {
  const owners = new Map<string, Set<string>>();
  for (const { name, declares } of modules)
    for (const declared of declares) owners.set(declared, (owners.get(declared) ?? new Set()).add(name));
  const shared = [...owners].filter(([, { size }]) => size > 1);
  if (shared.length === 0) return;
  const list = shared.map(([declared, files]) => `${declared} (${[...files].join(", ")})`).join("; ");
  throw new Error(`In one file these are one name each, so only one file may declare it: ${list}`);
}

/** The joined module, and the exports of each entry besides the index. */
export interface Joined {
  text: string;
  entries: { name: string; values: string[]; types: string[] }[];
}

const entryOf = ({ name, exported, values }: Module): Joined["entries"][number] => ({
  name: name.replace(/\.ts$/, ""),
  values: exported.filter((declared) => values.includes(declared)),
  types: exported.filter((declared) => !values.includes(declared)),
});

/**
 * Joins the kit into one module that imports only zod, so that module resolution can't fail. Exports what `index.ts`
 * re-exports and what files declare that no other imports. The same sources give the same text.
 * @throws Error if two files declare one name, or a file can't be joined
 */
export function joinSources(sources: readonly Source[]): Joined {
  const modules = new Map(sources.map((source) => [source.name, readModule(source)]));
  const ordered = new Set<Module>();
  const visit = (name: string, from: string, underway: ReadonlySet<string>) => {
    const module = modules.get(name);
    if (!module) throw new Error(`${from} imports ${name}, which doesn't exist.`);
    if (ordered.has(module) || underway.has(name)) return;
    for (const used of module.uses) visit(used, name, new Set([...underway, name]));
    ordered.add(module);
  };
  const used = new Set([...modules.values()].flatMap(({ uses }) => uses));
  const roots = [...modules.keys()].filter((name) => name !== "index.ts" && !used.has(name));
  for (const name of ["index.ts", ...roots]) visit(name, "the kit", new Set());
  requireNamesOfTheirOwn([...ordered]);
  const index = modules.get("index.ts");
  const published = new Set([...(index?.passesOn ?? []), ...roots]);
  const texts = [...ordered].flatMap((module) => {
    if (module === index) return [];
    const hidden = published.has(module.name) ? [] : module.exports;
    const spans = [...module.moves, ...hidden].sort((left, right) => left.start - right.start);
    return `// ${module.name}\n\n${without(module.text, spans).trim()}\n`;
  });
  const entries = [...modules.values()].filter(({ name }) => roots.includes(name)).map(entryOf);
  return { text: ['import { z } from "zod";\n', ...texts].join("\n"), entries };
}
