import { discardDraft, draftBar, draftSaved } from "./support/draft";
import { closeByEscape, pressUntilFocused } from "./support/keyboard";
import { openSection } from "./support/section";
import { expect, test } from "./support/test";

test("keeps every kind of edit as a draft, and shows it as card, JSON and Markdown", async ({
  page,
  people,
  signIn,
  expectAccessible,
  screens,
}) => {
  const { person, slug } = people.withRole("editor");
  await signIn(person);
  await openSection(page, slug, "identity");
  await page.getByLabel("Tagline").fill("Measured, then said");
  await page.getByLabel("Languages").fill("fi");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Add audience" }).click();
  await page.keyboard.type("Night shift");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Awake when nobody else is.");
  await page.getByRole("radio", { name: /^Jester/ }).check();
  await page.getByLabel(/^Excitement/).fill("3");
  await page.getByRole("slider", { name: "Humor" }).fill("2");
  await expect(page.getByText("Very funny", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Add example" }).click();
  await page.keyboard.type("A late parcel");
  await draftSaved(page);
  await expect(draftBar(page)).toContainText("7 unpublished changes");
  await expectAccessible(page);
  await screens(page, "identity-edit");

  await page.reload();
  await expect(page.getByLabel("Tagline")).toHaveValue("Measured, then said");
  await expect(page.getByRole("button", { name: "Remove fi" })).toBeVisible();
  await expect(page.getByRole("group", { name: /Audience \d+: Night shift/ }).getByLabel("What they need")).toHaveValue(
    "Awake when nobody else is.",
  );
  await expect(page.getByRole("radio", { name: /^Jester/ })).toBeChecked();
  await expect(page.getByLabel(/^Excitement/)).toHaveValue("3");
  await expect(page.getByRole("slider", { name: "Humor" })).toHaveValue("2");

  await page.getByRole("radio", { name: "Card" }).check();
  await expect(page.getByRole("article")).toContainText("Measured, then said");
  await expectAccessible(page);
  await screens(page, "identity-card");
  await page.getByRole("radio", { name: "JSON" }).check();
  const json = await page.getByRole("region", { name: "identity.json" }).innerText();
  const identity = JSON.parse(json);
  expect(identity).toMatchObject({
    schema: 1,
    brand: { tagline: "Measured, then said" },
    persona: { tone: { humor: 2 } },
  });
  expect(identity.persona.examples.at(-1)).toEqual({ context: "A late parcel" });
  await expectAccessible(page, { include: "#content" });
  await screens(page, "identity-json", { part: "view" });
  await page.getByRole("radio", { name: "Markdown" }).check();
  await expect(page.getByRole("region", { name: "identity.md" })).toContainText("> Measured, then said");
  await screens(page, "identity-markdown", { part: "view" });
  await discardDraft(page);
});

test("moves and removes entries by keyboard, with the focus on what was moved", async ({ page, people, signIn }) => {
  const { person, slug } = people.withRole("editor");
  await signIn(person);
  await openSection(page, slug, "identity");
  const name = (place: number) =>
    page.getByRole("group", { name: new RegExp(`^Value ${place}\\b`) }).getByLabel("Name");
  const [first, second] = [await name(1).inputValue(), await name(2).inputValue()];
  await page.getByRole("button", { name: "Move value 1 down" }).focus();
  await page.keyboard.press("Enter");
  await expect(name(1)).toHaveValue(second);
  await expect(name(2)).toHaveValue(first);
  await expect(page.getByRole("button", { name: "Move value 2 down" })).toBeFocused();
  await expect(page.getByText("Moved to place 2 of")).toBeAttached();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(name(2)).not.toHaveValue(first);
  await expect(page.getByRole("button", { name: "Remove value 2" })).toBeFocused();
  await draftSaved(page);
  await discardDraft(page);
  await expect(name(1)).toHaveValue(first);
});

test("says in place what is too long, and saves once it is mended", async ({
  page,
  people,
  signIn,
  expectAccessible,
  screens,
}) => {
  const { person, slug } = people.withRole("editor");
  await signIn(person);
  await openSection(page, slug, "identity");
  const mission = page.getByLabel("Mission");
  await mission.fill("a".repeat(1_950));
  await expect(page.getByText("1,950 of 2,000")).toBeVisible();
  await draftSaved(page);
  await mission.fill("a".repeat(2_001));
  await expect(mission).toHaveAccessibleDescription(/At most 2,000 characters\. This has 2,001/);
  await expect(mission).toHaveAttribute("aria-invalid", "true");
  await expect(draftBar(page)).toContainText("Not saved");
  await page.getByLabel(/^Ruggedness/).fill("9");
  await expect(page.getByLabel(/^Ruggedness/)).toHaveAccessibleDescription(/from 1 to 5/);
  await mission.scrollIntoViewIfNeeded();
  await expectAccessible(page, { include: "#purpose" });
  await screens(page, "identity-field-errors", { part: "view" });
  await mission.fill("Short again");
  await draftSaved(page);
  await page.reload();
  await expect(mission).toHaveValue("Short again");
  await discardDraft(page);
});

test("shows viewers everything, disabled, with the reason", async ({
  page,
  people,
  signIn,
  expectAccessible,
  screens,
}) => {
  const { person, slug } = people.withRole("viewer");
  await signIn(person);
  await page.goto(`/b/${slug}/identity`);
  await expect(page.getByText("You are a viewer of this brand")).toBeVisible();
  await expect(page.getByLabel("Tagline")).toHaveAttribute("readonly");
  await expect(page.getByLabel("Tagline")).toHaveAccessibleDescription(/You are a viewer/);
  await expect(page.getByRole("radio", { name: /^Sage/ })).toBeDisabled();
  await expect(page.getByRole("slider", { name: "Humor" })).toBeDisabled();
  await expect(page.getByRole("button", { name: /^Add / })).toHaveCount(0);
  await expect(draftBar(page)).toHaveCount(0);
  await page.getByRole("radio", { name: "Card" }).check();
  await expect(page.getByRole("article")).toBeVisible();
  await page.getByRole("radio", { name: "Fields" }).check();
  await expectAccessible(page);
  await screens(page, "identity-viewer");
});

test("is edited and published with the keyboard alone", async ({ page, people, signIn }) => {
  const { person, slug } = people.withRole("owner");
  await signIn(person);
  await openSection(page, slug, "identity");
  const tagline = page.getByLabel("Tagline");
  const before = await tagline.inputValue();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await pressUntilFocused(page, tagline);
  await page.keyboard.press("End");
  await page.keyboard.type(" By hand.");
  await draftSaved(page);
  await page.keyboard.press("Control+Enter");
  const dialog = page.getByRole("dialog");
  await closeByEscape(page, dialog);
  await expect(tagline).toBeFocused();
  await pressUntilFocused(page, draftBar(page).getByRole("button", { name: "Review and publish" }));
  await page.keyboard.press("Enter");
  await expect(dialog).toContainText("By hand.");
  await pressUntilFocused(page, dialog.getByLabel("Note"), "Tab", 20);
  await page.keyboard.type("Typed, not clicked");
  await pressUntilFocused(page, dialog.getByRole("button", { name: /^Publish version/ }), "Tab", 20);
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Version \d+ is live\.$/)).toBeVisible();
  await page.reload();
  await expect(tagline).toHaveValue(`${before} By hand.`);
});
