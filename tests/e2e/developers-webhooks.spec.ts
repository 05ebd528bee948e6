import type { Page } from "@playwright/test";
import { verifyHubSignature } from "@/lib/contract";
import type { Received, Receiver } from "../support/receiver";
import { publishDraft } from "./support/draft";
import { chooseFilter, removeFilter, typeFilter } from "./support/filters";
import { pressUntilFocused } from "./support/keyboard";
import { registerTool, setGrant } from "./support/registry";
import { openIdentity } from "./support/section";
import { type Credentials, expect, type MintedBrand, test } from "./support/test";
import { endpointOf, runTick, sendTestAndClose, setWebhookUrl } from "./support/webhooks";

const TOOL = "Brand Studio";
/** A secret part of the tool's webhook URL. */
const CAPABILITY = "cap-3f9c1d77";
const DAY_MS = 24 * 60 * 60 * 1000;
const day = (days = 0) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const idOf = ({ body }: Received): string => JSON.parse(body.toString()).id;
const deliveries = (page: Page) => page.getByRole("table", { name: "Deliveries", exact: true });
const rows = (page: Page) => deliveries(page).getByRole("rowheader");
const nothingFound = (page: Page) => page.getByRole("heading", { name: "No matching deliveries" });

const filters = (page: Page) => page.getByRole("search", { name: "Filter deliveries" });

async function chooseStatus(page: Page, status: string): Promise<void> {
  const tab = page.getByRole("navigation", { name: "Deliveries by status" }).getByRole("link", { name: status });
  await tab.click();
  await expect(tab).toHaveAttribute("aria-current", "page");
}

/** Publishes a new tagline, which notifies the brand's tools. */
async function publishTagline(page: Page, slug: string): Promise<void> {
  await openIdentity(page, slug, "essentials");
  await page.getByLabel("Tagline", { exact: true }).fill(`Changed at ${new Date().toISOString()}`);
  await publishDraft(page);
}

/** The owner's browser. `page` belongs to a hub administrator. */
let own: Page;
let notified: MintedBrand;
let slug: string;
let path: string;
let receiver: Receiver;
let broken: boolean;
let gone: boolean;

test.beforeEach(async ({ page, brand, visitor, people, signIn, credentials, receive }) => {
  broken = false;
  gone = false;
  receiver = await receive((response) =>
    response.writeHead(gone ? 410 : broken ? 500 : 200).end(broken ? "The press is jammed." : "Printed."),
  );
  notified = brand("busy");
  slug = notified.slug;
  path = `/b/${slug}/developers/webhooks`;
  await signIn(people.hubAdmin);
  own = await visitor(notified.owner);
  const webhook_url = `${receiver.url}?token=${CAPABILITY}`;
  await setWebhookUrl(page, credentials, { brand_id: notified.id, tool_slug: "brand-studio", webhook_url });
});

/** Publishes while the receiver is broken and returns the request that it refused. */
async function failToTell(page: Page, credentials: Credentials): Promise<Received> {
  broken = true;
  await publishTagline(own, slug);
  await runTick(page, credentials);
  await receiver.arrived(1);
  const [first] = receiver.received;
  if (!first) throw new Error("nothing arrived");
  return first;
}

test("shows an endpoint that fails over seven days and finds its delivery by status, tool, day and ID", async ({
  page,
  credentials,
  expectAccessible,
  screens,
}) => {
  const first = await failToTell(page, credentials);
  await own.goto(path);
  const endpoint = endpointOf(own, TOOL);
  await expect(endpoint.getByText("Failing")).toBeVisible();
  await expect(endpoint).toContainText(`${receiver.url}?token=${CAPABILITY}`);
  await expect(endpoint.getByRole("img")).toHaveAccessibleName(`${TOOL}: 0 delivered and 1 failed in 7 days`);
  await endpoint.getByText(`Show table for ${TOOL}`).click();
  const week = own.getByRole("table", { name: `Deliveries to ${TOOL} by day` }).getByRole("row");
  await expect(week).toHaveCount(8);
  await expect(week.last().getByRole("cell")).toHaveText(["0", "1", "0", "0"]);
  await expectAccessible(own);
  await screens(own, "webhooks-failing");

  await chooseStatus(own, "Delivered");
  await expect(nothingFound(own)).toBeVisible();
  await chooseStatus(own, "All");
  await typeFilter(filters(own), "Date", { From: day(-2), To: day(-1) });
  await expect(nothingFound(own)).toBeVisible();
  await removeFilter(filters(own), "Date");
  await chooseFilter(filters(own), "Tool", "Campaign Desk");
  await expect(nothingFound(own)).toBeVisible();
  await chooseFilter(filters(own), "Tool", TOOL);
  await chooseStatus(own, "Retrying");
  await filters(own).getByRole("searchbox", { name: "Search" }).fill(idOf(first));
  await own.keyboard.press("Enter");
  await expect(own).toHaveURL(/q=/);
  await expect(rows(own)).toHaveText([/^identity\.updated/]);
  await expect(own).toHaveURL(/status=retrying/);
  await expect(deliveries(own).getByText("Retrying")).toBeVisible();
  await expect(deliveries(own).locator("[data-label='Next attempt']")).toHaveText(/in 1 minute|within a minute/);
});

