import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Page } from "@playwright/test";
import type { BrandBundle } from "@/lib/contract";
import { listen } from "../support/listen";
import { fetchBundle } from "./support/bundle";
import { publishDraft } from "./support/draft";
import { editPart, openSection } from "./support/section";
import { expect, test } from "./support/test";

/** A typeface unlike any fallback font. */
const PIXELS = {
  name: "GeistPixel-Square.woff2",
  mimeType: "font/woff2",
  buffer: readFileSync("node_modules/geist/dist/fonts/geist-pixel/GeistPixel-Square.woff2"),
};
const STYLES = ["display", "heading", "body"] as const;
const SAID = "Sphinx of black quartz, judge my vow";

/** A complete child page: fonts, text styles and colours from a bundle in thirty lines of script. */
const CHILD = `<!doctype html><meta charset="utf-8"><title>A child</title><body><script type="module">
const { fonts, text_styles, colors } = await (await fetch("/bundle.json")).json();
for (const { family, files } of fonts) for (const { url, weight, style } of files) {
  const response = await fetch(url, { mode: "cors", credentials: "omit" });
  const face = new FontFace(family, await response.arrayBuffer(), { weight: [weight].flat().join(" "), style });
  document.fonts.add(await face.load());
}
const length = ({ value, unit }) => value + unit;
for (const [name, style] of Object.entries(text_styles)) {
  const line = document.body.appendChild(document.createElement("p"));
  line.dataset.style = name;
  line.textContent = ${JSON.stringify(SAID)};
  line.style.fontFamily = style.fontFamily.map((one) => one === "sans-serif" ? one : JSON.stringify(one)).join(", ");
  line.style.fontSize = length(style.fontSize);
  line.style.fontWeight = style.fontWeight;
  line.style.letterSpacing = length(style.letterSpacing);
  line.style.lineHeight = style.lineHeight;
}
for (const { name, hex } of colors.palette) {
  const swatch = document.body.appendChild(document.createElement("div"));
  swatch.dataset.color = name;
  swatch.style.cssText = "height: 2rem; background-color: " + hex;
}
document.body.dataset.ready = "yes";
</script>`;

/** A child tool on another origin that passes the hub's data to its pages. */
async function startPage(bundle: BrandBundle): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer(({ url }, response) => {
    const isBundle = url === "/bundle.json";
    response.setHeader("content-type", isBundle ? "application/json" : "text/html");
    if (url === "/favicon.ico") response.statusCode = 204;
    response.end(isBundle ? JSON.stringify(bundle) : CHILD);
  });
  const { port, close } = await listen(server);
  return { origin: `http://127.0.0.1:${port}`, close };
}

/** A text style on a page: its values, whether its first family has loaded, and the width of words in it. */
const setIn = (page: Page, name: string) =>
  page.locator(`[data-style="${name}"]`).evaluate((element, said) => {
    const { fontFamily, fontSize, fontWeight, letterSpacing, lineHeight } = getComputedStyle(element);
    const [first = ""] = fontFamily.split(",");
    const family = first.trim().replaceAll('"', "");
    const widthIn = (families: string) => {
      const line = document.createElement("span");
      line.textContent = said;
      Object.assign(line.style, { fontFamily: families, fontSize, fontWeight, letterSpacing });
      Object.assign(line.style, { position: "absolute", whiteSpace: "nowrap", fontKerning: "normal" });
      document.body.append(line);
      const { width } = line.getBoundingClientRect();
      line.remove();
      return width;
    };
    return {
      values: { fontSize, fontWeight, letterSpacing, lineHeight },
      isLoaded:
        document.fonts.check(`${fontWeight} ${fontSize} "${family}"`) &&
        [...document.fonts].some((face) => face.family.replaceAll('"', "") === family && face.status === "loaded"),
      width: widthIn(fontFamily),
    };
  }, SAID);

/** True if the browser draws a text style only with fonts that the page loaded. */
async function isDrawnInLoadedFonts(page: Page, name: string): Promise<boolean> {
  const client = await page.context().newCDPSession(page);
  await client.send("DOM.enable");
  await client.send("CSS.enable");
  const { root } = await client.send("DOM.getDocument");
  const { nodeId } = await client.send("DOM.querySelector", {
    nodeId: root.nodeId,
    selector: `[data-style="${name}"]`,
  });
  const { fonts } = await client.send("CSS.getPlatformFontsForNode", { nodeId });
  await client.detach();
  return fonts.length > 0 && fonts.every(({ isCustomFont }) => isCustomFont);
}

test("a page on another origin renders a brand from its bundle like the hub does: fonts, text styles and colours", {
  tag: "@full",
}, async ({ page, visitor, brand, signIn, credentials }) => {
  const own = brand("busy");
  await signIn(own.owner);
  await openSection(page, own.slug, "typography");
  await editPart(page, "Typefaces");
  await page.locator("#typefaces").locator("input[type=file]").setInputFiles([PIXELS]);
  await expect(page.locator("#typefaces").getByRole("article")).toHaveCount(1);
  await editPart(page, "Text styles");
  await page.getByRole("button", { name: "Add default scale" }).click();
  await page.getByRole("button", { name: "Done with Text styles" }).click();
  await publishDraft(page, "A typeface and a scale");

  const bundle: BrandBundle = await (await fetchBundle(page.request, credentials, own.id)).json();
  expect(bundle.fonts).toHaveLength(1);
  const child = await startPage(bundle);
  try {
    const other = await visitor();
    await other.goto(child.origin);
    await expect(other.locator("body")).toHaveAttribute("data-ready", "yes");
    expect(new URL(other.url()).origin).not.toBe(new URL(page.url()).origin);

    for (const name of STYLES) {
      await page.locator(`[data-style="${name}"]`).scrollIntoViewIfNeeded();
      await expect.poll(async () => (await setIn(page, name)).isLoaded, name).toBe(true);
      const [hub, there] = [await setIn(page, name), await setIn(other, name)];
      expect(there.isLoaded, name).toBe(true);
      expect(there.values, name).toEqual(hub.values);
      expect(Math.abs(there.width - hub.width), name).toBeLessThanOrEqual(1);
      expect(await isDrawnInLoadedFonts(other, name), name).toBe(true);
    }

    await openSection(page, own.slug, "palette");
    const cards = page.getByRole("list", { name: "Colours", exact: true }).getByRole("listitem");
    await expect(cards).toHaveCount(bundle.colors.palette.length);
    for (const { name } of bundle.colors.palette) {
      const card = cards.filter({ has: page.getByRole("heading", { name, exact: true }) });
      const shown = await card
        .locator('[style*="background-color"]')
        .first()
        .evaluate((one) => getComputedStyle(one).backgroundColor);
      await expect(other.locator(`[data-color="${name}"]`)).toHaveCSS("background-color", shown);
    }
  } finally {
    await child.close();
  }
});
