import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { getDocumentProxy } from "unpdf";
import { expect, it } from "vitest";
import { brands } from "@/db/schema";
import { newLogo } from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import { getSnapshot } from "@/lib/publishing/server";
import { drawBrandBook } from "@/lib/rendering/server";
import type { BookOrder, Order } from "@/lib/rendering/showcase/order";
import { loadBookOrder } from "@/lib/rendering/showcase/read-brand-book";
import { seedDemo } from "@/lib/server/prepare-hub";
import { createTestDatabase } from "@/tests/support/database";
import { fileRef } from "@/tests/support/documents";
import { context, NOW } from "@/tests/support/fixtures";
import { memoryStorage } from "@/tests/support/memory-storage";
import { bookOf } from "./books";
import { HARD, orderOf } from "./sitters";

/** The area between a page's header and footer lines, in points from the bottom. */
const BODY = { top: 595.28 - 64, bottom: 54 };
const LEAST = 0.25;

interface BookPage {
  /** The page header's text. */
  chapter: string;
  /** How far down its text goes, as a share of its height: 0 for a page with only a drawn title. */
  filled: number;
}

/** All pages except the cover. */
async function pagesOf(order: BookOrder): Promise<BookPage[]> {
  const pdf = await getDocumentProxy(new Uint8Array(await drawBrandBook(order)));
  const pages: BookPage[] = [];
  for (let number = 2; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    const words = items.flatMap((item) =>
      "str" in item && item.str.trim() ? [{ text: item.str, y: Number(item.transform[5]) }] : [],
    );
    const chapter = words.filter(({ y }) => y > BODY.top).map(({ text }) => text);
    const lowest = Math.min(BODY.top, ...words.filter(({ y }) => y > BODY.bottom - 8).map(({ y }) => y));
    pages.push({ chapter: chapter.join(" "), filled: (BODY.top - lowest) / (BODY.top - BODY.bottom) });
  }
  return pages;
}

/** Pages with only a title, and nearly empty ones within a chapter. */
const emptyOnes = (pages: readonly BookPage[]): BookPage[] =>
  pages.filter(({ chapter, filled }, at) => filled === 0 || (filled < LEAST && pages[at + 1]?.chapter === chapter));

it("has no page that is half empty for the demo brands", { tags: ["full"] }, async () => {
  const directory = await mkdtemp(join(tmpdir(), "hub-books-"));
  const database = await createTestDatabase();
  try {
    const ctx = context(database.db, { kind: "system", name: "demo" }, NOW, { storage: memoryStorage() });
    await seedDemo(ctx, { directory });
    for (const { id, slug, identityVersion: version } of await database.db.select().from(brands)) {
      const snapshot = await getSnapshot(ctx, { brandId: id, version });
      const pages = await pagesOf(await loadBookOrder(ctx, { id, slug, version, publishedAt: NOW, snapshot }));
      expect(pages.length, slug).toBeGreaterThan(15);
      expect(pages.filter(({ chapter }) => chapter.includes("Logos")).length, slug).toBeLessThan(4);
      expect(
        pages.filter(({ filled }) => filled < 0.6),
        slug,
      ).toEqual([]);
    }
  } finally {
    await database.close();
    await rm(directory, { recursive: true, force: true });
  }
});

const SAID: Record<string, { tags: string[]; order: Order | undefined; text: string }> = {
  "a one-word name": {
    tags: [],
    order: orderOf({ name: "Donaudampfschifffahrtsgesellschaftskapitäns".repeat(3).slice(0, 120) }),
    text: "Schifffahrtsgesellschaftskapitänsmützen",
  },
  "a long name": {
    tags: ["full"],
    order: HARD["nothing but a long name"],
    text: "Leave room for the letters around it. ",
  },
  Arabic: { tags: ["full"], order: HARD.Arabic, text: "بين البحر والمدينة نصنع القبعات منذ مئة عام. " },
  Japanese: {
    tags: ["full"],
    order: HARD.Japanese,
    text: "海と町のあいだで、わたしたちは百年のあいだ帽子をつくってきました。",
  },
};

for (const [what, { tags, order, text }] of Object.entries(SAID))
  it(`has no empty page for a brand of ${what} with long logo texts`, { tags }, async () => {
    const bytes = await sharp({ create: { width: 60, height: 60, channels: 4, background: "#11121a" } })
      .png()
      .toBuffer();
    const logos = Array.from({ length: 5 }, (_, index) => ({
      ...newLogo({ id: newId(), variant: "logo_positive", file: fileRef(), label: `Horizontal ${index}` }),
      mime: "image/png",
      bytes,
      usage: text.repeat(7),
      clear_space: text.repeat(3),
      min_width_px: 80,
      rule: { minimum_size: { px: 80, mm: 21 } },
      ruleText: text.repeat(3),
    }));
    const rules = Array.from({ length: 8 }, () => text);
    const pages = await pagesOf(
      bookOf({ ...(order && { order }), typography: [{ name: "Body", text }], logos, rules }),
    );
    expect(pages.filter(({ chapter }) => chapter.includes("Logos")).length).toBeGreaterThan(1);
    expect(emptyOnes(pages)).toEqual([]);
  });
