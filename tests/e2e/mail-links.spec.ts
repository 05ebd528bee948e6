import { freshEmail } from "./support/invitation";
import { expect, PASSWORD, signInAnew, test } from "./support/test";

const NEW_PASSWORD = "ferry tulip brass onion";

test("sets a forgotten password by a mailed link, which opening does not use up", async ({
  visitor,
  newcomer,
  mails,
  allow,
  expectAccessible,
  screens,
}) => {
  const page = await visitor();
  await page.goto("/sign-in");
  await screens(page, "sign-in-forgot");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Forgot your password?" })).toBeVisible();
  await expectAccessible(page);
  await screens(page, "forgot-password");
  await page.getByLabel("Email").fill(newcomer.email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await expectAccessible(page);
  await screens(page, "forgot-password-sent");

  const path = await mails.pathTo(newcomer.email, "/reset-password");
  for (let look = 0; look < 2; look += 1) expect((await page.request.get(path)).ok()).toBe(true);
  await page.goto(path);
  await page.getByRole("textbox", { name: "New password" }).fill("password1234");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("textbox", { name: "New password" })).toHaveAccessibleDescription(/too easy to guess/);
  await expectAccessible(page);
  await screens(page, "reset-password");
  await page.getByRole("textbox", { name: "New password" }).fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page).toHaveURL(/\/sign-in\?reset=1$/);
  await expect(page.getByText("Password changed")).toBeVisible();
  await screens(page, "reset-password-done");
  await mails.mailTo(newcomer.email, "Your password was changed");

  await page.goto(path);
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await expectAccessible(page);
  await screens(page, "reset-password-ended");
  allow(/^401 POST .*\/api\/auth\/callback\/credentials/);
  await page.goto("/sign-in");
  for (const password of [PASSWORD, NEW_PASSWORD]) {
    await page.getByLabel("Email").fill(newcomer.email);
    await page.getByRole("textbox", { name: "Password" }).fill(password);
    await page.keyboard.press("Enter");
    if (password === PASSWORD) await expect(page.getByRole("alert").first()).not.toBeEmpty();
  }
  await expect(page).not.toHaveURL(/sign-in/);
});

test("confirms an email, changes it, and restores the old one by its link", async ({
  page,
  visitor,
  newcomer,
  mails,
  expectAccessible,
  screens,
}) => {
  await signInAnew(page.context(), newcomer);
  await page.goto("/account");
  await expect(page.getByText("Not confirmed", { exact: true })).toBeVisible();
  await screens(page, "account-email");
  await page.getByRole("button", { name: "Send confirmation link" }).click();
  const confirm = await mails.pathTo(newcomer.email, "/verify-email");

  const reader = await visitor();
  await reader.goto(confirm);
  await expect(reader.getByText(/^Sign in as /)).toBeVisible();
  await screens(reader, "verify-email-signed-out");
  await page.goto(confirm);
  await expectAccessible(page);
  await screens(page, "verify-email");
  await page.getByRole("button", { name: "Confirm email" }).click();
  await expect(page.getByText("Email confirmed")).toBeVisible();
  await page.goto("/account");
  await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();

  const moved = freshEmail();
  await page.getByLabel("New email").fill(moved);
  await page.getByRole("button", { name: "Change email" }).click();
  await expect(page.getByText("Link sent to the new email").first()).toBeVisible();
  const change = await mails.pathTo(moved, "/change-email");
  const undo = await mails.pathTo(newcomer.email, "/undo-email-change");
  await reader.goto(change);
  await expectAccessible(reader);
  await screens(reader, "change-email");
  await reader.getByRole("button", { name: "Use this email" }).click();
  await expect(reader.getByText("Email changed")).toBeVisible();
  await page.goto("/account");
  await expect(page.getByRole("main")).toContainText(moved);

  await reader.goto(undo);
  await expectAccessible(reader);
  await screens(reader, "undo-email-change");
  await reader.getByRole("button", { name: "Keep this email" }).click();
  await expect(reader.getByText("Email restored")).toBeVisible();
  await page.goto("/account");
  await expect(page).toHaveURL(/\/sign-in/);
});
