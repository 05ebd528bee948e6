import { expect, type Locator, type Page } from "@playwright/test";

/** Waits until the page responds to keys and clicks. */
export const interactive = (page: Page): Promise<void> => expect(page.locator("html")).toHaveAttribute("data-hydrated");

/** Presses Tab (or another key) until the target has the focus. */
export async function pressUntilFocused(page: Page, target: Locator, key = "Tab", limit = 400): Promise<void> {
  // Found once, because on a page of a hundred fields each lookup is slower than the key press.
  const wanted = await target.elementHandle();
  for (let presses = 0; presses < limit; presses += 1) {
    if (await page.evaluate((element) => element === document.activeElement, wanted)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`not reached with ${limit} presses of ${key}`);
}

/**
 * Closes a dialog with Escape once it listens. A dialog gets the focus slightly before it handles keys, and from then
 * on it also accepts the pointer. No person is fast enough to notice.
 */
export async function closeByEscape(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog).toHaveCSS("pointer-events", "auto");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
}
