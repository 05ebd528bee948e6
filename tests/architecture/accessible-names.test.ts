import { readFileSync } from "node:fs";
import { parseSync, Visitor } from "oxc-parser";
import { expect, it } from "vitest";
import { sourceFiles } from "./import-graph";

const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim().toLowerCase();

/** People using voice control say what they see (WCAG 2.5.3). */
it("a control's visible text is part of its accessible name", () => {
  const looked: string[] = [];
  const apart: string[] = [];
  for (const file of sourceFiles(["app", "components"]).filter((name) => name.endsWith(".tsx"))) {
    const source = readFileSync(file, "utf8");
    const { program } = parseSync(file, source);
    new Visitor({
      JSXElement({ openingElement, children }) {
        const label = openingElement.attributes.find(
          (attribute) => attribute.type === "JSXAttribute" && attribute.name.name === "aria-label",
        );
        const seen = plain(children.map((child) => (child.type === "JSXText" ? child.value : "")).join(" "));
        if (!label || !seen || label.type !== "JSXAttribute" || !label.value) return;
        const said = plain(source.slice(label.value.start, label.value.end));
        looked.push(file);
        if (!said.includes(seen)) apart.push(`${file}: “${seen}” is called ${said}`);
      },
    }).visit(program);
  }
  expect(looked.length).toBeGreaterThan(5);
  expect(apart).toEqual([]);
});
