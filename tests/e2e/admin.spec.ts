import { fetchBundle } from "./support/bundle";
import { publishDraft } from "./support/draft";
import { pressUntilFocused } from "./support/keyboard";
import { issueKey } from "./support/keys";
import { fillRegistration, registerTool, setGrant } from "./support/registry";
import { openIdentity } from "./support/section";
import { expect, test } from "./support/test";
import { sendTestAndClose } from "./support/webhooks";

const STUDIO = "brand-studio";

test("registers a tool, names its environment variables and edits it", { tag: "@full" }, async ({
  page,
  people,
  signIn,
  expectAccessible,
  screens,
}) => {
  await signIn(people.hubAdmin);
  await page.goto("/admin/tools");
  await expect(page.getByRole("row").filter({ hasText: "brand-studio" })).toContainText("1 active");
  await expectAccessible(page);
  await screens(page, "admin-tools");
  await page.getByRole("link", { name: "Register tool" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Night Press");
  const slugField = page.getByRole("textbox", { name: "Slug" });
  await expect(slugField).toHaveValue(/^night-press/);
  await page.getByRole("textbox", { name: "Name" }).fill("Nächtliche Straßen-Druckerei");
  await expect(slugField).toHaveValue("nachtliche-strassen-druckerei");
  await page.getByRole("textbox", { name: "Name" }).fill("Night Press");
  await expect(slugField).toHaveValue(/^night-press/);
  await slugField.fill("Night Press");
  await page.getByRole("button", { name: "Register tool" }).click();
  await expect(slugField).toHaveAccessibleDescription(/lower-case words/);
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Night Press");
  await expectAccessible(page);
  await screens(page, "admin-register");

  const slug = await registerTool(page, "Night Press");
  const form = slug.toUpperCase().replaceAll("-", "_");
  await expect(page.getByRole("main")).toContainText(`CORE_CHILD_APP_TOKEN__${form}`);
  await expect(page.getByRole("main")).toContainText(`CHILD_WEBHOOK_SECRET__${form}`);
  await expect(page.getByText("Not set")).toHaveCount(2);
  await screens(page, "admin-tool");
  await page.getByRole("textbox", { name: "Default webhook URL" }).fill("ftp://press.example/hooks");
  await page.getByRole("button", { name: "Save tool", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Default webhook URL" })).toHaveAccessibleDescription(/https/);
  await page.getByRole("textbox", { name: "Default webhook URL" }).fill("");
  await page.getByRole("textbox", { name: "Description" }).fill("Prints by night.");
  await page.getByRole("combobox", { name: "Status" }).selectOption("beta");
  await page.getByRole("button", { name: "Save tool", exact: true }).click();
  await expect(page.getByText("Tool saved").first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Description" })).toHaveValue("Prints by night.");
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("beta");

  await page.getByRole("textbox", { name: "Concurrent requests" }).fill("many");
  await page.getByRole("button", { name: "Save limits" }).click();
  await expect(page.getByRole("textbox", { name: "Concurrent requests" })).toHaveAccessibleDescription(/from 1 to 200/);
  await page.getByRole("textbox", { name: "Requests per minute" }).fill("6000");
  await page.getByRole("textbox", { name: "Concurrent requests" }).fill("20");
  await page.getByRole("button", { name: "Save limits" }).click();
  await expect(page.getByText("Limits saved").first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Requests per minute" })).toHaveValue("6000");
  await expectAccessible(page);
  await screens(page, "admin-tool-budget");
});

test("disables a tool only after a confirmation", async ({ page, people, signIn, expectAccessible, screens }) => {
  await signIn(people.hubAdmin);
  await registerTool(page, "Dusk Press");
  await expectAccessible(page);
  const status = page.getByRole("combobox", { name: "Status" });
  const save = page.getByRole("button", { name: "Save tool", exact: true });
  await status.selectOption("disabled");
  await save.click();
  const question = page.getByRole("alertdialog", { name: "Disable Dusk Press?" });
  await expect(question).toContainText("The API answers the tool 403 and webhooks pause");
  await screens(page, "admin-disable", { part: "view" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(save).toBeFocused();
  await page.reload();
  await expect(status).toHaveValue("active");

  await status.selectOption("disabled");
  await save.press("Enter");
  await question.getByRole("button", { name: "Disable" }).press("Enter");
  await expect(page.getByText("Tool saved").first()).toBeVisible();
  await expect(save).toBeFocused();
  await page.reload();
  await expect(status).toHaveValue("disabled");
  // Enabling needs no confirmation.
  await status.selectOption("active");
  await save.click();
  await expect(page.getByText("Tool saved").first()).toBeVisible();
  await expect(question).toBeHidden();
});

test("warns before sign-in requires credentials that a tool lacks", {
  tag: "@full",
}, async ({ page, people, signIn, expectAccessible, screens }) => {
  await signIn(people.hubAdmin);
  const slug = await fillRegistration(page, { name: "Mist Press", credentials: "Create a setup link" });
  await page.getByRole("dialog").getByRole("button", { name: "I’ve saved it" }).click();
  await expect(page).toHaveURL(`/admin/tools/${slug}?brands=all#brands`);
  const own = page.getByRole("checkbox", { name: "Require the tool’s credentials for sign-in" });
  const save = page.getByRole("button", { name: "Save tool", exact: true });
  await own.check();
  await save.click();
  const question = page.getByRole("alertdialog", { name: "Block sign-in to Mist Press?" });
  await expect(question).toContainText("First issue a token or create a setup link");
  await expectAccessible(page);
  await screens(page, "admin-own-credentials-question", { part: "view" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await page.reload();
  await expect(own).not.toBeChecked();

  await own.check();
  await save.click();
  await question.getByRole("button", { name: "Block sign-in" }).click();
  await expect(page.getByText("Tool saved").first()).toBeVisible();
  await page.reload();
  await expect(own).toBeChecked();

  // With a token there is nothing to confirm.
  await registerTool(page, "Haze Press");
  await own.check();
  await save.click();
  await expect(page.getByText("Tool saved").first()).toBeVisible();
});

test("subscribes brands granted before the webhook URL was set, and resumes webhooks that the hub disabled", {
  tag: "@full",
}, async ({ visitor, page, people, brand, signIn, receive, expectAccessible, screens }) => {
  const { slug, owner } = brand("bare");
  let status = 410;
  const receiver = await receive((response) => response.writeHead(status).end());
  await signIn(people.hubAdmin);
  const tool = await registerTool(page, "Late Press");
  await setGrant(page, slug, "Late Press", true);
  const row = page.getByRole("row").filter({ hasText: slug });
  await page.goto(`/admin/tools/${tool}`);
  await expect(row).toContainText("No webhook");
  await page.getByRole("textbox", { name: "Default webhook URL" }).fill(receiver.url);
  await page.getByRole("button", { name: "Save tool", exact: true }).click();
  await expect(row).toContainText("No delivery yet");

  const own = await visitor(owner);
  await own.goto(`/b/${slug}/developers/webhooks`);
  await sendTestAndClose(own, "Late Press");
  await page.reload();
  await expect(row).toContainText("Webhook off");
  await expect(page.getByText("Webhook off for 1 brand")).toBeVisible();
  await expectAccessible(page);
  await screens(page, "admin-webhook-off");

  status = 200;
  await page.getByRole("button", { name: "Resume webhook" }).click();
  await expect(page.getByText("Webhook resumed for 1 brand").first()).toBeVisible();
  await expect(row).toContainText("No delivery yet");
  await expect(page.getByText("Webhook off for")).toHaveCount(0);
  await own.reload();
  await sendTestAndClose(own, "Late Press");
  await receiver.arrived(2);
  await own.goto(`/b/${slug}/activity`);
  await expect(own.getByRole("main")).toContainText("turned on the webhook of");
});

test("grants and revokes in the grid, and API, subscription and deliveries follow", { tag: "@full" }, async ({
  visitor,
  page,
  people,
  brand,
  credentials,
  signIn,
  allow,
  expectAccessible,
  screens,
}) => {
  const { slug, name, id, owner } = brand("bare");
  await signIn(owner);
  const headers = { authorization: `Bearer ${await issueKey(page, slug, "Service")}` };
  const bundle = async () => (await fetchBundle(page.request, credentials, id)).status();
  const entitled = async () => {
    const { tools } = await (await page.request.get("/api/public/tools", { headers })).json();
    return tools.find((tool: { slug: string }) => tool.slug === STUDIO)?.entitled;
  };
  allow(/^403 GET .*\/bundle/);
  expect([await bundle(), await entitled()]).toEqual([403, false]);

  // By keyboard only.
  const admin = await visitor(people.hubAdmin);
  await admin.goto(`/admin/entitlements?q=${slug}`);
  const box = admin.getByRole("checkbox", { name: `Brand Studio for ${name}` });
  await pressUntilFocused(admin, box);
  await admin.keyboard.press("Space");
  await expect(admin.getByText(`${name} can now use Brand Studio`).first()).toBeVisible();
  await expect(box).toBeChecked();
  await expect(box).toBeFocused();
  await expectAccessible(admin);
  await screens(admin, "admin-entitlements");
  expect([await bundle(), await entitled()]).toEqual([200, true]);
  await page.goto(`/b/${slug}/tools`);
  await expect(page.getByText("http://localhost:4100/webhooks/hub")).toBeVisible();

  await openIdentity(page, slug, "essentials");
  await page.getByLabel("Tagline", { exact: true }).fill("Waits to be delivered");
  await publishDraft(page);
  const delivery = page.getByRole("table", { name: "Deliveries" }).getByRole("row").nth(1);
  await page.goto(`/b/${slug}/developers/webhooks`);
  await expect(delivery).toContainText(/Pending|Sending|Retrying/);

  await admin.keyboard.press("Space");
  const question = admin.getByRole("alertdialog", { name: `Remove ${name}’s access to Brand Studio?` });
  await expect(question).toContainText("gets a 403 for this brand from its next request");
  await expectAccessible(admin);
  await screens(admin, "admin-revoke", { part: "view" });
  await admin.keyboard.press("Escape");
  await expect(box).toBeFocused();
  await expect(box).toBeChecked();
  await admin.keyboard.press("Space");
  await pressUntilFocused(admin, question.getByRole("button", { name: "Remove access" }));
  await admin.keyboard.press("Enter");
  await expect(box).not.toBeChecked();
  await expect(box).toBeFocused();
  expect([await bundle(), await entitled()]).toEqual([403, false]);
  await page.goto(`/b/${slug}/tools`);
  await expect(page.getByRole("heading", { name: "No tools yet" })).toBeVisible();
  await page.goto(`/b/${slug}/developers/webhooks`);
  await expect(delivery).toContainText("Cancelled");
  await page.goto(`/b/${slug}/activity?kind=entitlement.`);
  await expect(page.getByRole("row").filter({ hasText: "removed access to the tool Brand Studio" })).toHaveCount(1);
});

test("finds brands and tools in the grid by name", async ({ page, people, signIn, expectAccessible }) => {
  await signIn(people.hubAdmin);
  await page.goto("/admin/entitlements");
  await expectAccessible(page);
  await page.getByRole("searchbox", { name: "Search brands" }).fill("torvane");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("searchbox", { name: "Search tools" }).fill("STUDIO");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("columnheader")).toHaveText(["Brand", "Brand Studio"]);
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("searchbox", { name: "Search tools" }).fill("no such tool");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "No tool matches “no such tool”" })).toBeVisible();
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(page.getByRole("searchbox", { name: "Search tools" })).toHaveValue("");
  await page.getByRole("searchbox", { name: "Search brands" }).fill("no such brand at all");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: /^No brand matches/ })).toBeVisible();
});

test("grants a tool to all matching brands after a preview, and removes it again", { tag: "@full" }, async ({
  page,
  people,
  signIn,
  expectAccessible,
  screens,
}) => {
  await signIn(people.hubAdmin);
  const slug = await registerTool(page, "Many Press");
  await page.goto("/admin/entitlements?q=torvane");
  const many = page.getByRole("main");
  const ask = async (act: string, brands: string) => {
    await many.getByRole("combobox", { name: "Action" }).selectOption({ label: act });
    await many.getByRole("combobox", { name: "Tool", exact: true }).selectOption(slug);
    await many.getByRole("searchbox", { name: "Matching brands" }).fill(brands);
    await many.getByRole("button", { name: "Preview changes" }).click();
  };
  await ask("Grant access", "no such brand at all");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("0 brands match");
  await expect(dialog).toContainText("Nothing to change.");
  await dialog.getByRole("button", { name: "Close" }).last().click();

  await ask("Grant access", "torvane");
  await expect(dialog).toContainText("Grant Many Press to 1 brand?");
  await expectAccessible(page);
  await screens(page, "admin-grant-many", { part: "view" });
  await dialog.getByRole("button", { name: "Grant access", exact: true }).click();
  await expect(page.getByText("Many Press granted to 1 brand").first()).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /^Many Press.* for Torvane/ }).first()).toBeChecked();
  await expectAccessible(page);
  await screens(page, "admin-entitlements-many");

  await ask("Remove access", "torvane");
  await dialog.getByRole("button", { name: "Remove access", exact: true }).click();
  await expect(page.getByText("Many Press removed from 1 brand").first()).toBeVisible();
  await page.goto("/admin/activity?kind=entitlement.");
  await expect(page.getByRole("row").filter({ hasText: "removed many brands from the tool Many Press" })).toBeVisible();
});
