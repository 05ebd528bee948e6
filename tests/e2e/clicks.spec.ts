import type { Locator, Page } from "@playwright/test";
import { freshEmail } from "./support/invitation";
import { drawing } from "./support/section";
import { switcher } from "./support/switcher";
import { expect, test } from "./support/test";
import { runTick, setWebhookUrl } from "./support/webhooks";

/**
 * Maximum clicks for common jobs, from the overview of the brand or the hub, or from the sign-in page. Typing into a
 * focused field and file dialogs don't count.
 */
const MOST = {
  "sign in": 1,
  "switch the brand": 2,
  "copy a hex": 1,
  "download a logo": 2,
  "share the public page": 3,
  "a tagline to live": 4,
  "a logo to live": 4,
  "restore a version": 3,
  "a colour to live": 4,
  "a lock to live": 5,
  "a new brand from a logo": 5,
  "a new brand": 3,
  "invite somebody": 3,
  "a key": 4,
  "the brand book": 1,
  "a webhook received": 2,
  "a tool registered": 5,
  "a tool connected to a brand": 2,
} as const;

/** Counts presses. */
async function counting(page: Page) {
  let clicks = 0;
  await page.exposeFunction("countClick", () => {
    clicks += 1;
  });
  // Listens on the document, so a press that Playwright retries because its target moved counts once.
  await page.addInitScript(() =>
    document.addEventListener("pointerdown", () => (window as unknown as { countClick(): void }).countClick(), true),
  );
  return async (job: keyof typeof MOST, start: string, work: () => Promise<void>): Promise<void> => {
    await page.goto(start);
    clicks = 0;
    await work();
    // A broken counter would accept any job.
    await expect.poll(() => clicks, job).toBeGreaterThan(0);
    expect(clicks, job).toBeLessThanOrEqual(MOST[job]);
    test.info().annotations.push({ type: "clicks", description: `${job}: ${clicks} of ${MOST[job]}` });
  };
}

const rail = (page: Page, name: string): Locator =>
  page.getByRole("navigation", { name: "Hub" }).getByRole("link", { name, exact: true });

async function publish(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Review and publish" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Publish version/ })
    .click();
  await expect(page.getByText(/^Version \d+ is live$/)).toBeVisible();
}

async function choose(page: Page, button: Locator, name: string): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await button.click();
  await (await chooser).setFiles(drawing("#0f766e", "", name));
}

