import { expect, type Page } from "@playwright/test";

/** Registers a tool as the hub administrator who is signed in on `page`, and gives its slug; its page is open afterwards. */
export async function registerTool(page: Page, name: string, webhookUrl = ""): Promise<string> {
  const slug = `${name.toLowerCase().replaceAll(" ", "-")}-${Date.now().toString(36)}`;
  await page.goto("/admin/tools/new");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "Slug" }).fill(slug);
  await page.getByRole("textbox", { name: "Default webhook address" }).fill(webhookUrl);
  await page.getByRole("button", { name: "Register the tool" }).click();
  await expect(page).toHaveURL(`/admin/tools/${slug}`);
  return slug;
}

/** Ticks or unticks a tool for a brand in the grid, answering the question before a revoke. */
export async function setGrant(page: Page, brandSlug: string, tool: string, on: boolean): Promise<void> {
  await page.goto(`/admin/entitlements?q=${brandSlug}`);
  const box = page.getByRole("checkbox", { name: new RegExp(`^${tool} for `) });
  await box.click();
  if (!on) await page.getByRole("alertdialog").getByRole("button", { name: "Take away" }).click();
  await expect(page.getByText(on ? `may use ${tool}` : `no longer has ${tool}`).first()).toBeVisible();
  await expect(box).toBeChecked({ checked: on });
}

/** Issues an API key as an owner or admin who is signed in on `page`: what a service sends with it, and the brand's id. */
export async function issueKey(
  page: Page,
  slug: string,
): Promise<{ headers: Record<string, string>; brandId: string }> {
  await page.goto(`/b/${slug}/developers/keys`);
  await page.getByRole("button", { name: "Issue a key" }).first().click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Service");
  await page.getByRole("button", { name: "Issue key" }).click();
  const key = (await page.getByRole("region", { name: "API key" }).innerText()).trim();
  await page.getByRole("button", { name: "I have stored it" }).click();
  const headers = { authorization: `Bearer ${key}` };
  const { brands } = await (await page.request.get("/api/public/brands", { headers })).json();
  return { headers, brandId: brands[0].id };
}
