import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseSync } from "oxc-parser";

/** An import of a repository file or a package (including `node:*`). */
export interface Import {
  from: string;
  /** A repository path, or the specifier of a package. */
  to: string;
  isPackage: boolean;
  /** True for type imports, which don't exist at run time. */
  typesOnly: boolean;
}

const ENDINGS = [".ts", ".tsx", ".mjs", "/index.ts", "/index.tsx"];
const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

/** Resolves a specifier like the bundler. Null for a package. */
function resolve(from: string, specifier: string): string | null {
  if (!specifier.startsWith("@/") && !specifier.startsWith(".")) return null;
  const base = specifier.startsWith("@/") ? specifier.slice(2) : normalize(join(dirname(from), specifier));
  const written = base.replace(/\.js$/, "");
  const found = [base, ...ENDINGS.map((ending) => written + ending)].find(isFile);
  return found ?? base;
}

/** A source file's imports: static, re-exported and dynamic. @param file path in the repository */
export function importsOf(file: string, source = readFileSync(file, "utf8")): Import[] {
  const { module } = parseSync(file, source);
  const stated = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      typesOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ specifier: moduleRequest.value, typesOnly: isType }] : [],
      ),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest }) => {
      const literal = /^["'`]([^"'`$]+)["'`]$/.exec(source.slice(moduleRequest.start, moduleRequest.end))?.[1];
      return literal ? [{ specifier: literal, typesOnly: false }] : [];
    }),
  ];
  return stated.map(({ specifier, typesOnly }) => {
    const path = resolve(file, specifier);
    return { from: file, to: path ?? specifier, isPackage: path === null, typesOnly };
  });
}

/** Source files in these folders, and these files, as repository paths. */
export function sourceFiles(places: readonly string[]): string[] {
  return places.flatMap((place) => {
    if (!statSync(place).isDirectory()) return [place];
    return readdirSync(place, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !/(^|\/)generated\//.test(name))
      .map((name) => join(place, name))
      .filter(isFile);
  });
}
