import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { pdfPage } from "../support/pdf";
import { discardDraft, draftBar, draftSaved, publishDraft } from "./support/draft";
import { drawing, openSection } from "./support/section";
import { expect, test } from "./support/test";

const FONT = fileURLToPath(new URL("../../node_modules/geist/dist/fonts/geist-sans/Geist-Bold.woff2", import.meta.url));
const font = { name: "geist_bold.woff2", mimeType: "font/woff2", buffer: readFileSync(FONT) };

const tile = (page: Page, name: string) =>
  page.getByRole("list", { name: "Assets" }).getByRole("button", { name: new RegExp(`^${name} `) });
const sizeOf = (image: Locator) =>
  image.evaluate((element) => [
    (element as HTMLImageElement).naturalWidth,
    (element as HTMLImageElement).naturalHeight,
  ]);
const uploads = (page: Page) => page.getByRole("region", { name: "Upload assets" }).locator('input[type="file"]');

test("uploads several files with separate results and previews", { tag: "@full" }, async ({
  page,
  people,
  signIn,
  allow,
  expectAccessible,
  screens,
}) => {
  const { person, slug } = people.withRole("editor");
  await signIn(person);
  allow(/^400 POST .*\/uploads$/);
  await openSection(page, slug, "assets");
  await screens(page, "assets");

  const broken = { name: "broken.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PNG") };
  const marked = drawing("#c2410c", '<circle r="2" onclick="alert(1)"/>', "rotor_pin.svg");
  await uploads(page).setInputFiles([font, broken, marked]);
  await expect(page.getByText("geist_bold.woff2: added as “Geist bold”.").first()).toBeVisible();
  await expect(page.getByText("This file's type is unknown").first()).toBeVisible();
  await expect(page.getByText("Removed event handlers (onclick).").first()).toBeVisible();
  await expect(draftBar(page)).toContainText("2 unpublished changes");
  await expect(tile(page, "Rotor pin").locator("img")).toBeVisible();
  await expectAccessible(page);
  await screens(page, "assets-uploaded");

  await tile(page, "Geist bold").click();
  const dialog = page.getByRole("dialog", { name: "Geist bold" });
  await expect(dialog.getByText("Sphinx of black quartz")).toBeVisible();
  await expect(dialog.getByLabel("Type")).toHaveValue("font");
  await expectAccessible(page);
  await screens(page, "assets-font", { part: "view" });
  await page.keyboard.press("Escape");
  await expect(tile(page, "Geist bold")).toBeFocused();
  await discardDraft(page);
});

test("renames an asset, replaces it under its id and deletes it after confirmation", async ({
  page,
  people,
  signIn,
  expectAccessible,
  screens,
}) => {
  const { person, slug } = people.withRole("owner");
  await signIn(person);
  await openSection(page, slug, "assets");
  await expectAccessible(page);
  const first = page.getByRole("list", { name: "Assets" }).getByRole("button").first();
  await first.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Brand data for tools").click();
  const entry = async () => JSON.parse(await dialog.getByRole("region", { name: "Entry under “assets”" }).innerText());
  const before = await entry();
  await expectAccessible(page);
  await screens(page, "assets-details", { part: "view" });

  await dialog.getByLabel("Name").fill("High water");
  await dialog.getByLabel("Type").selectOption("illustration");
  const chooser = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "Replace" }).click();
  await (await chooser).setFiles(drawing("#0f766e", "", "tide.svg"));
  await expect(dialog.getByText("tide.svg: file replaced.").first()).toBeVisible();
  expect(await entry()).toMatchObject({
    id: before.id,
    name: "High water",
    kind: "illustration",
    mime: "image/svg+xml",
    width: 40,
    height: 20,
  });
  expect((await entry()).sha256).not.toBe(before.sha256);
  await draftSaved(page);
  await expect(draftBar(page)).toContainText("1 unpublished change");

  await dialog.getByRole("button", { name: "Delete" }).click();
  const asked = page.getByRole("alertdialog", { name: "Delete “High water”?" });
  await expect(asked).toContainText("Tools lose it when you publish");
  await asked.getByRole("button", { name: "Delete asset" }).click();
  await expect(tile(page, "High water")).toHaveCount(0);
  await discardDraft(page);
});

