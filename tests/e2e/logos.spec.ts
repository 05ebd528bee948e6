import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import type { BrandBundle } from "@/lib/contract";
import { fetchBundle } from "./support/bundle";
import { discardDraft, draftBar, draftSaved, publishDraft } from "./support/draft";
import { drawing, editPart, openSection } from "./support/section";
import { expect, type MintedBrand, type Person, test } from "./support/test";

const UNSAFE = '<script>alert(1)</script><image href="https://tracker.example/pixel.png" width="1" height="1"/>';

async function openLogos(page: Page, { owner, slug }: MintedBrand, signIn: (who: Person) => Promise<unknown>) {
  await signIn(owner);
  await openSection(page, slug, "logos");
}

const slot = (page: Page, variant: string): Locator => page.locator(`#slot-${variant}`);
const upload = (page: Page, variant: string, file: Parameters<Locator["setInputFiles"]>[0]) =>
  slot(page, variant).getByRole("region").locator("input[type=file]").setInputFiles(file);

const panel = (page: Page): Locator => page.getByRole("dialog");
const tiles = (page: Page): Locator => page.locator("[id^=slot-]").getByRole("article");
const tile = (page: Page, variant: string): Locator => slot(page, variant).getByRole("article");

async function openPanel(page: Page, variant: string): Promise<Locator> {
  await tile(page, variant).getByRole("button").click();
  await expect(panel(page)).toBeVisible();
  return panel(page);
}
async function closePanel(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
}

async function chooseBy(page: Page, button: Locator, file: ReturnType<typeof drawing>) {
  const chooser = page.waitForEvent("filechooser");
  await button.click();
  await (await chooser).setFiles(file);
}

test("warns of a logo hard to see, of live text and of too few pixels only", {
  tag: "@full",
}, async ({ page, brand, signIn, expectAccessible, screens }) => {
  const svg = (name: string, drawn: string) => ({
    name,
    mimeType: "image/svg+xml",
    buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 80">${drawn}</svg>`),
  });
  const notice = (variant: string, sentence: RegExp) => slot(page, variant).locator("p").filter({ hasText: sentence });
  await openLogos(page, brand("bare"), signIn);
  await upload(page, "logo_positive", svg("light.svg", '<circle cx="40" cy="40" r="30" fill="#0f766e"/>'));
  await expect(slot(page, "logo_positive").getByText("Set the size to 300 × 80 pixels.").first()).toBeVisible();
  await expect(tile(page, "logo_positive")).not.toContainText("warning");

  await upload(page, "logo_negative", svg("dark.svg", '<circle cx="40" cy="40" r="30" fill="#141414"/>'));
  const swallowed = panel(page).getByText(/^It is made for dark backgrounds, but little of it is visible/);
  await expect(tile(page, "logo_negative")).toContainText("1 warning");
  await expect(notice("logo_negative", /^It is made for dark backgrounds, but little of it is visible/)).toBeVisible();
  await upload(page, "wordmark", svg("text.svg", '<text x="10" y="50" font-size="40">Grove</text>'));
  await expect(notice("wordmark", /^Its letters are text/)).toBeVisible();
  await openPanel(page, "wordmark");
  await expect(panel(page).getByText(/^Its letters are text/)).toBeVisible();
  await closePanel(page);
  const small = await sharp({ create: { width: 20, height: 20, channels: 4, background: "#0f766e" } })
    .png()
    .toBuffer();
  await upload(page, "symbol", { name: "small.png", mimeType: "image/png", buffer: small });
  await expect(notice("symbol", /^It is 20 px wide/)).toBeVisible();
  await expect(slot(page, "symbol").getByText(/No changes were needed/)).toBeHidden();
  await openPanel(page, "symbol");
  await expect(panel(page).getByText(/^It is 20 px wide\. High-resolution screens need 48 px/)).toBeVisible();
  await closePanel(page);
  await expect(tiles(page).filter({ hasText: "1 warning" })).toHaveCount(3);
  await expectAccessible(page);
  await screens(page, "logos-warnings");

  await openPanel(page, "logo_negative");
  await expect(swallowed).toBeVisible();
  await panel(page).getByRole("combobox", { name: "Made for" }).selectOption("light");
  await expect(swallowed).toBeHidden();
  await closePanel(page);
  await expect(tile(page, "logo_negative")).not.toContainText("warning");
});

