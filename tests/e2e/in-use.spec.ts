import { readFile } from "node:fs/promises";
import { draftSaved } from "./support/draft";
import { openIdentity } from "./support/section";
import { expect, test } from "./support/test";

test("shows the brand in use, in light and dark, as the draft has it, and gives each picture in three formats", async ({
  page,
  newcomer,
  signIn,
  makeBrand,
  expectAccessible,
  screens,
}) => {
  await signIn(newcomer);
  const document = JSON.parse(await readFile("db/demo/hullabarn/brand.json", "utf8"));
  const slug = await makeBrand(page, "Lathe", document);
  await page.goto(`/b/${slug}/in-use`);
  const header = page.getByRole("img", { name: "Lathe: web header" });
  const isDrawn = () => header.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth === 1440);
  await expect.poll(isDrawn).toBe(true);
  const before = await header.getAttribute("src");
  await expect(page.getByRole("img", { name: /^Lathe: / })).toHaveCount(8);
  await expectAccessible(page);
  await screens(page, "in-use");

  for (const [format, magic] of [
    ["SVG", "<svg"],
    ["PDF", "%PDF"],
    ["PNG", "\x89PNG"],
  ] as const) {
    const download = page.waitForEvent("download");
    await page.getByRole(format === "PNG" ? "button" : "link", { name: `${format} of Business card` }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`${slug}-business-card-light.${format.toLowerCase()}`);
    expect((await readFile(await file.path())).toString("latin1").startsWith(magic)).toBe(true);
  }

  await page.getByRole("link", { name: "Dark" }).click();
  await expect(header).toHaveAttribute("src", /web-header-dark\.svg/);
  await expect.poll(isDrawn).toBe(true);

  await openIdentity(page, slug, "essentials");
  await page.getByLabel("Tagline", { exact: true }).fill("Turned by hand");
  await draftSaved(page);
  await page.goto(`/b/${slug}/in-use`);
  expect(await header.getAttribute("src")).not.toBe(before);
  await expect.poll(isDrawn).toBe(true);
});

test("keeps pictures of a brand from whoever is no member of it", async ({
  page,
  visitor,
  people,
  newcomer,
  signIn,
  allow,
}) => {
  allow(/^40[14] GET .*\/in-use\//);
  const { slug } = people.withRole("owner");
  const path = `/b/${slug}/in-use/web-header-light.svg`;
  const anyone = await visitor();
  expect((await anyone.request.get(path)).status()).toBe(401);
  await signIn(newcomer);
  expect((await page.request.get(path)).status()).toBe(404);
});

test("begins the overview with the brand: its colours are copied by a click", async ({ page, people, signIn }) => {
  const { person, slug } = people.withRole("viewer");
  await signIn(person);
  await page.goto(`/b/${slug}`);
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  const first = page.getByRole("list", { name: "Colours" }).getByRole("button").first();
  const hex = /#[0-9a-f]{6}/.exec((await first.textContent()) ?? "")?.[0];
  await first.click();
  await expect(page.getByRole("status").filter({ hasText: `Copied ${hex}` })).toBeAttached();
  await page.getByRole("link", { name: "See all of it in use" }).click();
  await expect(page).toHaveURL(`/b/${slug}/in-use`);
});
