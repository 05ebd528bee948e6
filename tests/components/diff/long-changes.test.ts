import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ComparedFields } from "@/components/diff/compared-fields";
import { type BrandDocument, emptyDocument, newLogo } from "@/lib/content";
import type { ComparisonView } from "@/lib/publishing";
import { compareDocuments } from "@/lib/publishing/server";
import { fileRef, paletteEntry } from "../../support/documents";

const COLORS = 60;
const IDS = Array.from({ length: COLORS }, () => paletteEntry().id);
/** Every fourth word differs between the sides. Its characters need the longest escapes in HTML. */
const longText = (side: string) => Array.from({ length: 400 }, (_, at) => (at % 4 ? `&${at}` : side + at)).join(" ");

const documentOf = (side: string): BrandDocument => ({
  ...emptyDocument(),
  colors: {
    ...emptyDocument().colors,
    palette: IDS.map((id, at) => paletteEntry({ id, name: `Colour ${at}`, usage: longText(side) })),
  },
  assets: [],
  logos: { items: [], rules: Array.from({ length: 50 }, (_, at) => `${at} ${longText(side)}`) },
  foundations: {
    duration: Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`d-${at}`, { value: side.length + at, unit: "ms" }]),
    ),
  },
});

const [before, after] = [documentOf("a"), documentOf("zz")];

function pageOf(view: ComparisonView) {
  const comparison = compareDocuments(JSON.stringify({ before, after, isDraft: false, ...view }));
  const markup = renderToStaticMarkup(createElement(ComparedFields, { comparison, view, page: "/history" }));
  return { ...comparison, markup };
}

it("limits a page of changes and links to those too long for it", () => {
  const { changed, shown, markup } = pageOf({ offset: 0, path: null });
  expect(changed).toHaveLength(COLORS + 1 + 60);
  expect(shown).toHaveLength(100);
  const long = shown.filter(({ diff }) => diff === null);
  expect(long.length).toBeGreaterThan(COLORS / 2);
  expect(markup.match(/field=/g)).toHaveLength(long.length);
  expect(markup).toContain("Fields 1 to 100 of 121");
  // The page's data repeats everything once.
  expect(markup.length).toBeLessThan(500_000);
});

it("shows a long change alone, and as much of a list as fits a page", () => {
  const color = pageOf({ offset: 0, path: `colors.palette.${IDS.at(-1)}` });
  expect(color.shown).toMatchObject([
    { diff: { kind: "fields", fields: [{ field: "usage", diff: { kind: "text" } }] } },
  ]);
  const rules = pageOf({ offset: 0, path: "logos.rules" });
  expect(rules.shown).toMatchObject([{ diff: { kind: "list", left: expect.any(Number) } }]);
  expect(rules.markup).toMatch(/\d+ more not shown/);
  expect(rules.markup.length).toBeLessThan(500_000);
});

it("draws as many colours and logos as fit a page, if their look differs", () => {
  const look = (hex: string, digits: string): BrandDocument => ({
    ...before,
    colors: { ...before.colors, palette: IDS.map((id) => paletteEntry({ id, hex })) },
    logos: {
      items: IDS.map((id) => newLogo({ id, variant: "other", file: fileRef({ sha256: digits.repeat(32) }) })),
      rules: [],
    },
  });
  const compare = (one: BrandDocument, other: BrandDocument) =>
    compareDocuments(JSON.stringify({ before: one, after: other, isDraft: false, offset: 0, path: null }));
  const { colors, logos } = compare(look("#111111", "ab"), look("#222222", "cd"));
  expect([colors.length, logos.length]).toEqual([24, 12]);
  expect(colors[0]).toEqual({
    before: { id: IDS[0], name: "Alder", hex: "#111111" },
    after: { id: IDS[0], name: "Alder", hex: "#222222" },
  });
  expect(compare(before, after)).toMatchObject({ colors: [], logos: [] });
  expect(compare({ ...before, colors: emptyDocument().colors }, before).colors[0]).not.toHaveProperty("before.hex");
});
