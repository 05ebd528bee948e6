import { publishDraft } from "./support/draft";
import { openIdentity } from "./support/section";
import { expect, test } from "./support/test";
import { runTick, setWebhookUrl } from "./support/webhooks";

test("lets a person choose notifications, except those that must stay on", async ({
  page,
  brand,
  signIn,
  expectAccessible,
  screens,
}) => {
  // No other test signs in as this person, which would notify them.
  await signIn(brand("busy").crew.editor);
  await page.goto("/account/notifications");
  const part = page.getByRole("main");
  const failing = part.getByRole("switch", { name: "Webhook failing" });
  await expect(failing).toBeChecked();
  const own = part.getByRole("switch", { name: "Account security" });
  await expect(own).toBeChecked();
  await expect(own).toHaveAccessibleDescription(/so nobody who gets into your account can turn it off/);
  await own.click({ force: true });
  await expect(own).toBeChecked();
  await expect(part.getByRole("heading", { name: "No notifications" })).toBeVisible();
  await expectAccessible(page);
  await screens(page, "account-notifications");

  await failing.click();
  await expect(page.getByText("Saved").first()).toBeVisible();
  await page.reload();
  await expect(failing).not.toBeChecked();
  await page.goto("/account/activity");
  await expect(page.getByText("changed their notification settings").first()).toBeVisible();
  await page.goto("/account/notifications");
  await failing.click();
  await expect(page.getByText("Saved").first()).toBeVisible();
  await page.reload();
  await expect(failing).toBeChecked();
});

test("notifies owners of a new admin on the account page while their email is not confirmed", {
  tag: "@full",
}, async ({ page, brand, signIn, credentials, expectAccessible, screens }) => {
  const { slug, owner } = brand("busy");
  await signIn(owner);
  await page.goto(`/b/${slug}/members`);
  await page.getByRole("button", { name: "Change role of Edda Editor" }).click();
  const dialog = page.getByRole("dialog", { name: "Role of Edda Editor" });
  await dialog.getByRole("radio", { name: /^Admin/ }).check();
  await dialog.getByRole("button", { name: /role/i }).last().click();
  await expect(dialog).toBeHidden();
  await runTick(page, credentials);
  await page.goto("/account/notifications");
  const part = page.getByRole("main");
  await expect(part).toContainText("Confirm your email to get notifications");
  await expect(part.getByRole("listitem").filter({ hasText: "Edda Editor is now an admin of" })).toContainText(
    "not emailed",
  );
  await expectAccessible(page);
  await screens(page, "account-notified");
});

test("emails hub administrators about a disabled webhook, with the reason and a link to the settings", {
  tag: "@full",
}, async ({ page, visitor, brand, people, signIn, credentials, mails, receive, screens }) => {
  const { slug, id, owner } = brand("busy");
  const receiver = await receive((response) => response.writeHead(410).end());
  await signIn(people.hubAdmin);
  const own = await visitor(owner);
  await setWebhookUrl(page, credentials, { brand_id: id, tool_slug: "brand-studio", webhook_url: receiver.url });
  await openIdentity(own, slug, "essentials");
  await own.getByLabel("Tagline", { exact: true }).fill(`Changed at ${new Date().toISOString()}`);
  await publishDraft(own);
  await runTick(page, credentials);
  await receiver.arrived(1);
  await expect(async () => {
    await own.goto(`/b/${slug}`);
    await expect(own.getByText("The webhook of Brand Studio was turned off")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await runTick(page, credentials);
  await runTick(page, credentials);
  const { raw, message } = await mails.mailTo(people.hubAdmin.email, "Webhook of Brand Studio is off");
  expect(message.text).toContain("The receiver answered 410 Gone.");
  expect(message.text).toContain("You get this because");
  expect(message.text).toContain("/account/notifications");
  expect(raw).toMatch(/^List-Unsubscribe: <https?:\/\/[^>]+\/account\/notifications>/m);
  await page.goto("about:blank");
  await page.setContent(message.html ?? "");
  await screens(page, "mail-notice");
});
