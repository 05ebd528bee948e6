import type { Page } from "@playwright/test";
import { chooseFilter } from "./support/filters";
import { expect, test } from "./support/test";

const requestsOf = (slug: string) => `/b/${slug}/developers/requests`;
const rows = (page: Page) => page.getByRole("table", { name: "Requests" }).getByRole("row");
const filters = (page: Page) => page.getByRole("search", { name: "Filter requests" });
const nothing = (page: Page) => page.getByRole("heading", { name: "No matching requests" });

/** Reloads a list of requests until it has this many rows, because they are written after their responses. */
async function openUntil(page: Page, path: string, count: number): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await expect(rows(page)).toHaveCount(1 + count, { timeout: 500 });
  }).toPass();
}

test("finds a request by ID, outcome, operation, credential and day, for owners and admins only", async ({
  page,
  brand,
  signIn,
  expectAccessible,
  screens,
}) => {
  const { slug, owner, crew, apiKey } = brand("busy");
  await signIn(owner);
  await page.goto(`/b/${slug}/developers/webhooks`);
  await page.getByRole("navigation", { name: "Developer area" }).getByRole("link", { name: "Requests" }).click();
  await expect(page.getByRole("heading", { name: "No requests yet" })).toBeVisible();
  await screens(page, "developers-requests-empty");
  const ask = (path: string, data?: object) =>
    data
      ? page.request.post(path, { headers: { authorization: `Bearer ${apiKey}` }, data })
      : page.request.get(path, { headers: { authorization: `Bearer ${apiKey}` } });
  const read = await ask("/api/public/tools");
  const refused = await ask("/api/public/events", { type: "" });
  expect([read.status(), refused.status()]).toEqual([200, 400]);
  const id = refused.headers()["x-request-id"] ?? "";
  await openUntil(page, requestsOf(slug), 2);
  await expect(rows(page).nth(1)).toContainText("ingestLooseEvent");
  await expect(rows(page).nth(2)).toContainText("GET /api/public/tools");
  await expectAccessible(page);
  await screens(page, "developers-requests");

  await filters(page).getByPlaceholder("X-Request-Id").fill(id);
  await page.keyboard.press("Enter");
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(1)).toContainText(/400\s*bad_request/);
  await expect(rows(page).nth(1)).toContainText(id);
  await screens(page, "developers-request-found");
  await filters(page).getByRole("link", { name: "Clear", exact: true }).click();
  await expect(rows(page)).toHaveCount(3);

  await chooseFilter(filters(page), "Outcome", "Failed");
  await expect(rows(page)).toHaveCount(2);
  await chooseFilter(filters(page), "Operation", "listTools");
  await expect(nothing(page)).toBeVisible();
  await screens(page, "developers-requests-none");
  await page.getByRole("link", { name: "Show all" }).click();
  await rows(page).nth(1).getByRole("link").click();
  await expect(page).toHaveURL(/credential=api-key%3A/);
  await expect(rows(page)).toHaveCount(3);
  await page.goto(`${requestsOf(slug)}?until=2000-01-01`);
  await expect(nothing(page)).toBeVisible();
  await page.goto(`${requestsOf(slug)}?id=another`);
  await expect(page.getByText("are only in the administrators’ log")).toBeVisible();
  await page.goto(`${requestsOf(slug)}?after=x`);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();

  await signIn(crew.viewer);
  await page.goto(requestsOf(slug));
  await expect(page.getByRole("heading", { name: "Only owners and admins can see requests" })).toBeVisible();
  await screens(page, "developers-requests-viewer");
});

