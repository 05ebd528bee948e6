import type { Page } from "@playwright/test";
import { chooseFilter } from "./support/filters";
import { freshEmail, inviteTo } from "./support/invitation";
import { pressUntilFocused } from "./support/keyboard";
import { expect, test } from "./support/test";

/** The owner of every minted brand. */
const ME = "Nia Newcomer";

const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const theButton = (page: Page, name: string | RegExp) => expect(page.getByRole("button", { name }));

test("changes a member's role, explains each role and logs the change", async ({
  visitor,
  page,
  brand,
  signIn,
  expectAccessible,
  screens,
}) => {
  const { slug, owner, crew } = brand("busy");
  const email = crew.editor?.email ?? "";
  await signIn(owner);
  const own = await visitor(crew.editor);
  await page.goto(`/b/${slug}/members`);
  await expect(rowOf(page, email)).toContainText("Editor");
  await expectAccessible(page);
  await screens(page, "members");

  // By keyboard only: to the button, through the roles, and back to the button.
  const change = page.getByRole("button", { name: "Change role of Edda Editor" });
  await pressUntilFocused(page, change);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Role of Edda Editor" });
  await expect(dialog.getByRole("radio", { name: /^Editor/ })).toBeChecked();
  await expect(dialog).toContainText("Can view everything.");
  await expectAccessible(page);
  await screens(page, "members-role", { part: "view" });
  await expect(dialog.getByRole("radio", { name: /^Editor/ })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("radio", { name: /^Viewer/ })).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(change).toBeFocused();
  await expect(rowOf(page, email)).toContainText("Viewer");

  await own.goto(`/b/${slug}/members`);
  await expect(own.getByRole("main")).toContainText("Your role: Viewer.");
  await page.goto(`/b/${slug}/activity`);
  await expect(rowOf(page, "changed the role of")).toContainText("Edda Editor");
});

