import { resolve } from "node:path";
import { build } from "esbuild";
import { newId } from "@/lib/platform/ids";

/** Compiles a program of the repository to one file and returns its path. It starts ten times as fast as by `tsx`. */
export async function compiledProgram(text: string): Promise<string> {
  // Among the repository's packages, which stay outside.
  const outfile = resolve("tests/.output/programs", `${newId()}.mjs`);
  await build({
    stdin: { contents: text, resolveDir: ".", loader: "ts" },
    bundle: true,
    packages: "external",
    platform: "node",
    target: "node20",
    format: "esm",
    outfile,
    // package.json declares its files free of side effects.
    ignoreAnnotations: true,
    logLevel: "warning",
  });
  return outfile;
}
