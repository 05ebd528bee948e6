import { expect, type Page } from "@playwright/test";

const PICTURES = process.env.SCREENS === "1";
const PHONE = { width: 390, height: 844 };

/** The whole page, or only the viewport. */
export type Part = "page" | "view";

/** True if the page needs no horizontal scrolling at the window's current size. */
const fits = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    await new Promise((laidOut) => requestAnimationFrame(() => requestAnimationFrame(laidOut)));
    return document.documentElement.scrollWidth <= window.innerWidth;
  });

/**
 * Asserts that the page fits a phone. `SCREENS=1` also saves it as
 * `tests/.output/screens/<name>-{light,dark,phone}.png`.
 */
export async function showScreen(page: Page, name: string, part: Part): Promise<void> {
  const shoot = async (kind: string) => {
    if (!PICTURES) return;
    const path = `tests/.output/screens/${name}-${kind}.png`;
    await page.screenshot({ path, fullPage: part === "page", animations: "disabled" });
  };
  if (PICTURES) {
    // Sticky elements would be in the middle of the picture.
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
