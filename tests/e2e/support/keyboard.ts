import { expect, type Locator, type Page } from "@playwright/test";

/** Waits until the page answers to keys and clicks. */
export const interactive = (page: Page): Promise<void> => expect(page.locator("html")).toHaveAttribute("data-hydrated");

/** Presses Tab (or another key) until the focus is there; nothing else moves it. */
export async function pressUntilFocused(page: Page, target: Locator, key = "Tab", limit = 400): Promise<void> {
  // Found once: on a page of a hundred fields each search costs more than the press.
  const wanted = await target.elementHandle();
  for (let presses = 0; presses < limit; presses += 1) {
    if (await page.evaluate((element) => element === document.activeElement, wanted)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`not reached with ${limit} presses of ${key}`);
}

/**
 * Closes a dialog by Escape once it listens. It takes the focus a moment before it stands above all others and hears a key, which no
 * person is quick enough to notice; from then on it also takes the pointer.
 */
export async function closeByEscape(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog).toHaveCSS("pointer-events", "auto");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
}
