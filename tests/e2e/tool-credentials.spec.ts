import type { Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import type { Receiver } from "../support/receiver";
import { registerTool, revokeCredential, setGrant } from "./support/registry";
import { expect, test } from "./support/test";
import { sendTestAndClose } from "./support/webhooks";

async function handedOver(page: Page): Promise<{ token: string; secret: string }> {
  const dialog = page.getByRole("dialog");
  const token = await dialog.getByRole("region", { name: "Child app token" }).innerText();
  const secret = await dialog.getByRole("region", { name: "Webhook signing secret" }).innerText();
  return { token: token.trim(), secret: secret.trim() };
}

const headersOf = ({ headers }: Receiver["received"][number]) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

test("registers a tool whose credentials work at once for bundles and webhooks", {
  tag: "@full",
}, async ({ page, visitor, people, brand, signIn, receive, allow, expectAccessible, screens }) => {
  const receiver = await receive();
  await signIn(people.hubAdmin);
  await page.goto("/admin/tools/new");
  const field = (name: string) => page.getByRole("textbox", { name });
  await field("Name").fill("Evening Press & Söhne");
  await expect(field("Slug")).toHaveValue("evening-press-and-sohne");
  const slug = `evening-press-${Date.now().toString(36)}`;
  await field("Slug").fill("Evening Press");
  await field("Default webhook URL").fill("ftp://press.example/hooks");
  await field("Connect URL").fill("nowhere");
  await page.getByRole("button", { name: "Register tool" }).click();
  // All errors at once.
  await expect(field("Slug")).toHaveAccessibleDescription(/lower-case words/);
  await expect(field("Default webhook URL")).toHaveAccessibleDescription(/https/);
  await expect(field("Connect URL")).toHaveAccessibleDescription(/URL|https/);
  await expectAccessible(page);
  await screens(page, "tool-register-errors");

  await field("Slug").fill(slug);
  await field("Connect URL").fill("");
  await field("Default webhook URL").fill(receiver.url);
  await page.getByRole("button", { name: "Test webhook URL" }).click();
  await expect(page.getByText("Status 200, although the test’s signature is invalid")).toBeVisible();
  expect(receiver.received[0]?.headers["x-hub-event"]).toBe("hub.test");
  await page.getByRole("button", { name: "Test connect URL" }).click();
  await expect(page.getByText("Enter a URL first.")).toBeVisible();
  await page.getByRole("radio", { name: "Show them now" }).check();
  await page.getByRole("button", { name: "Register tool" }).click();

  const { token, secret } = await handedOver(page);
  expect([token, secret]).toEqual([
    expect.stringMatching(/^bihc_[0-9A-Za-z]{36}$/),
    expect.stringMatching(/^whsec_[A-Za-z0-9+/]{44}$/),
  ]);
  await expect(page.getByRole("dialog")).toContainText(`HUB_TOOL=${slug}`);
  expect(page.url()).not.toContain(token);
  await expectAccessible(page);
  await screens(page, "tool-handed-over", { part: "view" });
  await page.getByRole("dialog").getByRole("button", { name: "I’ve saved it" }).click();
  await expect(page).toHaveURL(`/admin/tools/${slug}?brands=all#brands`);
  await expect(page.getByText(token)).toHaveCount(0);

  const { id, slug: brandSlug, owner } = brand("bare");
  const bundle = async (by: string) => {
    const headers = { authorization: `Bearer ${by}`, "x-tool-slug": slug };
    return (await page.request.get(`/api/public/v1/brand/by-id/${id}/bundle`, { headers })).status();
  };
  allow(/^40[13] GET .*\/bundle/);
  expect(await bundle(token)).toBe(403);
  await setGrant(page, brandSlug, "Evening Press & Söhne", true);
  expect(await bundle(token)).toBe(200);

  const own = await visitor(owner);
  await own.goto(`/b/${brandSlug}/developers/webhooks`);
  await sendTestAndClose(own, "Evening Press & Söhne");
  await receiver.arrived(2);
  const [, delivered] = receiver.received;
  if (!delivered) throw new Error("nothing was delivered");
  expect(new Webhook(secret).verify(delivered.body.toString(), headersOf(delivered))).toMatchObject({
    type: "hub.test",
    brand_id: id,
  });

  // Rotated with overlap, then the old one is revoked.
  await page.goto(`/admin/tools/${slug}`);
  const rows = page.getByRole("table", { name: "Credentials issued by the hub" }).getByRole("row");
  await page.getByRole("button", { name: `Rotate Production (${token.slice(0, 9)}…${token.slice(-4)})` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("soon");
  await dialog.getByRole("button", { name: "Rotate" }).click();
  await expect(dialog.getByText("Enter whole hours.")).toBeVisible();
  await screens(page, "tool-rotate", { part: "view" });
  await dialog.getByRole("textbox").fill("2");
  await dialog.getByRole("button", { name: "Rotate" }).click();
  const fresh = (await dialog.getByRole("region", { name: "Child app token" }).innerText()).trim();
  await dialog.getByRole("button", { name: "I’ve saved it" }).click();
  await expect(rows.filter({ hasText: "Being replaced" })).toContainText(/in 2 hours|in 1 hour|in 120 minutes/);
  expect([await bundle(token), await bundle(fresh)]).toEqual([200, 200]);
  await expect(page.getByRole("button", { name: "Issue child app token" })).toHaveAccessibleDescription(
    /At most 2 can be active/,
  );
  await expectAccessible(page);
  await screens(page, "tool-credentials");
  await revokeCredential(page, token);
  await expect(rows.filter({ hasText: "Revoked" })).toHaveCount(1);
  expect([await bundle(token), await bundle(fresh)]).toEqual([401, 200]);
  await screens(page, "tool-credentials-revoked");

  await page.goto("/admin/activity?kind=tool_credential.");
  await expect(page.getByRole("row").filter({ hasText: "Evening Press & Söhne: Production" }).first()).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(token);
});

test("shows credentials from the demo and the environment, and what a tool without any lacks", {
  tag: "@full",
}, async ({ page, people, signIn, expectAccessible, screens }) => {
  await signIn(people.hubAdmin);
  await page.goto("/admin/tools/brand-studio");
  await expect(page.getByRole("row").filter({ hasText: "Demo" })).toHaveCount(2);
  await expect(page.getByText("Not set", { exact: true })).toHaveCount(2);
  await expectAccessible(page);
  await screens(page, "tool-credentials-demo");
  await page.goto("/admin/tools/print-room");
  await expect(page.getByRole("heading", { name: "No credentials yet" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("CORE_CHILD_APP_TOKEN__PRINT_ROOM");
  await expect(page.getByText("Set", { exact: true })).toHaveCount(2);
  await expectAccessible(page);
  await screens(page, "tool-credentials-environment");
  await registerTool(page, "Mute Press", "", { secretless: true });
  await page.goto("/admin/tools?q=Mute+Press");
  await expect(page.getByRole("row").nth(1)).toContainText("1 active");
  await expect(page.getByRole("row").nth(1)).toContainText("None");
});
