import { expect, type Locator, type Page } from "@playwright/test";

/** The bar at the bottom of editing pages: the draft's state and what can be done with it. */
export const draftBar = (page: Page): Locator => page.getByRole("region", { name: "Draft", exact: true });

/** Waits until the hub has everything that was typed. */
export async function draftSaved(page: Page): Promise<void> {
  await expect(page.locator("[data-draft-status]")).toHaveAttribute("data-draft-status", /^(saved|conflict)$/);
}

/** Opens a brand's identity for editing, without what earlier tests left in the person's draft. */
export async function openIdentity(page: Page, slug: string): Promise<void> {
  await page.goto(`/b/${slug}/identity`);
  await expect(page.getByRole("heading", { level: 1, name: "Identity" })).toBeVisible();
  // The bar is on the page from the start, but hidden until the script has looked at the draft.
  await expect(page.getByRole("radio", { name: "Edit" })).toBeChecked();
  await page.waitForLoadState("networkidle");
  if (await draftBar(page).isVisible()) await discardDraft(page);
}

export async function discardDraft(page: Page): Promise<void> {
  await draftBar(page).getByRole("button", { name: "Discard" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard draft" }).click();
  await expect(draftBar(page)).toBeHidden();
}

/** Publishes the draft and gives the version that went live. */
export async function publishDraft(page: Page, note = ""): Promise<number> {
  await draftSaved(page);
  await draftBar(page).getByRole("button", { name: "Review and publish" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Note").fill(note);
  await dialog.getByRole("button", { name: /^Publish version/ }).click();
  const toast = page.getByText(/^Version \d+ is live\.$/);
  await expect(toast).toBeVisible();
  const version = Number(/\d+/.exec(await toast.innerText())?.[0]);
  await page.getByRole("button", { name: "Dismiss", exact: true }).click();
  return version;
}

/** Presses Tab (or another key) until the focus is there; nothing else moves it. */
export async function pressUntilFocused(page: Page, target: Locator, key = "Tab", limit = 400): Promise<void> {
  for (let presses = 0; presses < limit; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`not reached with ${limit} presses of ${key}`);
}
