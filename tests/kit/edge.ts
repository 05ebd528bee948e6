import { createRequire } from "node:module";
import { resolve } from "node:path";
import { build } from "esbuild";

interface Edge {
  evaluate(code: string): unknown;
}
type MakeEdge = new (options: { extend: (context: Record<string, unknown>) => Record<string, unknown> }) => Edge;

/** Runs a program on edge-runtime, which has web standards without Node. Returns its output. */
export async function runAtTheEdge(compilers: string, entry: string): Promise<string> {
  const { EdgeRuntime }: { EdgeRuntime: MakeEdge } = createRequire(resolve(compilers, "package.json"))("edge-runtime");
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "iife",
    conditions: ["edge-light", "import"],
    logLevel: "silent",
  });
  return new Promise((done) => {
    const console = { log: done };
    const edge = new EdgeRuntime({ extend: (context) => Object.assign(context, { console }) });
    edge.evaluate(outputFiles[0]?.text ?? "");
  });
}
