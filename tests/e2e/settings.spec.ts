import { expect, test } from "./support/test";

test("renames a brand at once, keeps its old address and archives it by its name", async ({
  page,
  brand,
  signIn,
  allow,
  expectAccessible,
  screens,
}) => {
  const { slug, owner } = brand("bare");
  await signIn(owner);
  await page.goto(`/b/${slug}/settings`);
  await page.getByRole("textbox", { name: "Name" }).fill("Settled");
  await page.getByRole("textbox", { name: "Address" }).fill(`${slug}-anew`);
  await expect(page.getByRole("main")).toContainText("A new address affects tools");
  await expectAccessible(page);
  await screens(page, "settings");
  await page.getByRole("button", { name: "Save and publish" }).click();
  await expect(page).toHaveURL(`/b/${slug}-anew/settings`);
  await page.goto(`/b/${slug}/settings`);
  await expect(page).toHaveURL(`/b/${slug}-anew/settings`);
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Settled");

  await page.getByRole("button", { name: "Archive brand" }).click();
  const question = page.getByRole("alertdialog");
  const archive = question.getByRole("button", { name: "Archive" });
  await expect(archive).toHaveAccessibleDescription(/Type/);
  await expectAccessible(page);
  await screens(page, "settings-archive");
  await question.getByRole("textbox").fill("Settled");
  await archive.click();
  await expect(page).not.toHaveURL(/settings/);
  await expect(page.getByText("Settled archived")).toBeVisible();
  allow(/^404 GET .*\/b\//);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  expect((await page.goto(`/b/${slug}-anew`))?.status()).toBe(404);
});

test("transfers the brand to another member and keeps the former owner as an admin", async ({
  page,
  brand,
  signIn,
}) => {
  const { slug, owner } = brand("busy");
  await signIn(owner);
  await page.goto(`/b/${slug}/settings`);
  const heir = page.getByRole("combobox", { name: "New owner" });
  await expect(heir.getByRole("option")).toHaveCount(4);
  await page.goto(`/b/${slug}/settings?heir=nobody-of-this-name`);
  await expect(heir.getByRole("option")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Transfer" })).toHaveAccessibleDescription(/^No other member matches/);
  await page.getByRole("searchbox", { name: "Search members" }).fill("EDDA");
  await page.keyboard.press("Enter");
  await heir.selectOption({ index: 1 });
  await page.getByRole("button", { name: "Transfer" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("you become an admin");
  await page.getByRole("alertdialog").getByRole("button", { name: "Transfer" }).click();
  await expect(page.getByRole("main")).toContainText("Only owners can change the other settings. Your role: Admin.");
});