test("pages to older requests and back", { tag: "@full" }, async ({ page, brand, signIn }) => {
  const { slug, owner, apiKey } = brand("busy");
  await signIn(owner);
  for (let count = 0; count < 30; count += 1) {
    const data = { type: "" };
    const answer = await page.request.post("/api/public/events", {
      headers: { authorization: `Bearer ${apiKey}`, "x-request-id": `${slug}-${count}` },
      data,
    });
    expect(answer.status()).toBe(400);
  }
  await openUntil(page, `${requestsOf(slug)}?id=${slug}-29`, 1);
  await openUntil(page, requestsOf(slug), 25);
  const pages = page.getByRole("navigation", { name: "Request pages" });
  await expect(pages.getByRole("link", { name: "Newer" })).toHaveCount(0);
  await pages.getByRole("link", { name: "Older" }).click();
  await expect(rows(page)).toHaveCount(1 + 5);
  await expect(pages.getByRole("link", { name: "Newest" })).toBeVisible();
  await pages.getByRole("link", { name: "Newer" }).click();
  await expect(rows(page)).toHaveCount(1 + 25);
  await expect(rows(page).nth(1)).toContainText(`${slug}-29`);
});

test("hides an archived brand's requests from its members, keeps them for the hub, and restores both", {
  tag: "@full",
}, async ({ page, visitor, people, brand, signIn, allow }) => {
  allow(/^404 GET .*\/developers\//);
  const { slug, name, owner, apiKey } = brand("busy");
  const call = await page.request.get("/api/public/tools", { headers: { authorization: `Bearer ${apiKey}` } });
  const id = call.headers()["x-request-id"] ?? "";
  const own = await visitor(owner);
  await openUntil(own, `${requestsOf(slug)}?id=${id}`, 1);
  const deliveries = `/b/${slug}/developers/webhooks`;
  const exported = () => own.request.get(`${deliveries}/export`);
  expect((await exported()).status()).toBe(200);

  await signIn(people.hubAdmin);
  await page.goto(`/admin/brands/${slug}`);
  await page.getByRole("button", { name: "Archive" }).click();
  await page.getByRole("alertdialog").getByRole("textbox").fill(name);
  await page.getByRole("alertdialog").getByRole("button", { name: "Archive" }).click();
  await expect(page.getByText(`${name} archived`).first()).toBeVisible();
  for (const path of [requestsOf(slug), deliveries]) {
    await own.goto(path);
    await expect(own.getByRole("heading", { name: "Page not found" })).toBeVisible();
  }
  expect((await exported()).status()).toBe(404);
  await openUntil(page, `/admin/requests?id=${id}`, 1);
  await expect(rows(page).nth(1)).toContainText(name);

  await page.goto(`/admin/brands/${slug}`);
  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText(`${name} restored`).first()).toBeVisible();
  await openUntil(own, `${requestsOf(slug)}?id=${id}`, 1);
  expect(await (await exported()).text()).toMatch(/^id,type,tool,status/);
});

test("shows hub administrators all requests, including unauthenticated ones", async ({
  page,
  people,
  brand,
  signIn,
  expectAccessible,
  screens,
}) => {
  const { apiKey, name } = brand("busy");
  const stranger = await page.request.get("/api/public/tools", { headers: { authorization: "Bearer bih_nobody" } });
  const known = await page.request.get("/api/public/tools", { headers: { authorization: `Bearer ${apiKey}` } });
  const [strangers, knowns] = [stranger, known].map((answer) => answer.headers()["x-request-id"] ?? "");
  await signIn(people.hubAdmin);
  await page.goto("/admin/activity");
  await page.getByRole("navigation", { name: "Administration" }).getByRole("link", { name: "Requests" }).click();
  await expect(page.getByRole("heading", { name: "API requests" })).toBeVisible();
  await openUntil(page, `/admin/requests?id=${strangers}`, 1);
  await expect(rows(page).nth(1)).toContainText(/401\s*unauthorized/);
  await expect(rows(page).nth(1)).toContainText("No valid credential");
  await openUntil(page, `/admin/requests?id=${knowns}`, 1);
  await expect(rows(page).nth(1)).toContainText(name);
  await page.goto("/admin/requests");
  await expect(rows(page).nth(1)).toBeVisible();
  await expectAccessible(page);
  await screens(page, "admin-requests");
});
