import { expect, type Locator, type Page } from "@playwright/test";

/** The bar at the bottom of editing pages, with the draft's state and actions. */
export const draftBar = (page: Page): Locator => page.getByRole("region", { name: "Draft", exact: true });

/** Waits until the hub has saved everything typed. */
export async function draftSaved(page: Page): Promise<void> {
  await expect(page.locator("[data-draft-status]")).toHaveAttribute("data-draft-status", /^(saved|conflict)$/);
}

export async function discardDraft(page: Page): Promise<void> {
  await draftBar(page).getByRole("button", { name: "Discard" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard draft" }).click();
  await expect(draftBar(page)).toBeHidden();
}

export async function publishDraft(page: Page, note = ""): Promise<number> {
  await draftSaved(page);
  await draftBar(page).getByRole("button", { name: "Review and publish" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Note").fill(note);
  await dialog.getByRole("button", { name: /^Publish version/ }).click();
  const toast = page.getByText(/^Version \d+ is live$/);
  await expect(toast).toBeVisible();
  const version = Number(/\d+/.exec(await toast.innerText())?.[0]);
  await page.locator("[data-toast]").filter({ has: toast }).getByRole("button", { name: "Dismiss" }).click();
  return version;
}
