import { expect, type Page } from "@playwright/test";
import { interactive } from "./keyboard";

/** Opens a page of a brand that edits its draft, ready for use. */
export async function openSection(
  page: Page,
  slug: string,
  section: "identity" | "palette" | "typography" | "foundations" | "imagery" | "logos" | "assets",
): Promise<void> {
  await page.goto(`/b/${slug}/${section}`);
  await expect(page.getByRole("heading", { level: 1, name: new RegExp(section, "i") })).toBeVisible();
  await interactive(page);
}

/** An SVG of 40 × 20 in one colour, with whatever else is put inside. */
export const drawing = (fill: string, inside = "", name = "drawing.svg") => ({
  name,
  mimeType: "image/svg+xml",
  buffer: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" viewBox="0 0 40 20"><rect width="40" height="20" fill="${fill}"/>${inside}</svg>`,
  ),
});