test("shows every attempt and replays a delivery with the same ID and a valid signature", {
  tag: "@full",
}, async ({ page, credentials, expectAccessible, screens }) => {
  const secret = credentials.tools.find((tool) => tool.slug === "brand-studio")?.webhook_secret ?? "";
  const first = await failToTell(page, credentials);
  await own.goto(`${path}?status=retrying`);
  await rows(own).getByRole("link").click();
  await expect(own.getByRole("heading", { level: 1, name: "identity.updated" })).toBeVisible();
  const attempts = own.getByRole("table", { name: "Attempts" }).getByRole("row");
  await expect(attempts).toHaveCount(2);
  await expect(attempts.nth(1)).toContainText("HTTP 500");
  await expect(attempts.nth(1)).toContainText("the receiver is in a private network");
  await expect(attempts.nth(1)).not.toContainText("The press is jammed.");
  const signature = String(first.headers["x-hub-signature"]);
  const html = await own.content();
  for (const kept of [secret, signature, String(first.headers["webhook-signature"])]) expect(html).not.toContain(kept);
  const named = (name: string) => own.locator("dl > div").filter({ has: own.getByText(name, { exact: true }) });
  await expect(named("Next attempt")).toContainText(/in 1 minute|within a minute/);
  await expect(named("X-Hub-Signature")).toContainText("Computed when sent");
  await expect(named("X-Hub-Delivery")).toContainText(idOf(first));
  await expect(named("X-Hub-Attempt")).toContainText("2");
  await own.getByRole("tab", { name: "Exact bytes" }).click();
  expect(await own.getByRole("region", { name: "Exact body" }).innerText()).toBe(first.body.toString());
  await expectAccessible(own);
  await screens(own, "webhooks-delivery");

  broken = false;
  await own.getByRole("button", { name: "Retry now" }).click();
  await expect(own.getByText("Delivery queued").first()).toBeVisible();
  await runTick(page, credentials);
  await receiver.arrived(2);
  const second = receiver.received[1];
  expect(second && idOf(second)).toBe(idOf(first));
  expect(second?.body.equals(first.body)).toBe(true);
  expect(second?.headers["x-hub-attempt"]).toBe("2");
  expect(
    await verifyHubSignature(second?.body ?? Buffer.of(), String(second?.headers["x-hub-signature"]), [secret]),
  ).toBe(true);
  await expect(attempts).toHaveCount(3);
  await expect(attempts.nth(2)).toContainText("HTTP 200");
  await expect(named("Finished")).toBeVisible();
  await screens(own, "webhooks-delivered");

  await own.goto(`${path}?status=delivered`);
  await expect(endpointOf(own, TOOL).getByText("Healthy")).toBeVisible();
  await deliveries(own)
    .getByRole("button", { name: /^Replay: identity\.updated/ })
    .click();
  await receiver.arrived(3);
  expect(receiver.received.map(idOf)).toEqual([idOf(first), idOf(first), idOf(first)]);
});

