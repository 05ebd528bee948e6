import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { transform } from "esbuild";
import { DOCUMENT_VERSION } from "../openapi-document";
import { packTar, type TarFile } from "../tar";
import { type Joined, joinSources, type Source } from "./join-sources";
import { type Kit, type KitFile, sealed } from "./kit";

const PYTHON_FOLDER = "tests/child-tool/python";

const PYTHON_ARCHIVE = "brand-identity-hub-python.tar.gz";

async function pythonFiles(root: string): Promise<TarFile[]> {
  const folder = join(root, PYTHON_FOLDER);
  const names = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll("\\", "/"));
  const given = names.filter((name) => name.endsWith(".py") || ["LICENSE", "README.md"].includes(name)).sort();
  return Promise.all(
    given.map(async (name) => ({
      path: `brand-identity-hub-python/${name}`,
      content: await readFile(join(folder, name)),
    })),
  );
}

const PACKAGE_NAME = "brand-identity-hub-contract";

interface About {
  /** The kit's own version, because a package version must always have the same bytes. */
  version: string;
  document: string;
  /** Separately importable entries, such as `sqlite-store`. */
  entries: readonly string[];
}

const conditions = (name: string) => ({
  import: { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` },
  require: { types: `./dist/${name}.d.cts`, default: `./dist/${name}.cjs` },
});

const packageManifest = ({ version, document, entries }: About) => ({
  name: PACKAGE_NAME,
  version,
  description: "What a child tool of a Brand Identity Hub needs: schemas, client, bundle cache, webhooks.",
  license: "MIT",
  type: "module",
  sideEffects: false,
  main: "./dist/contract.cjs",
  types: "./dist/contract.d.cts",
  exports: {
    ".": conditions("contract"),
    ...Object.fromEntries(entries.map((name) => [`./${name}`, conditions(name)])),
    "./package.json": "./package.json",
  },
  bin: { "brand-hub": "./dist/brand-hub.js" },
  files: ["dist", "contract.ts"],
  peerDependencies: { zod: "^4.0.0" },
  engines: { node: ">=20" },
  brandIdentityHub: { document },
});

const FOLDER = "lib/contract";
const COMMAND = "lib/api/docs/kit/brand-hub.ts";
/** A fixed time, so that an archive depends on its contents only. */
const MODIFIED_AT = new Date("2026-01-01T00:00:00.000Z");
const TEXT = "text/plain; charset=utf-8";
const JSON_TYPE = "application/json";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const asJson = (value: unknown): Uint8Array => encode(`${JSON.stringify(value, null, 2)}\n`);
const sha256 = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");

async function readSources(root: string): Promise<Source[]> {
  const names = (await readdir(join(root, FOLDER))).filter((name) => name.endsWith(".ts")).sort();
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(root, FOLDER, name), "utf8") })));
}

/** Type declarations of one TypeScript file; zod's types are resolved from `root`. */
async function declarationsOf(root: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "hub-types-"));
  try {
    await symlink(join(root, "node_modules"), join(folder, "node_modules"), "junction");
    await writeFile(join(folder, "contract.ts"), text);
    const compilerOptions = {
      target: "es2022",
      lib: ["es2022", "dom"],
      module: "esnext",
      moduleResolution: "bundler",
      strict: true,
      types: [],
      declaration: true,
      emitDeclarationOnly: true,
      outDir: "out",
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["contract.ts"] }));
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    await promisify(execFile)(process.execPath, [compiler, "-p", folder]);
    return await readFile(join(folder, "out/contract.d.ts"), "utf8");
  } finally {
    await rm(folder, { recursive: true });
  }
}

const pack = (files: readonly TarFile[]): Promise<Uint8Array> =>
  promisify(gzip)(packTar(files, MODIFIED_AT), { level: 9 });

const packFiles = (folder: string, files: Record<string, Uint8Array>): Promise<Uint8Array> =>
  pack(Object.entries(files).map(([path, content]) => ({ path: `${folder}/${path}`, content })));

const toJavaScript = async (text: string, format: "esm" | "cjs" = "esm"): Promise<string> =>
  (await transform(text, { loader: "ts", format, target: "es2022" })).code;

/**
 * The folder with JavaScript next to each file. Compilers take `bundle.ts` for `./bundle.js`, but Turbopack and
 * webpack don't (vercel/next.js#82945), so they find the JavaScript.
 */
async function packFolder(sources: readonly Source[]): Promise<Uint8Array> {
  const files = await Promise.all(
    sources.map(async ({ name, text }) => [
      [name, encode(text)],
      [name.replace(/\.ts$/, ".js"), encode(await toJavaScript(text))],
    ]),
  );
  return packFiles("contract", Object.fromEntries(files.flat()));
}

/** An entry re-exports part of the one module, so that each class exists once. */
function entryFiles({ name, values, types }: Joined["entries"][number]): [string, Uint8Array][] {
  const named = values.join(", ");
  const declared = [...values, ...types].join(", ");
  return [
    [`dist/${name}.js`, encode(`export { ${named} } from "./contract.js";\n`)],
    [`dist/${name}.d.ts`, encode(`export { ${declared} } from "./contract.js";\n`)],
    [`dist/${name}.cjs`, encode(`const { ${named} } = require("./contract.cjs");\nmodule.exports = { ${named} };\n`)],
    [`dist/${name}.d.cts`, encode(`export { ${declared} } from "./contract.cjs";\n`)],
  ];
}

/** A shadcn registry item without a framework: each file names its target. */
const registryItem = (version: string, files: Record<string, string>) => ({
  $schema: "https://ui.shadcn.com/schema/registry-item.json",
  name: "contract",
  type: "registry:item",
  title: "Brand Identity Hub contract kit",
  description: `What a child tool of a Brand Identity Hub needs, in one TypeScript file that imports only zod. Version ${version}.`,
  dependencies: ["zod@^4.0.0"],
  files: Object.entries(files).map(([name, content]) => ({
    path: name,
    type: "registry:file",
    target: `contract/${name}`,
    content,
  })),
});

/** Builds all forms of the kit. The same sources give the same bytes. */
export async function makeKit(root: string): Promise<Kit> {
  const sources = await readSources(root);
  const readOwn = (name: string) => readFile(join(root, FOLDER, name), "utf8");
  const [licence, readme] = await Promise.all([readOwn("LICENSE"), readOwn("README.md")]);
  const [version] =
    /(?<=version )\d+\.\d+\.\d+/.exec(sources.find(({ name }) => name === "index.ts")?.text ?? "") ?? [];
  if (!version) throw new Error(`The first line of ${FOLDER}/index.ts has no version.`);

  const joined = joinSources(sources);
  const contract = sealed(version, joined.text);
  const [esm, cjs, types, command] = await Promise.all([
    toJavaScript(contract),
    toJavaScript(contract, "cjs"),
    declarationsOf(root, contract),
    readFile(join(root, COMMAND), "utf8").then((text) => toJavaScript(text)),
  ]);
  const packed = await packFiles("package", {
    "package.json": asJson(
      packageManifest({ version, document: DOCUMENT_VERSION, entries: joined.entries.map(({ name }) => name) }),
    ),
    "README.md": encode(readme),
    LICENSE: encode(licence),
    "contract.ts": encode(contract),
    "dist/contract.js": encode(esm),
    "dist/contract.d.ts": encode(types),
    "dist/contract.cjs": encode(cjs),
    "dist/contract.d.cts": encode(types),
    "dist/brand-hub.js": encode(command),
    ...Object.fromEntries(joined.entries.flatMap(entryFiles)),
  });

  const single = { "contract.ts": contract, LICENSE: licence };
  const texts = [
    ...Object.entries({ ...single, "README.md": readme }),
    ...sources.map(({ name, text }) => [name, text]),
  ];
  const files: Record<string, KitFile> = {};
  const add = (path: string, type: string, content: Uint8Array) => {
    files[path] = { type, sha256: sha256(content), content: Buffer.from(content).toString("base64") };
  };
  for (const [name = "", text = ""] of texts) add(`contract/${name}`, TEXT, encode(text));
  const sums = texts.map(([name, text = ""]) => `${sha256(encode(text))}  ${name}\n`).join("");
  add("contract/SHA256SUMS", TEXT, encode(sums));
  add("r/contract.json", JSON_TYPE, asJson(registryItem(version, single)));
  add("contract-kit.tgz", "application/gzip", packed);
  add(`contract/${PYTHON_ARCHIVE}`, "application/gzip", await pack(await pythonFiles(root)));
  add("contract-kit.tar.gz", "application/gzip", await packFolder(sources));
  const index = {
    name: PACKAGE_NAME,
    version,
    document: DOCUMENT_VERSION,
    files: Object.entries(files).map(([path, file]) => ({ path: `/${path}`, sha256: file.sha256 })),
  };
  add("contract", JSON_TYPE, asJson(index));
  return { version, document: DOCUMENT_VERSION, files };
}
