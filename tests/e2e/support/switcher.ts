import { expect, type Page } from "@playwright/test";

export const switcher = (page: Page) => page.getByRole("button", { name: /Switch brand$/ });

/** Makes a brand the active one from the gallery. */
export async function switchBrand(page: Page, slug: string): Promise<void> {
  await page.goto("/");
  if (new URL(page.url()).pathname === `/b/${slug}`) return;
  await page.getByRole("main").locator(`a[href="/b/${slug}"]`).click();
  await expect(page).toHaveURL(`/b/${slug}`);
}
