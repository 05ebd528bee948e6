import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import type { Received } from "../support/receiver";
import { makeHandOverLink, registerTool, setGrant } from "./support/registry";
import { expect, test } from "./support/test";

const NAME = "Letter Shop";
const ENDED = "This link no longer works";

const dialogOf = (page: Page) => page.getByRole("dialog");
const rowOf = (page: Page, name: string) =>
  page.getByRole("table", { name: "Setup links" }).getByRole("row").filter({ hasText: name });

const shown = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("gives an operator without an account the credentials by a setup link, and shows the setup progress", {
  tag: "@full",
}, async ({ page, people, brand, signIn, visitor, receive, expectAccessible, screens }) => {
  const { slug: brandSlug, id: brandId } = brand("bare");
  await signIn(people.hubAdmin);
  const tool = await registerTool(page, NAME);
  await expect(page.getByRole("heading", { name: "No setup links yet" })).toBeVisible();
  await page.getByRole("button", { name: "Create setup link" }).click();
  await dialogOf(page).getByRole("button", { name: "Create link" }).click();
  await expect(dialogOf(page).getByLabel("Recipient")).toHaveAccessibleDescription(/Enter a recipient/);
  await expect(dialogOf(page).getByLabel("Expires")).toHaveValue("72");
  await expectAccessible(page);
  await screens(page, "setup-link-make", { part: "view" });
  await page.keyboard.press("Escape");
  const url = await makeHandOverLink(page, "Letter Shop, operations");
  await expect(rowOf(page, "operations")).toContainText("Waiting");
  expect(await page.content()).not.toContain(url);

  // A link preview doesn't use up the link.
  const operator = await visitor();
  const preview = await operator.request.get(url);
  expect([preview.status(), preview.headers()["cache-control"]]).toEqual([200, expect.stringContaining("no-store")]);
  expect(await preview.text()).toMatch(/name="robots" content="noindex"|name="referrer" content="no-referrer"/);
  // Links sent before `/setup` still work.
  await operator.goto(url.replace("/setup/", "/hand-over/"));
  await expect(operator).toHaveURL(url);
  await expect(operator.getByRole("heading", { name: `Credentials for ${NAME}` })).toBeVisible();
  await expect(operator.getByText("“Letter Shop, operations”, from")).toBeVisible();
  await expectAccessible(operator);
  await screens(operator, "setup-link-waiting");
  await page.reload();
  await expect(rowOf(page, "operations")).toContainText("Opened");
  await expectAccessible(page);
  await screens(page, "setup-link-list");

  const status = page.getByRole("combobox", { name: "Status" });
  const save = page.getByRole("button", { name: "Save tool", exact: true });
  const reveal = operator.getByRole("button", { name: "Show credentials" });
  await status.selectOption("disabled");
  await save.click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /Disable/ })
    .click();
  await expect(page.getByText("Tool saved").first()).toBeVisible();
  await reveal.click();
  await expect(operator.getByText(/^The tool is disabled/).first()).toBeVisible();
  await operator.reload();
  await expect(reveal).toHaveAccessibleDescription(/The tool is disabled/);
  await screens(operator, "setup-link-disabled");
  await page.reload();
  await status.selectOption("active");
  await save.click();
  await expect(page.getByText("Tool saved").first()).toBeVisible();
  await operator.reload();

  await reveal.click();
  const token = await shown(operator, "Child app token").innerText();
  const secret = await shown(operator, "Webhook signing secret").innerText();
  expect(secret).toMatch(/^whsec_/);
  await expect(shown(operator, ".env")).toContainText(`HUB_TOKEN=${token}`);
  await expectAccessible(operator);
  await screens(operator, "setup-link-revealed");
  await operator.getByRole("button", { name: "I’ve saved it" }).click();
  await expect(operator.getByRole("heading", { name: `Set up ${NAME}` })).toBeVisible();
  for (const text of [await operator.content(), await (await operator.request.get(url)).text()]) {
    expect(text).not.toContain(token);
    expect(text).not.toContain(secret);
  }
  await expect(operator.getByText("No brands yet", { exact: true })).toBeVisible();
  await expect(operator.getByRole("button", { name: "Send test" })).toHaveAccessibleDescription(/No brand has access/);

  // For everyone else the link now looks as if it never existed.
  const stranger = await visitor();
  await stranger.goto(url);
  await expect(stranger.getByRole("heading", { name: ENDED })).toBeVisible();
  await expectAccessible(stranger);
  await screens(stranger, "setup-link-ended");

  await setGrant(page, brandSlug, NAME, true);
  await expect(operator.getByText("Enter the URL of your webhook receiver first.").first()).toBeVisible();
  const verified: boolean[] = [];
  const receiver = await receive((response, { headers, body }: Received) => {
    try {
      new Webhook(secret).verify(body.toString(), headers as Record<string, string>);
      verified.push(true);
      response.writeHead(200).end();
    } catch {
      verified.push(false);
      response.writeHead(401).end();
    }
  });
  await operator.getByLabel("Webhook URL").fill("ftp://nowhere.example");
  await operator.getByRole("button", { name: "Save URL" }).click();
  await expect(operator.getByLabel("Webhook URL")).toHaveAccessibleDescription(/https/);
  await operator.getByLabel("Webhook URL").fill(receiver.url);
  await operator.getByRole("button", { name: "Save URL" }).click();
  await expect(operator.getByText("Webhook URL saved").first()).toBeVisible();
  await operator.getByRole("button", { name: "Send test" }).click();
  await expect(operator.getByText("Your receiver answered 200")).toBeVisible();
  expect(verified).toEqual([true]);
  await expect(operator.getByText("First webhook answered.")).toBeVisible();

  const headers = { authorization: `Bearer ${token}`, "x-tool-slug": tool };
  const bundle = await operator.request.get(`/api/public/v1/brand/by-id/${brandId}/bundle`, { headers });
  expect(bundle.status()).toBe(200);
  await expect(operator.getByText("First bundle read.")).toBeVisible();
  const event = {
    brand_id: brandId,
    type: "setup.tried",
    occurred_at: new Date().toISOString(),
    idempotency_key: randomUUID(),
    payload: {},
  };
  const sent = await operator.request.post("/api/public/v1/events", { headers, data: event });
  expect(sent.status()).toBe(200);
  await expect(operator.getByText("First event sent.")).toBeVisible();
  await expectAccessible(operator);
  await screens(operator, "setup-link-connected");

  await page.goto(`/admin/tools/${tool}`);
  await expect(rowOf(page, "operations")).toContainText("Used");
  await page.goto("/admin/activity");
  await expect(
    page.getByRole("row").filter({ hasText: "revealed the credentials of the setup link" }).first(),
  ).toContainText("Letter Shop, operations");

  // After a withdrawal the page closes, but the credentials keep working.
  await page.goto(`/admin/tools/${tool}`);
  await rowOf(page, "operations")
    .getByRole("button", { name: /^Revoke link/ })
    .click();
  await expect(page.getByRole("alertdialog")).toContainText("keep working");
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke link" }).click();
  await expect(rowOf(page, "operations")).toContainText("Revoked");
  await operator.reload();
  await expect(operator.getByRole("heading", { name: ENDED })).toBeVisible();
  const still = await operator.request.get(`/api/public/v1/brand/by-id/${brandId}/bundle`, {
    headers: { authorization: `Bearer ${token}`, "x-tool-slug": tool },
  });
  expect(still.status()).toBe(200);
});

