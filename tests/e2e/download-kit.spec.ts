import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { publishDraft } from "./support/draft";
import { showToAnybody } from "./support/public-page";
import { drawing, openSection } from "./support/section";
import { expect, test } from "./support/test";

async function downloaded(page: Page, act: () => Promise<void>): Promise<Download> {
  const waiting = page.waitForEvent("download");
  await act();
  return waiting;
}

const bytesOf = async (download: Download) => readFile(await download.path());

test("downloads a version as ZIP, its palette in other formats and a logo as PNG", {
  tag: "@full",
}, async ({ page, brand, signIn, visitor, expectAccessible, screens }) => {
  const { owner, slug } = brand("busy");
  await signIn(owner);
  await openSection(page, slug, "logos");
  const slot = page.locator("#slot-logo_positive");
  await slot.locator("input[type=file]").setInputFiles(drawing("#0f766e"));
  await expect(slot.getByRole("article")).toHaveCount(1);
  const version = await publishDraft(page, "With a logo");

  await slot.getByRole("article").getByRole("button").click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^PNG of/ })
    .click();
  await expectAccessible(page);
  await screens(page, "logos-png", { part: "view" });
  const png = await downloaded(page, () => page.getByRole("menuitem", { name: "512 px" }).click());
  expect(png.suggestedFilename()).toMatch(/-512\.png$/);
  expect((await bytesOf(png)).toString("latin1", 1, 4)).toBe("PNG");

  await openSection(page, slug, "palette");
  await page.getByRole("button", { name: "Export" }).click();
  const dialog = page.getByRole("dialog", { name: "Export palette" });
  await dialog.getByLabel("Format").selectOption({ label: "Swift" });
  await expect(dialog.getByRole("region", { name: "Swift" })).toContainText("enum BrandColor");
  await expectAccessible(page);
  await screens(page, "palette-export", { part: "view" });
  await dialog.getByLabel("Format").selectOption({ label: "Adobe swatches" });
  const ase = await downloaded(page, () => dialog.getByRole("button", { name: "Download palette.ase" }).click());
  expect((await bytesOf(ase)).toString("latin1", 0, 4)).toBe("ASEF");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Export" })).toBeFocused();

  await page.goto(`/b/${slug}`);
  await expectAccessible(page);
  await screens(page, "overview-kit");
  const kit = await downloaded(page, () => page.getByRole("link", { name: "Download kit" }).click());
  expect(kit.suggestedFilename()).toMatch(new RegExp(`^${slug}-v${version}-\\d{4}-\\d{2}-\\d{2}\\.zip$`));
  const entries = unzipSync(await bytesOf(kit));
  expect(Object.keys(entries)).toEqual(
    expect.arrayContaining(["README.txt", "identity.md", "icons/favicon.ico", "palette/palette.ase"]),
  );
  expect(Object.keys(entries).filter((path) => /-derived-(black|white)\.svg$/.test(path))).toHaveLength(2);

  const anyone = await visitor();
  expect((await anyone.request.get(`/p/${slug}/kit`)).status()).toBe(404);
  await showToAnybody(page, slug);
  await anyone.goto(`/p/${slug}`);
  await expectAccessible(anyone);
  await screens(anyone, "public-kit");
  const open = await downloaded(anyone, () => anyone.getByRole("link", { name: "Download kit" }).click());
  expect(Object.keys(unzipSync(await bytesOf(open)))).toContain("README.txt");
});