test("keeps the last owner until there is another", { tag: "@full" }, async ({
  visitor,
  page,
  brand,
  newcomer,
  signIn,
  allow,
  expectAccessible,
  screens,
  mails,
}) => {
  const { slug, owner } = brand("bare");
  await signIn(owner);
  await page.goto(`/b/${slug}/members`);
  await expect(page.getByText("You’re the only owner.")).toBeVisible();
  for (const name of [`Change role of ${ME}`, "Leave"]) {
    await theButton(page, name).toHaveAttribute("aria-disabled", "true");
    await theButton(page, name).toHaveAccessibleDescription(/needs at least one owner/);
  }
  await screens(page, "members-last-owner");

  const own = await visitor(newcomer);
  await own.goto(await inviteTo(page, mails, { slug, email: newcomer.email, role: "Owner" }));
  await own.getByRole("button", { name: "Accept and join" }).click();
  await expect(own).toHaveURL(`/b/${slug}`);
  await page.goto(`/b/${slug}/members`);
  await expect(page.getByText("You’re the only owner.")).toBeHidden();
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("your unpublished edits");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Leave brand", exact: true }).click();
  await expect(page).not.toHaveURL(/\/members/);
  await expect(page.getByText(/^You left /)).toBeVisible();
  allow(/^404 GET .*\/b\//);
  expect((await page.goto(`/b/${slug}/members`))?.status()).toBe(404);

  await own.goto(`/b/${slug}/members`);
  await expect(own.getByRole("row")).toHaveCount(2);
  await theButton(own, "Leave").toHaveAccessibleDescription(/needs at least one owner/);
  await own.goto(`/b/${slug}/activity`);
  await expect(own.getByRole("row").filter({ hasText: `${ME} left the brand` })).toHaveCount(1);
});

test("removes a member after a confirmation and logs it", { tag: "@full" }, async ({
  visitor,
  page,
  brand,
  signIn,
  allow,
  expectAccessible,
  screens,
}) => {
  const { slug, name, owner, crew } = brand("busy");
  await signIn(owner);
  const own = await visitor(crew.admin);

  // An admin manages everyone except owners, and creates none.
  await own.goto(`/b/${slug}/members`);
  await theButton(own, `Remove ${ME}`).toHaveAccessibleDescription("Only owners can change or remove an owner.");
  await own.getByRole("button", { name: "Invite member", exact: true }).click();
  const ownerRole = own.getByRole("dialog").getByRole("radio", { name: /^Owner/ });
  await expect(ownerRole).toHaveAccessibleDescription(/Only owners can make a member an owner/);

  await page.goto(`/b/${slug}/members`);
  const remove = page.getByRole("button", { name: "Remove Ada Admin" });
  await remove.click();
  const question = page.getByRole("alertdialog", { name: "Remove Ada Admin?" });
  await expect(question).toContainText(`loses access to ${name} and their unpublished edits`);
  await expectAccessible(page);
  await screens(page, "members-remove", { part: "view" });
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(remove).toBeFocused();
  await remove.click();
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Ada Admin removed").first()).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(4);
  allow(/^404 GET .*\/b\//);
  expect((await own.goto(`/b/${slug}/members`))?.status()).toBe(404);
  await page.goto(`/b/${slug}/activity?kind=member.`);
  await expect(page.getByRole("row").filter({ hasText: "removed Ada Admin" })).toHaveCount(1);
});

test("lists invitations with their expiry; a new link and a revocation end the old one", {
  tag: "@full",
}, async ({ visitor, page, brand, signIn, expectAccessible, screens, mails }) => {
  const { slug, owner } = brand("bare");
  await signIn(owner);
  const email = freshEmail();
  const first = await inviteTo(page, mails, { slug, email, role: "Viewer" });
  await page.getByRole("button", { name: "Invite member", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByRole("dialog").getByLabel("Email")).toHaveAccessibleDescription(/has an open invitation/);
  await page.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("link", { name: "Invitations" }).click();
  const row = rowOf(page, email);
  const end = Date.parse((await row.locator("time").first().getAttribute("datetime")) ?? "");
  expect(Math.abs(end - Date.now() - 7 * 24 * 60 * 60_000)).toBeLessThan(5 * 60_000);
  await expect(row).toContainText("Active until");
  await expect(row).toContainText(`by ${ME}`);
  await expectAccessible(page);
  await screens(page, "members-invitations");

  await page.getByRole("button", { name: `Resend invitation to ${email}` }).click();
  await expect(page.getByRole("alertdialog")).toContainText("The old link stops working immediately.");
  await page.getByRole("alertdialog").getByRole("button", { name: "Resend invitation" }).click();
  const second = await mails.pathTo(email, "/invite", 2);
  expect(second).not.toBe(first);
  expect(await page.content()).not.toContain(second);

  const guest = await visitor();
  await guest.goto(first);
  await expect(guest.getByRole("heading", { name: "Invitation not found" })).toBeVisible();
  await guest.goto(second);
  await expect(guest.getByRole("heading", { name: /^Join / })).toBeVisible();

  await page.getByRole("button", { name: `Revoke invitation to ${email}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByRole("heading", { name: "No pending invitations" })).toBeVisible();
  await guest.reload();
  await expect(guest.getByRole("heading", { name: "This invitation was revoked" })).toBeVisible();
  await page.goto(`/b/${slug}/activity?kind=invitation.`);
  await expect(page.getByRole("row").filter({ hasText: `resent the invitation to ${email}` })).toHaveCount(1);
  await expect(page.getByRole("row").filter({ hasText: `revoked the invitation to ${email}` })).toHaveCount(1);
});

test("finds members by words and role, and invitations by email", { tag: "@full" }, async ({
  page,
  brand,
  signIn,
  mails,
}) => {
  const { slug, owner, crew } = brand("busy");
  const typed = crew.viewer?.email.slice(5, 20) ?? "";
  await signIn(owner);
  await page.goto(`/b/${slug}/members`);
  const filter = page.getByRole("search", { name: "Filter members" });
  await filter.getByRole("searchbox", { name: "Search" }).fill(typed.toUpperCase());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(rowOf(page, "Vera Viewer")).toHaveCount(1);
  // The focus stays in the field, which follows the URL.
  await expect(filter.getByRole("searchbox", { name: "Search" })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("row")).toHaveCount(5);
  await expect(filter.getByRole("searchbox", { name: "Search" })).toHaveValue("");
  await page.goForward();
  await expect(filter.getByRole("searchbox", { name: "Search" })).toHaveValue(typed.toUpperCase());
  await filter.getByRole("link", { name: "Clear", exact: true }).click();
  await expect(page.getByRole("row")).toHaveCount(5);
  await expect(filter.getByRole("searchbox", { name: "Search" })).toHaveValue("");
  await chooseFilter(filter, "Role", "Owner");
  await expect(rowOf(page, ME)).toHaveCount(1);
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.goto(`/b/${slug}/members?q=nobody-at-all`);
  await expect(page.getByRole("heading", { name: "No matching members" })).toBeVisible();

  const invited = freshEmail();
  await inviteTo(page, mails, { slug, email: invited });
  await expect(rowOf(page, invited)).toBeVisible();
  await inviteTo(page, mails, { slug, email: freshEmail() });
  await expect(page.getByRole("row")).toHaveCount(3);
  await expect(page.getByRole("link", { name: "Invitations 2" })).toHaveAttribute("aria-current", "page");
  await page.getByRole("searchbox", { name: "Search invitations" }).fill(invited);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/view=invitations.*q=/);
  await expect(page.getByRole("row")).toHaveCount(2);
});
