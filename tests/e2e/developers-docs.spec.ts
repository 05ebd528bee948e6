import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/test";

const docsOf = (slug: string) => `/b/${slug}/developers/docs`;
const authorize = (page: Page) => page.getByRole("button", { name: "Authorize", exact: true });

/** Opens the page and its explorer. Returns the page's response. */
async function openExplorer(page: Page, slug: string) {
  const answer = await page.goto(docsOf(slug));
  await page.getByRole("button", { name: "Open API explorer" }).press("Enter");
  await authorize(page).waitFor();
  return answer;
}

async function openOperation(page: Page, name: string) {
  await page.getByRole("button", { name, exact: true }).press("Enter");
  const operation = page.locator(".opblock.is-open").filter({ has: page.getByRole("button", { name, exact: true }) });
  await expect(operation.getByRole("button", { name: "Try it out" })).toBeVisible();
  return operation;
}

const storedIn = (page: Page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

test("takes a credential by keyboard and keeps it on the page only", { tag: "@full" }, async ({
  page,
  people,
  signIn,
  expectAccessible,
  screens,
}) => {
  const { person, slug } = people.withRole("owner");
  await signIn(person);
  await openExplorer(page, slug);
  await expectAccessible(page);
  await screens(page, "developers-docs");

  await authorize(page).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Credentials" });
  await expect(dialog.getByLabel("API key")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("Enter a credential");
  await expectAccessible(page);
  await screens(page, "developers-docs-credentials", { part: "view" });
  await dialog.getByLabel("API key").fill("bih_for-this-page-alone");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(authorize(page)).toBeFocused();
  expect(await storedIn(page)).not.toContain("for-this-page-alone");

  await authorize(page).press("Enter");
  await expect(dialog).toContainText("In use");
  await expect(dialog.getByLabel("API key")).toHaveValue("");
  await dialog.getByRole("button", { name: "Remove credentials" }).click();
  await expect(authorize(page)).toBeFocused();
  await authorize(page).press("Enter");
  await expect(dialog.getByLabel("API key")).toBeVisible();
  await expect(dialog).not.toContainText("In use");
});

test("calls this hub with an API key under the production content policy", async ({
  page,
  people,
  signIn,
  credentials,
  expectAccessible,
  screens,
}) => {
  const { person, slug, id } = people.withRole("owner");
  const key = credentials.api_keys.find(({ brand_id }) => brand_id === id)?.key ?? "";
  await signIn(person);
  const policy = (await openExplorer(page, slug))?.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("connect-src 'self';");
  expect(policy).not.toContain("unsafe-eval");
  await authorize(page).click();
  await page.getByRole("dialog").getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Use credentials" }).click();
  const operation = await openOperation(page, "GET /api/public/brands List the caller's brands");
  await operation.getByRole("button", { name: "Try it out" }).press("Enter");
  const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === "/api/public/brands");
  await operation.getByRole("button", { name: "Execute" }).press("Enter");
  expect((await answered).status()).toBe(200);
  const shown = operation.locator(".live-responses-table");
  await expect(shown.getByRole("cell", { name: "200", exact: true })).toBeVisible();
  await expect(shown).toContainText(`"slug": "${slug}"`);
  await expect(shown).toContainText('"role": "api-key"');
  // The response moves the page, and axe would see the button under the pointer mid-transition.
  await page.mouse.move(0, 0);
  await expectAccessible(page);
  await screens(page, "developers-docs-answer");
});

test("describes an operation whose example body can be edited and sent", { tag: "@full" }, async ({
  page,
  people,
  signIn,
  allow,
  expectAccessible,
}) => {
  const { person, slug } = people.withRole("viewer");
  await signIn(person);
  await openExplorer(page, slug);
  const operation = await openOperation(page, "POST /api/public/federation/exchange Exchange a federation token");
  await operation.getByRole("button", { name: "Try it out" }).click();
  await operation.getByRole("textbox", { name: "Request body" }).fill('{ "token": "no token" }');
  await expectAccessible(page, { include: ".opblock.is-open" });
  allow(/^401 POST .*\/federation\/exchange$/);
  await operation.getByRole("button", { name: "Execute" }).click();
  await expect(operation.locator(".live-responses-table")).toContainText('"code": "unauthorized"');
  await operation.getByRole("tab", { name: "Schema" }).first().click();
  await expectAccessible(page, { include: ".opblock.is-open" });
});

test("serves the contract kit with its checksum, the PDF and the OpenAPI document", async ({
  page,
  people,
  signIn,
}) => {
  const { person, slug } = people.withRole("viewer");
  await signIn(person);
  await page.goto(docsOf(slug));
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: /^Download contract kit/ }).click();
  const download = await downloading;
  const [checksum, fileName] = (await page.getByRole("region", { name: "SHA-256 of the contract kit" }).innerText())
    .trim()
    .split(/\s+/);
  expect(download.suggestedFilename()).toBe(fileName);
  const archive = readFileSync(await download.path());
  expect(createHash("sha256").update(archive).digest("hex")).toBe(checksum);

  const linked = async (name: RegExp) =>
    page.request.get((await page.getByRole("link", { name }).getAttribute("href")) ?? "");
  const pdf = await linked(/^Open API reference/);
  expect(pdf.headers()["content-type"]).toBe("application/pdf");
  expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-");
  const openApi = await linked(/^Open OpenAPI 3.1/);
  expect(openApi.headers()["content-type"]).toBe("application/json");
  expect(await openApi.json()).toMatchObject({ openapi: "3.1.0", info: { version: "1.0.0" } });
});
