import type { Page } from "@playwright/test";
import { discardDraft, draftBar, draftSaved, publishDraft } from "./support/draft";
import { editPart, openIdentity } from "./support/section";
import { expect, type People, test } from "./support/test";

/** The demo brand with two editors, and who they are. */
function twoEditors(people: People) {
  const { person: first, slug } = people.withRole("editor");
  const second = people.all.find((one) => one.brands.some((brand) => brand.slug === slug && brand.role === "owner"));
  if (!second) throw new Error("the demo has no second editor");
  return { first, second, slug };
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

test("shows the changes and publishes them with a note", async ({
  page,
  people,
  signIn,
  expectAccessible,
  screens,
}) => {
  const { person, slug } = people.withRole("editor");
  await signIn(person);
  await openIdentity(page, slug, "purpose");
  const before = await field(page, "Vision").inputValue();
  await field(page, "Vision").fill(`${before} Everywhere.`);
  await editPart(page, "Dimensions");
  await page.getByLabel(/^Sincerity/).fill("2");
  await editPart(page, "Values");
  await page.getByRole("button", { name: "Add value" }).click();
  await page.keyboard.type("Candour");
  await draftSaved(page);
  await draftBar(page).getByRole("button", { name: "Review and publish" }).click();
  const dialog = page.getByRole("dialog");
  const change = (label: string) => dialog.getByRole("listitem").filter({ hasText: label });
  await expect(change("Brand · Vision").locator("ins")).toContainText("Everywhere.");
  await expect(change("Personality · Dimensions · Sincerity")).toContainText("2 of 5");
  await expect(change("Brand · Values").first()).toContainText("Candour");
  await dialog.getByLabel("Note").fill("Say where");
  await expectAccessible(page, { include: "[role=dialog]" });
  await screens(page, "publish-review", { part: "view" });
  await dialog.getByRole("button", { name: /^Publish version/ }).click();
  // Read it once, because a toast disappears after six seconds.
  const toast = await page.locator("[data-toast]").filter({ hasText: "is live" }).innerText();
  expect(toast).toMatch(/tools? will be notified within a minute/);
  await screens(page, "publish-done", { part: "view" });
  const version = /Version (\d+) is live/.exec(toast)?.[1];
  await expect(draftBar(page)).toBeHidden();
  await expect(page.getByText(`Version ${version}`, { exact: true }).first()).toBeVisible();
  await page.goto(`/b/${slug}/history`);
  await expect(page.getByRole("listitem").filter({ hasText: `Version ${version}` })).toContainText("Say where");
});

test("shows the second editor what was published and merges by field", {
  tag: "@full",
}, async ({ page, people, signIn, visitor, expectAccessible, screens }) => {
  const { first, second, slug } = twoEditors(people);
  await signIn(first);
  await openIdentity(page, slug, "essentials");
  await field(page, "Tagline").fill("Mine");
  await editPart(page, "Purpose");
  await field(page, "Mission").fill("My mission");
  await draftSaved(page);

  const other = await visitor(second);
  await openIdentity(other, slug, "essentials");
  await field(other, "Tagline").fill("Theirs");
  await field(other, "Industry").fill("Their industry");
  const theirs = await publishDraft(other, "I was first");

  await field(page, "Vision").fill("My vision");
  await expect(draftBar(page)).toContainText(`published version ${theirs}`);
  await expect(draftBar(page)).toContainText("Draft saved, behind the live version");
  await expectAccessible(page, { include: "[data-page-bar]" });
  await screens(page, "publish-behind", { part: "view" });
  await draftBar(page).getByRole("button", { name: "Review and merge" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("region", { name: "Merged automatically" })).toContainText("Their industry");
  const conflict = dialog.getByRole("group", { name: "Brand · Tagline" });
  await expect(conflict).toContainText("Theirs");
  await expectAccessible(page, { include: "[role=dialog]" });
  await screens(page, "publish-merge", { part: "view" });
  await expect(dialog.getByRole("button", { name: "Merge into my draft" })).toHaveAttribute("aria-disabled", "true");
  await conflict.getByRole("radio", { name: /Take theirs/ }).check();
  await dialog.getByRole("button", { name: "Merge into my draft" }).click();

  const review = page.getByRole("dialog", { name: `Publish version ${theirs + 1}` });
  await expect(review).toContainText("My mission");
  await expect(review).toContainText("My vision");
  await expect(review).not.toContainText("Mine");
  await review.getByRole("button", { name: `Publish version ${theirs + 1}` }).click();
  await expect(page.getByText(`Version ${theirs + 1} is live`)).toBeVisible();
  await expect(field(page, "Mission")).toHaveValue("My mission");
  await editPart(page, "Essentials");
  await expect(field(page, "Tagline")).toHaveValue("Theirs");
  await expect(field(page, "Industry")).toHaveValue("Their industry");
});

test("reports a newer version at the first edit of an outdated page", {
  tag: "@full",
}, async ({ page, people, signIn, visitor, allow }) => {
  const { first, second, slug } = twoEditors(people);
  await signIn(first);
  allow(/\/live\?/);
  await page.route("**/live?*", (route) => route.abort());
  await openIdentity(page, slug, "purpose");
  const other = await visitor(second);
  await openIdentity(other, slug, "purpose");
  await field(other, "Promise").fill(`A promise of ${Date.now()}`);
  const theirs = await publishDraft(other);
  await field(page, "Promise").fill("My promise");
  await expect(draftBar(page)).toContainText(`published version ${theirs}`);
  await expect(field(page, "Promise")).toHaveValue("My promise");
  await discardDraft(page);
});

test("saves again once online and restores the draft in a new window", { tag: "@full" }, async ({
  page,
  people,
  signIn,
  allow,
  expectAccessible,
  screens,
}) => {
  allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|NetworkError/);
  const { person, slug } = people.withRole("editor");
  await signIn(person);
  await openIdentity(page, slug, "essentials");
  await page.context().setOffline(true);
  await field(page, "Tagline").fill("Still in the tunnel");
  await expect(draftBar(page)).toContainText("Offline: kept on this computer");
  await page.context().setOffline(false);
  await draftSaved(page);
  await page.reload();
  await expect(field(page, "Tagline")).toHaveValue("Still in the tunnel");

  await page.context().setOffline(true);
  await field(page, "Tagline").fill("Written in a tunnel");
  await expect(draftBar(page)).toContainText("Offline: kept on this computer");
  await expectAccessible(page, { include: "[data-page-bar]" });
  await screens(page, "publish-offline", { part: "view" });

  const again = await page.context().newPage();
  const asked = page.waitForEvent("dialog");
  const gone = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.accept();
  await gone;

  await again.context().setOffline(false);
  await openIdentity(again, slug, "essentials");
  await expect(field(again, "Tagline")).toHaveValue("Written in a tunnel");
  await draftSaved(again);
  await expect(again.getByText("Edits restored from this computer and saved")).toBeAttached();
  await again.reload();
  await expect(field(again, "Tagline")).toHaveValue("Written in a tunnel");
  await discardDraft(again);
});

test("merges the edits of two windows of one person", { tag: "@full" }, async ({ page, people, signIn }) => {
  const { person, slug } = people.withRole("editor");
  await signIn(person);
  await openIdentity(page, slug, "purpose");
  const second = await page.context().newPage();
  await openIdentity(second, slug, "purpose");
  await Promise.all([field(page, "Mission").fill("From the first"), field(second, "Vision").fill("From the second")]);
  await draftSaved(page);
  await draftSaved(second);
  await page.reload();
  await expect(field(page, "Mission")).toHaveValue("From the first");
  await expect(field(page, "Vision")).toHaveValue("From the second");
  await discardDraft(page);
});

test("keeps pending edits across pages and confirms before discarding them", async ({
  page,
  people,
  signIn,
  expectAccessible,
  screens,
}) => {
  const { person, slug } = people.withRole("editor");
  await signIn(person);
  await openIdentity(page, slug, "essentials");
  const before = await field(page, "Tagline").inputValue();
  await field(page, "Tagline").fill("On the run");
  await page.getByRole("link", { name: "History", exact: true }).click();
  await expect(page).toHaveURL(/\/history$/);
  await page.goBack();
  await expect(field(page, "Tagline")).toHaveValue("On the run");
  await draftSaved(page);
  await draftBar(page).getByRole("button", { name: "Discard" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("The 1 unpublished change to identity, palette, logos and assets will be lost");
  await expectAccessible(page, { include: "[role=alertdialog]" });
  await screens(page, "publish-discard", { part: "view" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(field(page, "Tagline")).toHaveValue("On the run");
  await discardDraft(page);
  await expect(field(page, "Tagline")).toHaveValue(before);
});
