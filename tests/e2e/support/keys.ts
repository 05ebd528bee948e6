import { expect, type Page } from "@playwright/test";

export const FORM_OF_A_KEY = /bih_[0-9A-Za-z]{36}/;

export async function shownKey(page: Page): Promise<string> {
  const block = page.getByRole("dialog").getByRole("region", { name: "API key" });
  await expect(block).toHaveText(FORM_OF_A_KEY);
  return block.innerText();
}

/** Issues a key with the default permissions and one more. Leaves the dialog with the key open. */
export async function revealNewKey(page: Page, slug: string, name: string, permission?: string): Promise<string> {
  await page.goto(`/b/${slug}/developers/keys`);
  await page.getByRole("button", { name: "Issue key" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  if (permission) await page.getByRole("checkbox", { name: permission }).check();
  await page.getByRole("button", { name: "Issue key" }).click();
  return shownKey(page);
}

/** Confirms that the key is stored, which hides it. */
export async function storeKey(page: Page): Promise<void> {
  await page.getByRole("button", { name: "I’ve saved it" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

/** Issues a key as a member who can, and returns it. The keys page is open afterwards. */
export async function issueKey(page: Page, slug: string, name: string, permission?: string): Promise<string> {
  const key = await revealNewKey(page, slug, name, permission);
  await storeKey(page);
  return key;
}

/** Status of a request to the API with this key. */
export async function statusWith(page: Page, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  return (await page.request.get("/api/public/brands", { headers })).status();
}
