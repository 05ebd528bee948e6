import { readFileSync } from "node:fs";
import { create, type Font } from "fontkit";
import { describe, expect, it, vi } from "vitest";
import { drawBrandBook, drawShareImage } from "@/lib/rendering/server";
import type { Order } from "@/lib/rendering/showcase/order";
import { bookOf } from "./books";
import { orderOf } from "./sitters";

/** The prototype of all fonts read from a file of this kind, like those of hub and brand. */
const fonts: Pick<Font, "layout"> = Object.getPrototypeOf(
  create(readFileSync("node_modules/geist/dist/fonts/geist-sans/Geist-Bold.ttf")),
);

/** Counts the letters that fonts shape during a drawing: the main cost of texts without spaces. */
async function lettersSet(draw: () => Promise<unknown>): Promise<number> {
  const layout = vi.spyOn(fonts, "layout");
  try {
    await draw();
    return layout.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
  } finally {
    layout.mockRestore();
  }
}

const WORDS = {
  German: "Donaudampfschifffahrtsgesellschaftskapitänswitwenversicherung",
  Arabic: "قهوةتستحقالرحلةمنالميناءالقديم",
};
const DRAWN = {
  "share image": (order: Order) => drawShareImage(order),
  "book, with all mock-ups,": (order: Order) => drawBrandBook(bookOf({ order })),
};

describe.each(Object.entries(WORDS))("a long word in %s", (language, word) => {
  const long = (letters: number) => word.repeat(100).slice(0, letters);

  for (const [what, draw] of Object.entries(DRAWN)) {
    const tags = language === "German" && what === "share image" ? [] : ["full"];
    it(`takes the ${what} equal time per letter at any length`, { tags }, async () => {
      const named = (letters: number) => lettersSet(() => draw(orderOf({ name: long(letters) })));
      expect(await named(120)).toBeLessThan(2.6 * (await named(60)));

      const told = (letters: number) =>
        lettersSet(() =>
          draw(orderOf({ name: "Wharf", brand: { tagline: long(letters), description: long(letters) } })),
        );
      // Text that doesn't fit is never shaped.
      expect(await told(2_000)).toBeLessThan(1.6 * (await told(500)));
    });
  }
});
