import { readFileSync } from "node:fs";
import { expect, signInAnew, test } from "./support/test";

test("downloads a person's data and deletes their account by typed email", { tag: "@full" }, async ({
  page,
  browser,
  newcomer,
  allow,
  expectAccessible,
  screens,
}) => {
  allow(/401 POST .*callback\/credentials/);
  await signInAnew(page.context(), newcomer);
  await page.goto("/account/data");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download data" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^your-data-\d{4}-\d\d-\d\d\.json$/);
  const data = JSON.parse(readFileSync(await download.path(), "utf8"));
  expect(data).toMatchObject({ format: "brand-identity-hub/person", version: 1, account: { email: newcomer.email } });
  expect(data.sessions.length).toBeGreaterThan(0);
  await screens(page, "account-your-data");

  await page.getByRole("button", { name: "Delete account" }).click();
  const question = page.getByRole("alertdialog");
  const confirm = question.getByRole("button", { name: "Delete account" });
  await expect(confirm).toHaveAccessibleDescription(/Type/);
  await expectAccessible(page);
  await screens(page, "account-delete", { part: "view" });
  await question.getByRole("textbox").fill(newcomer.email);
  await confirm.click();
  await expect(page).toHaveURL(/\/sign-in\?deleted=1$/);
  await expect(page.getByText("Account deleted")).toBeVisible();
  await screens(page, "sign-in-deleted");
  await page.goto("/account");
  await expect(page).toHaveURL(/\/sign-in/);

  const elsewhere = await browser.newPage();
  await elsewhere.goto("/sign-in");
  await elsewhere.getByLabel("Email").fill(newcomer.email);
  await elsewhere.getByRole("textbox", { name: "Password" }).fill(newcomer.password);
  await elsewhere.keyboard.press("Enter");
  await expect(elsewhere.getByText("Wrong email or password.")).toBeVisible();
  await elsewhere.close();
});

test("tells an owner which brands need another owner first", { tag: "@full" }, async ({
  page,
  brand,
  expectAccessible,
  screens,
}) => {
  const { owner } = brand("bare");
  await signInAnew(page.context(), owner);
  await page.goto("/account/data");
  await page.getByRole("button", { name: "Delete account" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("textbox").fill(owner.email);
  await question.getByRole("button", { name: "Delete account" }).click();
  await expect(question).toContainText("You are the only owner who can sign in to");
  await expectAccessible(page);
  await screens(page, "account-delete-refused", { part: "view" });
});

test("lets a hub administrator delete an account", async ({ page, newcomer, people, expectAccessible, screens }) => {
  await signInAnew(page.context(), people.hubAdmin);
  await page.goto(`/admin/people?q=${encodeURIComponent(newcomer.email)}`);
  await expect(page.getByRole("row").filter({ hasText: newcomer.email })).toBeVisible();
  await screens(page, "admin-people-delete");
  await page.getByRole("button", { name: `Actions for ${newcomer.name}` }).click();
  await page.getByRole("menuitem", { name: "Delete account" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("textbox").fill(newcomer.email);
  await expectAccessible(page);
  await screens(page, "admin-people-delete-question", { part: "view" });
  await question.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByText(/Account deleted: Deleted member \d+/).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "No matching people" })).toBeVisible();
});

test("schedules an archived brand's deletion, cancels it and restores the brand", { tag: "@full" }, async ({
  page,
  brand,
  expectAccessible,
  screens,
}) => {
  const { slug, owner } = brand("bare");
  await signInAnew(page.context(), owner);
  await page.goto(`/b/${slug}/settings`);
  const kept = page.getByText("90 days after the delivery finishes");
  await expect(kept).toBeHidden();
  await page.getByText("Show how long data is kept").click();
  await expect(kept).toBeVisible();
  await screens(page, "settings-retention");
  const name = await page.getByRole("textbox", { name: "Name" }).inputValue();
  await page.getByRole("button", { name: "Archive brand" }).click();
  await page.getByRole("alertdialog").getByRole("textbox").fill(name);
  await page.getByRole("alertdialog").getByRole("button", { name: "Archive" }).click();
  await page.getByRole("button", { name: "Archived brands" }).click();
  await expect(page).toHaveURL("/archived");
  const row = page.getByRole("row").filter({ hasText: slug });
  await expect(row).toContainText("Kept");

  await page.getByRole("button", { name: `Delete ${name}` }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("In 30 days, its versions");
  await question.getByRole("textbox").fill(slug);
  await expectAccessible(page);
  await screens(page, "archived-delete", { part: "view" });
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(row).toContainText("Deletion on");
  await expect(row).toContainText(`requested by ${owner.name}`);
  await expectAccessible(page);
  await screens(page, "archived");
  await page.getByRole("button", { name: `Cancel deletion of ${name}` }).click();
  await expect(row).toContainText("Kept");

  await page.getByRole("button", { name: `Restore ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
  await expect(page).toHaveURL(`/b/${slug}`);
  await page.goto("/archived");
  await expect(page.getByRole("heading", { name: "No archived brands" })).toBeVisible();
  await screens(page, "archived-none");
});
