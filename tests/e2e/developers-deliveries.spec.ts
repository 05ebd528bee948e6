import type { Page } from "@playwright/test";
import type { Receiver } from "../support/receiver";
import { setGrant } from "./support/registry";
import { type Credentials, expect, type MintedBrand, test } from "./support/test";
import { runTick, sendTest, setWebhookUrl } from "./support/webhooks";

const TOOL = "Campaign Desk";
const TRACE = "trace-of-a-poster";
const rows = (page: Page) => page.getByRole("table", { name: "Deliveries", exact: true }).getByRole("rowheader");
const statuses = (page: Page) => page.getByRole("navigation", { name: "Deliveries by status" });

let own: Page;
let notified: MintedBrand;
let path: string;
let receiver: Receiver;
let status = 200;

test.beforeEach(async ({ page, brand, visitor, people, signIn, credentials, receive }) => {
  status = 200;
  receiver = await receive((response) => response.writeHead(status).end("Printed."));
  notified = brand("busy");
  path = `/b/${notified.slug}/developers/webhooks`;
  await signIn(people.hubAdmin);
  own = await visitor(notified.owner);
  await setGrant(page, notified.slug, TOOL, true);
  const subscription = { brand_id: notified.id, tool_slug: "campaign-desk", webhook_url: receiver.url };
  await setWebhookUrl(page, credentials, subscription);
});

/** Sends events from another tool, of which this tool is notified. Every third has the trace. */
async function sendEvents(page: Page, credentials: Credentials, count: number): Promise<void> {
  const studio = credentials.tools.find((tool) => tool.slug === "brand-studio");
  const events = Array.from({ length: count }, (_, index) => ({
    brand_id: notified.id,
    type: "asset.published",
    occurred_at: new Date().toISOString(),
    idempotency_key: `${notified.slug} ${index}`,
    trace_id: index % 3 === 0 ? TRACE : `other-${index}`,
    payload: { index },
  }));
  const sent = await page.request.post("/api/public/v1/events/batch", {
    headers: { authorization: `Bearer ${studio?.child_token}`, "x-tool-slug": "brand-studio" },
    data: { events },
  });
  expect(sent.status()).toBe(200);
  await runTick(page, credentials);
}

test("counts by status, pages back to newer ones and exports the filtered list", { tag: "@full" }, async ({
  page,
  credentials,
  expectAccessible,
  screens,
}) => {
  await sendEvents(page, credentials, 30);
  await receiver.arrived(30);
  await own.goto(`${path}?tool=campaign-desk`);
  await expect(statuses(own).getByRole("link", { name: /^All/ })).toContainText("30");
  await statuses(own)
    .getByRole("link", { name: /^Delivered/ })
    .click();
  await expect(own).toHaveURL(/status=delivered/);
  await expect(statuses(own).getByRole("link", { name: /^Delivered/ })).toContainText("30");
  const pages = own.getByRole("navigation", { name: "Delivery pages" });
  await pages.getByRole("link", { name: "Older" }).click();
  await expect(rows(own)).toHaveCount(5);
  await expect(own).toHaveURL(/tool=campaign-desk.*after=|after=.*tool=campaign-desk/);
  await expect(pages).toContainText("End of list");
  await pages.getByRole("link", { name: "Newer" }).click();
  await expect(rows(own)).toHaveCount(25);
  await expectAccessible(own);
  await screens(own, "webhooks-list");

  const link = own.getByRole("link", { name: "CSV" });
  const answer = await own.request.get((await link.getAttribute("href")) ?? "");
  expect(answer.headers()["content-type"]).toContain("text/csv");
  const [, ...lines] = (await answer.text()).trim().split(/\r?\n/);
  expect(lines).toHaveLength(30);
  for (const line of lines) expect(line).toContain('"delivered"');
});

