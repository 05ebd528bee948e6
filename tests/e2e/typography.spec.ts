import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Page } from "@playwright/test";
import type { BrandBundle } from "@/lib/contract";
import { listen } from "../support/listen";
import { fetchBundle } from "./support/bundle";
import { draftSaved, publishDraft } from "./support/draft";
import { editPart, openSection } from "./support/section";
import { expect, test } from "./support/test";

const font = (path: string) => ({
  name: path.split("/").at(-1) ?? path,
  mimeType: "font/woff2",
  buffer: readFileSync(`node_modules/geist/dist/fonts/${path}`),
});
const SANS = font("geist-sans/Geist-Regular.woff2");
const ITALIC = font("geist-sans/Geist-Italic.woff2");
const MONO = font("geist-mono/GeistMono-Variable.woff2");

const upload = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator("#typefaces").locator("input[type=file]").setInputFiles(files);
const card = (page: Page, family: string) =>
  page
    .locator("#typefaces")
    .getByRole("article")
    .filter({ has: page.getByRole("heading", { name: family, exact: true }) });

/** A page on another origin than the hub. */
async function elsewhere(): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>A child</title>");
  });
  const { port, close } = await listen(server);
  return { origin: `http://127.0.0.1:${port}`, close };
}

test("reads and pairs uploaded fonts, previews them and warns of missing weights", {
  tag: "@full",
}, async ({ page, brand, signIn, expectAccessible, screens }) => {
  const own = brand("busy");
  await signIn(own.owner);
  await openSection(page, own.slug, "typography");
  await expect(page.getByRole("button", { name: "Add Typefaces" })).toBeVisible();
  await expectAccessible(page);
  await screens(page, "typography-empty");

  await editPart(page, "Typefaces");
  await upload(page, SANS, ITALIC, MONO);
  await expect(card(page, "Geist")).toContainText("400, 400 italic · Latin, Cyrillic");
  await expect(card(page, "Geist Mono")).toContainText("100 to 900 · Latin, Cyrillic");
  await expect(card(page, "Geist")).toContainText("For headings");
  await expect(card(page, "Geist Mono")).toContainText("For monospace text");
  const shown = () =>
    page.evaluate(
      () => [...document.fonts].filter(({ family, status }) => family.includes("brand-") && status === "loaded").length,
    );
  await expect.poll(shown).toBeGreaterThan(1);

  await editPart(page, "Text styles");
  await page.getByRole("button", { name: "Add default scale" }).click();
  await expect(page.getByText("Geist 700, 50 px, line height 1.1, letter spacing −1 px").first()).toBeVisible();
  await expect(page.getByText("Display uses weight 700, but Geist has no upright file for it.")).toBeVisible();
  await page.getByText("Edit display").click();
  await page.getByRole("spinbutton", { name: "Weight" }).first().fill("400");
  await expect(page.getByText("Display uses weight 700")).toBeHidden();
  await page.getByRole("button", { name: "Undo: Set Display" }).click();
  await expect(page.getByText("Display uses weight 700")).toBeVisible();
  await page.getByRole("button", { name: "Redo: Set Display" }).click();

  await page.getByRole("button", { name: "Done with Text styles" }).click();
  await expectAccessible(page);
  await screens(page, "typography");

  await editPart(page, "Typefaces");
  await card(page, "Geist")
    .getByText("Licence")
    .or(card(page, "Geist").getByText(/^Licensed/))
    .first()
    .click();
  await page.getByLabel("Expiry date").first().fill("2020-01-31");
  await expect(page.getByText("The licence of Geist expired on 2020-01-31.")).toBeVisible();
  await card(page, "Geist").getByText("2 font files").click();
  await expectAccessible(page);
  await screens(page, "typography-editing");
});

test("describes typography, publishes it and serves its fonts to another origin", { tag: "@full" }, async ({
  page,
  visitor,
  brand,
  signIn,
  credentials,
  expectAccessible,
  screens,
}) => {
  const own = brand("busy");
  await signIn(own.owner);
  await openSection(page, own.slug, "typography");
  await editPart(page, "Typefaces");
  await upload(page, SANS, MONO);
  await expect(card(page, "Geist Mono")).toBeVisible();
  await editPart(page, "Text styles");
  await page.getByRole("button", { name: "Add default scale" }).click();
  await draftSaved(page);
  await page.goto(`/b/${own.slug}/identity#typography`);
  await expect(page.getByLabel("Headings", { exact: true })).toHaveAttribute("placeholder", "Geist");
  await expect(page.getByRole("group", { name: "Preview of Typography" })).toContainText("Geist Mono");
  await screens(page, "typography-card");
  await page.getByRole("radio", { name: "Markdown" }).check();
  await expect(page.getByText("### Text styles")).toBeVisible();
  await publishDraft(page, "Typefaces");

  await page.goto(`/b/${own.slug}/history?from=1&to=2`);
  await expect(page.getByText("Geist", { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await screens(page, "typography-history");

  const bundle: BrandBundle = await (await fetchBundle(page.request, credentials, own.id)).json();
  const [file] = bundle.fonts?.find(({ family }) => family === "Geist")?.files ?? [];
  expect(file).toMatchObject({ weight: 400, style: "normal", mime: "font/woff2" });
  expect(bundle.text_styles?.display?.fontFamily).toEqual(["Geist", "Arial", "sans-serif"]);
  expect(bundle.identity.brand.typography).toMatchObject({ heading: "Geist", body: "Geist", mono: "Geist Mono" });

  const child = await elsewhere();
  const other = await visitor();
  await other.goto(child.origin);
  const loaded = await other.evaluate(async (url) => {
    const face = await new FontFace("Brand", `url("${url}")`, { weight: "400" }).load();
    return face.status;
  }, file?.url ?? "");
  expect(loaded).toBe("loaded");
  await child.close();
});
