import { readFile, writeFile } from "node:fs/promises";
import { showToAnybody } from "./support/public-page";
import { expect, test } from "./support/test";

const LONG = "Königlich Øresundische Präzisionsmessgeräte-Gesellschaft für Umwelt-, Straßen- & Brückenüberwachung";
const JAPANESE = "測れるものを、正しく測る。それだけを、百年間つづけてきました。";
const ARABIC = "نقيس ما يمكن قياسه بدقة، ولا شيء غير ذلك.";

const YELLOW = "#fffc00";
const NEON = "#00ff00";

/** A brand with every field, a long name, scripts in both directions, and main colours that few others suit. */
async function hardBrand(): Promise<object> {
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
  const [primary, accent] = demo.colors.palette;
  primary.hex = YELLOW;
  accent.hex = NEON;
  return demo;
}

test("shows a brand that is hard to show on all its pages, in its book and in its kit", { tag: "@full" }, async ({
  page,
  newcomer,
  signIn,
  visitor,
  makeBrand,
  expectAccessible,
  screens,
}) => {
  test.setTimeout(600_000);
  await signIn(newcomer);
  const slug = await makeBrand(page, LONG, await hardBrand());
  await showToAnybody(page, slug);

  for (const part of ["", "/identity", "/palette", "/logos", "/in-use"]) {
    await page.goto(`/b/${slug}${part}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("load");
    await expectAccessible(page);
    await screens(page, `hard${part.replace("/", "-") || "-overview"}`);
  }
  const anyone = await visitor();
  for (const lang of ["", "ja", "ar"]) {
    await anyone.goto(`/p/${slug}${lang && `?lang=${lang}`}`);
    await expect(anyone.getByRole("heading", { level: 1 })).toBeVisible();
    await anyone.waitForLoadState("load");
    await expectAccessible(anyone);
    await screens(anyone, `hard-public${lang && `-${lang}`}`);
    if (lang) await expect(anyone.locator(`h1[lang], [lang="${lang}"]`).first()).toBeVisible();
  }

  // The brand's own colours come first, and both downloads contain them.
  for (const hex of [YELLOW, NEON]) await expect(anyone.getByText(hex).first()).toBeVisible();
  for (const name of ["brand-book", "kit"]) {
    const href = await anyone.locator(`a[href*="/p/${slug}/${name}"]`).first().getAttribute("href");
    const answer = await anyone.request.get(href ?? `no link to the ${name}`);
    expect(answer.status(), name).toBe(200);
    const body = await answer.body();
    expect(body.length, name).toBeGreaterThan(10_000);
    if (process.env.SCREENS === "1") await writeFile(`tests/.output/screens/hard-${name}`, body);
  }
});
