import { expect, type Page } from "@playwright/test";

type Credentials = "Show them now" | "Create a setup link";

/** Fills in and submits the form that registers a tool. Returns the slug. A dialog is then open. */
export async function fillRegistration(
  page: Page,
  { name, webhookUrl = "", credentials }: { name: string; webhookUrl?: string; credentials: Credentials },
): Promise<string> {
  const slug = `${name.toLowerCase().replaceAll(" ", "-")}-${Date.now().toString(36)}`;
  await page.goto("/admin/tools/new");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  const slugField = page.getByRole("textbox", { name: "Slug" });
  // Otherwise the suggested slug would arrive while it is being replaced.
  await expect(slugField).toHaveValue(/./);
  await slugField.fill(slug);
  await page.getByRole("textbox", { name: "Default webhook URL" }).fill(webhookUrl);
  await page.getByRole("radio", { name: credentials }).check();
  await page.getByRole("button", { name: "Register tool" }).click();
  return slug;
}

/** Registers a tool as the signed-in hub administrator and returns its slug. The tool's page is open afterwards. */
export async function registerTool(
  page: Page,
  name: string,
  webhookUrl = "",
  { secretless = false } = {},
): Promise<string> {
  const slug = await fillRegistration(page, { name, webhookUrl, credentials: "Show them now" });
  const dialog = page.getByRole("dialog");
  const secret = (await dialog.getByRole("region", { name: "Webhook signing secret" }).innerText()).trim();
  await dialog.getByRole("button", { name: "I’ve saved it" }).click();
  await expect(page).toHaveURL(`/admin/tools/${slug}?brands=all#brands`);
  if (secretless) await revokeCredential(page, secret);
  return slug;
}

export async function revokeCredential(page: Page, secret: string): Promise<void> {
  const end = secret.slice(-4).replaceAll(/[+/]/g, "\\$&");
  await page.getByRole("button", { name: new RegExp(`^Revoke Production \\(.*${end}\\)$`) }).click();
  const question = page.getByRole("alertdialog", { name: "Revoke “Production”?" });
  await question.getByRole("textbox").fill("Production");
  await question.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("“Production” revoked").first()).toBeVisible();
}

/** Creates a setup link on the open page of a tool and returns it. */
export async function makeHandOverLink(page: Page, name: string): Promise<string> {
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Create setup link" }).click();
  await dialog.getByLabel("Recipient").fill(name);
  await dialog.getByRole("button", { name: "Create link" }).click();
  const block = dialog.getByRole("region", { name: "Setup link" });
  await expect(block).toHaveText(/\/setup\/[\w-]{43}$/);
  const url = await block.innerText();
  await page.getByRole("button", { name: "I’ve saved it" }).click();
  await expect(dialog).toHaveCount(0);
  return url;
}

/**
 * Opens a setup link as the operator and returns the environment that it reveals. The setup page is open afterwards.
 */
export async function revealCredentials(page: Page, link: string): Promise<Record<string, string>> {
  await page.goto(link);
  await page.getByRole("button", { name: "Show credentials" }).click();
  const dotEnv = await page.getByRole("region", { name: ".env", exact: true }).innerText();
  await page.getByRole("button", { name: "I’ve saved it" }).click();
  return Object.fromEntries(
    dotEnv
      .trim()
      .split("\n")
      .map((line) => line.split(/=(.*)/s).slice(0, 2)),
  );
}

/** Ticks or unticks a tool for a brand in the grid, and confirms a revoke. */
export async function setGrant(page: Page, brandSlug: string, tool: string, on: boolean): Promise<void> {
  await page.goto(`/admin/entitlements?q=${brandSlug}`);
  const box = page.getByRole("checkbox", { name: new RegExp(`^${tool} for `) });
  await box.click();
  if (!on) await page.getByRole("alertdialog").getByRole("button", { name: "Remove access" }).click();
  await expect(page.getByText(on ? `can now use ${tool}` : `can no longer use ${tool}`).first()).toBeVisible();
  await expect(box).toBeChecked({ checked: on });
}

/** Sets a tool's URLs to this address as the signed-in hub administrator. */
export async function setToolUrls(page: Page, slug: string, address: string): Promise<void> {
  await page.goto(`/admin/tools/${slug}`);
  await page.getByRole("textbox", { name: "Connect URL" }).fill(`${address}/hub/callback`);
  await page.getByRole("textbox", { name: "Login-initiation URL" }).fill(`${address}/hub/login`);
  await page.getByRole("button", { name: "Save tool", exact: true }).click();
  await expect(page.getByText("Tool saved").first()).toBeVisible();
}
