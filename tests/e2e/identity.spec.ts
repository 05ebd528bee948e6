import type { Locator } from "@playwright/test";
import { discardDraft, draftBar, draftSaved, publishDraft } from "./support/draft";
import { closeByEscape, pressUntilFocused } from "./support/keyboard";
import { openSection } from "./support/section";
import { expect, test } from "./support/test";

/** Where the text of an element begins, and in which language it is said to be. */
const runs = (element: Locator) =>
  element.evaluate((node) => [getComputedStyle(node).direction, node.closest("[lang]")?.getAttribute("lang")]);

test("has texts run the way they are written, in the brand's language, from the form to the public page", async ({
  page,
  visitor,
  newcomer,
  signIn,
  makeBrand,
  expectAccessible,
  screens,
}) => {
  await signIn(newcomer);
  const arabic = {
    name: "مرسيدس",
    identity: {
      brand: {
        tagline: "الأفضل أو لا شيء",
        description: "نصنع السيارات منذ زمن طويل.\nWe also write English.",
        languages: ["ar"],
        values: [{ name: "الجودة", description: "نقيس مرتين." }],
      },
      persona: { dos: ["قل ما تعنيه"], donts: ["Never shout"] },
    },
    colors: { palette: [{ name: "أزرق ليلي", role: "primary", hex: "#0f2a44", usage: "للعناوين" }] },
  };
  const slug = await makeBrand(page, "مرسيدس", arabic);
  expect(slug).toMatch(/^mrsyds/);
  await page.goto(`/b/${slug}`);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toContainText("مرسيدس");
  expect(await runs(heading.locator("[dir]"))).toEqual(["rtl", "ar"]);
  await screens(page, "overview-arabic");

  await openSection(page, slug, "identity");
  expect(await runs(page.getByLabel("Tagline", { exact: true }))).toEqual(["rtl", "ar"]);
  expect(await runs(page.getByRole("textbox", { name: "Do 1" }))).toEqual(["rtl", "ar"]);
  expect(await runs(page.getByRole("textbox", { name: "Don’t 1" }))).toEqual(["ltr", "ar"]);
  expect(await runs(page.getByLabel("Website", { exact: true }))).toEqual(["ltr", "en"]);
  await page.getByLabel("Tagline", { exact: true }).fill("الأفضل");
  await draftSaved(page);
  await screens(page, "identity-arabic");
  await page.getByRole("radio", { name: "Card" }).check();
  const card = page.getByRole("article");
  expect(await runs(card.getByText("الأفضل"))).toEqual(["rtl", "ar"]);
  expect(await runs(card.getByText("Never shout"))).toEqual(["ltr", "ar"]);
  await screens(page, "identity-card-arabic");
  await draftBar(page).getByRole("button", { name: "Review and publish" }).click();
  const change = page.getByRole("dialog").getByRole("listitem").filter({ hasText: "Tagline" }).locator("[dir]").first();
  expect(await runs(change)).toEqual(["rtl", "ar"]);
  await page.keyboard.press("Escape");
  await publishDraft(page);

  await openSection(page, slug, "palette");
  expect(await runs(page.getByRole("heading", { name: "أزرق ليلي" }))).toEqual(["rtl", "ar"]);
  await page.goto(`/b/${slug}/settings`);
  await page.getByRole("switch", { name: /^Show this brand to anybody/ }).check();
  await expect(page.getByText("The public page is on.")).toBeVisible();
  const anyone = await visitor();
  await anyone.goto(`/p/${slug}`);
  expect(await runs(anyone.getByRole("heading", { level: 1 }))).toEqual(["rtl", "ar"]);
  expect(await runs(anyone.getByText("قل ما تعنيه"))).toEqual(["rtl", "ar"]);
  expect(await runs(anyone.getByText("Never shout"))).toEqual(["ltr", "ar"]);
  expect(await runs(anyone.getByRole("heading", { name: "أزرق ليلي" }))).toEqual(["rtl", "ar"]);
  await expectAccessible(anyone);
  await screens(anyone, "public-arabic");
});

