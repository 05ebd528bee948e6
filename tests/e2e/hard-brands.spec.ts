import { readFile, writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { interactive } from "./support/keyboard";
import { expect, test } from "./support/test";

const LONG = "Königlich Øresundische Präzisionsmessgeräte-Gesellschaft für Umwelt-, Straßen- & Brückenüberwachung";
const JAPANESE = "測れるものを、正しく測る。それだけを、百年間つづけてきました。";
const ARABIC = "نقيس ما يمكن قياسه بدقة، ولا شيء غير ذلك.";

/** A brand that says all there is to say, in scripts of both directions, under a name that fits nowhere. */
async function longBrand(): Promise<object> {
  const demo = JSON.parse(await readFile("db/demo/torvane/brand.json", "utf8"));
  const { brand, persona } = demo.identity;
  Object.assign(brand, {
    tagline: JAPANESE,
    description: `${ARABIC} ${LONG} — ${JAPANESE}`,
    languages: ["de", "ja", "ar"],
    website: "https://koeniglich-oeresundische-praezisionsmessgeraete-gesellschaft.example/ueber-uns/geschichte",
    values: [
      { name: ARABIC, description: JAPANESE },
      { name: "Straßenbrückenüberwachungsgerätehersteller", description: ARABIC },
      ...brand.values.slice(0, 2),
    ],
  });
  Object.assign(persona, { summary: ARABIC });
  demo.identity.locales = {
    ja: { brand: { tagline: JAPANESE, description: JAPANESE } },
    ar: { brand: { tagline: ARABIC, description: ARABIC } },
  };
  return demo;
}

async function makeKnown(page: Page, name: string, hex: string): Promise<string> {
  await page.goto("/new");
  await interactive(page);
  await page.getByRole("radio", { name: /^A known brand/ }).check();
  await page.getByLabel("Search a brand").fill(name);
  await page.getByRole("radio", { name: new RegExp(`^${name} ${hex}`, "i") }).check();
  await page.getByRole("button", { name: "Create the brand" }).click();
  await page.waitForURL(/\/b\/[^/]+$/);
  return new URL(page.url()).pathname.split("/")[2] ?? "";
}

const HARD = [
  { kind: "yellow", make: (page: Page) => makeKnown(page, "Snapchat", "#FFFC00"), hex: "#fffc00" },
  { kind: "neon", make: (page: Page) => makeKnown(page, "Razer", "#00FF00"), hex: "#00ff00" },
  { kind: "long", make: null, hex: "#ffb224" },
];

for (const { kind, make, hex } of HARD)
  test(`shows a brand that is hard to show, the ${kind} one, on all its pages, in its book and in its kit`, {
    tag: "@full",
  }, async ({ page, newcomer, signIn, visitor, makeBrand, expectAccessible, screens }) => {
    test.setTimeout(240_000);
    await signIn(newcomer);
    const slug = await (make ? make(page) : makeBrand(page, LONG, await longBrand()));
    await page.goto(`/b/${slug}/settings`);
    await page.getByRole("switch", { name: /^Show this brand to anybody/ }).check();
    await expect(page.getByText("The public page is on.")).toBeVisible();

    for (const part of ["", "/identity", "/palette", "/logos", "/in-use"]) {
      await page.goto(`/b/${slug}${part}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForLoadState("load");
      await expectAccessible(page);
      await screens(page, `hard-${kind}${part.replace("/", "-") || "-overview"}`);
    }
    const anyone = await visitor();
    for (const lang of kind === "long" ? ["", "ja", "ar"] : [""]) {
      await anyone.goto(`/p/${slug}${lang && `?lang=${lang}`}`);
      await expect(anyone.getByRole("heading", { level: 1 })).toBeVisible();
      await anyone.waitForLoadState("load");
      await expectAccessible(anyone);
      await screens(anyone, `hard-${kind}-public${lang && `-${lang}`}`);
      if (lang === "ja" || lang === "ar")
        await expect(anyone.locator(`h1[lang], [lang="${lang}"]`).first()).toBeVisible();
    }

    // The brand's own colour leads, whatever it is, and both downloads hold it.
    await expect(anyone.getByText(hex).first()).toBeVisible();
    for (const name of ["brand-book", "kit"]) {
      const href = await anyone.locator(`a[href*="/p/${slug}/${name}"]`).first().getAttribute("href");
      const answer = await anyone.request.get(href ?? `no link to the ${name}`);
      expect(answer.status(), name).toBe(200);
      const body = await answer.body();
      expect(body.length, name).toBeGreaterThan(10_000);
      if (process.env.SCREENS === "1") await writeFile(`tests/.output/screens/hard-${kind}-${name}`, body);
    }
  });
