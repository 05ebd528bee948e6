import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ChangeValue } from "@/components/diff/change-list";
import type { BrandDocument } from "@/lib/content";
import { diffChanges, entryNames } from "@/lib/publishing";
import { diffDocuments } from "@/lib/publishing/server";
import { sampleDocument, sampleTypography, typeface } from "../../support/documents";

/** Each field's change as a person reads it. */
function told(before: BrandDocument, after: BrandDocument): Record<string, string> {
  const names = entryNames(before, after);
  const entries = diffChanges(diffDocuments(before, after), names).map((change) => {
    const markup = renderToStaticMarkup(createElement(ChangeValue, { change }));
    return [
      change.label,
      markup
        .replaceAll(/<[^>]+>/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    ] as const;
  });
  return Object.fromEntries(entries);
}

describe("a change of typography", () => {
  it("names typefaces for roles, and shows files and lengths on one line", () => {
    const font = typeface();
    const without = sampleDocument();
    const words = told(without, { ...without, typography: sampleTypography(font) });
    expect(words["Typeface · For headings"]).toContain("Alder Grotesk");
    expect(JSON.stringify(words)).not.toContain(font.id);
    expect(words["Typeface · Alder Grotesk"]).toContain("300 to 800: font/woff2, 25 KB (cdcdcdcd)");
    expect(words["Typeface · Alder Grotesk"]).toContain("Latin");
    expect(words["Typeface · Alder Grotesk"]).toContain("Languages added: en, de");
    expect(words["Text style · Heading"]).toContain("Size added: 32 px");
    expect(words["Text style · Heading"]).toContain("Letter spacing added: −0.5 px");
  });
});
