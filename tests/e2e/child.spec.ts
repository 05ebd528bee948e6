import { startChild } from "./support/child";
import { freePort } from "./support/hub";
import { makeHandOverLink, registerTool, revealCredentials, setGrant, setToolUrls } from "./support/registry";
import { openIdentity } from "./support/section";
import { switchBrand } from "./support/switcher";
import { expect, test } from "./support/test";
import { runTick, setWebhookUrl } from "./support/webhooks";

let child: Awaited<ReturnType<typeof startChild>>;
test.beforeAll(async ({ hub }) => {
  child = await startChild(hub);
});
test.afterAll(() => child.stop());

test("a running tool learns of a change by a verified webhook, and switches when the brand changes", {
  tag: "@full",
}, async ({ page, context, visitor, people, signIn, credentials, screens, expectAccessible }) => {
  const person = await signIn();
  const [first, second] = person.brands.filter(({ id, role }) => {
    const studio = credentials.tools.find(({ slug }) => slug === "brand-studio");
    return studio?.entitled_brand_ids.includes(id) && role !== "viewer";
  });
  if (!first) throw new Error("the demo person has no brand that the tool is entitled for");
  const admin = await visitor(people.hubAdmin);
  await setToolUrls(admin, "brand-studio", child.url);
  const [tool_slug, webhook_url] = ["brand-studio", `${child.url}/webhooks/hub`];
  await setWebhookUrl(page, credentials, { brand_id: first.id, tool_slug, webhook_url });

  // Sign-in: from the tool through the hub and back, without a token in any URL.
  const urls: string[] = [];
  const tool = await context.newPage();
  await switchBrand(page, first.slug);
  tool.on("framenavigated", (frame) => urls.push(frame.url()));
  await tool.goto(child.url);
  await tool
    .getByRole("link", { name: /connect|sign in/i })
    .first()
    .click();
  await expect(tool.locator(`body[data-brand="${first.id}"]`)).toBeVisible();
  expect(urls.some((url) => /token=|eyJ/.test(url))).toBe(false);
  const before = Number(await tool.locator("body").getAttribute("data-version"));

  // Edit, review, publish. The tagline is one word, because the review marks changed words.
  const tagline = `Mended${Date.now().toString(36)}`;
  await openIdentity(page, first.slug, "essentials");
  await page.getByLabel("Tagline", { exact: true }).fill(tagline);
  await page.getByRole("button", { name: "Review and publish" }).click();
  await expect(page.getByRole("dialog")).toContainText(tagline);
  await page.getByRole("button", { name: `Publish version ${before + 1}` }).click();
  await expect(page.getByText(`Version ${before + 1} is live`).first()).toBeVisible();

  // The tick delivers. The tool verifies and reads, and its open page reloads.
  await runTick(page, credentials);
  await expect(tool.locator(`body[data-version="${before + 1}"]`)).toBeVisible();
  await expect(tool.locator("body")).toContainText(tagline);
  await screens(tool, "child-tool");
  await expectAccessible(tool);

  // Switching the brand in the hub switches the tool, through the cookie.
  if (second) {
    await switchBrand(page, second.slug);
    await expect(tool.locator(`body[data-brand="${second.id}"]`)).toBeVisible();
  }
  await setToolUrls(admin, tool_slug, "http://localhost:4100");
});

test("Open leads to the tool, signed in to the current brand, and back with a reason if the brand doesn't have the tool", {
  tag: "@full",
}, async ({ page, context, visitor, people, signIn, credentials, screens, allow }) => {
  const person = await signIn();
  const studio = credentials.tools.find(({ slug }) => slug === "brand-studio");
  const entitled = person.brands.filter(({ id }) => studio?.entitled_brand_ids.includes(id));
  const without = person.brands.find(({ id }) => !studio?.entitled_brand_ids.includes(id));
  const brand = entitled.at(-1);
  if (!brand) throw new Error("the demo person has no brand that the tool is entitled for");
  const admin = await visitor(people.hubAdmin);
  await setToolUrls(admin, "brand-studio", child.url);
  const uses = admin.getByRole("checkbox", { name: /credentials for sign-in/ });
  const setSwitch = async (on: boolean) => {
    // Reload, so the message about an earlier change is gone.
    await admin.goto("/admin/tools/brand-studio");
    await uses.setChecked(on);
    await admin.getByRole("button", { name: "Save tool", exact: true }).click();
    await expect(admin.getByText("Tool saved").first()).toBeVisible();
    await admin.reload();
    await expect(uses).toBeChecked({ checked: on });
  };
  await setSwitch(true);
  await screens(admin, "admin-tool-sign-in");

  await page.goto(`/b/${brand.slug}/tools`);
  const opened = context.waitForEvent("page");
  const open = page.getByRole("link", { name: /^Open Brand Studio/ });
  // In a new tab, like its link does, or in this one.
  if ((await open.getAttribute("target")) === "_blank") await open.click();
  else await open.click({ modifiers: ["ControlOrMeta"] });
  const tool = await opened;
  await expect(tool.locator(`body[data-brand="${brand.id}"]`)).toBeVisible();
  expect(tool.url()).toBe(`${child.url}/`);

  // For a brand without the tool, the tool gets an error and shows it.
  if (without) {
    allow(/^403 POST http:\/\/localhost:\d+\/hub\/callback$|status of 403/);
    await tool.goto(
      `${child.url}/hub/login?${new URLSearchParams({ iss: new URL(page.url()).origin, brand_id: without.id })}`,
    );
    await expect(tool.getByRole("heading", { name: "You can’t use Brand Studio here" })).toBeVisible();
    await expect(tool.getByText(/the tool has no access/)).toBeVisible();
    expect(tool.url()).toBe(`${child.url}/hub/callback`);
    await screens(tool, "child-tool-refused");
  }

  await setSwitch(false);
  await setToolUrls(admin, "brand-studio", "http://localhost:4100");
});

test("runs a second tool with the credentials from its setup link, without restarting the hub", {
  tag: "@full",
}, async ({ page, context, visitor, people, brand, hub, signIn, credentials }) => {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const { id, slug: brandSlug, owner } = brand("busy");
  const admin = await visitor(people.hubAdmin);
  const tool = await registerTool(admin, "Letter Press", `${address}/webhooks/hub`);
  await setToolUrls(admin, tool, address);
  const link = await makeHandOverLink(admin, "Whoever runs it");
  await setGrant(admin, brandSlug, "Letter Press", true);

  const operator = await visitor();
  const environment = await revealCredentials(operator, link);
  const own = await startChild(hub, environment, port);
  try {
    await operator.getByRole("button", { name: "Send test" }).click();
    await expect(operator.getByText("Your receiver answered 200")).toBeVisible();

    await signIn(owner);
    const shown = await context.newPage();
    await shown.goto(own.url);
    await shown
      .getByRole("link", { name: /connect|sign in/i })
      .first()
      .click();
    await expect(shown.locator(`body[data-brand="${id}"][data-version="1"]`)).toBeVisible();
    await openIdentity(page, brandSlug, "essentials");
    await page.getByLabel("Tagline", { exact: true }).fill("Pressed");
    await page.getByRole("button", { name: "Review and publish" }).click();
    await page.getByRole("button", { name: "Publish version 2" }).click();
    await expect(page.getByText("Version 2 is live").first()).toBeVisible();
    await runTick(page, credentials);
    await expect(shown.locator('body[data-version="2"]')).toContainText("Pressed");
    await expect(operator.getByText("First bundle read.")).toBeVisible();
    // First, because the tool's page keeps a connection open.
    await shown.close();
  } finally {
    await own.stop();
  }
});
