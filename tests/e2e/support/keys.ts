import type { Page } from "@playwright/test";

/** Issues an API key of a brand on its page, as one who may, and gives it; the page of keys is open afterwards. */
export async function issueKey(page: Page, slug: string, name: string): Promise<string> {
  await page.goto(`/b/${slug}/developers/keys`);
  await page.getByRole("button", { name: "Issue a key" }).first().click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Issue key", exact: true }).click();
  const key = (await page.getByRole("region", { name: "API key", exact: true }).innerText()).trim();
  await page.getByRole("button", { name: "I have stored it" }).click();
  return key;
}
