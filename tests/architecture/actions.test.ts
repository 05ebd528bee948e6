import { readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { expect, it } from "vitest";
import { namesReaching } from "./declared-functions";
import { sourceFiles } from "./import-graph";

/** The listener's `answerUnreadableForms` relies on an action's 500 meaning arguments that Next couldn't read. */
it("every server action answers its own failures with a message, never with a 500", () => {
  const exported: string[] = [];
  const answering: string[] = [];
  for (const file of sourceFiles(["app"])) {
    const source = readFileSync(file, "utf8");
    if (!/^\s*["']use server["']/.test(source)) continue;
    const { program, module } = parseSync(file, source);
    const names = module.staticExports.flatMap(({ entries }) => entries).map(({ exportName }) => exportName.name ?? "");
    const reaching = namesReaching(program, source, /\b(?:form|visitor|action|change)Result\(/);
    exported.push(...names.map((name) => `${file}: ${name}`));
    answering.push(...names.filter((name) => reaching.has(name)).map((name) => `${file}: ${name}`));
  }
  expect(exported.length).toBeGreaterThan(40);
  expect(answering).toEqual(exported);
});