test("uploads into a slot for each variant with progress and lists what was cleaned", async ({
  page,
  brand,
  signIn,
  expectAccessible,
  screens,
}) => {
  await openLogos(page, brand("bare"), signIn);
  for (const name of ["Positive logo", "Negative logo", "Symbol", "Wordmark", "Favicon", "Other versions"])
    await expect(page.getByRole("heading", { level: 2, name: new RegExp(`^${name}`) })).toBeVisible();
  await expectAccessible(page);
  await screens(page, "logos-empty");

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/uploads", async (route) => {
    await held;
    await route.continue();
  });
  await upload(page, "logo_positive", drawing("#0f766e", UNSAFE, "grove.svg"));
  await expect(slot(page, "logo_positive").getByRole("progressbar", { name: "Uploading grove.svg" })).toBeVisible();
  release();
  const report = slot(page, "logo_positive");
  await expect(report.getByText("grove.svg: added to your draft.").first()).toBeVisible();
  await expect(report.getByText(/^Removed scripts \(script\)\.$/).first()).toBeVisible();
  await expect(report.getByText(/^Removed external references \(.*image.*\)\.$/).first()).toBeVisible();
  await page.unroute("**/uploads");
  await upload(page, "symbol", drawing("#b45309", "", "leaf.svg"));
  await expect(slot(page, "symbol").getByText("Checked. No changes were needed.")).toBeVisible();
  const dropped = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "name.svg", { type: "image/svg+xml" }));
    return data;
  }, drawing("#1d4ed8").buffer.toString());
  await slot(page, "wordmark").getByRole("region").dispatchEvent("drop", { dataTransfer: dropped });
  await expect(slot(page, "wordmark").getByText("name.svg: added to your draft.").first()).toBeVisible();
  await expectAccessible(page);
  await screens(page, "logos-uploaded");
  await draftSaved(page);
  await page.reload();
  await expect(tiles(page).filter({ hasText: "Logo for light backgrounds" })).toBeVisible();
  await openPanel(page, "symbol");
  await expect(panel(page).getByRole("img", { name: "Symbol, on White" })).toBeVisible();
});

test("shows a logo on white, black and the brand's colours, and draws its rules", { tag: "@full" }, async ({
  page,
  brand,
  signIn,
  expectAccessible,
  screens,
}) => {
  await openLogos(page, brand("bare"), signIn);
  await upload(page, "logo_positive", drawing("#0f766e"));
  const rules = page.getByRole("group", { name: "Rules for the logos" });
  await editPart(page, "Usage rules");
  await rules.getByRole("button", { name: "Add rule" }).click();
  await page.keyboard.type("Never stretch it.");
  const logo = await openPanel(page, "logo_positive");
  const grounds = logo.getByRole("list", { name: "Backgrounds" });
  await expect(grounds.getByRole("button").first()).toHaveAccessibleName("White");
  await expect(logo.getByRole("img", { name: "Logo for light backgrounds, on White" })).toBeVisible();
  await grounds.getByRole("button", { name: "Black, not suitable" }).click();
  await expect(logo.getByRole("img", { name: "Logo for light backgrounds, on Black" })).toBeVisible();
  await expect(logo.locator("figure").first()).toContainText("not suitable");

  const pictures = logo.getByRole("region", { name: "Do’s and don’ts" });
  await expect(pictures.getByRole("img", { name: "Logo for light backgrounds, allowed on White" })).toBeVisible();
  await expect(pictures.getByRole("img", { name: "Logo for light backgrounds, not on Black" })).toBeVisible();
  await expect(pictures.locator("figure", { hasText: "Never stretch it." }).getByLabel("Don’t")).toBeVisible();
  await expect(pictures.getByRole("img", { name: /not rotated|not mirrored/ })).toHaveCount(0);

  const main = pictures.getByRole("img", { name: "Logo for light backgrounds, with its clear space" });
  const clearSpace = logo.getByLabel("Clear space", { exact: true });
  await expect(clearSpace).toHaveAccessibleDescription(/Not drawn/);
  await expect(main).toHaveCount(0);
  await clearSpace.fill("A quarter of the logo’s height on all sides");
  await expect(clearSpace).toHaveAccessibleDescription("Drawn as 25 % of the height.");
  // The drawing is 40 × 20: a quarter of its height on each side makes 50 × 30.
  await expect(main.locator('rect[x="-5"][y="-5"][width="50"][height="30"]')).toBeVisible();
  await expect(logo.getByText("Minimum width: 120 px (actual size)")).toBeVisible();
  const width = logo.getByLabel("Minimum width");
  await width.fill("12.5");
  await expect(width).toHaveAccessibleDescription("Enter a whole number from 0 to 10,000.");
  await width.fill("64");
  const smallest = logo.getByRole("img", { name: "Logo for light backgrounds at its smallest" });
  await expect.poll(async () => (await smallest.boundingBox())?.width).toBe(64);

  await logo.getByLabel("Made for").selectOption("dark");
  await expect(pictures.getByRole("img", { name: "Logo for light backgrounds, allowed on Black" })).toBeVisible();
  await expect(pictures.getByRole("img", { name: "Logo for light backgrounds, not on White" })).toBeVisible();
  await expectAccessible(page);
  await screens(page, "logos-panel", { part: "view" });

  await logo.getByLabel("Label").fill("  ");
  await expect(logo.getByLabel("Label")).toHaveAccessibleDescription(/Enter a label/);
  await logo.getByLabel("Label").fill("Grove, whole");
  await logo.getByLabel("Usage").fill("Everywhere.");
  await draftSaved(page);
  await page.reload();
  await expect(page.getByRole("dialog", { name: "Grove, whole" })).toBeVisible();
  await expect(logo.getByLabel("Usage")).toHaveValue("Everywhere.");
  await expect(logo.getByLabel("Minimum width")).toHaveValue("64");
  await closePanel(page);
  await discardDraft(page);
  await expect(tiles(page)).toHaveCount(0);
});

