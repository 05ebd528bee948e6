import { publishDraft } from "./support/draft";
import { openIdentity } from "./support/section";
import { expect, test } from "./support/test";

test("compares any two versions by field and restores one as a new version", { tag: "@full" }, async ({
  page,
  people,
  signIn,
  expectAccessible,
  screens,
}) => {
  const { person, slug } = people.withRole("editor");
  await signIn(person);
  await openIdentity(page, slug, "essentials");
  const tagline = page.getByLabel("Tagline", { exact: true });
  const before = await tagline.inputValue();
  await tagline.fill("A line to go back from");
  const version = await publishDraft(page, "To be undone");

  await page.getByRole("link", { name: "History", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "History" })).toBeVisible();
  const line = (number: number) =>
    page.getByRole("listitem").filter({ has: page.getByRole("link", { name: `Version ${number}`, exact: true }) });
  await expect(line(version)).toContainText("Live");
  await expect(line(version)).toContainText("To be undone");
  await expectAccessible(page);
  await screens(page, "history");

  const pick = (number: number) => page.getByRole("checkbox", { name: `Pick version ${number} to compare` });
  await pick(version).press("Space");
  await expect(page.getByRole("status").filter({ hasText: `Version ${version} picked` })).toBeAttached();
  await page.keyboard.press("Escape");
  await expect(pick(version)).not.toBeChecked();
  for (const number of [version - 1, version]) await pick(number).check();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Compare", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`from=${version - 1}&to=${version}`));
  await expect(page.getByRole("region", { name: "Identity" })).toContainText("A line to go back from");
  for (const number of [version - 1, version]) {
    const drawing = page.getByRole("img", { name: `Version ${number}: web header` }).filter({ visible: true });
    await expect.poll(() => drawing.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1440);
  }
  await expectAccessible(page);
  await screens(page, "history-compare");
  await page.getByRole("link", { name: "Swap" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Version ${version} to version ${version - 1}`);

  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "History" }).click();
  await expect(pick(version)).toBeChecked();
  await line(version - 1)
    .getByRole("link", { name: `Version ${version - 1}`, exact: true })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: `Version ${version - 1}` })).toBeVisible();
  await expect(page.getByRole("article")).toContainText(before);
  await expectAccessible(page);
  await screens(page, "history-version");
  const contents = page.getByRole("navigation", { name: "Contents" });
  await contents.getByRole("link", { name: "Voice", exact: true }).click();
  await expect(page).toHaveURL(/#voice$/);
  await expect(page.getByRole("region", { name: "Voice", exact: true })).toBeInViewport();
  for (const part of ["Palette", "Typography", "Foundations", "Imagery", "Logos", "Assets", "Formats and proof"]) {
    const tab = contents.getByRole("link", { name: part, exact: true });
    await tab.click();
    await expect(tab).toHaveAttribute("aria-current", "page");
    await expectAccessible(page, { include: "main" });
    await screens(page, `history-version-${part.toLowerCase().replaceAll(" ", "-")}`);
  }
  await page.getByRole("button", { name: `Verify version ${version - 1}` }).click();
  await expect(page.getByText(`This is version ${version - 1} exactly as published`)).toBeVisible();

  await page.getByRole("button", { name: `Restore version ${version - 1}` }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText(`publishes it as version ${version + 1}`);
  await expectAccessible(page, { include: "[role=alertdialog]" });
  await screens(page, "history-restore", { part: "view" });
  await dialog.getByLabel("Note").fill("Back again");
  await dialog.getByRole("button", { name: `Restore version ${version - 1}` }).click();
  await expect(page.getByText(`Version ${version - 1} restored as version ${version + 1}`)).toBeVisible();
  await page.goto(`/b/${slug}/history`);
  await expect(line(version + 1)).toContainText(`restored from version ${version - 1}`);
  await expect(line(version + 1)).toContainText("Live");
  await page.getByRole("button", { name: `Verify version ${version + 1}` }).click();
  await expect(line(version + 1)).toContainText("exactly as published");
  await openIdentity(page, slug, "essentials");
  await expect(tagline).toHaveValue(before);
});

test("searches notes and authors, and reports no match or an unknown version", {
  tag: "@full",
}, async ({ page, people, signIn, allow, expectAccessible }) => {
  allow(/404 GET/);
  const { person, slug } = people.withRole("editor");
  await signIn(person);
  await page.goto(`/b/${slug}/history`);
  await page.getByRole("searchbox").fill("no such note anywhere");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: /^No version matches/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Clear search" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Version 1" })).toBeVisible();
  await page.goto(`/b/${slug}/history?from=1&to=99999`);
  await expect(page.getByText("Version not found")).toBeVisible();
  await page.goto(`/b/${slug}/history?from=1&to=1`);
  await expect(page.getByText("No differences")).toBeVisible();
  await page.goto(`/b/${slug}/history/99999`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Page not found");
});
