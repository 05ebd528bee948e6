import type { Page } from "@playwright/test";
import { closeByEscape } from "./support/keyboard";
import { expect, PASSWORD, test } from "./support/test";

const asked = (page: Page) => page.getByRole("dialog", { name: "Confirm it’s you" });
const password = (page: Page) => asked(page).getByRole("textbox", { name: "Password" });

async function issueKey(page: Page, slug: string, name: string): Promise<void> {
  await page.goto(`/b/${slug}/developers/keys`);
  await page.getByRole("button", { name: "Issue key" }).first().click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill(name);
  await page.keyboard.press("Enter");
}

test("asks for the password once, by keyboard, then completes the action, also in another tab", {
  tag: "@full",
}, async ({ page, context, brand, signInUnproved, expectAccessible, screens }) => {
  const { owner, slug } = brand("bare");
  await signInUnproved(owner);
  await issueKey(page, slug, "Order desk");
  await expect(password(page)).toBeFocused();
  await expectAccessible(page);
  await screens(page, "step-up", { part: "view" });
  await page.keyboard.type("not the password");
  await page.keyboard.press("Enter");
  await expect(password(page)).toHaveAccessibleDescription(/your current password/);
  await password(page).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(asked(page)).toBeHidden();
  await expect(page.getByRole("dialog", { name: /Order desk/ })).toBeVisible();

  const tab = await context.newPage();
  await tab.goto("/account/tokens");
  await tab.getByRole("button", { name: "Issue token" }).first().click();
  await tab.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Nightly report");
  await tab.keyboard.press("Enter");
  await expect(tab.getByRole("region", { name: "Session token" })).toBeVisible();
});

test("does nothing and loses nothing when cancelled, and asks again on the next try", async ({
  page,
  brand,
  signInUnproved,
}) => {
  const { owner, slug, name } = brand("bare");
  await signInUnproved(owner);
  await page.goto(`/b/${slug}/settings`);
  await page.getByRole("button", { name: /^Archive/ }).click();
  const archiving = page.getByRole("alertdialog");
  await archiving.getByRole("textbox").fill(name);
  await page.keyboard.press("Enter");
  await expect(password(page)).toBeFocused();
  await closeByEscape(page, asked(page));
  await expect(archiving.getByRole("alert")).toHaveText(/^Cancelled, because/);
  await expect(archiving.getByRole("textbox")).toHaveValue(name);
  await archiving.getByRole("button", { name: /^Archive/ }).click();
  await password(page).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page).not.toHaveURL(new RegExp(`/b/${slug}`));
});

test("redirects to sign-in if the session ended meanwhile", { tag: "@full" }, async ({
  page,
  brand,
  signInUnproved,
}) => {
  const { owner, slug } = brand("bare");
  await signInUnproved(owner);
  await issueKey(page, slug, "Order desk");
  await expect(password(page)).toBeFocused();
  const { csrfToken } = await (await page.request.get("/api/auth/csrf")).json();
  await page.request.post("/api/auth/signout", { form: { csrfToken, json: "true" } });
  await password(page).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/);
});
