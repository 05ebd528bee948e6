import { expect, type Page } from "@playwright/test";

export const switcher = (page: Page) => page.getByRole("button", { name: /Switch brand$/ });

/** Makes a brand the active one as a person does, whichever was. */
export async function switchBrand(page: Page, slug: string): Promise<void> {
  await page.goto("/");
  if (new URL(page.url()).pathname === `/b/${slug}`) return;
  await switcher(page).click();
  await expect(page.getByRole("combobox", { name: "Your brands" })).toBeFocused();
  await page.keyboard.type(slug);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/b/${slug}`);
}