test("sends tests and replays failed deliveries since a day with their IDs", { tag: "@full" }, async ({
  page,
  credentials,
  expectAccessible,
  screens,
}) => {
  broken = true;
  await own.goto(path);
  for (const count of [1, 2]) {
    await sendTestAndClose(own, TOOL);
    await receiver.arrived(count);
  }
  await expect(deliveries(own).getByText("Dead")).toHaveCount(2);
  await rows(own).first().getByRole("link").click();
  await expect(own.getByText("The receiver didn't accept the test. Tests aren't retried.")).toBeVisible();
  await publishTagline(own, slug);
  await runTick(page, credentials);
  await receiver.arrived(3);
  const failed = receiver.received.map(idOf);
  expect(new Set(failed).size).toBe(3);

  broken = false;
  await own.goto(path);
  await expect(deliveries(own).getByText("Retrying")).toBeVisible();
  await own.getByRole("button", { name: `Replay failed deliveries to ${TOOL}` }).click();
  const dialog = own.getByRole("dialog");
  await expect(dialog.getByLabel("Created since")).toHaveValue(day());
  await dialog.getByLabel("Created since").fill("");
  await dialog.getByRole("button", { name: "Replay deliveries", exact: true }).click();
  await expect(dialog.getByLabel("Created since")).toHaveAccessibleDescription(/Choose a start date/);
  await expectAccessible(own);
  await screens(own, "webhooks-replay-failed", { part: "view" });
  await dialog.getByLabel("Created since").fill(day(-1));
  await dialog.getByRole("button", { name: "Replay deliveries", exact: true }).click();
  await expect(own.getByText("3 deliveries queued").first()).toBeVisible();
  await receiver.arrived(6);
  expect(receiver.received.slice(3).map(idOf).sort()).toEqual(failed.sort());
  await expect(deliveries(own).getByText("Delivered", { exact: true })).toHaveCount(3);
  await expect(deliveries(own).locator("[data-label='Next attempt']")).toHaveText(["None", "None", "None"]);
  await expect(endpointOf(own, TOOL).getByText("None waiting")).toBeVisible();
});

test("cancels deliveries while an endpoint is off and offers them when it is on again", {
  tag: "@full",
}, async ({ page, credentials, expectAccessible, screens }) => {
  await own.goto(path);
  await own.getByRole("button", { name: `Turn off ${TOOL}` }).click();
  await own.getByRole("alertdialog").getByRole("button", { name: "Turn off" }).click();
  const endpoint = endpointOf(own, TOOL);
  await expect(endpoint.getByText("Webhook off")).toBeVisible();
  for (const name of [`Send test to ${TOOL}`, `Replay failed deliveries to ${TOOL}`]) {
    await expect(own.getByRole("button", { name })).toHaveAccessibleDescription(/Turn on this webhook/);
  }
  await publishTagline(own, slug);
  await runTick(page, credentials);
  await own.goto(`${path}?status=cancelled`);
  await expect(rows(own)).toHaveCount(1);
  expect(receiver.received).toEqual([]);
  await expectAccessible(own);
  await screens(own, "webhooks-off");
  await own.goto(`/b/${slug}`);
  await expect(own.getByText(`Webhook of ${TOOL} was turned off`)).toContainText("It was turned off by hand.");
  await expectAccessible(own);
  await screens(own, "overview-webhook-off");
  await own.getByRole("link", { name: "View webhook" }).click();

  await own.getByRole("button", { name: `Turn on ${TOOL}` }).click();
  const offer = own.getByRole("alertdialog");
  await expect(offer).toContainText(`1 delivery didn’t reach ${TOOL}`);
  await offer.getByRole("button", { name: "Cancel" }).click();
  await expect(endpoint).toContainText("1 delivery failed since the last success.");
  await screens(own, "webhooks-missed");
  await own.getByRole("button", { name: `Replay missed deliveries to ${TOOL}` }).click();
  await own.getByRole("alertdialog").getByRole("button", { name: "Replay delivery" }).click();
  await receiver.arrived(1);
  await expect(endpoint.getByText("Healthy")).toBeVisible();
});

test("lists a webhook that answered 410 as needing attention", { tag: "@full" }, async ({
  page,
  credentials,
  expectAccessible,
}) => {
  gone = true;
  await publishTagline(own, slug);
  await runTick(page, credentials);
  await receiver.arrived(1);
  await own.goto(`/b/${slug}`);
  await expect(own.getByText(`Webhook of ${TOOL} was turned off`)).toContainText("The receiver answered 410 Gone.");
  await expectAccessible(own);
  await own.goto(`/b/${slug}/activity`);
  await expect(own.getByText(/Brand Identity Hub.*turned off the webhook of/).first()).toBeVisible();
  await page.goto("/admin/activity");
  await expect(page.getByText(/turned off the webhook of.*Brand Studio for /).first()).toBeVisible();
});

