import { expect, type Page } from "@playwright/test";

/** Opens a page for editing a brand's draft. */
export async function openSection(
  page: Page,
  slug: string,
  section:
    | "identity"
    | `identity?edit=${string}`
    | "palette"
    | "typography"
    | "foundations"
    | "imagery"
    | "logos"
    | "assets",
): Promise<void> {
  await page.goto(`/b/${slug}/${section}`);
  const name = new RegExp(section.replace(/\?.*/, ""), "i");
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}

/** Opens a section of a brand's identity by URL: `openIdentity(page, slug, "purpose")`. */
export async function openIdentity(page: Page, slug: string, section: string): Promise<void> {
  await openSection(page, slug, `identity?edit=${section}`);
}

/** Opens another section of the shown identity by its title. */
export async function editPart(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^(Edit|Add) ${title}$`) }).click();
}

/** A 40 × 20 SVG in one colour with this content. */
export const drawing = (fill: string, inside = "", name = "drawing.svg") => ({
  name,
  mimeType: "image/svg+xml",
  buffer: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" viewBox="0 0 40 20"><rect width="40" height="20" fill="${fill}"/>${inside}</svg>`,
  ),
});
