import type { Page } from "@playwright/test";
import { generatePalette } from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import { draftSaved } from "./support/draft";
import { openSection } from "./support/section";
import { expect, type MintedBrand, type Person, test } from "./support/test";

async function openPalette(page: Page, { owner, slug }: MintedBrand, signIn: (who: Person) => Promise<unknown>) {
  await signIn(owner);
  await openSection(page, slug, "palette");
}

const card = (page: Page, name: string) =>
  page
    .getByRole("list", { name: "Colours", exact: true })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });

const open = (page: Page, what: string) => page.getByRole("button", { name: `Show ${what}` }).click();
const detailsOf = (page: Page, name: string) => card(page, name).getByRole("button", { name, exact: true });

test("remembers the format that colours are copied in, and adds, sets and resets shades and print values", {
  tag: "@full",
}, async ({ page, context, brand, signIn, expectAccessible, screens }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openPalette(page, brand("busy"), signIn);
  for (const [form, css] of [
    ["RGB", "rgb(15 118 110)"],
    ["HSL", "hsl(175.3 77.4% 26.1%)"],
    ["OKLCH", "oklch(0.511 0.086 186.4)"],
  ] as const) {
    await page.getByRole("radio", { name: form }).check();
    await card(page, "Pine")
      .getByRole("button", { name: `Copy ${css} of Pine` })
      .click();
    await expect(card(page, "Pine").getByRole("status").filter({ hasText: "Copied" })).toBeAttached();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(css);
  }
  await page.reload();
  await expect(card(page, "Gorse")).toContainText("oklch(");

  await detailsOf(page, "Pine").click();
  const details = page.getByRole("dialog", { name: "Pine" });
  const shades = details.getByRole("list", { name: "Shades of Pine" }).getByRole("listitem");
  await expect(shades).toHaveCount(11);
  await expect(shades.filter({ hasText: "Base colour" })).toContainText("#0f766e");
  await details.getByRole("button", { name: "Add shades" }).click();
  await details.getByRole("textbox", { name: "Step 100", exact: true }).fill("#ddeeee");
  await details.getByLabel("CMYK").fill("88 30 60 12");
  await details.getByLabel("Pantone").fill("7717 C");
  await expectAccessible(page);
  await screens(page, "palette-shades", { part: "view" });
  await page.keyboard.press("Escape");
  await expect(detailsOf(page, "Pine")).toBeFocused();
  await draftSaved(page);
  await page.reload();
  await detailsOf(page, "Pine").click();
  await expect(details.getByRole("textbox", { name: "Step 100", exact: true })).toHaveValue("#ddeeee");
  await expect(details.getByLabel("Pantone")).toHaveValue("7717 C");
  await details.getByRole("button", { name: "Reset 100" }).click();
  await expect(details.getByRole("textbox", { name: "Step 100", exact: true })).not.toHaveValue("#ddeeee");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Undo: Reset Pine 100" }).click();
  await detailsOf(page, "Pine").click();
  await expect(details.getByRole("textbox", { name: "Step 100", exact: true })).toHaveValue("#ddeeee");
});

