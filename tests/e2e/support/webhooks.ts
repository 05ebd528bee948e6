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
