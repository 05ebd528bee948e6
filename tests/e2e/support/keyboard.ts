import { expect, type Locator, type Page } from "@playwright/test";

/** True once React handles every control of a page, and for pages without it. Only the hub sets the mark. */
const respondsToPeople = () =>
  !document.querySelector('script[src*="/_next/"]') ||
  ((document.documentElement.dataset.hydrated === "" || !document.querySelector("link[rel=manifest]")) &&
    [...document.querySelectorAll("button, input, select, textarea")].every((control) =>
      Object.keys(control).some((key) => key.startsWith("__reactProps$")),
    ));

/** Waits until the page responds to keys and clicks. Streamed parts of a page do so later than the rest. */
export async function interactive(page: Page): Promise<void> {
  await page.waitForFunction(respondsToPeople, null, { timeout: 60_000 });
}

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
