import type { Page } from "@playwright/test";
import { interactive } from "./support/keyboard";
import { addAuthenticator, codeOf } from "./support/passkeys";
import { expect, PASSWORD, type Person, signInAnew, test } from "./support/test";

const section = (page: Page) => page.getByRole("region", { name: "Two-factor authentication", exact: true });
const codes = (page: Page) => page.getByRole("dialog", { name: "Recovery codes" });

async function storeCodes(page: Page): Promise<string[]> {
  const text = await codes(page).getByRole("region", { name: "Recovery codes" }).innerText();
  await codes(page).getByRole("button", { name: "I’ve saved it" }).click();
  await expect(codes(page)).toBeHidden();
  return text.trim().split(/\s+/);
}

/** Sets up an authenticator app and returns its key. */
async function setUpApp(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Set up authenticator app" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up authenticator app" });
  await expect(dialog).toBeVisible();
  const key = (await dialog.getByRole("region", { name: "Setup key" }).innerText()).trim();
  await dialog.getByRole("textbox", { name: "Code" }).fill(codeOf(key));
  await page.keyboard.press("Enter");
  return key;
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto("/sign-in");
}

async function typePassword(page: Page, { email }: Person): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.keyboard.press("Enter");
}

test("adds a passkey, signs in with it alone and re-authenticates with it", { tag: "@full" }, async ({
  page,
  newcomer,
  expectAccessible,
  screens,
}) => {
  const device = await addAuthenticator(page);
  await signInAnew(page.context(), newcomer);
  await page.goto("/account/security");
  await expectAccessible(page, { include: "#two-factor" });
  await section(page).getByRole("button", { name: "Add passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add passkey" });
  await expectAccessible(page);
  await screens(page, "two-step-passkey", { part: "view" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Laptop");
  await page.keyboard.press("Enter");
  await expect(codes(page)).toBeVisible();
  await expectAccessible(page);
  await screens(page, "two-step-codes", { part: "view" });
  expect(await storeCodes(page)).toHaveLength(10);
  await expect(section(page).getByText("Laptop")).toBeVisible();
  await expect(section(page).getByText("10 of 10 recovery codes left")).toBeVisible();
  expect(await device.count()).toBe(1);
  await screens(page, "two-step-account");

  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("heading", { name: "No brands yet" })).toBeVisible();
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name.endsWith("session-token"))).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  expect(cookies.some(({ name }) => name === "hub-passkey" || name === "hub-half-sign-in")).toBe(false);

  // Without its re-authentication cookie the browser has to verify again.
  await page.context().clearCookies({ name: "hub-proof" });
  await page.goto("/account/security");
  await page.getByRole("button", { name: "Remove Laptop" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove passkey" }).click();
  const asked = page.getByRole("dialog", { name: "Confirm it’s you" });
  await expect(asked.getByRole("button", { name: "Confirm with passkey" })).toBeVisible();
  await expect(asked.getByRole("textbox", { name: "Password" })).toHaveCount(0);
  await expectAccessible(page);
  await screens(page, "two-step-proof", { part: "view" });
  await asked.getByRole("button", { name: "Confirm with passkey" }).click();
  await expect(section(page).getByText("Only your password protects this account.")).toBeVisible();
});

test("asks for a code or a recovery code after the password, and opens no session before", async ({
  page,
  newcomer,
  expectAccessible,
  screens,
}) => {
  await signInAnew(page.context(), newcomer);
  await page.goto("/account/security");
  const key = await setUpApp(page);
  const [recoveryCode = ""] = await storeCodes(page);

  await signOut(page);
  await page.goto("/sign-in?callbackUrl=%2Faccount");
  await typePassword(page, newcomer);
  await expect(page.getByRole("heading", { name: "Two-factor authentication" })).toBeVisible();
  const held = await page.context().cookies();
  expect(held.some(({ name }) => name.endsWith("session-token"))).toBe(false);
  expect(held.find(({ name }) => name === "hub-half-sign-in")).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  await expectAccessible(page);
  await screens(page, "two-step-sign-in");
  const code = page.getByRole("textbox", { name: "Code" });
  await code.fill("000000");
  await page.keyboard.press("Enter");
  await expect(code).toHaveAccessibleDescription(/Wrong code/);
  await code.fill(codeOf(key, 1));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/account$/);

  await signOut(page);
  await typePassword(page, newcomer);
  await page.getByRole("textbox", { name: "Code" }).fill(recoveryCode.toUpperCase());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "No brands yet" })).toBeVisible();
  await page.goto("/account/security");
  await expect(section(page).getByText("9 of 10 recovery codes left")).toBeVisible();
});

test("sends anyone without a password step back to it, and rejects a passkey without user verification", async ({
  page,
  newcomer,
}) => {
  const device = await addAuthenticator(page);
  await page.goto("/sign-in/second-step");
  await expect(page).toHaveURL(/\/sign-in$/);
  await signInAnew(page.context(), newcomer);
  await page.goto("/account/security");
  await section(page).getByRole("button", { name: "Add passkey" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Phone");
  await page.keyboard.press("Enter");
  await storeCodes(page);
  await signOut(page);
  await device.verifies(false);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("alert").filter({ hasText: /No passkey was used/ })).toBeVisible();
  await device.verifies(true);
  await typePassword(page, newcomer);
  await expect(page.getByRole("heading", { name: "Two-factor authentication" })).toBeVisible();
  await interactive(page);
  await page.getByRole("button", { name: "Use passkey" }).click();
  await expect(page.getByRole("heading", { name: "No brands yet" })).toBeVisible();
});

test("shows members what to do in a brand that requires it, and opens once they have", {
  tag: "@full",
}, async ({ page, brand, visitor, expectAccessible, screens }) => {
  const { owner, crew, slug } = brand("busy");
  await signInAnew(page.context(), owner);
  await page.goto(`/b/${slug}/settings`);
  const requirement = page.getByRole("switch", { name: "Require two-factor authentication for members" });
  const require = async () => {
    await requirement.click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Require 2FA" }).click();
  };
  await require();
  await expect(page.getByText(/own account first/)).toBeVisible();
  await page.goto("/account/security");
  await setUpApp(page);
  await storeCodes(page);
  await page.goto(`/b/${slug}/settings`);
  await require();
  await expect(page.getByText("Two-factor authentication is required.")).toBeVisible();
  await expectAccessible(page);
  await screens(page, "two-step-settings");

  const editor = crew.editor;
  if (!editor) throw new Error("the brand has no editor");
  const other = await visitor();
  await signInAnew(other.context(), editor);
  await other.goto(`/b/${slug}/palette`);
  await expect(other.getByRole("heading", { name: "Two-factor authentication required" })).toBeVisible();
  await expectAccessible(other);
  await screens(other, "two-step-required");
  await setUpApp(other);
  await storeCodes(other);
  await other.getByRole("link", { name: "Continue" }).click();
  await expect(other).toHaveURL(new RegExp(`/b/${slug}/palette$`));
  await expect(other.getByRole("heading", { name: "You’re signed in with two factors" })).toBeHidden();
});

test("lets hub administrators require it once they have it", { tag: "@full" }, async ({
  page,
  people,
  expectAccessible,
  screens,
}) => {
  await signInAnew(page.context(), people.hubAdmin);
  await page.goto("/admin/sign-in");
  await expectAccessible(page);
  await screens(page, "admin-sign-in");
  await page.getByRole("switch", { name: "Require two-factor authentication for hub administrators" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Require 2FA" }).click();
  await expect(page.getByText(/own account first/)).toBeVisible();
});
