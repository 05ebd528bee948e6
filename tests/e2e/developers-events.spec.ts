import type { Page } from "@playwright/test";
import { chooseFilter, typeFilter } from "./support/filters";
import { runInShell } from "./support/shell";
import { expect, test } from "./support/test";

const TOOL = "brand-studio";

const eventsOf = (slug: string) => `/b/${slug}/developers/events`;
const rows = (page: Page) => page.getByRole("table", { name: "Events" }).getByRole("row");
/** The header row and a full page of rows. */
const PAGE_OF_ROWS = 1 + 25;

const sampleIn = (page: Page, version: number) =>
  page.getByRole("region", { name: `curl, version ${version}` }).innerText();

test("accepts events of both versions by the shown curl commands, and shows each in full", async ({
  page,
  brand,
  signIn,
  credentials,
  expectAccessible,
  screens,
}) => {
  const bare = brand("bare");
  await signIn(bare.owner);
  await page.goto(eventsOf(bare.slug));
  await expect(page.getByRole("heading", { name: "No events yet" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Events appear here when a tool or service sends them.");
  await screens(page, "developers-events-empty");

  const { slug, owner, apiKey } = brand("busy");
  await signIn(owner);
  await page.goto(eventsOf(slug));
  const token = credentials.tools.find((tool) => tool.slug === TOOL)?.child_token ?? "";
  const versionOne = await sampleIn(page, 1);
  const send = () => JSON.parse(runInShell(versionOne, { HUB_TOKEN: token }));
  expect(send()).toEqual({ ok: true, deduped: false });
  expect(send()).toEqual({ ok: true, deduped: true });
  await page.getByRole("tab", { name: "Version 1" }).focus();
  await page.keyboard.press("ArrowRight");
  expect(JSON.parse(runInShell(await sampleIn(page, 0), { BRAND_HUB_API_KEY: apiKey }))).toEqual({ ok: true });

  await page.goto(eventsOf(slug));
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(1)).toContainText(
    /order\.created\s*v0\s*Order desk \(API key\)\s*None\s*Never\s*(just now|.* ago)/,
  );
  await expect(rows(page).nth(2)).toContainText(
    /asset\.approved\s*v1\s*Brand Studio \(tool\)\s*sample-\d+\s*Once\s*(just now|.* ago)/,
  );
  await expectAccessible(page);
  await screens(page, "developers-events");

  await page.getByRole("link", { name: "asset.approved" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "asset.approved" })).toBeVisible();
  const facts = page.getByRole("main");
  await expect(facts).toContainText("Version 1");
  await expect(facts).toContainText("Brand Studio (tool)");
  await expect(facts).toContainText(/Idempotency keysample-\d+/);
  await expect(facts).toContainText("Once. The same idempotency key was sent again. Only the first event counts.");
  expect(JSON.parse(await page.getByRole("region", { name: "JSON" }).innerText())).toEqual({ asset: "poster-12" });
  await expectAccessible(page);
  await screens(page, "developers-event");

  await page.getByRole("link", { name: /^sample-/ }).click();
  await expect(page).toHaveURL(/\/events\?trace=sample-\d+$/);
  await expect(rows(page)).toHaveCount(2);
});

test("filters by version, tool, type, trace ID and words, and pages from newest to oldest", {
  tag: "@full",
}, async ({ page, brand, signIn, credentials, expectAccessible, screens }) => {
  const { id, slug, owner, apiKey } = brand("busy");
  await signIn(owner);
  const token = credentials.tools.find((tool) => tool.slug === TOOL)?.child_token;
  const numbered = Array.from({ length: 30 }, (_, index) => String(index).padStart(2, "0"));
  const sent = await page.request.post("/api/public/v1/events/batch", {
    headers: { authorization: `Bearer ${token}`, "x-tool-slug": TOOL },
    data: {
      events: numbered.map((number) => ({
        brand_id: id,
        type: number === "07" ? "campaign.started" : "asset.approved",
        occurred_at: "2026-03-14T09:26:53.589Z",
        idempotency_key: `paged-${number}`,
        trace_id: `trace-${number}`,
        payload: { number },
      })),
    },
  });
  expect(sent.status()).toBe(200);
  const loose = { headers: { authorization: `Bearer ${apiKey}` }, data: { type: "order.created" } };
  expect((await page.request.post("/api/public/events", loose)).status()).toBe(200);

  await page.goto(eventsOf(slug));
  await expect(rows(page)).toHaveCount(PAGE_OF_ROWS);
  await expect(rows(page).nth(1)).toContainText("order.created");
  const traces = async () => (await rows(page).allInnerTexts()).flatMap((row) => /trace-\d\d/.exec(row) ?? []);
  const newest = await traces();
  await page.getByRole("link", { name: "Older" }).click();
  await expect(rows(page)).toHaveCount(1 + 31 - 25);
  await expect(page.getByText("End of list")).toBeVisible();
  expect([...newest, ...(await traces())].toSorted()).toEqual(numbered.map((number) => `trace-${number}`));
  await page.getByRole("link", { name: "Newest" }).click();
  await expect(rows(page)).toHaveCount(PAGE_OF_ROWS);

  const filters = page.getByRole("search", { name: "Filter events" });
  const found = async (count: number) => {
    await expect(rows(page)).toHaveCount(1 + count);
    await filters.getByRole("link", { name: "Clear", exact: true }).click();
    await expect(rows(page)).toHaveCount(PAGE_OF_ROWS);
  };
  await chooseFilter(filters, "Version", "Version 0");
  await found(1);
  await chooseFilter(filters, "Tool", "Brand Studio");
  await typeFilter(filters, "Type", { Type: "campaign.started" });
  await found(1);
  await typeFilter(filters, "Trace ID", { "Trace ID": "trace-11" });
  await found(1);
  await filters.getByRole("searchbox", { name: "Search" }).fill("paged-2");
  await page.keyboard.press("Enter");
  await found(10);

  await filters.getByRole("searchbox", { name: "Search" }).fill("100%_of nothing");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "No event matches these filters" })).toBeVisible();
  await expectAccessible(page);
  await screens(page, "developers-events-none");
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(rows(page)).toHaveCount(PAGE_OF_ROWS);
});
