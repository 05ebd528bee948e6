// The last step of `npm run build`: completes Next's standalone output to a folder that runs alone, with `node server.js`.
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import config from "../../next.config.mjs";
import manifest from "../../package.json" with { type: "json" };
import { fail } from "./fail.mjs";

const { distDir, serverExternalPackages } = config;
const FOLDER = join(distDir, "standalone");

/** What the hub reads by path at run time, beside Next's own files. */
const OWN_FILES = ["db/demo", "db/migrations", "lib/contract", "lib/docs/generated"];

function copyOwnFiles() {
  cpSync(join(distDir, "static"), join(FOLDER, ".next/static"), { recursive: true });
  for (const path of OWN_FILES) cpSync(path, join(FOLDER, path), { recursive: true });
  // Next takes along the secrets of whoever builds.
  for (const name of readdirSync(FOLDER)) if (name.startsWith(".env")) rmSync(join(FOLDER, name));
  const { name, version, license, engines } = manifest;
  const text = JSON.stringify({ name, version, private: true, license, type: "module", engines }, null, 2);
  writeFileSync(join(FOLDER, "package.json"), `${text}\n`);
}

/** Bundles the server and its commands, but for the packages that Next has put beside them. */
async function bundle() {
  const { metafile } = await build({
    entryPoints: { server: "lib/server/built.ts" },
    outdir: FOLDER,
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    chunkNames: "server/[name]-[hash]",
    format: "esm",
    platform: "node",
    target: "node20",
    sourcemap: true,
    sourcesContent: false,
    external: ["next", ...serverExternalPackages],
    // Packages of the old kind ask for Node's modules at run time.
    banner: { js: 'import { createRequire as hubRequire } from "node:module"; const require = hubRequire(import.meta.url);' },
    define: { "process.env.NODE_ENV": '"production"' },
    metafile: true,
    logLevel: "warning",
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  return new Set(imports.filter(({ external, path }) => external && !path.startsWith("node:")).map(({ path }) => path));
}

/** Every package that stays outside must be in the folder: tracing sees only what pages use. @param {Set<string>} packages */
function requireAll(packages) {
  const { resolve: find } = createRequire(resolve(FOLDER, "server.js"));
  const missing = [...packages].filter((name) => {
    try {
      return !find(name).startsWith(resolve(FOLDER)) && find(name) !== name;
    } catch {
      return true;
    }
  });
  if (missing.length > 0) fail(`The built folder lacks ${missing.join(", ")}.`);
}

if (!existsSync(FOLDER)) fail(`${FOLDER} is not there: next build makes it.`);
copyOwnFiles();
requireAll(await bundle());
