import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseSync } from "oxc-parser";

/** One import of a file: of another file of the repository, or of a package (`node:*` included). */
export interface Import {
  from: string;
  /** Path in the repository, or the specifier of a package. */
  to: string;
  isPackage: boolean;
  /** True where only types are imported, which leaves nothing at run time. */
  typesOnly: boolean;
}

const ENDINGS = [".ts", ".tsx", ".mjs", "/index.ts", "/index.tsx"];
const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

/** Where a specifier leads from a file, as the bundler resolves it; null for a package. */
function resolve(from: string, specifier: string): string | null {
  if (!specifier.startsWith("@/") && !specifier.startsWith(".")) return null;
  const base = specifier.startsWith("@/") ? specifier.slice(2) : normalize(join(dirname(from), specifier));
  const written = base.replace(/\.js$/, "");
  const found = [base, ...ENDINGS.map((ending) => written + ending)].find(isFile);
  return found ?? base;
}

/** The imports that a source file states: static, re-exported and dynamic ones. @param file path in the repository */
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

/** Source files below the folders, and the files named, as paths in the repository. */
export function sourceFiles(places: readonly string[]): string[] {
  return places.flatMap((place) => {
    if (!statSync(place).isDirectory()) return [place];
    return readdirSync(place, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
      .map((name) => join(place, name))
      .filter(isFile);
  });
}