test("says why a tool without a webhook URL or signing secret gets no deliveries", { tag: "@full" }, async ({
  page,
  expectAccessible,
  screens,
}) => {
  await setGrant(page, slug, "Campaign Desk", true);
  const name = `Silent Press ${Date.now().toString(36)}`;
  await registerTool(page, name, `${receiver.url}/silent`, { secretless: true });
  await setGrant(page, slug, name, true);
  await own.goto(path);
  await expect(endpointOf(own, "Campaign Desk")).toContainText("Owners and admins can set one under Tools.");
  await expect(own.getByRole("button", { name: "Send test to Campaign Desk" })).toHaveCount(0);
  await expect(endpointOf(own, name)).toContainText("The hub has no signing secret for this tool");
  await sendTestAndClose(own, name);
  await expect(deliveries(own).getByText("No signing secret")).toBeVisible();
  await expect(deliveries(own).locator("[data-label='Next attempt']")).toHaveText("Paused");
  await expectAccessible(own);
  await screens(own, "webhooks-held");
  await rows(own).getByRole("link").click();
  await expect(own.getByText("No attempts yet")).toBeVisible();
  expect(receiver.received).toEqual([]);
});

test("lets viewers read but not act, and shows them only the origin of URLs", { tag: "@full" }, async ({
  page,
  visitor,
  people,
  signIn,
  allow,
  expectAccessible,
  screens,
}) => {
  await own.goto(path);
  await sendTestAndClose(own, TOOL);
  await receiver.arrived(1);
  const guest = await visitor(notified.crew.viewer);

  await guest.goto(path);
  await expect(guest.getByText("Only owners and admins see full webhook URLs.")).toBeVisible();
  await expect(endpointOf(guest, TOOL)).toContainText(`${new URL(receiver.url).origin}/…`);
  await expect(rows(guest).first()).toBeVisible();
  await expect(guest.getByRole("main").getByRole("button", { name: /^(Send test|Replay|Turn off)/ })).toHaveCount(0);
  await expectAccessible(guest);
  await screens(guest, "webhooks-viewer");
  await expect(rows(guest).getByRole("link")).toHaveCount(0);
  const url = (await rows(own).getByRole("link").first().getAttribute("href")) ?? "";
  await guest.goto(url);
  await expect(
    guest.getByRole("heading", { name: "Only owners and admins can see bodies and responses" }),
  ).toBeVisible();
  await expectAccessible(guest);
  await screens(guest, "delivery-viewer");
  for (const place of [path, url, `/b/${slug}/tools`]) {
    expect(await (await guest.request.get(place)).text()).not.toContain(CAPABILITY);
    expect(await (await own.request.get(place)).text()).toContain(CAPABILITY);
  }
  expect(receiver.received).toHaveLength(1);

  allow(/^404 GET .*\/developers\/webhooks/);
  const elsewhere = people.withRole("owner");
  await signIn(elsewhere.person, page);
  for (const place of [path, url]) expect((await page.goto(place))?.status(), place).toBe(404);
  await page.goto(url.replace(slug, elsewhere.slug));
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});

test("works on a phone by keyboard", { tag: "@full" }, async ({ screens }) => {
  broken = true;
  await own.setViewportSize({ width: 390, height: 844 });
  await own.goto(path);
  const press = async (name: string | RegExp, role: "button" | "link" = "button") => {
    await pressUntilFocused(own, own.getByRole(role, { name }).first());
    await own.keyboard.press("Enter");
  };
  await press(`Send test to ${TOOL}`);
  await expect(own.getByRole("radio", { name: /^hub\.test/ })).toBeFocused();
  await own.keyboard.press("Enter");
  await receiver.arrived(1);
  await expect(own.getByRole("region", { name: "Response" })).toContainText("HTTP 500");
  await own.keyboard.press("Escape");
  await expect(deliveries(own).getByText("Dead")).toBeVisible();
  await pressUntilFocused(own, own.getByText(`Show table for ${TOOL}`));
  await own.keyboard.press("Enter");
  await expect(own.getByRole("table", { name: `Deliveries to ${TOOL} by day` })).toBeVisible();
  broken = false;
  await press(`Replay failed deliveries to ${TOOL}`);
  await expect(own.getByRole("dialog").getByLabel("Created since")).toBeFocused();
  await own.keyboard.press("Enter");
  await expect(own.getByText("1 delivery queued").first()).toBeVisible();
  await expect(own.getByRole("button", { name: `Replay failed deliveries to ${TOOL}` })).toBeFocused();
  await receiver.arrived(2);
  await expect(deliveries(own).getByText("Delivered", { exact: true })).toBeVisible();
  await press(/^Replay: hub\.test/);
  await receiver.arrived(3);
  expect(new Set(receiver.received.map(idOf)).size).toBe(1);
  await screens(own, "webhooks-keyboard");
});
