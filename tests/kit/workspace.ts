import { execFile, execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { transformSync } from "esbuild";
import { makeGuide } from "@/lib/api/docs/guide/pages";
import type { Kit } from "@/lib/api/docs/kit/kit";
import { examples } from "@/lib/contract/examples";
import { listen } from "@/tests/support/listen";
import { sharedResource } from "@/tests/support/shared-resource";
import { type Compiler, FORMS, type Form, type Project, strictest } from "./matrix";

const CHILD = readFileSync("tests/kit/child.txt", "utf8");
const KIND = "hologram";
const OWN = "node_modules/typescript";

/** The program's output if all passes. */
export const EXPECTED = JSON.stringify([
  examples.readBundle.response.brand.slug,
  KIND,
  ["/assets/0/kind"],
  "200 false The hub's response has values or keys that this kit doesn't know: /assets/0/kind.",
  "unknown",
]);

/** Every TypeScript sample of the docs, by the name of its file or page. */
export function printedSamples(): Record<string, string> {
  const pages = [
    ...makeGuide().map(({ id, markdown }) => ({ id, markdown })),
    { id: "kit-readme", markdown: readFileSync("lib/contract/README.md", "utf8") },
  ];
  return Object.fromEntries(
    pages.flatMap(({ id, markdown }) =>
      [...markdown.matchAll(/^```ts ?(\S*)\n(.*?)^```$/gms)].map(([, name, code = ""], index) => [
        name || `${id}-${index}.mts`,
        code,
      ]),
    ),
  );
}

/** A newer hub, with an asset kind unknown to this kit. */
async function laterHub() {
  const [first, ...others] = examples.readBundle.response.assets;
  const bundle = JSON.stringify({ ...examples.readBundle.response, assets: [{ ...first, kind: KIND }, ...others] });
  return listen(
    createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(bundle);
    }),
  );
}

export interface Workspace {
  folder: string;
  kit: Kit;
  hubUrl: string;
  /** Makes a package importable under a name. */
  link(from: string, name: string): void;
  /** Creates a project with a form of the kit. @returns its folder */
  project(name: string, project: Pick<Project, "type">): string;
  /** The child's program, which imports the kit as `specifier`. */
  typescript(specifier: string): string;
  /** The same in JavaScript, with the package. */
  javascript(format?: "esm" | "cjs"): string;
  close(): Promise<void>;
}

/** A folder of projects with every form of the kit, zod and a hub. */
export async function createWorkspace(zod = resolve("node_modules/zod")): Promise<Workspace> {
  const folder = mkdtempSync(join(tmpdir(), "kit-matrix-"));
  const kit: Kit = JSON.parse(await sharedResource("contract-kit"));
  const hub = await laterHub();
  const hubUrl = `http://127.0.0.1:${hub.port}`;
  const bytesOf = (path: string) => Buffer.from(kit.files[path]?.content ?? "", "base64");

  const modules = join(folder, "node_modules");
  mkdirSync(modules);
  symlinkSync(zod, join(modules, "zod"));
  mkdirSync(join(modules, "@types"));
  for (const name of ["@types/node", "undici-types"]) symlinkSync(resolve("node_modules", name), join(modules, name));
  writeFileSync(join(folder, "kit.tgz"), bytesOf("contract-kit.tgz"));
  execFileSync("tar", ["-xzf", "kit.tgz"], { cwd: folder });
  cpSync(join(folder, "package"), join(modules, "brand-identity-hub-contract"), { recursive: true });

  return {
    folder,
    kit,
    hubUrl,
    link(from, name) {
      rmSync(join(modules, name), { recursive: true, force: true });
      mkdirSync(dirname(join(modules, name)), { recursive: true });
      symlinkSync(resolve(from), join(modules, name));
    },
    project(name, { type }) {
      const root = join(folder, name);
      mkdirSync(join(root, "single"), { recursive: true });
      cpSync("lib/contract", join(root, "contract"), { recursive: true });
      writeFileSync(join(root, "single/contract.ts"), bytesOf("contract/contract.ts"));
      writeFileSync(join(root, "package.json"), JSON.stringify({ name: "child", private: true, type }));
      for (const [form, specifier] of Object.entries(FORMS))
        writeFileSync(join(root, fileOf(form as Form)), programOf(specifier, hubUrl));
      return root;
    },
    typescript: (specifier) => programOf(specifier, hubUrl),
    javascript: (format = "esm") => transformSync(programOf(FORMS.package, hubUrl), { loader: "ts", format }).code,
    async close() {
      await hub.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The child's program, which imports the kit as `specifier`. */
const programOf = (specifier: string, hubUrl: string): string =>
  CHILD.replace("@KIT@", specifier).replace("@HUB@", hubUrl);

export const fileOf = (form: Form): string => `${form.replaceAll(" ", "-")}.ts`;

/** Compiles a project with every strict flag. @returns the compiler's output, "" on success */
export async function compile(root: string, compiler: Compiler, project: Project): Promise<string> {
  const compilerOptions = {
    target: "es2022",
    module: project.module,
    moduleResolution: project.moduleResolution,
    lib: project.globals === "dom" ? ["es2022", "dom", "dom.iterable"] : ["es2022"],
    types: project.globals === "node" ? ["node"] : [],
    rootDir: ".",
    outDir: "out",
    declaration: true,
    skipLibCheck: false,
    ...strictest(compiler, project),
  };
  const files = Object.keys(FORMS).map((form) => fileOf(form as Form));
  writeFileSync(join(root, "tsconfig.json"), JSON.stringify({ compilerOptions, files, include: ["contract/*.ts"] }));
  const folder = compiler.package ? join(await sharedResource("kit-compilers"), "node_modules", compiler.package) : OWN;
  const tsc = resolve(folder, "bin/tsc");
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", root], { encoding: "utf8" });
  writeFileSync(join(root, "out/package.json"), JSON.stringify({ type: project.type }));
  return `${stdout}${stderr}`.trim();
}

/** Runs a program and returns its output, or its error output if it failed. */
export async function printed(
  program: string,
  args: readonly string[],
  cwd: string,
  environment: Record<string, string> = {},
): Promise<string> {
  const env = { ...process.env, DENO_DIR: join(cwd, ".deno"), NO_COLOR: "1", ...environment };
  try {
    const { stdout } = await promisify(execFile)(program, [...args], { cwd, env });
    return stdout.trim();
  } catch (error) {
    return String(error);
  }
}
