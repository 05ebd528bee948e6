import { expect, type Page } from "@playwright/test";

const PICTURES = process.env.SCREENS === "1";
const PHONE = { width: 390, height: 844 };

/** The whole page, or what the window shows of it. */
export type Part = "page" | "view";

/** True once the page, laid out for the window's present size, needs no scrolling sideways. */
const fits = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    await new Promise((laidOut) => requestAnimationFrame(() => requestAnimationFrame(laidOut)));
    return document.documentElement.scrollWidth <= window.innerWidth;
  });

/**
 * The page fits the width of a phone. With `SCREENS=1` it is also saved as `tests/.output/screens/<name>-{light,dark,phone}.png`.
 */
export async function showScreen(page: Page, name: string, part: Part): Promise<void> {
  const shoot = async (kind: string) => {
    if (!PICTURES) return;
    const path = `tests/.output/screens/${name}-${kind}.png`;
    await page.screenshot({ path, fullPage: part === "page", animations: "disabled" });
  };
  if (PICTURES) {
    // What stays in place while scrolling would stand in the middle of the picture.
    await page.evaluate(() => window.scrollTo(0, 0));
    await shoot("light");
    await page.emulateMedia({ colorScheme: "dark" });
    await shoot("dark");
    await page.emulateMedia({ colorScheme: "light" });
  }
  const size = page.viewportSize();
  await page.setViewportSize(PHONE);
  await shoot("phone");
  expect(await fits(page), "fits a phone").toBe(true);
  if (size) await page.setViewportSize(size);
}
