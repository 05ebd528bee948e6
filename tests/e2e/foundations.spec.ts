import type { BrandBundle } from "@/lib/contract";
import { fetchBundle } from "./support/bundle";
import { draftSaved, publishDraft } from "./support/draft";
import { editPart, openSection } from "./support/section";
import { expect, test } from "./support/test";

test("adds default scales, shows tokens at true size and publishes them as design tokens", async ({
  page,
  brand,
  signIn,
  credentials,
  expectAccessible,
  screens,
}) => {
  const own = brand("busy");
  await signIn(own.owner);
  await openSection(page, own.slug, "foundations");
  for (const group of ["Spacing", "Radius", "Borders", "Shadows", "Durations", "Easings", "Transitions"]) {
    await editPart(page, group);
    await page.getByRole("button", { name: `Add default scale for ${group.toLowerCase()}` }).click();
  }
  await page.getByRole("button", { name: "Done with Transitions" }).click();
  await expect(page.locator("#spacing")).toContainText("40 px");
  const dot = page.locator("#transition [data-specimen=move]");
  await page.getByRole("button", { name: "Play move" }).focus();
  await expect(dot).toHaveAttribute("style", /translateX\(calc\(100% - 0\.75rem\)\)/);
  await expectAccessible(page);
  await screens(page, "foundations");

  await editPart(page, "Spacing");
  const spacing = page.locator("#spacing");
  await spacing.getByLabel("New spacing name").fill("Card");
  await spacing.getByRole("button", { name: "Add spacing" }).click();
  await expect(spacing.getByText("Lower-case words and digits")).toBeVisible();
  await spacing.getByLabel("New spacing name").fill("card");
  await spacing.getByRole("button", { name: "Add spacing" }).click();
  await expect(page.getByText("Spacing: card and md have the same value, 16 px.")).toBeVisible();
  await spacing.getByText("Edit card").click();
  await spacing.getByRole("spinbutton", { name: "Size" }).and(page.locator(":visible")).fill("20");
  await expect(page.getByText("Spacing: card and md")).toBeHidden();
  await page.getByRole("button", { name: "Undo: Edit card" }).click();
  await expect(page.getByText("Spacing: card and md")).toBeVisible();
  await page.getByRole("button", { name: "Redo: Edit card" }).click();
  await expectAccessible(page);
  await screens(page, "foundations-editing");
  await page.goto(`/b/${own.slug}/foundations#foundations.radius.lg`);
  await expect(page.locator("[id='foundations.radius.lg']")).toBeFocused();

  await draftSaved(page);
  await publishDraft(page, "Foundations");
  await page.goto(`/b/${own.slug}/history?from=1&to=2`);
  await expect(page.getByText("20 px", { exact: true })).toBeVisible();
  const bundle: BrandBundle = await (await fetchBundle(page.request, credentials, own.id)).json();
  expect(bundle.foundations?.spacing?.card).toEqual({ $type: "dimension", $value: { value: 20, unit: "px" } });
});

test("moves nothing when the system reduces motion", { tag: "@full" }, async ({ page, brand, signIn }) => {
  const own = brand("busy");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signIn(own.owner);
  await openSection(page, own.slug, "foundations");
  await editPart(page, "Durations");
  await page.getByRole("button", { name: "Add default scale for durations" }).click();
  await page.getByRole("button", { name: "Done with Durations" }).click();
  const dot = page.locator("#duration [data-specimen]").first();
  await expect(dot).toHaveCSS("transition-property", "none");
  await expect(page.getByText("Your system reduces motion").first()).toBeVisible();
});
