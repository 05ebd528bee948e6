import { expect, type Locator, type Page } from "@playwright/test";
import type { Credentials } from "./hub";

/** The endpoint of a tool on a brand's page of webhooks. */
export const endpointOf = (page: Page, tool: string): Locator =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: new RegExp(`^${tool}`) }) });

/** Sets where a tool is told of a brand's changes, on its page of tools. */
export async function setWebhookAddress(page: Page, slug: string, tool: string, url: string): Promise<void> {
  await page.goto(`/b/${slug}/tools`);
  await page.getByRole("button", { name: `Webhook address of ${tool}` }).click();
  await page.getByRole("dialog").getByLabel("Address").fill(url);
  await page.getByRole("button", { name: "Save address" }).click();
  await expect(page.getByText(`${tool} is told of changes at the new address.`).first()).toBeVisible();
}

/** Has the hub send what is due, as its clock does once a minute. */
export async function runTick(page: Page, { dispatch_secret }: Credentials): Promise<void> {
  const headers = { authorization: `Bearer ${dispatch_secret}` };
  const answer = await page.request.post("/api/public/v1/internal/dispatch-tick", { headers });
  expect(answer.status()).toBe(200);
}