test("finds assets by words and kind and remembers the view", { tag: "@full" }, async ({
  page,
  people,
  signIn,
  expectAccessible,
  screens,
}) => {
  const { person, slug } = people.withRole("owner");
  await signIn(person);
  await openSection(page, slug, "assets");
  const shown = page.getByRole("list", { name: "Assets" }).getByRole("button");
  const all = await shown.count();

  await page.getByLabel("Type").selectOption("icon");
  await expect(page).toHaveURL(/kind=icon/);
  await expect.poll(() => shown.count()).toBeLessThan(all);
  await page.getByRole("searchbox", { name: "Search assets" }).fill("no such thing");
  await expect(page.getByRole("heading", { name: "No matching assets" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show all assets" }).click();
  await expect(shown).toHaveCount(all);
  await page.getByRole("searchbox", { name: "Search assets" }).fill("PDF");
  await expect(shown).toHaveCount(1);
  await expect(page).toHaveURL(/q=PDF/);
  await page.reload();
  await expect(shown).toHaveCount(1);
  await page.getByRole("searchbox", { name: "Search assets" }).fill("");

  const remembered = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("radio", { name: "List" }).check();
  await expect(page.getByRole("table", { name: "Assets" }).getByRole("row")).toHaveCount(all + 1);
  await remembered;
  await page.reload();
  await expect(page.getByRole("radio", { name: "List" })).toBeChecked();
  await expectAccessible(page);
  await screens(page, "assets-list");
  await page.getByRole("table", { name: "Assets" }).getByRole("button").first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("shows sixty assets per page", { tag: "@full" }, async ({ page, brand, signIn, expectAccessible, screens }) => {
  const { slug, owner } = brand("bare");
  await signIn(owner);
  await openSection(page, slug, "assets");
  // Mostly documents, because the hub cleans each picture, which takes time.
  const many = Array.from({ length: 62 }, (_, index) => {
    const name = `tile-${String(index + 1).padStart(2, "0")}`;
    if (index >= 53) return drawing(`#2a${(index * 4).toString(16)}7c`, "", `${name}.svg`);
    return {
      name: `${name}.pdf`,
      mimeType: "application/pdf",
      buffer: Buffer.from(`%PDF-1.4\n% ${name}\nstartxref\n0\n%%EOF\n`),
    };
  });
  await uploads(page).setInputFiles(many);
  await expect(draftBar(page)).toContainText("62 unpublished changes", { timeout: 45_000 });
  await expect(page.getByRole("region", { name: "Uploads" })).toContainText("62 uploaded");
  await draftSaved(page);
  await page.reload();
  const shown = page.getByRole("list", { name: "Assets" }).getByRole("button");
  await expect(shown).toHaveCount(60);
  await expect(page.getByText("1–60 of 62")).toBeVisible();
  await expectAccessible(page);
  await screens(page, "assets-many");
  const pages = page.getByRole("navigation", { name: "Pages of assets" });
  await pages.getByRole("link", { name: "Next" }).click();
  await expect(shown).toHaveCount(2);
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText("61–62 of 62")).toBeVisible();
  // Another search starts at its first page.
  await page.getByRole("searchbox", { name: "Search assets" }).fill("tile");
  await expect(shown).toHaveCount(60);
  await page.goBack();
  await page.goto(`/b/${slug}/assets?page=2`);
  await pages.getByRole("link", { name: "Previous" }).click();
  await expect(shown).toHaveCount(60);
  await discardDraft(page);
  await expect(page.getByRole("heading", { name: "No assets yet" })).toBeVisible();
});

test("previews a PDF by its first page, or by an icon when it has none", {
  tag: "@full",
}, async ({ page, brand, signIn, expectAccessible, screens }) => {
  const { slug, owner } = brand("bare");
  await signIn(owner);
  await openSection(page, slug, "assets");
  const priceList = (rgb: string, name: string) => ({
    name,
    mimeType: "application/pdf",
    buffer: pdfPage("/MediaBox [0 0 400 600]", `${rgb} rg 40 440 320 120 re f 0.8 g 40 60 320 340 re f`),
  });
  const unreadable = Buffer.from("%PDF-1.4\n% nothing\nstartxref\n0\n%%EOF\n");
  await uploads(page).setInputFiles([
    priceList("0.06 0.46 0.43", "price-list.pdf"),
    { name: "unreadable.pdf", mimeType: "application/pdf", buffer: unreadable },
  ]);
  const shown = tile(page, "Price list").locator("img");
  await expect(shown).toHaveAttribute("src", /&rendition=webp-320&/);
  await expect.poll(() => sizeOf(shown)).toEqual([213, 320]);
  await expect(tile(page, "Unreadable").locator("svg")).toBeVisible();
  await expect(tile(page, "Unreadable").locator("img")).toHaveCount(0);
  await expectAccessible(page);
  await screens(page, "assets-pdf");

  await tile(page, "Price list").click();
  const dialog = page.getByRole("dialog", { name: "Price list" });
  await expect.poll(() => sizeOf(dialog.getByAltText("First page of Price list"))).toEqual([853, 1280]);
  await expect(dialog.getByRole("link", { name: "Download" })).not.toHaveAttribute("href", /rendition/);
  await expectAccessible(page);
  await screens(page, "assets-pdf-details", { part: "view" });
  await page.keyboard.press("Escape");
  await publishDraft(page, "A price list");

  await openSection(page, slug, "assets");
  await tile(page, "Price list").click();
  const chooser = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "Replace" }).click();
  await (await chooser).setFiles(priceList("0.71 0.33 0.04", "new-prices.pdf"));
  await expect(dialog.getByText("new-prices.pdf: file replaced.").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await draftSaved(page);
  await page.getByRole("button", { name: "Review and publish" }).click();
  const compared = page.getByRole("dialog").locator("img");
  await expect(compared).toHaveCount(2);
  for (const at of [0, 1]) await expect.poll(() => sizeOf(compared.nth(at))).toEqual([213, 320]);
  await expectAccessible(page, { include: "[role=dialog]" });
  await screens(page, "assets-pdf-compared", { part: "view" });
  await page.getByRole("button", { name: "Cancel" }).click();
  const version = await publishDraft(page, "New prices");

  await page.goto(`/b/${slug}/history/${version}?part=assets`);
  const kept = page.getByRole("listitem").filter({ hasText: "Price list" }).locator("img");
  await expect.poll(() => sizeOf(kept)).toEqual([427, 640]);
  const unknown = page.getByRole("listitem").filter({ hasText: "Unreadable" });
  await expect(unknown.getByRole("link")).toBeVisible();
  await expect(unknown.locator("img")).toHaveCount(0);
  await expectAccessible(page);
  await screens(page, "assets-pdf-version");
});

test("filters assets by collection and tag in the URL, and leaves both out of bundles", {
  tag: "@full",
}, async ({ page, brand, signIn, expectAccessible, screens }) => {
  const own = brand("busy");
  await signIn(own.owner);
  await openSection(page, own.slug, "assets");
  await uploads(page).setInputFiles([drawing("#0f766e", "", "snow.svg"), drawing("#b45309", "", "blossom.svg")]);
  await tile(page, "Snow").click();
  await expect(page).toHaveURL(/\/assets\?asset=/);
  const dialog = page.getByRole("dialog", { name: "Snow" });
  await dialog.getByLabel("Collection").fill("Winter");
  await dialog.getByLabel("Tags").fill("outdoors, calm");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Remove calm" })).toBeVisible();
  await dialog.getByText("Brand data for tools").click();
  await expect(dialog.getByRole("region", { name: "Entry under “assets”" })).not.toContainText("Winter");
  await expectAccessible(page);
  await screens(page, "assets-collection", { part: "view" });
  await page.goBack();
  await expect(dialog).toHaveCount(0);

  await page.getByRole("combobox", { name: "Collection" }).selectOption({ label: "Winter (1)" });
  await expect(page).toHaveURL(/\?collection=Winter$/);
  await expect(tile(page, "Snow")).toBeVisible();
  await expect(tile(page, "Blossom")).toHaveCount(0);
  await uploads(page).setInputFiles([drawing("#334155", "", "frost.svg")]);
  await expect(tile(page, "Frost")).toBeVisible();
  await page.getByRole("combobox", { name: "Tag" }).selectOption({ label: "calm (1)" });
  await expect(page).toHaveURL(/\?collection=Winter&tag=calm$/);
  await expect(tile(page, "Frost")).toHaveCount(0);
  await expectAccessible(page);
  await screens(page, "assets-filtered");
  await draftSaved(page);
  await page.reload();
  await expect(tile(page, "Snow")).toBeVisible();
  await expect(tile(page, "Frost")).toHaveCount(0);
  await page.goto(`/b/${own.slug}/assets?collection=Gone`);
  await page.getByRole("button", { name: "Show all assets" }).click();
  await expect(tile(page, "Blossom")).toBeVisible();

  // Two changes before the page shows the first.
  await page.goto(`/b/${own.slug}/assets?collection=Winter&tag=calm`);
  await page.evaluate(() => {
    for (const filter of document.querySelectorAll<HTMLSelectElement>(
      "select[aria-label=Collection], [aria-label=Tag]",
    )) {
      filter.value = "";
      filter.dispatchEvent(new Event("change", { bubbles: true }));
    }
  });
  await expect(tile(page, "Blossom")).toBeVisible();
  await expect(page).toHaveURL(/\/assets$/);
});

const box = (page: Page, name: string) => page.getByRole("checkbox", { name: `Select ${name}`, exact: true });
const bar = (page: Page) => page.getByRole("region", { name: "Selected assets" });

test("collects, tags, downloads and deletes several assets at once, each undone in one step", {
  tag: "@full",
}, async ({ page, brand, signIn, expectAccessible, screens }) => {
  const own = brand("busy");
  await signIn(own.owner);
  await openSection(page, own.slug, "assets");
  const names = ["Wave", "Tide", "Shore", "Reef"];
  const [wave, tide, shore, reef] = names.map((name) => drawing("#0f766e", `<title>${name}</title>`, `${name}.svg`));
  if (!wave || !tide || !shore || !reef) throw new Error("four drawings are needed");
  for (const file of [reef, shore, tide, wave]) {
    await uploads(page).setInputFiles([file]);
    await expect(tile(page, file.name.replace(".svg", ""))).toBeVisible();
  }
  await draftSaved(page);

  // By keyboard only, with a range by Shift.
  await expect(bar(page)).toHaveCount(0);
  await box(page, "Wave").focus();
  await page.keyboard.press("Space");
  await expect(bar(page)).toContainText("1 asset selected");
  await box(page, "Shore").click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("3 assets selected");
  await expect(page.getByText("3 assets selected", { exact: true }).first()).toBeAttached();
  await expectAccessible(page);
  await screens(page, "assets-selected");

  await bar(page).getByRole("button", { name: "Collection" }).click();
  const collect = page.getByRole("dialog", { name: "Collection for 3 assets" });
  await collect.getByRole("button", { name: "Add to collection" }).click();
  await expect(collect.getByRole("alert")).toContainText("Enter a name.");
  await collect.getByLabel("Collection").fill(" Seaside ");
  await expectAccessible(page);
  await screens(page, "assets-selected-collection", { part: "view" });
  const saves: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && /assets/.test(request.url()) && /Seaside/.test(request.postData() ?? ""))
      saves.push(request.url());
  });
  await collect.getByRole("button", { name: "Add to collection" }).click();
  await expect(page.getByText("Done: Add 3 assets to “Seaside”")).toBeVisible();
  await draftSaved(page);
  expect(saves).toHaveLength(1);

  // The selection survives a search, with its count.
  await page.getByRole("combobox", { name: "Collection" }).selectOption({ label: "Seaside (3)" });
  await expect(bar(page)).toContainText("3 assets selected");
  await page.getByRole("combobox", { name: "Collection" }).selectOption({ label: "All collections" });
  await page.getByRole("searchbox", { name: "Search assets" }).fill("tide");
  await expect(bar(page)).toContainText("3 assets selected · 2 not shown here");
  await page.getByRole("searchbox", { name: "Search assets" }).fill("");

  await bar(page).getByRole("button", { name: "Add tags" }).click();
  const tag = page.getByRole("dialog", { name: "Add tags to 3 assets" });
  await tag.getByLabel("Tags").fill(Array.from({ length: 11 }, (_, index) => `t${index}`).join(","));
  await tag.getByRole("button", { name: "Add tags" }).click();
  await expect(page.getByText("Done: Add 11 tags to 3 assets")).toBeVisible();
  await tile(page, "Tide").click();
  const opened = page.getByRole("dialog", { name: "Tide" });
  await opened.getByLabel("Tags").fill("own");
  await page.keyboard.press("Enter");
  await expect(opened.getByRole("button", { name: "Remove own" })).toBeVisible();
  await expect(opened.locator("datalist option[value='own'], datalist option[value='t0']")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await bar(page).getByRole("button", { name: "Add tags" }).click();
  await expect(tag.locator("datalist option[value='own']")).toBeAttached();
  await tag.getByLabel("Tags").fill("more");
  await tag.getByRole("button", { name: "Add tags" }).click();
  await expect(tag.getByRole("alert")).toHaveText("No tags added: at most 12 per asset. Over that: “Tide” (13).");
  await screens(page, "assets-selected-over", { part: "view" });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("combobox", { name: "Tag" })).not.toContainText("more");
  await bar(page).getByRole("button", { name: "Remove tags" }).click();
  const untag = page.getByRole("dialog", { name: "Remove tags from 3 assets" });
  await untag.getByRole("checkbox", { name: "t0", exact: true }).check();
  await expectAccessible(page);
  await untag.getByRole("button", { name: "Remove tags" }).click();
  await expect(page.getByText("Done: Remove “t0” from 3 assets")).toBeVisible();

  const coming = page.waitForEvent("download");
  await bar(page).getByRole("button", { name: "Download" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${own.slug}-assets-\\d{4}-\\d{2}-\\d{2}\\.zip$`));
  const files = Object.keys(unzipSync(readFileSync(await download.path())));
  expect(files.sort()).toEqual(["seaside/shore.svg", "seaside/tide.svg", "seaside/wave.svg"]);

  await bar(page).getByRole("button", { name: "Delete" }).click();
  await page
    .getByRole("alertdialog", { name: "Delete 3 assets?" })
    .getByRole("button", { name: "Delete 3 assets" })
    .click();
  await expect(tile(page, "Tide")).toHaveCount(0);
  await expect(bar(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo: Delete 3 assets" }).click();
  await expect(tile(page, "Tide")).toBeVisible();
  await expect(bar(page)).toContainText("3 assets selected");

  await page.getByRole("radio", { name: "List" }).check();
  await expect(box(page, "Wave")).toBeChecked();
  await screens(page, "assets-selected-list");
  await expectAccessible(page);
  await box(page, "Wave").focus();
  await page.keyboard.press("Escape");
  await expect(bar(page)).toHaveCount(0);
  const all = page.getByRole("checkbox", { name: /^Select all \d+ assets$/ });
  await page.getByRole("searchbox", { name: "Search assets" }).fill("seaside");
  await page.getByRole("checkbox", { name: "Select all 3 assets" }).check();
  await page.getByRole("searchbox", { name: "Search assets" }).fill("");
  await expect(bar(page)).toContainText("3 assets selected");
  await expect(all).not.toBeChecked();
  await bar(page).getByRole("button", { name: "Collection" }).click();
  await page.getByRole("button", { name: "Remove from collection" }).click();
  await expect(page.getByText("Done: Remove 3 assets from their collections")).toBeVisible();
  await page.getByRole("radio", { name: "Grid" }).check();
  await bar(page).getByRole("button", { name: "Clear selection" }).click();
  await expect(all).toBeFocused();
  await discardDraft(page);
});