test("gives each logo panel a URL that works with links, reload, Back and anchors", {
  tag: "@full",
}, async ({ page, brand, signIn }) => {
  const own = brand("bare");
  await openLogos(page, own, signIn);
  await upload(page, "symbol", drawing("#0f766e"));
  await openPanel(page, "symbol");
  await expect(page).toHaveURL(/\/logos\?logo=[^&]+$/);
  const id = new URL(page.url()).searchParams.get("logo");
  await page.goBack();
  await expect(panel(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/logos$/);
  await page.goForward();
  await expect(panel(page)).toBeVisible();
  await closePanel(page);
  await expect(page).toHaveURL(/\/logos$/);
  await expect(tile(page, "symbol").getByRole("button")).toBeFocused();
  await draftSaved(page);

  for (const address of [`?logo=${id}`, `#logos.items.${id}`, `#logos.checks.${id}`]) {
    await page.goto("about:blank");
    await page.goto(`/b/${own.slug}/logos${address}`);
    await expect(page.getByRole("dialog", { name: "Symbol" }), address).toBeVisible();
  }
  await page.goto(`/b/${own.slug}/logos?logo=nothing`);
  await expect(tile(page, "symbol")).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
});

test("rejects wrong types and large files in place, keeps the old file and retries once online", {
  tag: "@full",
}, async ({ page, brand, signIn, allow, expectAccessible, screens }) => {
  allow(/^400 POST .*\/uploads$/);
  allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|NetworkError/);
  await openLogos(page, brand("bare"), signIn);
  await upload(page, "symbol", { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("words") });
  await expect(
    slot(page, "symbol").getByText("Unsupported file type: notes.txt. Use PNG, JPEG, WEBP or SVG."),
  ).toBeVisible();
  const large = { name: "poster.png", mimeType: "image/png", buffer: Buffer.alloc(4 * 1024 * 1024 + 1) };
  await upload(page, "symbol", large);
  await expect(slot(page, "symbol").getByText("Larger than 4 MB: poster.png.")).toBeVisible();
  // The hub detects a file that only claims to be a picture.
  await upload(page, "symbol", { name: "fake.png", mimeType: "image/png", buffer: Buffer.from("words") });
  await expect(slot(page, "symbol").getByText("This file's type is unknown").first()).toBeVisible();
  await expect(slot(page, "symbol").getByRole("button", { name: "Retry fake.png" })).toHaveCount(0);
  await expectAccessible(page);
  await screens(page, "logos-refused", { part: "view" });
  await slot(page, "symbol").getByRole("button", { name: "Dismiss fake.png" }).click();
  await expect(draftBar(page)).toBeHidden();

  await upload(page, "symbol", drawing("#b45309", "", "leaf.svg"));
  const logo = await openPanel(page, "symbol");
  await logo.getByLabel("Usage").fill("Kept through every refusal.");
  await draftSaved(page);
  const replace = logo.getByRole("button", { name: "Replace the file of Symbol" });
  const facts = await logo.getByText(/^SVG · /).innerText();
  await chooseBy(page, replace, large);
  await expect(logo.getByText("This file is over the limit of 4 MB.").first()).toBeVisible();
  await logo.getByRole("button", { name: "Dismiss poster.png" }).click();
  await expect(logo.getByText(facts)).toBeVisible();

  await page.context().setOffline(true);
  await chooseBy(page, replace, drawing("#1d4ed8", '<circle r="3"/>', "late.svg"));
  await expect(logo.getByText("Can’t reach the hub. Check your connection and try again.").first()).toBeVisible();
  await logo.getByLabel("Usage").fill("Written in a tunnel.");
  await expect(page.getByText("Offline: kept on this computer").first()).toBeVisible();
  await page.context().setOffline(false);
  await logo.getByRole("button", { name: "Retry late.svg" }).click();
  await expect(logo.getByText("late.svg: file replaced.").first()).toBeVisible();
  await draftSaved(page);
  await page.reload();
  await expect(logo.getByLabel("Usage")).toHaveValue("Written in a tunnel.");
  await expect(logo.getByText(facts)).toHaveCount(0);
});

