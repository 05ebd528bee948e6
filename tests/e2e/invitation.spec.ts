import { freshEmail, inviteTo, joinBy } from "./support/invitation";
import { expect, PASSWORD, signInAnew, test } from "./support/test";

test("says who invites whom to what before accepting, and signs up a new person", async ({
  visitor,
  page,
  people,
  signIn,
  expectAccessible,
  screens,
  mails,
}) => {
  const { person, slug } = people.withRole("owner");
  await signIn(person);
  const email = freshEmail();
  const path = await inviteTo(page, mails, { slug, email, role: "Viewer" });
  const guest = await visitor();
  await guest.goto(path);
  await expect(guest.getByRole("heading", { level: 1, name: /^Join / })).toBeVisible();
  await expect(guest.getByRole("main")).toContainText(email);
  await expect(guest.getByRole("main")).toContainText("a viewer");
  await expect(guest.getByRole("textbox", { name: "Email" })).toHaveValue(email);
  const logo = guest.getByRole("img", { name: /^Logo of / });
  await expect(logo).toHaveAttribute("src", /^\/files\/.*expires=/);
  await expect(logo).toHaveJSProperty("complete", true);
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(guest);
  await screens(guest, "invitation-new-account");

  await guest.getByLabel("Your name").fill("Gus Guest");
  await guest.getByRole("textbox", { name: "Password" }).fill("too short");
  await guest.getByRole("button", { name: "Create account and join" }).click();
  await expect(guest.getByRole("textbox", { name: "Password" })).toHaveAccessibleDescription(/at least 12 characters/);
  await expect(guest.getByLabel("Your name")).toHaveValue("Gus Guest");
  await guest.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await guest.getByRole("button", { name: "Create account and join" }).click();
  await expect(guest).toHaveURL(`/b/${slug}`);
  await expect(guest.getByRole("link", { name: "Read the identity" })).toBeVisible();

  await guest.goto(path);
  await expect(guest.getByRole("heading", { name: "This invitation was already accepted" })).toBeVisible();
  await guest.getByRole("link", { name: "Open brand" }).click();
  await expect(guest).toHaveURL(`/b/${slug}`);
});

test("returns an existing user after sign-in and explains a wrong account", { tag: "@full" }, async ({
  page,
  people,
  newcomer: own,
  expectAccessible,
  screens,
  mails,
}) => {
  const { person, slug } = people.withRole("owner");
  await signInAnew(page.context(), person);
  const path = await inviteTo(page, mails, { slug, email: own.email, role: "Admin" });

  await page.goto(path);
  await expect(page.getByText(`You’re signed in as ${person.email}`)).toBeVisible();
  await expectAccessible(page);
  await screens(page, "invitation-wrong-account");
  await page.getByRole("button", { name: "Sign out and continue" }).click();
  await expect(page.getByText("Already have an account with this email?")).toBeVisible();
  await expectAccessible(page);
  await screens(page, "invitation-sign-in");
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Email").fill(own.email);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(path);
  await expect(page.getByText("You’re signed in as Nia Newcomer")).toBeVisible();
  await expectAccessible(page);
  await screens(page, "invitation-accept");
  await page.getByRole("button", { name: "Accept and join" }).click();
  await expect(page).toHaveURL(`/b/${slug}`);
  await expect(page.getByRole("button", { name: /Admin · Version \d+/ }).first()).toBeVisible();
});

test("explains a replaced, revoked or mistyped link", { tag: "@full" }, async ({
  visitor,
  page,
  people,
  signIn,
  expectAccessible,
  screens,
  mails,
}) => {
  const { person, slug } = people.withRole("owner");
  await signIn(person);
  const email = freshEmail();
  const first = await inviteTo(page, mails, { slug, email });
  await page.goto(`/b/${slug}/members?view=invitations`);
  await page.getByRole("button", { name: `Resend invitation to ${email}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Resend invitation" }).click();
  const second = await mails.pathTo(email, "/invite", 2);

  const guest = await visitor();
  for (const path of [first, "/invite/not-a-token"]) {
    await guest.goto(path);
    await expect(guest.getByRole("heading", { name: "Invitation not found" })).toBeVisible();
  }
  await guest.goto(second);
  await expect(guest.getByRole("heading", { name: /^Join / })).toBeVisible();

  await page.getByRole("button", { name: `Revoke invitation to ${email}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText(email)).toHaveCount(0);
  await guest.goto(second);
  await expect(guest.getByRole("heading", { name: "This invitation was revoked" })).toBeVisible();
  await expectAccessible(guest);
  await screens(guest, "invitation-ended");
});

test("works once, and says so in a second tab", { tag: "@full" }, async ({ visitor, page, people, signIn, mails }) => {
  const { person, slug } = people.withRole("owner");
  await signIn(person);
  const email = freshEmail();
  const path = await inviteTo(page, mails, { slug, email });
  const one = await visitor();
  const two = await one.context().newPage();
  await two.goto(path);
  await joinBy(one, path, "Twin Tab");
  await two.getByLabel("Your name").fill("Twin Tab");
  await two.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await two.getByRole("button", { name: "Create account and join" }).click();
  await expect(two.getByRole("alert").filter({ hasText: "already accepted" })).toBeVisible();
  const again = await visitor();
  await signInAnew(again.context(), { email, password: PASSWORD, hub_admin: false, brands: [] });
  await again.goto("/");
  await expect(again).toHaveURL(`/b/${slug}`);
});
