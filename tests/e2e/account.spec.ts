import { expect, PASSWORD, signInAnew, test, tryPassword } from "./support/test";

test("issues a session token shown once, which works until it is revoked", { tag: "@full" }, async ({
  page,
  people,
  allow,
  expectAccessible,
  screens,
}) => {
  await signInAnew(page.context(), people.several);
  await page.goto("/account");
  const tab = (name: string) => page.getByRole("navigation", { name: "Account" }).getByRole("link", { name }).click();
  await tab("Security");
  await expect(page.getByRole("table", { name: "Signed-in browsers" })).toContainText("This browser");
  await expect(page.getByRole("table", { name: "Signed-in browsers" })).toContainText(/Chrome \d+ on/);
  await expectAccessible(page);
  await screens(page, "account-security");
  await tab("Data");
  await expect(page.getByRole("progressbar", { name: "Brands you created" })).toHaveAttribute(
    "aria-valuetext",
    /^\d+ of 200$/,
  );
  await expect(page.getByRole("region", { name: "Limits" })).toContainText(/Invitations\s*\d+ in an hour/);
  await expectAccessible(page);
  await screens(page, "account-data");
  await tab("Tokens");
  const name = `Report ${Date.now()}`;
  await page.getByRole("button", { name: "Issue token" }).first().click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("radio", { name: /^Read only/ }).check();
  await expectAccessible(page);
  await screens(page, "account-issue-token", { part: "view" });
  await page.getByRole("button", { name: "Issue token" }).click();
  const token = (await page.getByRole("region", { name: "Session token" }).innerText()).trim();
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(page.getByRole("region", { name: "curl example" })).toContainText(token);
  await expectAccessible(page);
  await screens(page, "account-token");
  const call = async () =>
    (await page.request.get("/api/public/brands/me", { headers: { authorization: `Bearer ${token}` } })).status();
  expect(await call()).toBe(200);
  await page.getByRole("button", { name: "I’ve saved it" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await page.content()).not.toContain(token);
  await expect(page.getByRole("row", { name: new RegExp(`^${name} Read only`) })).toBeVisible();

  allow(/^401 GET .*brands\/me/);
  await page.getByRole("button", { name: `Revoke ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke token" }).click();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(page.getByRole("button", { name: `Revoke ${name}` })).toBeHidden();
  expect(await call()).toBe(401);
});

test("changes name and password, shows failed sign-ins and signs out one browser and all", async ({
  browser,
  page: own,
  newcomer: person,
  signIn,
  expectAccessible,
  screens,
}) => {
  await signIn(person);
  await own.goto("/account");
  await expectAccessible(own);
  await screens(own, "account");
  await own.getByRole("textbox", { name: "Name" }).fill("Nia Renamed");
  await own.getByRole("button", { name: "Save name", exact: true }).click();
  await expect(own.getByRole("button", { name: /Nia Renamed/ })).toBeVisible();

  await own.getByRole("link", { name: "Security" }).click();
  await own.getByRole("textbox", { name: "Current password" }).fill("not the password");
  await own.getByRole("textbox", { name: "New password" }).fill("four other words together");
  await own.getByRole("button", { name: "Change password" }).click();
  await expect(own.getByRole("textbox", { name: "Current password" })).toHaveAccessibleDescription(
    /your current password/,
  );
  await screens(own, "account-password-error");
  const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
  const other = await browser.newContext({ userAgent: firefox });
  await signInAnew(other, person);
  const isIn = async () => (await other.request.get("/account", { maxRedirects: 0 })).status() === 200;
  expect(await isIn()).toBe(true);
  await own.getByRole("textbox", { name: "Current password" }).fill(PASSWORD);
  await own.getByRole("button", { name: "Change password" }).click();
  await expect(own.getByText("Password changed").first()).toBeVisible();
  expect(await isIn()).toBe(false);

  const changed = { ...person, password: "four other words together" };
  await signInAnew(other, changed);
  expect(await isIn()).toBe(true);
  expect((await tryPassword(other, person)).status()).toBe(401);
  await own.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "Activity" }).click();
  await expect(own.getByRole("heading", { name: "Account activity" })).toBeVisible();
  // Failed sign-ins are audited in the background.
  await expect(async () => {
    await own.reload();
    await expect(own.getByRole("row").filter({ hasText: "rejected a wrong password" })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expectAccessible(own);
  await screens(own, "account-activity");
  await own.goto("/account/security");
  await own.getByRole("button", { name: "Sign out Firefox 128 on Linux" }).click();
  await own.getByRole("alertdialog").getByRole("button", { name: "Sign out browser" }).click();
  await expect(own.getByRole("alertdialog")).toBeHidden();
  await expect(own.getByRole("button", { name: "Sign out Firefox 128 on Linux" })).toBeHidden();
  expect(await isIn()).toBe(false);

  await signInAnew(other, changed);
  await own.getByRole("button", { name: "Sign out everywhere" }).click();
  await own.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(own).toHaveURL(/\/sign-in/);
  expect(await isIn()).toBe(false);
  await other.close();
});

test("keeps the theme after a reload", { tag: "@full" }, async ({ page, people, signIn }) => {
  await signIn(people.none);
  await page.goto("/account");
  await page.getByRole("radio", { name: "Dark" }).check();
  const root = page.locator("html");
  await expect(root).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(root).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
});
