import type { Page } from "@playwright/test";
import { fetchBundle } from "./support/bundle";
import { publishDraft } from "./support/draft";
import { setGrant } from "./support/registry";
import { openIdentity } from "./support/section";
import { expect, test } from "./support/test";
import { runTick } from "./support/webhooks";

const TOOL = "brand-studio";
const card = (page: Page, name: string) =>
  page.getByRole("region", { name: "Tools with access" }).getByRole("listitem").filter({ hasText: name });

test("shows a tool from its grant to the versions it reads and a failing webhook", { tag: "@full" }, async ({
  visitor,
  page,
  people,
  brand,
  credentials,
  signIn,
  expectAccessible,
  screens,
}) => {
  const { id, slug, owner } = brand("bare");
  await signIn(owner);
  await page.goto(`/b/${slug}/tools`);
  await expect(page.getByRole("heading", { name: "No tools yet" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Tools without access" })).toContainText("Brand Studio");
  await expectAccessible(page);
  await screens(page, "tools-empty");

  const admin = await visitor(people.hubAdmin);
  await setGrant(admin, slug, "Brand Studio", true);
  await page.reload();
  const studio = card(page, "Brand Studio");
  await expect(studio).toContainText("Active");
  await expect(studio).toContainText("No delivery yet");
  await expect(studio.getByText("http://localhost:4100/webhooks/hub")).toBeVisible();
  await expect(studio).toContainText("Not read yet");
  await expect(studio).toContainText("None waiting");
  const asked = new URLSearchParams({
    iss: new URL(page.url()).origin,
    target_link_uri: "http://localhost:4100/",
    brand_id: id,
  });
  await expect(studio.getByRole("link", { name: /^Open Brand Studio/ })).toHaveAttribute(
    "href",
    `http://localhost:4100/hub/login?${asked}`,
  );

  await expect(await fetchBundle(page.request, credentials, id)).toBeOK();
  // Reads are recorded within about a second.
  await expect(async () => {
    await page.goto(`/b/${slug}/tools`);
    await expect(studio).toContainText("Version 1 of 1", { timeout: 1_000 });
  }).toPass();
  await expect(studio).toContainText("Current");

  await openIdentity(page, slug, "essentials");
  await page.getByLabel("Tagline", { exact: true }).fill("Made for tools");
  await publishDraft(page);
  const [path, failing] = [`/b/${slug}/tools`, studio.getByText("Webhook failing")];
  await expect(async () => {
    await runTick(page, credentials);
    await page.goto(path);
    await expect(failing).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(studio).toContainText("Version 1 of 2");
  await expect(studio).toContainText("1 behind");
  await expect(studio).toContainText("1 waiting");
  await expectAccessible(page);
  await screens(page, "tools");
  await studio.getByRole("link", { name: "View deliveries" }).click();
  await expect(page).toHaveURL(`/b/${slug}/developers/webhooks?tool=${TOOL}`);
  await expect(page.getByRole("table", { name: "Deliveries" }).getByRole("row")).toHaveCount(2);
});

test("sets a brand's webhook URL and rejects one the hub would not send to", { tag: "@full" }, async ({
  visitor,
  page,
  people,
  brand,
  signIn,
  expectAccessible,
  screens,
}) => {
  const { slug, owner } = brand("bare");
  await signIn(owner);
  const admin = await visitor(people.hubAdmin);
  await setGrant(admin, slug, "Campaign Desk", true);
  await page.goto(`/b/${slug}/tools`);
  const desk = card(page, "Campaign Desk");
  await expect(desk).toContainText("No webhook");
  await expect(desk).toContainText("asset.*, campaign.*");
  const button = desk.getByRole("button", { name: /^(Set|Change) webhook URL of Campaign Desk$/ });
  await button.click();
  const dialog = page.getByRole("dialog", { name: "Webhook URL of Campaign Desk" });
  await dialog.getByLabel("Webhook URL").fill("https://169.254.169.254/latest");
  await dialog.getByRole("button", { name: "Save webhook URL" }).click();
  await expect(dialog.getByLabel("Webhook URL")).toHaveAccessibleDescription(/private|public/);
  await expect(dialog.getByLabel("Webhook URL")).toHaveValue("https://169.254.169.254/latest");
  await expectAccessible(page);
  await screens(page, "tools-webhook-url", { part: "view" });
  await dialog.getByLabel("Webhook URL").fill("http://localhost:4999/hooks");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  await expect(desk.getByText("http://localhost:4999/hooks")).toBeVisible();
  await expect(desk).toContainText("No delivery yet");
});

test("finds tools by name, granted or not", async ({ page, people, signIn, expectAccessible }) => {
  const { person, slug } = people.withRole("owner");
  await signIn(person);
  await page.goto(`/b/${slug}/tools`);
  const search = page.getByRole("searchbox", { name: "Search tools" });
  await search.fill("PRINT");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row").filter({ hasText: "Print Room" })).toHaveCount(1);
  await expect(page.getByRole("region", { name: "Tools with access" })).toHaveCount(0);
  await search.fill("no such tool");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "No tool matches “no such tool”" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(card(page, "Brand Studio")).toBeVisible();
});
