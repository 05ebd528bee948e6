import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { draftSaved } from "./support/draft";
import { interactive } from "./support/keyboard";
import { editPart, openIdentity, openSection } from "./support/section";
import { expect, test } from "./support/test";

const FONT = {
  name: "Geist-Regular.woff2",
  mimeType: "font/woff2",
  buffer: readFileSync("node_modules/geist/dist/fonts/geist-sans/Geist-Regular.woff2"),
};

const rail = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Hub" }).getByRole("link", { name, exact: true });

/** The computed colours and fonts of the page. */
const lookOf = (page: Page) =>
  page.getByRole("article").evaluate((article) => {
    const styleOf = (selector: string) => {
      const found = article.querySelector(selector);
      if (!found) throw new Error(`no ${selector}`);
      return getComputedStyle(found);
    };
    const button = article.querySelector("section button");
    return {
      page: getComputedStyle(article).backgroundColor,
      greeting: styleOf("header h2").color,
      ground: styleOf("header .brand-ground").backgroundColor,
      heading: styleOf("h3").fontFamily,
      body: styleOf("section p").fontFamily,
      control: button && getComputedStyle(button).fontFamily,
    };
  });

const loaded = (page: Page) =>
  page.evaluate(() =>
    [...document.fonts].some(({ family, status }) => family === "brand-heading" && status === "loaded"),
  );

test("is in the draft's colours and typefaces", { tag: "@full" }, async ({
  page,
  visitor,
  brand,
  signIn,
  expectAccessible,
  screens,
}) => {
  const own = brand("busy");
  await signIn(own.owner);
  await openIdentity(page, own.slug, "essentials");
  await page.getByLabel("Tagline", { exact: true }).fill("Seen in its own letters");
  await draftSaved(page);
  await rail(page, "Typography").click();
  await expect(page.getByRole("heading", { level: 1, name: "Typography" })).toBeVisible();
  await interactive(page);
  await editPart(page, "Typefaces");
  await page.locator("#typefaces").locator("input[type=file]").setInputFiles([FONT]);
  await expect(page.getByRole("heading", { name: "Geist", exact: true })).toBeVisible();
  await draftSaved(page);

  // By a link, whose response brings the style rules after the page has loaded.
  await rail(page, "Identity").click();
  await expect(page.getByRole("heading", { level: 1, name: "Identity" })).toBeVisible();
  await expect(page.getByRole("article").getByText("Seen in its own letters")).toBeVisible();
  await expect.poll(() => loaded(page)).toBe(true);
  const look = await lookOf(page);
  expect(look).toMatchObject({ page: "rgb(255, 255, 255)", ground: "rgb(15, 118, 110)" });
  for (const family of [look.heading, look.body]) expect(family).toMatch(/^"?brand-heading/);
  expect(look.control).not.toContain("brand-");
  await screens(page, "living-brand");

  // By a reload, with the font from the start.
  await page.reload();
  await expect.poll(() => loaded(page)).toBe(true);
  expect(await lookOf(page)).toEqual(look);

  await openSection(page, own.slug, "palette");
  await page.getByRole("button", { name: "Edit Pine" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Colour", exact: true }).fill("#ffe600");
  await page.getByRole("dialog").getByRole("button", { name: "Save colour" }).click();
  await draftSaved(page);
  await rail(page, "Identity").click();
  await expect.poll(async () => (await lookOf(page)).ground).toBe("rgb(255, 230, 0)");
  expect((await lookOf(page)).greeting).not.toBe(look.greeting);
  await expectAccessible(page);

  // Fields have the hub's theme, their preview the brand's.
  await page.getByRole("button", { name: "Edit Essentials" }).click();
  const preview = page.getByRole("group", { name: "Preview of Essentials" });
  const ground = await preview.locator(".brand-ground").evaluate((node) => getComputedStyle(node).backgroundColor);
  expect(ground).toBe("rgb(255, 230, 0)");
  const field = page.getByLabel("Tagline", { exact: true });
  expect(await field.evaluate((node) => getComputedStyle(node).fontFamily)).not.toContain("brand-");
  await expectAccessible(page);

  // Viewers see the published brand.
  const reader = await visitor(own.crew.viewer);
  await reader.goto(`/b/${own.slug}/identity`);
  const greeting = reader.getByRole("article").locator("header .brand-ground");
  await expect(greeting).toHaveCSS("background-color", "rgb(15, 118, 110)");
  expect(await greeting.locator("h2").evaluate((node) => getComputedStyle(node).fontFamily)).not.toContain("brand-");
  await expectAccessible(reader);
  await screens(reader, "living-brand-viewer");
});

const entry = (name: string, role: string, hex: string) => ({ name, role, hex, usage: "" });
/** Two palettes that are hard to read. tests/lib/rendering/showcase/brand-face.test.ts measures more. */
const HARD = {
  neon: [
    entry("Neon", "primary", "#00ff00"),
    entry("Magenta", "accent", "#ff00ff"),
    entry("Cyan", "secondary", "#00ffff"),
  ],
  grey: [entry("Grey", "primary", "#777777"), entry("Ash", "background", "#8a8a8a"), entry("Smoke", "text", "#808080")],
};

test("is legible in a neon and a grey theme, in editing, reading and a version", {
  tag: "@full",
}, async ({ page, newcomer, signIn, makeBrand, expectAccessible, screens }) => {
  await signIn(newcomer);
  const { identity } = JSON.parse(await readFile("db/demo/torvane/brand.json", "utf8"));
  for (const [kind, palette] of Object.entries(HARD)) {
    const slug = await makeBrand(page, `Hard ${kind}`, { identity, colors: { palette } });
    await openSection(page, slug, "identity");
    await expect(page.getByRole("article").getByRole("heading", { name: `Hard ${kind}` })).toBeVisible();
    await expectAccessible(page);
    await screens(page, `living-${kind}`);
    await openIdentity(page, slug, "essentials");
    await expectAccessible(page);
    await page.goto(`/b/${slug}/history/1`);
    await expect(page.getByRole("article").getByRole("heading", { name: "Personality" })).toBeVisible();
    await expectAccessible(page);
    await screens(page, `living-${kind}-version`);
  }
});

test("invites editors to fill empty sections and hides those from viewers", async ({
  page,
  brand,
  visitor,
  signIn,
  expectAccessible,
  screens,
}) => {
  const own = brand("busy");
  await signIn(own.owner);
  await openSection(page, own.slug, "identity");
  await expect(page.getByRole("button", { name: "Add Essentials" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add Values" })).toBeVisible();
  await expectAccessible(page);
  await screens(page, "living-nothing");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Add Essentials" }).click();
  await page.getByLabel("Tagline", { exact: true }).fill("Covered by nothing");
  await draftSaved(page);
  const done = page.getByRole("button", { name: "Done with Essentials" });
  const isCovered = await done.evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return !button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(isCovered).toBe(false);
  const reader = await visitor(own.crew.viewer);
  await reader.goto(`/b/${own.slug}/identity`);
  const article = reader.getByRole("article");
  await expect(article.getByText("No content yet.")).toBeVisible();
  await expect(article.getByRole("region")).toHaveCount(0);
  await screens(reader, "living-nothing-viewer");
});
