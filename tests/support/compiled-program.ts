import { resolve } from "node:path";
import { build } from "esbuild";
import { newId } from "@/lib/platform/ids";

/** Compiles a program to one file and returns its path. It starts ten times faster than with `tsx`. */
export async function compiledProgram(text: string): Promise<string> {
  // Inside the repository, so the program finds its packages.
  const outfile = resolve("tests/.output/programs", `${newId()}.mjs`);
  await build({
    stdin: { contents: text, resolveDir: ".", loader: "ts" },
    bundle: true,
    packages: "external",
    platform: "node",
    target: "node20",
    format: "esm",
    outfile,
    // esbuild would drop a bare import, because package.json declares no side effects.
    ignoreAnnotations: true,
    logLevel: "warning",
  });
  return outfile;
}