test("replaces a logo under its id, confirms before removal and publishes both to the bundle", {
  tag: "@full",
}, async ({ page, brand, credentials, signIn, expectAccessible, screens }) => {
  const own = brand("busy");
  await openLogos(page, own, signIn);
  const bundle = async (): Promise<BrandBundle> => (await fetchBundle(page.request, credentials, own.id)).json();
  await upload(page, "logo_positive", drawing("#0f766e", UNSAFE, "grove.svg"));
  await upload(page, "favicon", drawing("#b45309", "", "leaf.svg"));
  await expect(tiles(page)).toHaveCount(2);
  await publishDraft(page, "First logos");
  const first = await bundle();
  expect(first.logos.items.map(({ variant, mime }) => ({ variant, mime }))).toEqual([
    { variant: "logo_positive", mime: "image/svg+xml" },
    { variant: "favicon", mime: "image/svg+xml" },
  ]);
  const served = await page.request.get(first.logos.items[0]?.url ?? "");
  expect(served.headers()["content-type"]).toBe("image/svg+xml");
  expect(await served.text()).not.toMatch(/script|tracker/);

  const logo = await openPanel(page, "logo_positive");
  await chooseBy(page, logo.getByRole("button", { name: /^Replace/ }), drawing("#7c3aed", "", "grove-2.svg"));
  await expect(logo.getByText("grove-2.svg: file replaced.").first()).toBeVisible();
  await closePanel(page);
  await openPanel(page, "favicon");
  await panel(page).getByRole("button", { name: "Remove Favicon" }).click();
  const question = page.getByRole("alertdialog", { name: "Remove “Favicon”?" });
  await expect(question).toContainText(
    "Tools lose it when you publish and need another logo. Earlier versions keep it.",
  );
  await expectAccessible(page, { include: "[role=alertdialog]" });
  await screens(page, "logos-remove", { part: "view" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await panel(page).getByRole("button", { name: "Remove Favicon" }).click();
  await question.getByRole("button", { name: "Remove logo" }).click();
  await expect(tile(page, "favicon")).toHaveCount(0);
  await expect(page.locator("main:focus, main :focus")).toHaveCount(1);
  const version = await publishDraft(page, "Another green");
  const second = await bundle();
  expect(second.logos.items).toHaveLength(1);
  expect(second.logos.items[0]?.id).toBe(first.logos.items[0]?.id);
  expect(second.logos.items[0]?.asset_id).not.toBe(first.logos.items[0]?.asset_id);
  await page.goto(`/b/${own.slug}/activity`);
  const entry = page.getByRole("row").filter({ hasText: `published Version ${version}` });
  await entry.locator("summary").click();
  await expect(entry.getByRole("term").filter({ hasText: "Favicon" })).toBeVisible();
});

test("adds, moves and removes rules for all logos by keyboard", { tag: "@full" }, async ({ page, brand, signIn }) => {
  await openLogos(page, brand("bare"), signIn);
  const rules = page.getByRole("group", { name: "Rules for the logos" });
  const rule = (place: number) => rules.getByLabel(`Rule ${place}`, { exact: true });
  await editPart(page, "Usage rules");
  await rules.getByRole("button", { name: "Add rule" }).focus();
  await page.keyboard.press("Enter");
  await expect(rule(1)).toBeFocused();
  await page.keyboard.type("Leave its colours as they are.");
  await page.keyboard.press("Enter");
  await expect(rule(2)).toBeFocused();
  await page.keyboard.type("Never on a photograph.");
  await page.keyboard.press("Enter");
  await expect(rule(3)).toBeFocused();
  await page.keyboard.type("Mistaken");
  await rules.getByRole("button", { name: "Remove rule 3" }).press("Enter");
  await expect(rule(3)).toHaveCount(0);
  await rules.getByRole("button", { name: "Move rule 2 up" }).press("Enter");
  await expect(rule(1)).toHaveValue("Never on a photograph.");
  await expect(rule(1)).toBeFocused();
  await rule(2).fill("Leave its colours alone.");
  await draftSaved(page);
  await page.reload();
  await expect(rule(1)).toHaveValue("Never on a photograph.");
  await expect(rule(2)).toHaveValue("Leave its colours alone.");
  await expect(rule(3)).toHaveCount(0);
  await page.getByRole("button", { name: "Done with Usage rules" }).click();
  const read = page.getByRole("region", { name: "Usage rules" }).getByRole("listitem");
  await expect(read.first()).toHaveText("Never on a photograph.");
});
