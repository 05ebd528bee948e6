import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedResource } from "@/tests/support/shared-resource";
import { createWorkspace, printedSamples, type Workspace } from "./workspace";

const samples = printedSamples();

/** The SQLite sample with each of its drivers. */
const DRIVERS = {
  "better-sqlite3": 'import Database from "better-sqlite3";',
  "node:sqlite": 'import { DatabaseSync as Database } from "node:sqlite";',
  "bun:sqlite": 'import { Database } from "bun:sqlite";',
} as const;

let workspace: Workspace;
beforeAll(async () => {
  workspace = await createWorkspace();
  for (const name of ["@modelcontextprotocol/client", "jose", "standardwebhooks"]) link(`node_modules/${name}`, name);
  for (const name of ["pg", "pg-protocol", "pg-types"]) link(`node_modules/@types/${name}`, `@types/${name}`);
});
afterAll(() => workspace.close());

const link = (from: string, name: string): void => workspace.link(from, name);

/** Writes files to an empty folder next to the package. @returns the folder */
function folderOf(files: Record<string, string>): string {
  const root = join(workspace.folder, "samples");
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root);
  for (const [name, code] of Object.entries(files)) writeFileSync(join(root, name), code);
  return root;
}

/** @returns the compiler's output */
function runCompiler(cwd: string, args: string[], compiler = "node_modules/typescript"): string {
  const { stdout, stderr } = spawnSync(process.execPath, [resolve(compiler, "bin/tsc"), ...args], {
    cwd,
    encoding: "utf8",
  });
  return `${stdout}${stderr}`.trim();
}

/** Compiles files with the code that the docs describe around them. @returns the compiler's output */
function compile(files: Record<string, string>, { compiler, types = ["node"] }: CompileOptions = {}): string {
  const compilerOptions = {
    strict: true,
    module: "nodenext",
    target: "es2022",
    noEmit: true,
    skipLibCheck: true,
    moduleDetection: "force",
    allowImportingTsExtensions: true,
    types,
  };
  const root = folderOf({
    ...files,
    "surroundings.d.ts": readFileSync("tests/kit/surroundings.txt", "utf8"),
    "package.json": JSON.stringify({ type: "module" }),
    "tsconfig.json": JSON.stringify({ compilerOptions, include: ["."] }),
  });
  return runCompiler(root, ["-p", root], compiler);
}

interface CompileOptions {
  compiler?: string;
  types?: string[];
}

describe("every TypeScript sample of the docs", () => {
  it("compiles with the published package under --strict and nodenext", () => {
    expect(Object.keys(samples).length).toBeGreaterThan(12);
    const types = readFileSync("tests/kit/better-sqlite3.txt", "utf8");
    expect(compile({ ...samples, "better-sqlite3.d.ts": types })).toBe("");
  });

  it("compiles with the quickstart's command, if it needs only Node", () => {
    const [, flags = ""] = /^npx tsc (.*) \*\.mts$/m.exec(readFileSync("docs/api/quickstart.md", "utf8")) ?? [];
    const alone = Object.entries(samples).filter(([name]) => !/-\d+\.mts$/.test(name));
    expect(alone.map(([name]) => name)).toContain("receiver.mts");
    const root = folderOf(Object.fromEntries(alone));
    expect(runCompiler(root, [...flags.split(" "), ...alone.map(([name]) => name)])).toBe("");
  });

  for (const compiler of ["typescript55", "typescript59"])
    it(`compiles with ${compiler} and the types of each driver`, { tags: ["full"] }, async () => {
      const modules = join(await sharedResource("kit-compilers"), "node_modules");
      link(join(modules, "node24-types"), "@types/node");
      link(join(modules, "bun-types"), "bun-types");
      const printed = [];
      for (const version of ["better-sqlite3-types7", "better-sqlite3-types9"]) {
        link(join(modules, version), "@types/better-sqlite3");
        printed.push(compile(samples, { compiler: join(modules, compiler) }));
      }
      const sqlite = samples["bundle-cache-0.mts"]?.replace(/^import Database .*$/m, "DRIVER") ?? "";
      for (const [driver, line] of Object.entries(DRIVERS))
        printed.push(
          compile(
            { "sqlite.mts": sqlite.replace("DRIVER", line) },
            { compiler: join(modules, compiler), types: [driver === "bun:sqlite" ? "bun-types" : "node"] },
          ),
        );
      expect(printed).toEqual(printed.map(() => ""));
    });
});
