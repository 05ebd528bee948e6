import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { draftSaved, publishDraft } from "./support/draft";
import { drawing, openIdentity, openSection } from "./support/section";
import { expect, test } from "./support/test";

const publicSwitch = (page: Page) => page.getByRole("switch", { name: "Public page" });

/** Publishes a brand of the signed-in user with identity, palette and one logo. Its public page is off. */
async function publishedBrand(page: Page, makeBrand: (page: Page, name: string, document: object) => Promise<string>) {
  const document = JSON.parse(await readFile("db/demo/torvane/brand.json", "utf8"));
  const slug = await makeBrand(page, "Lathe", document);
  await openSection(page, slug, "logos");
  const slot = page.locator("#slot-logo_positive");
  await slot.locator("input[type=file]").setInputFiles(drawing("#0f766e"));
  await expect(slot.getByRole("article")).toHaveCount(1);
  await publishDraft(page, "With a logo");
  return slug;
}

async function turnOn(page: Page, slug: string) {
  await page.goto(`/b/${slug}/settings`);
  await publicSwitch(page).check();
  await expect(page.getByText("The public page is on.")).toBeVisible();
}

test("is off until turned on in settings, and gone once turned off", { tag: "@full" }, async ({
  page,
  visitor,
  newcomer,
  signIn,
  makeBrand,
  allow,
  expectAccessible,
  screens,
}) => {
  allow(/^404 GET .*\/p\/lathe-/);
  await signIn(newcomer);
  const slug = await publishedBrand(page, makeBrand);
  const anyone = await visitor();
  expect((await anyone.goto(`/p/${slug}`))?.status()).toBe(404);
  await expect(anyone.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(anyone.locator("body")).not.toContainText("Lathe");
  await expectAccessible(anyone);

  await turnOn(page, slug);
  await expect(page.getByRole("link", { name: new RegExp(`/p/${slug}`) })).toBeVisible();
  await screens(page, "settings-public");
  expect((await anyone.goto(`/p/${slug}`))?.status()).toBe(200);
  await expect(anyone.getByRole("heading", { level: 1, name: "Lathe" })).toBeVisible();
  const download = await anyone
    .getByRole("link", { name: /^Download/ })
    .first()
    .getAttribute("href");
  expect((await anyone.request.get(download ?? "")).status()).toBe(200);

  await publicSwitch(page).click();
  const question = page.getByRole("alertdialog", { name: "Turn off the public page?" });
  await expect(question).toContainText("its downloads stop working at once");
  await expectAccessible(page, { include: "[role=alertdialog]" });
  await screens(page, "settings-public-off", { part: "view" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(publicSwitch(page)).toBeChecked();
  expect((await anyone.goto(`/p/${slug}`))?.status()).toBe(200);
  await publicSwitch(page).click();
  await question.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("The public page is off.")).toBeVisible();
  expect((await anyone.goto(`/p/${slug}`))?.status()).toBe(404);
  expect((await anyone.request.get(download ?? "")).status()).toBe(404);
  for (const gone of ["share-image", "in-use/web-header-light.svg"])
    expect((await anyone.request.get(`/p/${slug}/${gone}`)).status()).toBe(404);

  await page.goto(`/b/${slug}/activity`);
  for (const act of ["turned on the public page of", "turned off the public page of"])
    await expect(page.getByRole("row").filter({ hasText: act })).toContainText("Lathe");
});

test("shows the published logos, palette and voice, and downloads the logos", async ({
  page,
  visitor,
  newcomer,
  signIn,
  makeBrand,
  expectAccessible,
  screens,
}) => {
  await signIn(newcomer);
  const slug = await publishedBrand(page, makeBrand);
  await turnOn(page, slug);
  await openIdentity(page, slug, "essentials");
  await page.getByLabel("Tagline", { exact: true }).fill("Not said yet");
  await draftSaved(page);

  const partner = await visitor();
  await partner.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await partner.goto(`/p/${slug}`);
  await partner.keyboard.press("Tab");
  await expect(partner.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await expect(partner).toHaveTitle("Lathe: logos, colours and voice");
  await expect(partner.locator('meta[name="description"]')).toHaveAttribute("content", "State the uncertainty.");
  await expect(partner.locator('link[rel="canonical"]')).toHaveAttribute("href", new RegExp(`/p/${slug}$`));
  const shared = await partner.locator('meta[property="og:image"]').getAttribute("content");
  const picture = await partner.request.get(new URL(shared ?? "").pathname);
  expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/png"]);
  await expect(partner.locator('link[rel="icon"]').last()).toHaveAttribute("href", /\/files\//);
  for (const part of ["In use", "Logos", "Colours", "Voice", "Typography", "Foundations", "Character", "Offer"])
    await expect(partner.getByRole("region", { name: part, exact: true })).toBeVisible();
  await expect(partner.getByRole("main")).toContainText("State the uncertainty.");
  await expect(partner.locator("body")).not.toContainText("Not said yet");
  const colors = partner.getByRole("region", { name: "Colours" });
  await expect(colors.getByRole("listitem").filter({ hasText: "Index Amber" }).first()).toContainText("#ffb224");
  await expect(partner.getByRole("region", { name: "Logos" })).toContainText("For light backgrounds");
  const band = partner.locator("header").getByRole("list", { name: "Colours" });
  await band.getByRole("button", { name: /Index Amber/ }).click();
  await expect(band).toContainText("Copied #ffb224");
  expect(await partner.evaluate(() => navigator.clipboard.readText())).toBe("#ffb224");
  for (const part of [
    "Tone",
    "Words",
    "Tone by channel",
    "Products and services",
    "Who it is for",
    "What sets it apart",
  ])
    await expect(partner.getByRole("heading", { level: 3, name: part, exact: true })).toBeVisible();
  await expect(partner.getByRole("img", { name: "Lathe: chart" }).first()).toBeAttached();

  const download = partner.waitForEvent("download");
  await partner.getByRole("link", { name: "Download Logo for light backgrounds" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("lathe-logo-for-light-backgrounds.svg");
  expect(await readFile(await file.path(), "utf8")).toContain("#0f766e");

  const contents = partner.getByRole("navigation", { name: "Contents" });
  const chapter = (name: string) => contents.getByRole("link", { name, exact: true });
  await chapter("Voice").click();
  await expect(partner).toHaveURL(/#voice$/);
  await expect(chapter("Voice")).toHaveAttribute("aria-current", "location");
  await partner.getByRole("region", { name: "Colours" }).scrollIntoViewIfNeeded();
  await expect(chapter("Voice")).not.toHaveAttribute("aria-current");
  await expect(chapter("Legal")).toBeVisible();
  await expect(chapter("Assets")).toHaveCount(0);
  await partner.setViewportSize({ width: 390, height: 844 });
  await expect(contents).toBeHidden();
  await partner.getByRole("button", { name: /^Contents/ }).click();
  await expectAccessible(partner);
  await chapter("Offer").click();
  await expect(contents).toBeHidden();
  await expect(partner).toHaveURL(/#offer$/);
  await expect(partner.getByRole("heading", { name: "Offer" })).toBeInViewport();
  await partner.setViewportSize({ width: 1280, height: 860 });

  await expectAccessible(partner);
  await screens(partner, "public-page-made");
});

test("offers the brand's languages and groups assets by collection", {
  tag: "@full",
}, async ({ page, visitor, newcomer, signIn, makeBrand, expectAccessible, screens }) => {
  await signIn(newcomer);
  const slug = await publishedBrand(page, makeBrand);
  await turnOn(page, slug);
  const reader = await visitor();
  await reader.goto(`/p/${slug}`);
  const languages = reader.getByRole("navigation", { name: "Language of the brand’s texts" });
  await expect(languages.getByRole("link", { name: "British English" })).toHaveAttribute("aria-current", "page");
  await expect(reader.locator("header").getByText("State the uncertainty.")).toHaveAttribute("lang", "en-GB");
  const alternate = (language: string) => reader.locator(`link[rel="alternate"][hreflang="${language}"]`);
  await expect(alternate("de")).toHaveAttribute("href", new RegExp(`/p/${slug}\\?lang=de$`));
  await expect(alternate("en-GB")).toHaveAttribute("href", new RegExp(`/p/${slug}$`));
  await expect(alternate("x-default")).toHaveAttribute("href", new RegExp(`/p/${slug}$`));

  await languages.getByRole("link", { name: "Deutsch" }).click();
  await expect(reader).toHaveURL(new RegExp(`/p/${slug}\\?lang=de$`));
  await expect(languages.getByRole("link", { name: "Deutsch" })).toHaveAttribute("aria-current", "page");
  const tagline = reader.locator("header").getByText("Die Unsicherheit gehört dazu.");
  await expect(tagline).toHaveAttribute("lang", "de");
  await expect(tagline).toHaveAttribute("dir", "auto");
  await expect(reader.locator('meta[name="description"]')).toHaveAttribute("content", "Die Unsicherheit gehört dazu.");
  await expect(reader.locator('link[rel="canonical"]')).toHaveAttribute("href", new RegExp(`/p/${slug}\\?lang=de$`));
  // Texts missing in German are in the main language.
  await expect(reader.getByText(/^A plant floor where every reading/)).toHaveAttribute("lang", "en-GB");
  await screens(reader, "public-page-language");

  await reader.goto(`/p/${slug}?lang=de-AT`);
  await expect(tagline).toBeVisible();
  await expect(reader.locator('link[rel="canonical"]')).toHaveAttribute("href", new RegExp(`/p/${slug}\\?lang=de$`));
  await reader.goto(`/p/${slug}?lang=xx&lang=yy`);
  await expect(reader.locator("header").getByText("State the uncertainty.")).toBeVisible();
  await expect(reader.locator('link[rel="canonical"]')).toHaveAttribute("href", new RegExp(`/p/${slug}$`));

  const files = page.getByRole("region", { name: "Upload assets" }).locator('input[type="file"]');
  await openSection(page, slug, "assets");
  await files.setInputFiles(drawing("#0f766e", "", "plain.svg"));
  await expect(page.getByText("plain.svg: added as “Plain”.").first()).toBeVisible();
  await publishDraft(page, "One asset");
  await reader.goto(`/p/${slug}`);
  const assets = reader.getByRole("region", { name: "Assets", exact: true });
  await expect(assets.getByRole("link", { name: /^Download Plain/ })).toBeVisible();
  await expect(assets.getByRole("heading", { level: 3 })).toHaveCount(0);

  for (const [collection, name] of [
    ["Winter 2026", "snow"],
    ["Spring", "blossom"],
  ] as const) {
    await page.goto(`/b/${slug}/assets?collection=${collection}`);
    await files.setInputFiles(drawing("#334155", `<title>${name}</title>`, `${name}.svg`));
    await expect(page.getByText(`${name}.svg: added as`).first()).toBeVisible();
    await draftSaved(page);
  }
  await publishDraft(page, "Collections");
  for (const query of ["", "?lang=de"]) {
    await reader.goto(`/p/${slug}${query}`);
    await expect(assets.getByRole("heading", { level: 3 })).toHaveText(["Spring", "Winter 2026", "Other assets"]);
    await assets.getByRole("navigation", { name: "Collections" }).getByRole("link", { name: "Winter 2026" }).click();
    await expect(reader).toHaveURL(new RegExp(`/p/${slug}${query.replace("?", "\\?")}#assets-winter-2026$`));
    const winter = reader.getByRole("region", { name: "Winter 2026", exact: true });
    await expect(winter).toBeInViewport();
    await expect(winter.getByRole("link")).toHaveCount(1);
    await expect(winter.getByRole("link", { name: /^Download Snow/ })).toBeVisible();
  }
  await expectAccessible(reader);
  await screens(reader, "public-page-collections");
});

test("works for the demo brands in light, dark and on a phone", { tag: "@full" }, async ({
  page,
  visitor,
  people,
  signIn,
  expectAccessible,
  screens,
}) => {
  const { person, slug } = people.withRole("owner");
  await signIn(person);
  await page.goto(`/b/${slug}/settings`);
  const wasOn = await publicSwitch(page).isChecked();
  if (!wasOn) await turnOn(page, slug);
  const partner = await visitor();
  await partner.goto(`/p/${slug}`);
  await expect(partner.getByRole("region", { name: "Logos" }).getByRole("img").first()).toBeVisible();
  const document = partner.getByRole("link", { name: /PDF/ }).locator("img");
  await document.scrollIntoViewIfNeeded();
  await expect.poll(() => document.evaluate((image) => (image as HTMLImageElement).naturalHeight)).toBe(640);
  await expectAccessible(partner);
  await screens(partner, "public-page");
  if (wasOn) return;
  await publicSwitch(page).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("The public page is off.")).toBeVisible();
});
