import type { BrandBundle } from "@/lib/contract";
import { fetchBundle } from "./support/bundle";
import { draftSaved, publishDraft } from "./support/draft";
import { drawing, editPart, openIdentity, openSection } from "./support/section";
import { expect, test } from "./support/test";

test("edits imagery with example pictures and legal texts, and publishes both", async ({
  page,
  brand,
  signIn,
  credentials,
  expectAccessible,
  screens,
}) => {
  const own = brand("busy");
  await signIn(own.owner);
  await openSection(page, own.slug, "assets");
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles(drawing("#2f5d50", "", "quiet-harbour.svg"));
  await expect(page.getByText("Quiet harbour").first()).toBeVisible();
  await draftSaved(page);

  await openSection(page, own.slug, "imagery");
  await editPart(page, "Photography");
  await page.getByLabel("Direction for photography").fill("Daylight, from far away.");
  await page.getByRole("button", { name: "Add example: do, photography" }).click();
  await page.getByRole("button", { name: "Add example: don’t, photography" }).click();
  const photo = page.locator("#photo");
  const choose = async (example: string, picture: string) => {
    await photo.getByRole("button", { name: `Choose picture of ${example}` }).click();
    await page.getByRole("list", { name: "Pictures" }).getByRole("button", { name: picture }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  };
  await photo.getByRole("button", { name: "Choose picture of do 1" }).click();
  const picker = page.getByRole("dialog", { name: "Choose a picture for do 1, photography" });
  await expect(picker.getByRole("button", { name: "Quiet harbour" }).locator("img")).toBeVisible();
  await expectAccessible(page);
  await screens(page, "imagery-picker", { part: "view" });
  await page.keyboard.press("Escape");
  await expect(photo.getByRole("button", { name: "Choose picture of do 1" })).toBeFocused();
  await photo.getByRole("button", { name: "Choose picture of do 1" }).click();
  await expect(page).toHaveURL((url) => url.searchParams.get("picture") === "photo.dos.0");
  await page.goBack();
  await expect(picker).toHaveCount(0);
  await expect(page).toHaveURL(`/b/${own.slug}/imagery?edit=photo`);
  await choose("do 1", "Quiet harbour");
  await expect(photo.getByRole("img", { name: "Quiet harbour" }).first()).toBeVisible();
  await photo.getByRole("button", { name: "Change picture of do 1" }).click();
  await page.getByRole("button", { name: "Remove picture" }).click();
  await expect(photo.getByRole("img", { name: "Quiet harbour" })).toHaveCount(0);
  await choose("do 1", "Quiet harbour");
  await photo.getByLabel("Description of do 1").fill("Calm water");
  await choose("don’t 1", "Quiet harbour");
  await expect(page.getByText("Quiet harbour is an example of both do and don’t")).toBeVisible();
  await page.getByRole("button", { name: "Undo: Edit example" }).click();
  await expect(page.getByText("is an example of both do")).toBeHidden();
  await photo.getByLabel("Description of don’t 1").fill("Nobody poses");
  await page.getByRole("button", { name: "Done with Photography" }).click();
  await expect(photo.getByRole("list", { name: "Do", exact: true })).toContainText("Calm water");
  await editPart(page, "Icons");
  await page.locator("#icon").getByLabel("Grid").fill("24");
  await expectAccessible(page);
  await screens(page, "imagery");
  await draftSaved(page);

  await openIdentity(page, own.slug, "boilerplate");
  await page.getByLabel("Boilerplate in another language", { exact: true }).fill("German");
  await page.getByRole("button", { name: "Add: boilerplate in another language" }).click();
  await page.getByLabel("Boilerplate in German", { exact: true }).fill("Wir machen Dinge, die halten.");
  await draftSaved(page);
  await page.getByRole("button", { name: "Done with Boilerplate" }).click();
  await expect(page.getByRole("region", { name: "Boilerplate" })).toContainText("Wir machen Dinge");
  await publishDraft(page, "Imagery");

  const bundle: BrandBundle = await (await fetchBundle(page.request, credentials, own.id)).json();
  const [example] = bundle.imagery?.photo?.dos ?? [];
  expect(example?.note).toBe("Calm water");
  expect(bundle.assets.map(({ id }) => id)).toContain(example?.asset_id);
  expect(bundle.legal?.boilerplate).toEqual({ de: "Wir machen Dinge, die halten." });
  await page.goto(`/b/${own.slug}/history?from=1&to=2`);
  await expect(page.getByText("Quiet harbour: Calm water")).toBeVisible();
});