test("replays everything that matches a filter after a confirmation", { tag: "@full" }, async ({
  page,
  credentials,
  expectAccessible,
  screens,
}) => {
  await sendEvents(page, credentials, 4);
  await receiver.arrived(4);
  await own.goto(`${path}?status=cancelled`);
  await own.getByRole("button", { name: "Replay matching" }).click();
  await expect(own.getByText("Nothing to replay").first()).toBeVisible();
  await own.goto(`${path}?tool=campaign-desk&trace=${TRACE}`);
  await expect(rows(own)).toHaveCount(2);
  await own.getByRole("button", { name: "Replay matching" }).click();
  const question = own.getByRole("alertdialog", { name: "Replay 2 deliveries?" });
  await expectAccessible(own);
  await screens(own, "webhooks-replay-matching", { part: "view" });
  await question.getByRole("button", { name: "Replay 2" }).click();
  await expect(own.getByText("2 deliveries queued").first()).toBeVisible();
  await receiver.arrived(6);
  await own.goto(`${path}?tool=campaign-desk&trace=${TRACE}`);
  await expect(own.locator("[data-label='Attempts']")).toHaveText(["2", "2"]);
  await own.goto(`/b/${notified.slug}/activity`);
  await expect(own.getByText("replayed by filter").first()).toBeVisible();
});

test("links an event to its deliveries and its trace", { tag: "@full" }, async ({
  page,
  credentials,
  expectAccessible,
  screens,
}) => {
  await sendEvents(page, credentials, 4);
  await receiver.arrived(4);
  await own.goto(`/b/${notified.slug}/developers/events?trace=${TRACE}`);
  const caused = own.getByRole("table", { name: "Deliveries", exact: true });
  await expect(caused.getByRole("rowheader")).toHaveCount(2);
  await expectAccessible(own);
  await screens(own, "developers-trace");
  await own.getByRole("table", { name: "Events" }).getByRole("link", { name: "asset.published" }).first().click();
  await expect(own.getByRole("heading", { level: 1, name: "asset.published" })).toBeVisible();
  await expect(rows(own)).toHaveCount(1);
  await expectAccessible(own);
  await screens(own, "developers-event-caused");
  await rows(own).getByRole("link").click();
  await expect(own.getByText("To Campaign Desk")).toBeVisible();
  await expect(own.getByRole("link", { name: TRACE })).toBeVisible();
  await own.getByRole("link", { name: TRACE }).click();
  await expect(own).toHaveURL(new RegExp(`/events\\?trace=${TRACE}`));
});

test("sends tests of both kinds and shows the response", async ({ expectAccessible, screens }) => {
  await own.goto(path);
  const accepted = await sendTest(own, TOOL);
  await expect(accepted).toContainText("Delivered.");
  await expect(accepted).toContainText("HTTP 200");
  await expect(accepted).toContainText(/\d ms/);
  await expect(accepted).toContainText("the receiver is in a private network");
  await expect(accepted).not.toContainText("Printed.");
  await expectAccessible(own);
  await screens(own, "webhooks-test", { part: "view" });
  status = 503;
  const dialog = own.getByRole("dialog");
  await dialog.getByRole("radio", { name: /identity\.updated/ }).check();
  await dialog.getByRole("button", { name: "Send another test" }).click();
  await expect(dialog.getByRole("region", { name: "Response" })).toContainText("HTTP 503");
  await screens(own, "webhooks-test-refused", { part: "view" });
  const [first, second] = receiver.received;
  expect(first?.headers["x-hub-event"]).toBe("hub.test");
  expect(second?.headers["x-hub-event"]).toBe("identity.updated");
  const sample = JSON.parse(second?.body.toString() ?? "{}");
  expect(sample).toMatchObject({ type: "identity.updated", brand_id: notified.id, test: true });
  await dialog.getByRole("link", { name: "View delivery" }).click();
  await expect(own.getByText("The receiver didn't accept the test. Tests aren't retried.")).toBeVisible();
});
