import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { fetchedAll } from "../support/fetched-all";
import { draftSaved, publishDraft } from "./support/draft";
import { openSection } from "./support/section";
import { expect, test } from "./support/test";

/** A photograph-like picture that compresses badly. */
async function photograph(name: string) {
  const [width, height] = [1_000, 600];
  const raw = { width, height, channels: 3 as const };
  const buffer = await sharp(randomBytes(width * height * 3), { raw })
    .jpeg({ quality: 90 })
    .toBuffer();
  return { name, mimeType: "image/jpeg", buffer };
}

/** Size and source of each stored file that a page loaded. */
const fetchedFiles = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => new URL(name).pathname.startsWith("/files/"))
      .map((entry) => ({ url: entry.name, bytes: (entry as PerformanceResourceTiming).encodedBodySize })),
  );

const seen = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));

test("shows thumbnails of large files, offers the originals and compares a picture with the last one", {
  tag: "@full",
}, async ({ page, brand, signIn, expectAccessible, screens }) => {
  const { owner, slug } = brand("bare");
  await signIn(owner);
  await openSection(page, slug, "assets");
  const first = await photograph("harbour.jpg");
  await page.getByRole("region", { name: "Upload assets" }).locator('input[type="file"]').setInputFiles([first]);
  const tile = page.getByRole("list", { name: "Assets" }).getByRole("button", { name: /^Harbour / });
  await expect(tile.locator("img")).toHaveAttribute("src", /&rendition=webp-320&/);
  await publishDraft(page, "A harbour");

  await page.goto(`/b/${slug}/assets`);
  await fetchedAll(page);
  const fetched = await fetchedFiles(page);
  expect(fetched).toHaveLength(1);
  expect(fetched[0]?.bytes).toBeLessThan(first.buffer.length / 5);
  expect(await seen(page, '[aria-label="Assets"] img')).toEqual([320]);

  await openSection(page, slug, "assets");
  await tile.click();
  const dialog = page.getByRole("dialog", { name: "Harbour" });
  await expect(dialog.locator("img")).toHaveAttribute("src", /&rendition=webp-1280&/);
  await expect(dialog.getByRole("link", { name: "Download" })).toHaveAttribute(
    "href",
    /^\/files\/[^&]+&expires=\d+&signature=/,
  );
  const chooser = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "Replace" }).click();
  await (await chooser).setFiles(await photograph("quay.jpg"));
  await expect(dialog.getByText("quay.jpg: file replaced.").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await draftSaved(page);
  await page.getByRole("button", { name: "Review and publish" }).click();
  await expect.poll(() => seen(page, "[role=dialog] img")).toEqual([320, 320]);
  await expectAccessible(page, { include: "[role=dialog]" });
  await screens(page, "pictures-publish", { part: "view" });
  await page.getByRole("button", { name: "Cancel" }).click();
  const version = await publishDraft(page, "Another");

  await page.goto(`/b/${slug}/history?from=${version - 1}&to=${version}`);
  await expect.poll(() => seen(page, "main img")).toEqual([320, 320]);
  await screens(page, "pictures-compare");
});
