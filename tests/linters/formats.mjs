// Reads brands as [{ format: text }] from standard input and prints what the tool of each format finds, as [text].
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { lint } from "@google/design.md/linter";
import { defineConfig, parse } from "@terrazzo/parser";
import { compileString } from "sass";
import TreeSitter from "web-tree-sitter";

await TreeSitter.init();
const swift = new TreeSitter();
const grammar = new URL(import.meta.resolve("tree-sitter-wasms/out/tree-sitter-swift.wasm"));
swift.setLanguage(await TreeSitter.Language.load(grammar.pathname));

/** Errors of Terrazzo, and the modes that it sees. */
async function byTerrazzo(src) {
  const errors = [];
  const quiet = () => {};
  const log = { level: "error", error: (...found) => errors.push(...found.map(({ message }) => message)) };
  const logger = Object.assign(log, { warn: quiet, info: quiet, debug: quiet, setLevel: quiet, stats: () => ({}) });
  const cwd = pathToFileURL(`${import.meta.dirname}/`);
  const config = defineConfig({ lint: { rules: {} } }, { cwd });
  const source = { filename: new URL("tokens.json", cwd), src };
  const { tokens } = await parse([source], { config, logger, continueOnError: true });
  return { errors, modes: Object.values(tokens).flatMap(({ mode }) => Object.keys(mode)) };
}

const found = [];
for (const formats of JSON.parse(await text(process.stdin))) {
  const hasDark = formats["tokens.css"].includes("data-theme");
  for (const name of ["tokens.json", "resolver.json"]) {
    const { errors, modes } = await byTerrazzo(formats[name]);
    found.push(...errors.map((message) => `${name}: ${message}`));
    if (name === "tokens.json" && modes.includes("dark") !== hasDark) found.push(`${name}: has no mode for dark`);
  }
  for (const { severity, message } of lint(formats["brand.md"]).findings)
    if (severity === "error") found.push(`brand.md: ${message}`);
  try {
    compileString(formats["tokens.scss"]);
  } catch (error) {
    found.push(`tokens.scss: ${error.message}`);
  }
  if (swift.parse(formats["ios.swift"]).rootNode.hasError) found.push("ios.swift: a syntax error");
}
process.stdout.write(JSON.stringify(found));
