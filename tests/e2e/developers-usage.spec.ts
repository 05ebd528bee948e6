import type { Page } from "@playwright/test";
import { fetchBundle } from "./support/bundle";
import { issueKey } from "./support/keys";
import { setGrant } from "./support/registry";
import { expect, test } from "./support/test";

const usageOf = (slug: string) => `/b/${slug}/developers/usage`;
const rowOf = (page: Page, name: string) =>
  page.getByRole("table", { name: "Usage by credential" }).getByRole("row").filter({ hasText: name });

async function revokeKey(page: Page, slug: string, name: string): Promise<void> {
  await page.goto(`/b/${slug}/developers/keys`);
  await page.getByRole("button", { name: new RegExp(`^Revoke ${name} `) }).click();
  await page.getByRole("alertdialog").getByRole("textbox").fill(name);
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText(`“${name}” revoked`).first()).toBeVisible();
}

test("counts requests, errors and 429s per credential, as a chart and as tables", { tag: "@full" }, async ({
  page,
  people,
  brand,
  signIn,
  visitor,
  allow,
  credentials,
  expectAccessible,
  screens,
}) => {
  const { id, slug, owner } = brand("bare");
  await signIn(owner);
  await page.goto(usageOf(slug));
  await expect(page.getByRole("heading", { name: "No requests in 24 hours" })).toBeVisible();
  await expectAccessible(page);
  await screens(page, "developers-usage-empty");

  const shop = { authorization: `Bearer ${await issueKey(page, slug, "Web shop", "Send events")}` };
  const former = { authorization: `Bearer ${await issueKey(page, slug, "Former shop")}` };
  await revokeKey(page, slug, "Former shop");
  allow(/^(400|401|403|429) /);
  const statuses: number[] = [];
  for (let sent = 0; sent < 3; sent += 1) {
    statuses.push((await page.request.post("/api/public/events", { headers: shop, data: {} })).status());
  }
  for (let sent = 0; sent < 63; sent += 1) {
    statuses.push((await page.request.get("/api/public/brands", { headers: shop })).status());
  }
  expect(statuses.toSorted()).toEqual([...Array(57).fill(200), ...Array(3).fill(400), ...Array(6).fill(429)]);
  for (let sent = 0; sent < 2; sent += 1) {
    expect((await page.request.get("/api/public/tools", { headers: former })).status()).toBe(401);
  }
  const readBundle = async () => (await fetchBundle(page.request, credentials, id)).status();
  expect(await readBundle()).toBe(403);
  const admin = await visitor(people.hubAdmin);
  await setGrant(admin, slug, "Brand Studio", true);
  expect(await readBundle()).toBe(200);

  await expect(async () => {
    await page.goto(usageOf(slug));
    await expect(rowOf(page, "Web shop")).toHaveText(/Web shop.*bih_.*in the chart6636$/, { timeout: 1000 });
    await expect(rowOf(page, "Former shop")).toHaveText(/Former shop.*220$/, { timeout: 1000 });
    await expect(rowOf(page, "Brand Studio")).toHaveText(/Brand StudioChild tool210$/, { timeout: 1000 });
  }).toPass();
  const picture = page.getByRole("img", { name: /^Web shop: / });
  await expect(picture).toHaveAccessibleName(/66 requests, 3 errors and 6 rejected with 429 in 24 hours/);
  await expect(picture).toContainText("limit: 3,600");
  await expect(page.getByRole("figure")).toContainText("60 requests per rolling minute");
  await page.getByText("Show data per hour").click();
  const numbers = page.getByRole("table", { name: "Requests of Web shop per hour" });
  const summed = (await numbers.getByRole("row").allInnerTexts())
    .slice(1)
    .map((row) => row.trim().split(/\s+/).slice(-3).map(Number))
    .reduce((sums, row) => sums.map((sum, index) => sum + (row[index] ?? 0)));
  expect(summed).toEqual([66, 3, 6]);
  await expectAccessible(page);
  await screens(page, "developers-usage");

  await page.getByRole("link", { name: "Brand Studio" }).click();
  await expect(page.getByRole("img", { name: /^Brand Studio: 2 requests, 1 error and/ })).toBeVisible();
  await page.getByRole("link", { name: "30 days" }).click();
  await expect(page.getByRole("img", { name: /in 30 days/ })).toHaveAccessibleName(/^Brand Studio: /);
  await expectAccessible(page);
  await screens(page, "developers-usage-month");
});
