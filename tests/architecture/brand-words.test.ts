import { readFileSync } from "node:fs";
import { type Expression, parseSync, Visitor } from "oxc-parser";
import { expect, it } from "vitest";
import { sourceFiles } from "./import-graph";

/** Places where a sentence with a brand's name in another direction would read in the wrong order. */
const READ = new Set(["title", "header", "heading", "legend", "summary", "caption", "effect", "description"]);
/** Properties that hold names from a brand. */
const NAMES = /(?:^|\.)(?:name|brandName|label|family|collection)$/;
const ROOMS = /^components\/(?:archived|assets|files|foundations|imagery|logos|palette|settings|shell|typography)\//;

const named = (expression: Expression, source: string): string | null => {
  if (expression.type === "ChainExpression") return named(expression.expression as Expression, source);
  if (expression.type === "LogicalExpression") return named(expression.left as Expression, source);
  if (expression.type !== "Identifier" && expression.type !== "MemberExpression") return null;
  const text = source.slice(expression.start, expression.end).replaceAll("?", "");
  return NAMES.test(text) ? text : null;
};

/** Rendering tests don't see dialog titles, which open only in a browser. */
it("names from a brand are isolated in the hub’s titles, table heads and captions", () => {
  const isolatedIn: string[] = [];
  const bare: string[] = [];
  for (const file of sourceFiles(["components"]).filter((name) => ROOMS.test(name) && name.endsWith(".tsx"))) {
    const source = readFileSync(file, "utf8");
    const { program } = parseSync(file, source);
    const look = (value: { start: number; end: number }) => {
      const part = source.slice(value.start, value.end);
      if (part.includes("bidiIsolate(")) isolatedIn.push(file);
      new Visitor({
        TemplateLiteral({ start, end, expressions }) {
          if (start < value.start || end > value.end) return;
          for (const expression of expressions) {
            const name = named(expression, source);
            if (name) bare.push(`${file}: ${source.slice(start, end)}`);
          }
        },
      }).visit(program);
    };
    new Visitor({
      JSXOpeningElement({ name, attributes }) {
        // On an HTML element it is an attribute, which has the element's language.
        if (/^[a-z]/.test(source.slice(name.start, name.end))) return;
        for (const attribute of attributes)
          if (attribute.type === "JSXAttribute" && READ.has(String(attribute.name.name)) && attribute.value)
            look(attribute.value);
      },
      Property({ key, value }) {
        if (key.type === "Identifier" && READ.has(key.name)) look(value);
      },
    }).visit(program);
  }
  expect(new Set(isolatedIn).size).toBeGreaterThan(10);
  expect([...new Set(bare)]).toEqual([]);
});
