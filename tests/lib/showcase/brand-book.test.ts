import { readFileSync } from "node:fs";
import { getDocumentProxy } from "unpdf";
import { describe, expect, it } from "vitest";
import { type BookOrder, packOrder } from "@/lib/showcase/order";
import { drawBrandBook } from "@/lib/showcase/server";
import { HARD, orderOf } from "./sitters";

const bookOf = (parts: Partial<BookOrder>): BookOrder => ({
  order: orderOf({ name: "Alder & Ash" }),
  version: 7,
  publishedAt: new Date("2026-03-14T09:26:53.589Z"),
  typography: [],
  logos: [],
  rules: [],
  contrast: [],
  ...parts,
});

async function read(order: BookOrder): Promise<{ pages: string[]; text: string; title: unknown }> {
  const pdf = await getDocumentProxy(new Uint8Array(await drawBrandBook(packOrder(order))));
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const { items } = await (await pdf.getPage(index + 1)).getTextContent();
      return items.map((item) => ("str" in item ? item.str : "")).join(" ");
    }),
  );
  const { info } = await pdf.getMetadata();
  return { pages, text: pages.join("\n").replace(/\s+/g, " "), title: (info as { Title?: string }).Title };
}

describe("a brand book", () => {
  it("says its version and day, and all that the brand says, as text to search", async () => {
    const order = orderOf({
      name: "Alder & Ash",
      brand: { mission: "Mend first.", values: [{ name: "Repair", description: "Before you sell." }] },
      palette: HARD.yellow?.colors.palette,
    });
    const contrast = [{ foreground: "Ink", background: "Paper", ratio: 4.499, required: 4.5 }];
    const { text, title } = await read(bookOf({ order, rules: ["Leave it alone"], contrast }));
    expect(title).toBe("Alder & Ash: brand book");
    for (const part of [
      "Version 7, 14 March 2026",
      "Mend first.",
      "Repair: Before you sell.",
      "#ffe600",
      "Leave it alone",
    ])
      expect(text).toContain(part);
    // Rounded down: 4.499 must not read as 4.5.
    expect(text).toContain("Ink on Paper 4.4:1 Misses 4.5:1");
  });

  it("is the same for the same version", async () => {
    const [one, other] = await Promise.all([read(bookOf({})), read(bookOf({}))]);
    expect(one).toEqual(other);
  });

  it("says which texts no font at hand can set, and prints no boxes for them", async () => {
    const order = orderOf({ name: "Wharf", brand: { mission: "海を渡ってきた。", vision: "قهوة" } });
    const { text } = await read(bookOf({ order }));
    expect(text.match(/\[A text in letters that no font here has\]/g)).toHaveLength(2);
    expect(text).toContain("2 texts could not be set");
  });

  it("sets text in the brand's own font, from the packed form it is uploaded in", async () => {
    const bytes = readFileSync("node_modules/geist/dist/fonts/geist-pixel/GeistPixel-Square.woff2");
    const order = { ...orderOf({ name: "Wharf", brand: { mission: "Set in pixels." } }) };
    const fonts = [{ face: "body" as const, weight: 400, mime: "font/woff2", bytes }];
    const pdf = Buffer.from(await drawBrandBook(packOrder(bookOf({ order: { ...order, fonts } })))).toString("latin1");
    expect(pdf).toMatch(/\/FontName \/[A-Z]+\+GeistPixel/);
    expect((await read(bookOf({ order: { ...order, fonts } }))).text).toContain("Set in pixels.");
  });

  it("is set in its own brand's font, after another brand's was printed in the same process", async () => {
    const setIn = async (name: string) => {
      const bytes = readFileSync(`node_modules/geist/dist/fonts/geist-pixel/GeistPixel-${name}.woff2`);
      const fonts = [{ face: "body" as const, weight: 400, mime: "font/woff2", bytes }];
      const order = { ...orderOf({ name: "Wharf", brand: { mission: "Set in pixels." } }), fonts };
      const pdf = Buffer.from(await drawBrandBook(packOrder(bookOf({ order })))).toString("latin1");
      return [...new Set(pdf.match(/GeistPixel-\w+/g))];
    };
    expect(await setIn("Circle")).toEqual(["GeistPixel-Circle"]);
    expect(await setIn("Grid")).toEqual(["GeistPixel-Grid"]);
  });

  it("has pages for a brand of which nothing is stated", async () => {
    const { pages } = await read(bookOf({ order: orderOf({ name: "New" }) }));
    expect(pages.length).toBeGreaterThan(3);
  });
});
