import type { Page } from "@playwright/test";
import { chooseFilter, removeFilter } from "./support/filters";
import { expect, test } from "./support/test";

/** A search that is part of the URL shows its box however short the list is. */
async function find(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole("searchbox", { name: label }).fill(text);
  await page.keyboard.press("Enter");
}

test("searches the account's sessions and tokens", { tag: "@full" }, async ({
  visitor,
  people,
  expectAccessible,
  screens,
}) => {
  const page = await visitor(people.several);
  await page.goto("/account/tokens");
  const names = ["Nightly report", "Press list"].map((name) => `${name} ${Date.now().toString(36)}`);
  for (const name of names) {
    await page.getByRole("button", { name: "Issue token" }).first().click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill(name);
    await page.getByRole("button", { name: "Issue token" }).click();
    await page.getByRole("button", { name: "I’ve saved it" }).click();
  }
  const [nightly = "", press = ""] = names;
  const tokens = page.getByRole("table", { name: "Session tokens" });
  const browsers = page.getByRole("table", { name: "Signed-in browsers" });
  await page.goto(`/account/tokens?q=${encodeURIComponent(nightly)}`);
  await expect(tokens.getByRole("row")).toHaveCount(2);
  await find(page, "Search tokens", press.toUpperCase());
  await expect(tokens.getByRole("rowheader")).toHaveText([press]);
  await expectAccessible(page);

  await page.goto("/account/security?q=no+such+browser");
  await expect(page.getByRole("heading", { name: "No browsers match “no such browser”" })).toBeVisible();
  await find(page, "Search browsers", "chrome");
  await expect(browsers).toContainText("This browser");
  await screens(page, "account-search");
  await page.getByRole("link", { name: "Clear search" }).click();
  await expect(page).toHaveURL(/account\/security$/);

  for (const name of names) {
    await page.goto(`/account/tokens?q=${encodeURIComponent(name)}`);
    await page.getByRole("button", { name: `Revoke ${name}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke token" }).click();
    await expect(page.getByRole("heading", { name: /^No tokens match/ })).toBeVisible();
  }
});

test("finds an endpoint by its tool and keeps the delivery filter", {
  tag: "@full",
}, async ({ page, people, signIn, expectAccessible }) => {
  const { person, slug } = people.withRole("owner");
  await signIn(person);
  await page.goto(`/b/${slug}/developers/webhooks?status=dead&endpoint=campaign`);
  const endpoints = page.getByRole("region", { name: "Endpoints" });
  await expect(endpoints.getByRole("heading", { level: 3 })).toHaveText([/Campaign Desk/]);
  await find(page, "Search endpoints", "BRAND-studio");
  await expect(endpoints.getByRole("heading", { level: 3 })).toHaveText([/Brand Studio/]);
  const statuses = page.getByRole("navigation", { name: "Deliveries by status" });
  await expect(statuses.getByRole("link", { name: "Dead" })).toHaveAttribute("aria-current", "page");
  await statuses.getByRole("link", { name: "Cancelled" }).click();
  await expect(page).toHaveURL(/status=cancelled/);
  await expect(endpoints.getByRole("heading", { level: 3 })).toHaveText([/Brand Studio/]);
  await find(page, "Search endpoints", "no such tool");
  await expect(page.getByRole("heading", { name: "No endpoint matches “no such tool”" })).toBeVisible();
  await expectAccessible(page);
  await endpoints.getByRole("link", { name: "Show all" }).click();
  await expect(page).toHaveURL(/webhooks\?status=cancelled$/);
  await expect(endpoints.getByRole("heading", { level: 3 })).toHaveText([/Brand Studio/, /Campaign Desk/]);
});

test("finds a credential by name and keeps the chart", async ({
  page,
  people,
  credentials,
  signIn,
  expectAccessible,
}) => {
  const { person, slug, id } = people.withRole("owner");
  await signIn(person);
  const key = credentials.api_keys.find(({ brand_id }) => brand_id === id)?.key;
  await page.request.get("/api/public/tools", { headers: { authorization: `Bearer ${key}` } });
  const table = page.getByRole("table", { name: "Usage by credential" });
  await expect(async () => {
    await page.goto(`/b/${slug}/developers/usage?q=${key?.slice(-4)}`);
    await expect(table.getByRole("row")).toHaveCount(2, { timeout: 1000 });
  }).toPass();
  await expect(table).toContainText(key?.slice(-4) ?? "no key");
  await find(page, "Search credentials", "no such credential");
  await expect(page.getByRole("heading", { name: "No credential matches “no such credential”" })).toBeVisible();
  await expect(page.getByRole("link", { name: "7 days" })).toHaveAttribute("href", /q=no\+such\+credential/);
  await expectAccessible(page);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("filters a list by links, each with its URL", { tag: "@full" }, async ({ page, people, signIn, allow }) => {
    // Scripts that the browser was told to block.
    allow(/^csp GET .*\/_next\//);
    const { person, slug } = people.withRole("owner");
    await signIn(person);
    await page.goto(`/b/${slug}/activity?q=published`);
    const bar = page.getByRole("search", { name: "Filter activity" });
    await chooseFilter(bar, "Type", "Publishing");
    await expect(page).toHaveURL(/activity\?q=published&kind=identity\.$/);
    await chooseFilter(bar, "Type", "Members");
    await removeFilter(bar, "Type");
    await expect(page).toHaveURL(/activity\?q=published$/);
  });
});
