import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import type { MailCatcher } from "../../support/mail-catcher";
import { PASSWORD } from "./minted";

export const freshEmail = (): string => `newcomer-${randomUUID().slice(0, 13)}@example.com`;

/** Invites a person on the members page and returns the path of the mailed link. */
export async function inviteTo(
  page: Page,
  mails: MailCatcher,
  { slug, email, role = "Editor" }: { slug: string; email: string; role?: string },
): Promise<string> {
  await page.goto(`/b/${slug}/members`);
  await page.getByRole("button", { name: "Invite member", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("radio", { name: new RegExp(`^${role}`) }).check();
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText(`Invitation sent to ${email}`).first()).toBeVisible();
  return mails.pathTo(email, "/invite");
}

/** Creates an account by an invitation's link in a signed-out browser, and waits for the brand. */
export async function joinBy(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account and join" }).click();
  await expect(page).toHaveURL(/\/b\/[a-z0-9-]+$/);
}
