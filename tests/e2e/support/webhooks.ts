import { expect, type Locator, type Page } from "@playwright/test";
import type { Credentials } from "./minted";

/** The endpoint of a tool on a brand's page of webhooks. */
export const endpointOf = (page: Page, tool: string): Locator =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: new RegExp(`^${tool}`) }) });

/** Sets where a tool is notified of a brand's changes, by the hub's own request for it. */
export async function setWebhookUrl(
  { request }: Page,
  { dispatch_secret }: Credentials,
  subscription: { brand_id: string; tool_slug: string; webhook_url: string },
): Promise<void> {
  const headers = { authorization: `Bearer ${dispatch_secret}` };
  const path = "/api/public/v1/internal/register-subscription";
  expect((await request.post(path, { headers, data: subscription })).status()).toBe(200);
}

/** Has the hub send what is due, as its clock does once a minute. */
export async function runTick(page: Page, { dispatch_secret }: Credentials): Promise<void> {
  const headers = { authorization: `Bearer ${dispatch_secret}` };
  const answer = await page.request.post("/api/public/v1/internal/dispatch-tick", { headers });
  expect(answer.status()).toBe(200);
}

/** Sends a test to a tool's endpoint, and gives what stands then as the receiver's answer. */
export async function sendTest(page: Page, tool: string, sample = "hub.test"): Promise<Locator> {
  await page.getByRole("button", { name: `Send test to ${tool}` }).click();
  const dialog = page.getByRole("dialog", { name: `Send test to ${tool}` });
  await dialog.getByRole("radio", { name: sample }).first().check();
  await dialog.getByRole("button", { name: "Send test", exact: true }).click();
  const outcome = dialog.getByRole("region", { name: "Response" });
  await expect(outcome).toBeVisible();
  return outcome;
}

/** The same, and puts the dialog away. */
export async function sendTestAndClose(page: Page, tool: string): Promise<void> {
  await sendTest(page, tool);
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}
