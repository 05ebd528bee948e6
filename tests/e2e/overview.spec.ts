import { fetchBundle } from "./support/bundle";
import { discardDraft, publishDraft } from "./support/draft";
import { openIdentity } from "./support/section";
import { expect, test } from "./support/test";
import { runTick } from "./support/webhooks";

test("shows the live version next to the reader's unpublished edits, and downloads its brand book", {
  tag: "@full",
}, async ({ page, people, signIn, expectAccessible, screens }) => {
  const { person, slug } = people.withRole("editor");
  await signIn(person);
  await openIdentity(page, slug, "purpose");
  await page.getByLabel("Vision", { exact: true }).fill("");
  await expect(page.locator("[data-draft-status]")).toHaveAttribute("data-draft-status", "saved");
  await page.goto(`/b/${slug}`);
  await expect(page.getByText("You have 1 unpublished change")).toBeVisible();
  await expect(page.getByRole("link", { name: "Review and publish" })).toBeInViewport();
  await expect(page.getByText("Fields complete")).toBeVisible();
  await expectAccessible(page);
  await screens(page, "overview-draft");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Brand book (PDF)" }).click();
  expect((await download).suggestedFilename()).toMatch(/-brand-book-v\d+\.pdf$/);
  await page.getByRole("link", { name: "Vision" }).click();
  await expect(page).toHaveURL(`/b/${slug}/identity#purpose`);
  await expect(page.getByLabel("Vision", { exact: true })).toBeInViewport();
  await discardDraft(page);
  await page.goto(`/b/${slug}`);
  await expect(page.getByText(/unpublished change/)).toHaveCount(0);
});

test("shows each tool's last read version and failing deliveries", { tag: "@full" }, async ({
  page,
  people,
  signIn,
  credentials,
  expectAccessible,
  screens,
}) => {
  const { person, slug, id } = people.withRole("owner");
  const readBundle = async () => expect(await fetchBundle(page.request, credentials, id)).toBeOK();
  await signIn(person);
  await readBundle();
  const row = page.getByRole("row", { name: /Brand Studio/ });
  await expect(async () => {
    await page.goto(`/b/${slug}`);
    await expect(row).toContainText("Current", { timeout: 1_000 });
  }).toPass();

  await openIdentity(page, slug, "purpose");
  await page.getByLabel("Promise", { exact: true }).fill(`We promise, as of ${Date.now()}.`);
  const version = await publishDraft(page, "For the overview");
  // Nothing listens at the child's address.
  await runTick(page, credentials);
  await page.goto(`/b/${slug}`);
  await expect(row).toContainText("behind");
  await expect(page.getByRole("heading", { name: `Version ${version} is live` })).toBeVisible();
  await expect(page.getByText("For the overview")).toBeVisible();
  await expect(page.getByText(/^Brand Studio didn’t accept/).first()).toBeVisible();
  await expectAccessible(page);
  await screens(page, "overview-attention");
  await readBundle();
});