test("takes few clicks for the commonest jobs", { tag: "@full" }, async ({
  page,
  brand,
  credentials,
  receive,
  signIn,
}) => {
  const { id, slug, owner } = brand("busy");
  const { url } = await receive();
  await setWebhookUrl(page, credentials, { brand_id: id, tool_slug: "brand-studio", webhook_url: url });
  await signIn(owner);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const count = await counting(page);
  const job = (name: keyof typeof MOST, work: () => Promise<void>) => count(name, `/b/${slug}`, work);

  await job("copy a hex", async () => {
    await page.getByRole("list", { name: "Colours" }).getByRole("button", { name: /Pine/ }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("#0f766e");
  });
  await job("a logo to live", async () => {
    await rail(page, "Logos").click();
    const slot = page.locator("#slot-logo_positive");
    await choose(page, slot.getByText("Choose file", { exact: true }), "mark.svg");
    await expect(slot.getByRole("article")).toHaveCount(1);
    await publish(page);
  });
  await job("download a logo", async () => {
    await rail(page, "Logos").click();
    const download = page.waitForEvent("download");
    await page
      .getByRole("article")
      .getByRole("link", { name: /^Download / })
      .click();
    expect((await download).suggestedFilename()).toMatch(/\.svg$/);
  });
  await job("a tagline to live", async () => {
    await rail(page, "Identity").click();
    await page.getByRole("button", { name: /^(Edit|Add) Essentials$/ }).click();
    await expect(page.getByLabel("Tagline", { exact: true })).toBeFocused();
    await page.keyboard.type("Few clicks");
    await publish(page);
  });
  await expect(async () => {
    await runTick(page, credentials);
    await page.goto(`/b/${slug}/developers/webhooks`);
    await expect(page.getByText("Delivered", { exact: true })).not.toHaveCount(0, { timeout: 1_000 });
  }).toPass({ timeout: 120_000 });
  await job("a webhook received", async () => {
    await rail(page, "Tools").click();
    await page.getByRole("link", { name: /^View all deliveries/ }).click();
    const deliveries = page.getByRole("table", { name: "Deliveries", exact: true });
    await expect(deliveries.getByText("Delivered", { exact: true }).first()).toBeVisible();
  });
  await job("restore a version", async () => {
    await rail(page, "History").click();
    await page.getByRole("button", { name: "Restore version 1" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Restore version 1" }).click();
    await expect(page.getByText(/^Version 1 restored as version \d+$/)).toBeVisible();
  });
  await job("a colour to live", async () => {
    await rail(page, "Palette").click();
    await page.getByRole("button", { name: "Edit Gorse" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("textbox", { name: "Colour", exact: true })).toBeFocused();
    await page.keyboard.type("#eab308");
    await page.keyboard.press("Enter");
    await publish(page);
  });
  await job("a lock to live", async () => {
    await rail(page, "Palette").click();
    await page.getByRole("button", { name: "Actions for Slate" }).click();
    await page.getByRole("menuitem", { name: /^Lock/ }).click();
    await publish(page);
  });
  await job("share the public page", async () => {
    await rail(page, "Settings").click();
    await page.getByRole("switch", { name: "Public page" }).click();
    // A sidebar that loads whole pages early shows the switch as it was, also after the change.
    await expect(page.getByText("The public page is on.")).toBeVisible();
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/p/${slug}$`));
  });
  await job("invite somebody", async () => {
    await rail(page, "Members").click();
    await page.getByRole("button", { name: "Invite member", exact: true }).click();
    await expect(page.getByRole("dialog").getByLabel("Email")).toBeFocused();
    await page.keyboard.type(freshEmail());
    const send = page.getByRole("button", { name: "Send invitation" });
    await send.click();
    await expect(send).toBeHidden();
  });
  await job("a new brand from a logo", async () => {
    await switcher(page).click();
    await page.getByRole("button", { name: "Create brand" }).click();
    await expect(page.getByRole("textbox", { name: "Name", exact: true })).toBeFocused();
    await page.keyboard.type(`Few Clicks ${Date.now()}`);
    await page.getByRole("radio", { name: /^Logo/ }).click();
    await choose(page, page.getByText("Choose file", { exact: true }), "few.svg");
    await page.getByRole("button", { name: "Create brand" }).click();
    await expect(page.getByRole("heading", { name: "First steps" })).toBeVisible();
  });
  await job("a new brand", async () => {
    await switcher(page).click();
    await page.getByRole("button", { name: "Create brand" }).click();
    await expect(page.getByRole("textbox", { name: "Name", exact: true })).toBeFocused();
    await page.keyboard.type(`Fewer Clicks ${Date.now()}`);
    await page.getByRole("button", { name: "Create brand" }).click();
    await expect(page.getByRole("heading", { name: "First steps" })).toBeVisible();
  });
  await job("a key", async () => {
    await rail(page, "Developers").click();
    await page.getByRole("button", { name: "Issue key", exact: true }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name" }).pressSequentially("Order desk");
    await dialog.getByRole("button", { name: "Issue key" }).click();
    await dialog.getByRole("button", { name: "I’ve saved it" }).click();
    await expect(dialog).toBeHidden();
  });
  await job("the brand book", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Brand book (PDF)" }).click();
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  });
  await job("switch the brand", async () => {
    await switcher(page).click();
    await page
      .getByRole("option", { name: /^Few Clicks/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/b\/few-clicks-/);
  });
});

test("takes one click to sign in", { tag: "@full" }, async ({ page, newcomer }) => {
  const count = await counting(page);
  await count("sign in", "/sign-in", async () => {
    await expect(page.getByLabel("Email")).toBeFocused();
    await page.keyboard.type(newcomer.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(newcomer.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL("/");
  });
});

test("takes few clicks to connect a tool", { tag: "@full" }, async ({ page, people, brand, signIn }) => {
  const { name } = brand("bare");
  await signIn(people.hubAdmin);
  const count = await counting(page);
  const tool = `Proof Desk ${Date.now()}`;
  await count("a tool registered", "/admin", async () => {
    const areas = page.getByRole("navigation", { name: "Administration" });
    await areas.getByRole("link", { name: "Tools", exact: true }).click();
    await page.getByRole("link", { name: "Register tool" }).click();
    await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
    await page.keyboard.type(tool);
    await page.getByRole("radio", { name: "Show them now" }).check();
    await page.getByRole("button", { name: "Register tool" }).click();
    await page.getByRole("button", { name: "I’ve saved it" }).click();
    await expect(page.getByRole("heading", { level: 1, name: tool })).toBeVisible();
  });
  await count("a tool connected to a brand", page.url(), async () => {
    await page.getByRole("main").getByRole("searchbox").click();
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await page.getByRole("checkbox", { name: `${tool} for ${name}` }).click();
    await expect(page.getByText(`${name} can now use ${tool}`).first()).toBeVisible();
  });
});
