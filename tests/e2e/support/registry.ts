import { expect, type Page } from "@playwright/test";

/** Registers a tool as the hub administrator who is signed in on `page`, and gives its slug; its page is open afterwards. */
export async function registerTool(page: Page, name: string, webhookUrl = ""): Promise<string> {
  const slug = `${name.toLowerCase().replaceAll(" ", "-")}-${Date.now().toString(36)}`;
  await page.goto("/admin/tools/new");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "Slug" }).fill(slug);
  await page.getByRole("textbox", { name: "Default webhook URL" }).fill(webhookUrl);
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

/** Sets where the hand-off to a tool leads, as the hub administrator who is signed in on `page`. */
export async function setConnectUrl(page: Page, slug: string, url: string): Promise<void> {
  await page.goto(`/admin/tools/${slug}`);
  await page.getByRole("textbox", { name: "Connect URL" }).fill(url);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved.").first()).toBeVisible();
}
