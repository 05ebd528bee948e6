import type { Locator } from "@playwright/test";
import { expect, test } from "./support/test";

test("leads from the sign-in page to samples in a chosen language on every page", async ({
  page,
  expectAccessible,
  screens,
}) => {
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "documentation" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Documentation" })).toBeVisible();
  await expectAccessible(page);
  await screens(page, "guide-start");

  for (const door of ["Read a bundle", "Receive a webhook", "Sign users in"])
    await expect(page.getByRole("main").getByRole("link", { name: door })).toBeVisible();
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Quickstart/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Quickstart" })).toBeVisible();
  const samples = page.getByRole("tablist", { name: /^Language: / });
  await expect(page.getByText("export async function readBundle")).toBeHidden();
  await samples.first().getByRole("tab", { name: "Python" }).click();
  for (const sample of await samples.all())
    await expect(sample.getByRole("tab", { name: "Python" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByText("def read_bundle")).toBeVisible();
  await page.reload();
  await expect(page.getByText("def read_bundle")).toBeVisible();
  await expectAccessible(page);
  await screens(page, "guide-quickstart");

  await page.goto("/docs/operations#read-a-brands-bundle");
  await expect(page.getByRole("heading", { name: "Read a brand's bundle" })).toBeInViewport();
  await page.getByRole("main").getByRole("link", { name: "Read a brand's bundle" }).last().click();
  await expect(page.getByRole("heading", { level: 1, name: "Bundle API" })).toBeVisible();
  const request = page.getByText(`urlopen(request)`).first();
  await expect(request).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  const parameters = page.getByRole("heading", { name: "Parameters" }).first();
  const left = async (place: Locator) => (await place.boundingBox())?.x ?? 0;
  expect(await left(request)).toBeGreaterThan((await left(parameters)) + 500);
  expect((await page.content()).length).toBeLessThan(1_000_000);
  await expectAccessible(page);
  await screens(page, "guide-operations");
});

test("shows every docs page without horizontal scrolling", { tag: "@full" }, async ({
  page,
  expectAccessible,
  screens,
}) => {
  await page.goto("/docs");
  const links = await page.getByRole("main").getByRole("link").all();
  const addresses = await Promise.all(links.map((link) => link.getAttribute("href")));
  expect(addresses.length).toBeGreaterThan(10);
  for (const address of addresses) {
    await page.goto(address ?? "");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
  await page.goto("/docs/webhooks#verifying-a-signature");
  await expect(page.getByRole("heading", { name: "Verifying a signature" })).toBeInViewport();
  await expectAccessible(page);
  await screens(page, "guide-webhooks");
  for (const id of ["operations", "kit-types", "errors", "changelog"]) {
    await page.goto(`/docs/${id}`);
    await expectAccessible(page);
    await screens(page, `guide-${id}`);
  }
});

test("finds a section by its words and says when none matches", { tag: "@full" }, async ({
  page,
  expectAccessible,
  screens,
}) => {
  await page.goto("/docs");
  const search = page.getByRole("searchbox", { name: "Search the docs" });
  await search.fill("changing secret");
  await search.press("Enter");
  await expect(page).toHaveURL(/\/docs\/search\?q=changing\+secret$/);
  await expect(page.getByRole("main").getByRole("link").first()).toHaveText("Changing the secret");
  await expectAccessible(page);
  await screens(page, "guide-search");
  await page.getByRole("main").getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: "Changing the secret" })).toBeInViewport();
  await search.fill("zzzz");
  await search.press("Enter");
  await expect(page.getByText("No results")).toBeVisible();
});

test("serves pages as Markdown and links the API description", async ({ page, allow }) => {
  allow(/^404 GET .*\/docs\/nothing/);
  const { request } = page;
  const markdown = await request.get("/docs/webhooks.md");
  expect(markdown.headers()["content-type"]).toBe("text/markdown; charset=utf-8");
  expect(await markdown.text()).toContain("# Webhooks");
  expect((await request.get("/docs/nothing.md")).status()).toBe(404);
  expect((await page.goto("/docs/nothing"))?.status()).toBe(404);

  const llms = await (await request.get("/llms.txt")).text();
  for (const [, address = ""] of llms.matchAll(/\]\((\S+)\)/g))
    expect((await request.get(new URL(address).pathname)).status(), address).toBe(200);

  const collection = await request.get("/api.postman_collection.json");
  expect(collection.headers()["content-disposition"]).toContain("brand-identity-hub.postman_collection.json");
  expect((await collection.json()).item.map(({ name }: { name: string }) => name)).toContain("Bundle");

  const catalog = await request.get("/.well-known/api-catalog");
  expect(catalog.headers()["content-type"]).toContain("application/linkset+json");
  const [entry] = (await catalog.json()).linkset;
  for (const { href } of [...entry["service-desc"], ...entry["service-doc"], ...entry.status])
    expect((await request.get(new URL(href).pathname)).status(), href).toBe(200);

  for (const [from, to] of [
    ["/openapi.json", "/api/public/v1/docs/openapi.json"],
    ["/api.pdf", "/api/public/v1/docs/api.pdf"],
  ] as const) {
    const redirect = await request.get(from, { maxRedirects: 0 });
    expect([redirect.status(), redirect.headers().location]).toEqual([307, to]);
  }
});