test("shows a name without a space whole", async ({ page, newcomer, signIn, makeBrand, screens }) => {
  await signIn(newcomer);
  const name = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
  const slug = await makeBrand(page, name, { identity: { brand: { tagline: name.toLowerCase() } } });
  const cut = (within: Locator) =>
    within.evaluate((root) =>
      [...root.querySelectorAll("h1, h2, h3, p")].flatMap((node) =>
        node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 1 ? [node.textContent] : [],
      ),
    );
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/b/${slug}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  expect(await cut(page.getByRole("main"))).toEqual([]);
  await openSection(page, slug, "identity");
  await page.getByRole("radio", { name: "Card" }).check();
  await expect(page.getByRole("article").getByRole("heading", { name })).toBeVisible();
  expect(await cut(page.getByRole("article"))).toEqual([]);
  await screens(page, "identity-card-long-name");
});

test("asks for a web address and for language tags, and keeps what stood there before", async ({
  page,
  people,
  signIn,
  expectAccessible,
  screens,
}) => {
  const { person, slug } = people.withRole("editor");
  await signIn(person);
  await openSection(page, slug, "identity");
  const website = page.getByLabel("Website", { exact: true });
  const before = await website.inputValue();
  await website.fill("birch.example");
  await expect(website).not.toHaveAttribute("aria-invalid", "true");
  await website.press("Tab");
  await expect(website).toHaveAccessibleDescription("A web address begins with https://, so this is not saved.");
  await expectAccessible(page);
  await screens(page, "identity-website");
  await page.getByRole("button", { name: "Use https://birch.example" }).click();
  await expect(website).toHaveValue("https://birch.example");
  await expect(website).not.toHaveAttribute("aria-invalid", "true");
  await draftSaved(page);
  await website.fill("our shop");
  await website.press("Tab");
  await expect(website).toHaveAccessibleDescription(/^This is no web address, so it is not saved\./);
  await page.reload();
  await expect(website).toHaveValue("https://birch.example");

  // Taken back, the edit is none: nothing is left to publish, and nothing says so.
  await website.fill(before);
  await draftSaved(page);
  await expect(draftBar(page)).toBeHidden();

  const languages = page.getByLabel("Languages", { exact: true });
  await languages.fill("Klingonish");
  await languages.press("Enter");
  await expect(languages).toHaveAccessibleDescription(/“Klingonish” is no language tag/);
  await expect(languages).toHaveValue("Klingonish");
  await languages.fill("Swedish, pt_br");
  await languages.press("Enter");
  await expect(page.getByRole("button", { name: "Remove sv" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove pt-BR" })).toBeVisible();
  await expect(languages).not.toHaveAttribute("aria-invalid", "true");
  await draftSaved(page);
  await discardDraft(page);
});

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
  await page.getByLabel("Tagline", { exact: true }).fill("Measured, then said");
  await page.getByLabel("Languages", { exact: true }).fill("fi");
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
  await expect(page.getByLabel("Tagline", { exact: true })).toHaveValue("Measured, then said");
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
  const mission = page.getByLabel("Mission", { exact: true });
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
  await expect(page.getByText("You are a viewer of this brand").first()).toBeVisible();
  await expect(page.getByLabel("Tagline", { exact: true })).toHaveAttribute("readonly");
  await expect(page.getByLabel("Tagline", { exact: true })).toHaveAccessibleDescription(/You are a viewer/);
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

test("has the focus in what was added before the next key can come", async ({ page, people, signIn }) => {
  const { person, slug } = people.withRole("editor");
  await signIn(person);
  await openSection(page, slug, "identity");
  for (const [button, box] of [
    ["Add value", "Name"],
    ["Add audience", "Who they are"],
    ["Add differentiator", /^Differentiator \d+$/],
  ] as const) {
    // No frame is drawn between the press and the look.
    const pressed = page.getByRole("button", { name: button }).evaluate((element: HTMLElement) => {
      element.click();
      return document.activeElement !== element && document.activeElement?.matches("input, textarea");
    });
    expect(await pressed, button).toBe(true);
    await expect(page.locator(":focus")).toHaveAccessibleName(box);
  }
  await draftSaved(page);
});

test("is edited and published with the keyboard alone", async ({ page, people, signIn }) => {
  const { person, slug } = people.withRole("owner");
  await signIn(person);
  await openSection(page, slug, "identity");
  const tagline = page.getByLabel("Tagline", { exact: true });
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