test("takes five steps to register and grant a tool, and five to connect it", { tag: "@full" }, async ({
  page,
  people,
  brand,
  signIn,
  visitor,
  receive,
  expectAccessible,
  screens,
}) => {
  const { slug: brandSlug } = brand("bare");
  const name = `Ink Room ${Date.now().toString(36)}`;
  let secret = "";
  const receiver = await receive((response, { headers, body }: Received) => {
    try {
      new Webhook(secret).verify(body.toString(), headers as Record<string, string>);
      response.writeHead(200).end();
    } catch {
      response.writeHead(401).end();
    }
  });
  await signIn(people.hubAdmin);
  await page.goto("/admin/tools");
  // The administrator opens the form,
  await page.getByRole("link", { name: "Register tool" }).click();
  // enters name and URL, with slug and link already filled in,
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "Default webhook URL" }).fill(receiver.url);
  await expect(page.getByRole("radio", { name: "Create a setup link" })).toBeChecked();
  await expectAccessible(page);
  await screens(page, "tool-register");
  // registers,
  await page.getByRole("button", { name: "Register tool" }).click();
  const block = dialogOf(page).getByRole("region", { name: "Setup link" });
  await expect(block).toHaveText(/\/setup\/[\w-]{43}$/);
  await expectAccessible(page);
  await screens(page, "tool-registered-by-link", { part: "view" });
  // copies the link,
  const url = await block.innerText();
  await page.getByRole("button", { name: "I’ve saved it" }).click();
  await expect(page).toHaveURL(/\?brands=all#brands$/);
  expect(await page.content()).not.toContain(url);
  await expect(page.getByRole("heading", { name: "No credentials yet" })).toBeVisible();
  await expect(rowOf(page, "Operator")).toContainText("Waiting");
  // and ticks a brand.
  await page.getByRole("searchbox", { name: "Search" }).fill(brandSlug);
  await page.getByRole("searchbox", { name: "Search" }).press("Enter");
  await expect(page).toHaveURL(new RegExp(`q=${brandSlug}`));
  await page.getByRole("checkbox", { name: new RegExp(`^${name} for `) }).click();
  await expect(page.getByText(`can now use ${name}`).first()).toBeVisible();
  await screens(page, "tool-brands-to-grant");

  // The operator opens the link, reveals and copies the credentials, starts the tool,
  const operator = await visitor();
  await operator.goto(url);
  await operator.getByRole("button", { name: "Show credentials" }).click();
  secret = (await shown(operator, "Webhook signing secret").innerText()).trim();
  await operator.getByRole("button", { name: "I’ve saved it" }).click();
  // and sends a test, which works because the URL is set and the brand is subscribed.
  await operator.getByRole("button", { name: "Send test" }).click();
  await expect(operator.getByText("Your receiver answered 200")).toBeVisible();

  // These are its first credentials, so they can be rotated.
  await page.reload();
  await page.getByRole("button", { name: /^Rotate Operator \(bihc_/ }).click();
  await dialogOf(page).getByRole("button", { name: "Rotate credential", exact: true }).click();
  await expect(dialogOf(page).getByRole("region", { name: "Child app token" })).toBeVisible();
  await page.getByRole("button", { name: "I’ve saved it" }).click();
  await expect(page.getByText("Being replaced", { exact: true })).toBeVisible();
});

