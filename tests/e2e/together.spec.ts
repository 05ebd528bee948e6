import type { Page } from "@playwright/test";
import { draftBar, draftSaved, publishDraft } from "./support/draft";
import { openIdentity, openSection } from "./support/section";
import { expect, type MintedBrand, test } from "./support/test";

const tagline = (page: Page) => page.getByLabel("Tagline", { exact: true });
const liveNotice = (page: Page) => page.getByRole("region", { name: "Live version" });

/** The brand's editors, without its owner. */
function crewOf({ crew }: MintedBrand) {
  const { admin, editor, viewer } = crew;
  if (!admin || !editor || !viewer) throw new Error("the brand has no crew");
  return { admin, editor, viewer };
}

test("notifies open pages of a new version and tells editors with a draft to merge", {
  tag: "@full",
}, async ({ page, visitor, brand, signIn, expectAccessible, screens }) => {
  const own = brand("busy");
  const { editor, viewer } = crewOf(own);
  await signIn(viewer);
  await page.goto(`/b/${own.slug}`);
  const second = await visitor(editor);
  await openIdentity(second, own.slug, "purpose");
  await second.getByLabel("Mission", { exact: true }).fill("Mine, not published yet");
  await draftSaved(second);
  const owner = await visitor(own.owner);
  await openIdentity(owner, own.slug, "essentials");
  await tagline(owner).fill("Published while you looked");
  const version = await publishDraft(owner, "To be told of");

  await expect(liveNotice(page)).toContainText(`Version ${version} is live.`);
  await expect(liveNotice(page)).toContainText(`Nia Newcomer published it while you had version ${version - 1} open.`);
  await expectAccessible(page);
  await screens(page, "live-version", { part: "view" });
  await liveNotice(page)
    .getByRole("button", { name: `Show version ${version}` })
    .click();
  await expect(liveNotice(page)).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText("Published while you looked");

  await expect(liveNotice(second)).toBeVisible();
  await expect(draftBar(second)).toContainText(`Nia Newcomer published version ${version}`);
  await expect(second.getByLabel("Mission", { exact: true })).toHaveValue("Mine, not published yet");
  await expectAccessible(second);
  await screens(second, "live-version-draft", { part: "view" });
  await draftBar(second).getByRole("button", { name: "Review and merge" }).click();
  await second.getByRole("button", { name: "Merge into my draft" }).click();
  await expect(second.getByRole("dialog", { name: `Publish version ${version + 1}` })).toBeVisible();
  await expect(liveNotice(owner)).toHaveCount(0);
});

test("shows who else is editing, where and since when", { tag: "@full" }, async ({
  page,
  visitor,
  brand,
  signIn,
  expectAccessible,
  screens,
}) => {
  const own = brand("busy");
  const { admin, editor, viewer } = crewOf(own);
  await signIn(own.owner);
  await openSection(page, own.slug, "identity");
  const first = await visitor(editor);
  await openSection(first, own.slug, "palette");
  const second = await visitor(admin);
  await openSection(second, own.slug, "logos");
  const looking = await visitor(viewer);
  await openSection(looking, own.slug, "palette");

  const rail = page.getByRole("region", { name: "Also editing" });
  await expect(rail.getByRole("listitem")).toHaveCount(2);
  await expect(rail).toContainText(/Edda EditorPalette, since \d\d:\d\d/);
  await expect(rail).toContainText(/Ada AdminLogos, since/);
  await expectAccessible(page);
  await screens(page, "also-editing", { part: "view" });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(
    page.getByText(/\(Palette\) and .+ \(Logos\) are editing too|\(Logos\) and .+ are editing too/),
  ).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 720 });

  await first.goto(`/b/${own.slug}/tools`);
  await second.close();
  await expect(rail).toHaveCount(0);
  await expect(looking.getByRole("region", { name: "Also editing" })).toHaveCount(0);
});
