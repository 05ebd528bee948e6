import { expect, type Locator, type Page } from "@playwright/test";
import type { Credentials } from "./minted";

export const endpointOf = (page: Page, tool: string): Locator =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: new RegExp(`^${tool}`) }) });

/** Sets a tool's webhook URL for a brand through the page's own request. */
export async function setWebhookUrl(
  { request }: Page,
  { dispatch_secret }: Credentials,
  subscription: { brand_id: string; tool_slug: string; webhook_url: string },
): Promise<void> {
  const headers = { authorization: `Bearer ${dispatch_secret}` };
  const path = "/api/public/v1/internal/register-subscription";
  expect((await request.post(path, { headers, data: subscription })).status()).toBe(200);
}

/** Sends everything due, like the hub's clock does every minute. */
export async function runTick(page: Page, { dispatch_secret }: Credentials): Promise<void> {
  const headers = { authorization: `Bearer ${dispatch_secret}` };
  const answer = await page.request.post("/api/public/v1/internal/dispatch-tick", { headers });
  expect(answer.status()).toBe(200);
}

/** Sends a test to a tool's endpoint and returns the shown response. */
export async function sendTest(page: Page, tool: string, sample = "hub.test"): Promise<Locator> {
  await page.getByRole("button", { name: `Send test to ${tool}` }).click();
  const dialog = page.getByRole("dialog", { name: `Send test to ${tool}` });
  await dialog.getByRole("radio", { name: sample }).first().check();
  await dialog.getByRole("button", { name: "Send test", exact: true }).click();
  const outcome = dialog.getByRole("region", { name: "Response" });
  await expect(outcome).toBeVisible();
  return outcome;
}

export async function sendTestAndClose(page: Page, tool: string): Promise<void> {
  await sendTest(page, tool);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}