test("reveals nothing by a link revoked while open, and another link's credentials once", async ({
  page,
  people,
  signIn,
  visitor,
  expectAccessible,
  screens,
}) => {
  await signIn(people.hubAdmin);
  await registerTool(page, "Night Shift");
  const withdrawn = await makeHandOverLink(page, "The night");
  const link = await makeHandOverLink(page, "The day");
  const operator = await visitor();
  const reveal = operator.getByRole("button", { name: "Show credentials" });
  await operator.goto(withdrawn);
  await expect(reveal).toBeVisible();
  await rowOf(page, "The night")
    .getByRole("button", { name: /^Revoke link/ })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke link" }).click();
  await expect(rowOf(page, "The night")).toContainText("Revoked");
  await reveal.click();
  await expect(operator.getByText(/^This link no longer works/).first()).toBeVisible();
  await expect(shown(operator, "Child app token")).toHaveCount(0);

  await operator.goto(link);
  await reveal.click();
  const token = await shown(operator, "Child app token").innerText();
  await operator.getByRole("button", { name: "I’ve saved it" }).click();
  await expect(operator.getByRole("heading", { name: "Set up Night Shift" })).toBeVisible();
  expect(await operator.content()).not.toContain(token);
  await expectAccessible(operator);
  await screens(operator, "setup-link-set-up");
  const stranger = await visitor();
  await stranger.goto(link);
  await expect(stranger.getByRole("heading", { name: ENDED })).toBeVisible();
});
