import { expect, type Page } from "@playwright/test";

/** Turns on a brand's public page as the signed-in owner or admin. */
export async function showToAnybody(page: Page, slug: string): Promise<void> {
  await page.goto(`/b/${slug}/settings`);
  await page.getByRole("switch", { name: "Public page" }).check();
  await expect(page.getByText("The public page is on.")).toBeVisible();
}
