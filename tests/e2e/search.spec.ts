import type { Page } from "@playwright/test";
import { draftSaved } from "./support/draft";
import { openIdentity, openSection } from "./support/section";
import { expect, test } from "./support/test";

const DOCUMENT = {
  identity: { brand: { tagline: "Slower than the others" }, persona: { dos: ["Say when it leaves."] } },
  colors: { palette: [{ name: "Hull green", hex: "#0f4a45", role: "primary", usage: "Hulls and headings." }] },
};

/** Opens the command palette and types. */
async function look(page: Page, text: string) {
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog");
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type(text);
  return palette;
}

test("finds the brand’s own content by name and text, and leads to its place", {
  tag: "@full",
}, async ({ page, newcomer, signIn, makeBrand, expectAccessible, screens }) => {
  await signIn(newcomer);
  const slug = await makeBrand(page, "Slow Boats", DOCUMENT);
  await page.goto(`/b/${slug}`);

  for (const text of ["hull green", "0f4a45"]) {
    const palette = await look(page, text);
    const hits = palette.getByRole("group", { name: "In Slow Boats" });
    await expect(hits.getByRole("option", { selected: true })).toContainText("Hull green");
    await expect(hits).toContainText("#0f4a45 · Hulls and headings.");
    if (text === "hull green") {
      await expectAccessible(page, { include: "[role=dialog]" });
      await screens(page, "search-colour", { part: "view" });
    }
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/b/${slug}/palette#colors\\.palette\\.`));
    await expect(page.getByRole("listitem").filter({ hasText: "Hull green" })).toBeFocused();
    await page.goto(`/b/${slug}`);
  }

  const palette = await look(page, "tagline");
  await expect(palette.getByRole("option", { selected: true })).toContainText("Slower than the others");
  await screens(page, "search-field", { part: "view" });
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/b/${slug}/identity#identity.brand.tagline`);
  await expect(page.getByLabel("Tagline", { exact: true })).toBeFocused();

  await look(page, "when it leaves");
  await expect(palette.getByRole("option", { selected: true })).toContainText("Say when it leaves.");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("group", { name: "Do", exact: true })).toBeFocused();
  await expectAccessible(page);
});

test("searches the edited draft, and opens an asset on any page", async ({ page, brand, signIn }) => {
  const own = brand("busy");
  await signIn(own.owner);
  await openIdentity(page, own.slug, "essentials");
  await page.getByLabel("Tagline", { exact: true }).fill("Zephyrs are welcome");
  await draftSaved(page);
  const palette = await look(page, "zephyr");
  await expect(palette.getByRole("option", { selected: true })).toContainText("Zephyrs are welcome");
  await page.keyboard.press("Escape");

  await openSection(page, own.slug, "assets");
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles({
      name: "Quay at dawn.svg",
      mimeType: "image/svg+xml",
      buffer: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4"/></svg>',
      ),
    });
  await expect(page.getByText("added as “Quay at dawn”.").first()).toBeVisible();
  await draftSaved(page);
  await page.goto(`/b/${own.slug}`);
  await look(page, "quay dawn");
  await expect(palette.getByRole("option", { selected: true })).toContainText("Quay at dawn");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByLabel("Name")).toHaveValue("Quay at dawn");
});
