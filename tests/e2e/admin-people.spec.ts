import { expect, test } from "./support/test";

test("finds, deactivates and reactivates a person, who is told at sign-in", { tag: "@full" }, async ({
  page,
  browser,
  newcomer,
  people,
  signIn,
  allow,
  expectAccessible,
  screens,
}) => {
  allow(/401 POST .*callback\/credentials/);
  await signIn(people.hubAdmin);
  await page.goto("/admin/tools");
  await page.getByRole("navigation", { name: "Administration" }).getByRole("link", { name: "People" }).click();
  await expect(page.getByRole("heading", { name: "People" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("searchbox", { name: "Search" }).fill(newcomer.email);
  await page.keyboard.press("Enter");
  const row = page.getByRole("row").filter({ hasText: newcomer.email });
  await expect(row).toContainText("Active");
  await page.getByRole("button", { name: `Actions for ${newcomer.name}` }).click();
  await expectAccessible(page);
  await page.getByRole("menuitem", { name: "Deactivate" }).click();
  await expectAccessible(page);
  await screens(page, "admin-people-deactivate");
  await page.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click();
  await expect(row).toContainText("Deactivated");
  await expectAccessible(page);
  await screens(page, "admin-people");

  const elsewhere = await browser.newPage();
  await elsewhere.goto("/sign-in");
  const trySignIn = async () => {
    await elsewhere.getByLabel("Email").fill(newcomer.email);
    await elsewhere.getByRole("textbox", { name: "Password" }).fill(newcomer.password);
    await elsewhere.keyboard.press("Enter");
  };
  await trySignIn();
  await expect(elsewhere.getByText("This account is deactivated.")).toBeVisible();
  await screens(elsewhere, "sign-in-deactivated");

  await page.getByRole("button", { name: `Actions for ${newcomer.name}` }).click();
  await page.getByRole("menuitem", { name: "Reactivate" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Reactivate" }).click();
  await expect(row).toContainText("Active");
  await trySignIn();
  await expect(elsewhere).not.toHaveURL(/sign-in/);
  await elsewhere.close();
});

test("makes and removes a hub administrator, from their next sign-in", async ({
  page,
  visitor,
  colleague,
  newcomer,
  people,
  signIn,
  allow,
  expectAccessible,
  screens,
}) => {
  allow(/^404 GET .*\/admin/);
  const theirs = await visitor(colleague);
  expect((await theirs.goto("/admin"))?.status()).toBe(404);
  await signIn(people.hubAdmin);
  await page.goto(`/admin/people?q=${encodeURIComponent(newcomer.email)}`);
  await page.getByRole("button", { name: `Actions for ${newcomer.name}` }).click();
  const make = page.getByRole("menuitem", { name: "Make administrator" });
  await expect(make).toHaveAttribute("aria-disabled", "true");
  await expect(make).toContainText("hasn’t confirmed their email");

  await page.goto(`/admin/people?q=${encodeURIComponent(colleague.email)}`);
  const row = page.getByRole("row").filter({ hasText: colleague.email });
  await page.getByRole("button", { name: `Actions for ${colleague.name}` }).click();
  await make.click();
  await expectAccessible(page);
  await screens(page, "admin-people-make");
  await page.getByRole("alertdialog").getByRole("button", { name: "Make administrator" }).click();
  await expect(row).toContainText("Hub administrator");
  await theirs.goto("/admin");
  await expect(theirs).toHaveURL(/sign-in/);
  await theirs.getByLabel("Email").fill(colleague.email);
  await theirs.getByRole("textbox", { name: "Password" }).fill(colleague.password);
  await theirs.keyboard.press("Enter");
  await expect(theirs.getByRole("heading", { level: 1, name: "Administration" })).toBeVisible();

  await page.getByRole("button", { name: `Actions for ${colleague.name}` }).click();
  await page.getByRole("menuitem", { name: "Remove as administrator" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove as administrator" }).click();
  await expect(row).not.toContainText("Hub administrator");
  await theirs.goto("/admin");
  await expect(theirs).toHaveURL(/sign-in/);
});