test("grades every pair, fixes one by a click and shows what a rule forbids", { tag: "@full" }, async ({
  page,
  brand,
  signIn,
  expectAccessible,
  screens,
}) => {
  await openPalette(page, brand("busy"), signIn);
  await open(page, "contrast matrix");
  const grid = page.getByRole("table", { name: "Contrast of all pairs" });
  const row = (name: string) => grid.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
  await expect(row("Pine")).toContainText("5.47:1");
  await expect(row("Pine")).toContainText("AA");
  await expect(row("Slate")).toContainText("Too low");
  await expect(row("Chalk")).not.toContainText("Too low");
  await row("Slate")
    .getByRole("button", { name: /^Set .*Slate.* to #/ })
    .first()
    .click();
  await expect(card(page, "Slate")).not.toContainText("#8a8f98");

  await open(page, "colour rules");
  await page.getByRole("button", { name: "Add rule" }).click();
  const dialog = page.getByRole("dialog", { name: "Add colour rule" });
  await dialog.getByRole("button", { name: "Save rule" }).click();
  await expect(dialog.getByText("Choose at least one colour")).toBeVisible();
  await dialog.getByRole("group", { name: "Not on", exact: true }).getByRole("checkbox", { name: "Chalk" }).check();
  await dialog.getByLabel("Reason").fill("It glares");
  await expectAccessible(page);
  await screens(page, "palette-rule", { part: "view" });
  await dialog.getByRole("button", { name: "Save rule" }).click();
  await expect(page.getByRole("list", { name: "Colour rules" })).toContainText("Must not be used on Chalk: It glares");
  await expect(
    page.getByText("“Pine” on “Chalk”: a rule forbids it, but their roles, primary and background, combine them."),
  ).toBeVisible();
  await expect(row("Pine")).toContainText("Breaks a rule");
  await page.getByLabel("Colour", { exact: true }).selectOption({ label: "Pine" });
  await page.getByLabel("Background", { exact: true }).selectOption({ label: "Gorse" });
  await expect(page.getByText("Breaks no rule")).toBeVisible();
  await expectAccessible(page);
  await screens(page, "palette-grid-and-rules");
  await page.getByRole("button", { name: "Undo: Set rule for Pine" }).click();
  await expect(page.getByRole("list", { name: "Colour rules" })).toHaveCount(0);
});

test("keeps the brand's own colour in every fix and suggests a text colour instead", {
  tag: "@full",
}, async ({ page, newcomer, signIn, makeBrand, expectAccessible, screens }) => {
  await signIn(newcomer);
  const seed = { hex: "#ffcc00", harmony: "analogous" as const };
  const palette = generatePalette({ seed, newId });
  const slug = await makeBrand(page, "Own", { name: "Own", colors: { palette } });
  await openSection(page, slug, "palette");
  await open(page, "contrast matrix");
  const grid = page.getByRole("table", { name: "Contrast of all pairs" });
  const table = page.getByRole("table", { name: "Contrast of each colour on each background" });
  for (const one of [grid, table]) {
    await expect(one.getByText(/brand’s own colour\. For text, use .*Primary for text/)).toBeVisible();
    await expect(one.getByText("Too low")).toHaveCount(0);
    await expect(one.getByRole("button", { name: /^Set / })).toHaveCount(0);
  }
  await expect(page.getByText("4 of 5 pairs pass. One fails and can’t be changed.")).toBeVisible();

  await card(page, "Primary for text").getByRole("button", { name: "Actions for Primary for text" }).click();
  await page.getByRole("menuitem", { name: "Remove", exact: true }).click();
  await expectAccessible(page);
  await screens(page, "palette-own-colour");
  await table.getByRole("button", { name: /^Add “Primary for text”, #[0-9a-f]{6}/ }).click();
  await expect(card(page, "Primary for text")).toBeVisible();
  await expect(card(page, "Primary")).toContainText("#ffcc00");
  await expect(table.getByText("Fails")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo: Add Primary for text" }).click();
  await expect(card(page, "Primary for text")).toHaveCount(0);
});

test("makes gradients that follow the palette, and a dark set with its contrast", async ({
  page,
  brand,
  signIn,
  expectAccessible,
  screens,
}) => {
  await openPalette(page, brand("busy"), signIn);
  await open(page, "gradients");
  await page.getByRole("button", { name: "Add gradient" }).click();
  const gradient = page.getByRole("list", { name: "Gradients" }).getByRole("listitem");
  await gradient.getByLabel("Name").fill("Heath");
  const preview = gradient.locator("[data-preview]");
  await expect(preview).toHaveCSS("background-image", /linear-gradient\(90deg, rgb\(15, 118, 110\) 0%/);
  await gradient.getByLabel("Angle").fill("135");
  await expect(preview).toHaveCSS("background-image", /135deg/);
  await gradient.getByRole("button", { name: "Add stop" }).click();
  await gradient.getByRole("group", { name: "Stop 3" }).getByLabel("Colour", { exact: true }).selectOption("");
  await gradient.getByRole("textbox", { name: "Colour of stop 3", exact: true }).fill("#be185d");
  await expect(preview).toHaveCSS("background-image", /rgb\(190, 24, 93\)/);

  await open(page, "dark set");
  await page.getByRole("button", { name: "Generate dark set" }).click();
  const dark = page.getByRole("list", { name: "Dark set colours" });
  await expect(dark.getByRole("textbox", { name: "Chalk in the dark set", exact: true })).toHaveValue("#141414");
  const contrast = page.getByRole("table", { name: "Dark set contrast" });
  await expect(contrast.getByText("Fails")).toHaveCount(0);
  await dark.getByRole("textbox", { name: "Slate in the dark set", exact: true }).fill("#6a6a6a");
  await expect(contrast.getByText("Fails")).toHaveCount(1);
  await contrast.getByRole("button", { name: /^Set .*Slate.* to #/ }).click();
  await expect(contrast.getByText("Fails")).toHaveCount(0);
  await expectAccessible(page);
  await screens(page, "palette-gradients-and-dark");
  await draftSaved(page);

  await page.getByRole("button", { name: "Export" }).click();
  const css = page.getByRole("dialog");
  await expect(css).toContainText("--gradient-heath: linear-gradient(135deg, var(--color-pine) 0%");
  await expect(css).toContainText("@media (prefers-color-scheme: dark)");
});
