import type { Locator } from "@playwright/test";
import { discardDraft, draftBar, draftSaved, publishDraft } from "./support/draft";
import { closeByEscape, interactive, pressUntilFocused } from "./support/keyboard";
import { showToAnybody } from "./support/public-page";
import { editPart, openIdentity, openSection } from "./support/section";
import { expect, test } from "./support/test";

/** The start edge and declared language of an element's text. */
const runs = (element: Locator) =>
  element.evaluate((node) => [getComputedStyle(node).direction, node.closest("[lang]")?.getAttribute("lang")]);

test("keeps the language and direction of texts from the form to the public page", {
  tag: "@full",
}, async ({ page, visitor, newcomer, signIn, makeBrand, expectAccessible, screens }) => {
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

  await openIdentity(page, slug, "rules");
  expect(await runs(page.getByRole("textbox", { name: "Do 1" }))).toEqual(["rtl", "ar"]);
  expect(await runs(page.getByRole("textbox", { name: "Don’t 1" }))).toEqual(["ltr", "ar"]);
  await editPart(page, "Essentials");
  expect(await runs(page.getByLabel("Tagline", { exact: true }))).toEqual(["rtl", "ar"]);
  expect(await runs(page.getByLabel("Website", { exact: true }))).toEqual(["ltr", "en"]);
  await page.getByLabel("Tagline", { exact: true }).fill("الأفضل");
  await draftSaved(page);
  await screens(page, "identity-edit-arabic");
  await page.getByRole("button", { name: "Done with Essentials" }).click();
  const card = page.getByRole("article");
  expect(await runs(card.getByText("الأفضل"))).toEqual(["rtl", "ar"]);
  expect(await runs(card.getByText("Never shout"))).toEqual(["ltr", "ar"]);
  await screens(page, "identity-page-arabic");
  await draftBar(page).getByRole("button", { name: "Review and publish" }).click();
  const change = page.getByRole("dialog").getByRole("listitem").filter({ hasText: "Tagline" }).locator("[dir]").first();
  expect(await runs(change)).toEqual(["rtl", "ar"]);
  await page.keyboard.press("Escape");
  await publishDraft(page);

  await openSection(page, slug, "palette");
  expect(await runs(page.getByRole("heading", { name: "أزرق ليلي" }).locator("[dir]"))).toEqual(["rtl", "ar"]);
  await showToAnybody(page, slug);
  const anyone = await visitor();
  await anyone.goto(`/p/${slug}`);
  expect(await runs(anyone.getByRole("heading", { level: 1 }))).toEqual(["rtl", "ar"]);
  expect(await runs(anyone.getByText("قل ما تعنيه"))).toEqual(["rtl", "ar"]);
  expect(await runs(anyone.getByText("Never shout"))).toEqual(["ltr", "ar"]);
  expect(await runs(anyone.getByRole("heading", { name: "أزرق ليلي" }))).toEqual(["rtl", "ar"]);
  await expectAccessible(anyone);
  await screens(anyone, "public-arabic");
});

test("shows a long name without spaces in full", { tag: "@full" }, async ({
  page,
  newcomer,
  signIn,
  makeBrand,
  screens,
}) => {
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
  await expect(page.getByRole("article").getByRole("heading", { name })).toBeVisible();
  expect(await cut(page.getByRole("article"))).toEqual([]);
  await screens(page, "identity-long-name");
});

/** Maximum height of a full brand in CSS pixels: half of what its form needed. */
const LONGEST = [
  { width: 1440, height: 900, pixels: 5_200 },
  { width: 390, height: 844, pixels: 9_000 },
];

test("is shorter for the fullest demo brand than the former form", { tag: "@full" }, async ({
  page,
  people,
  signIn,
}) => {
  await signIn(people.several);
  const heightOf = async (slug: string) => {
    await openSection(page, slug, "identity");
    await expect(page.getByRole("article").getByRole("heading").first()).toBeVisible();
    return page.evaluate(async () => {
      await document.fonts.ready;
      return document.documentElement.scrollHeight;
    });
  };
  const heights: [number, string][] = [];
  for (const { slug } of people.several.brands) heights.push([await heightOf(slug), slug]);
  const [, fullest = ""] = heights.toSorted(([one], [other]) => other - one)[0] ?? [];
  for (const { pixels, ...size } of LONGEST) {
    await page.setViewportSize(size);
    const height = await heightOf(fullest);
    expect(height).toBeGreaterThan(size.height);
    expect(height, `at a width of ${size.width}`).toBeLessThanOrEqual(pixels);
  }
});

test("rejects invalid web addresses, language tags and long texts in place, and keeps the saved value", {
  tag: "@full",
}, async ({ page, people, signIn, expectAccessible, screens }) => {
  const { person, slug } = people.withRole("editor");
  await signIn(person);
  await openIdentity(page, slug, "essentials");
  const website = page.getByLabel("Website", { exact: true });
  const before = await website.inputValue();
  await website.fill("birch.example");
  await expect(website).not.toHaveAttribute("aria-invalid", "true");
  await website.press("Tab");
  await expect(website).toHaveAccessibleDescription("Not saved. A web address starts with https://.");
  await expectAccessible(page);
  await screens(page, "identity-website");
  await page.getByRole("button", { name: "Use https://birch.example" }).click();
  await expect(website).toHaveValue("https://birch.example");
  await expect(website).not.toHaveAttribute("aria-invalid", "true");
  await draftSaved(page);
  await website.fill("our shop");
  await website.press("Tab");
  await expect(website).toHaveAccessibleDescription(/^Not saved\. Enter a web address/);
  await page.reload();
  await expect(website).toHaveValue("https://birch.example");

  // After undoing an edit, nothing is left to publish and nothing says so.
  await website.fill(before);
  await draftSaved(page);
  await expect(draftBar(page)).toBeHidden();

  const languages = page.getByLabel("Languages", { exact: true });
  await languages.fill("Klingonish");
  await languages.press("Enter");
  await expect(languages).toHaveAccessibleDescription(/“Klingonish” is not a language tag/);
  await expect(languages).toHaveValue("Klingonish");
  await languages.fill("Swedish, pt_br");
  await languages.press("Enter");
  await expect(page.getByRole("button", { name: "Remove sv" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove pt-BR" })).toBeVisible();
  await expect(languages).not.toHaveAttribute("aria-invalid", "true");
  await draftSaved(page);

  await openIdentity(page, slug, "purpose");
  const mission = page.getByLabel("Mission", { exact: true });
  await mission.fill("a".repeat(1_950));
  await expect(page.getByText("1,950 of 2,000")).toBeVisible();
  await draftSaved(page);
  await mission.fill("a".repeat(2_001));
  await expect(mission).toHaveAccessibleDescription(/Shorten this to 2,000 characters \(now 2,001\)/);
  await expect(mission).toHaveAttribute("aria-invalid", "true");
  await expect(draftBar(page)).toContainText("Not saved");
  await screens(page, "identity-field-errors", { part: "view" });
  await mission.fill("Short again");
  await draftSaved(page);
  await page.reload();
  await expect(mission).toHaveValue("Short again");
  await discardDraft(page);
});

test("saves every kind of edit as a draft and previews the page and the tools' data", { tag: "@full" }, async ({
  page,
  people,
  signIn,
  expectAccessible,
  screens,
}) => {
  const { person, slug } = people.withRole("editor");
  await signIn(person);
  await openIdentity(page, slug, "essentials");
  const preview = (title: string) => page.getByRole("group", { name: `Preview of ${title}` });
  await page.getByLabel("Tagline", { exact: true }).fill("Measured, then said");
  await expect(preview("Essentials")).toContainText("Measured, then said");
  await page.getByLabel("Languages", { exact: true }).fill("fi");
  await page.keyboard.press("Enter");
  await expectAccessible(page);
  await screens(page, "identity-edit");
  await editPart(page, "Audiences");
  await page.getByRole("button", { name: "Add audience" }).click();
  await page.keyboard.type("Night shift");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Awake when nobody else is.");
  await expect(preview("Audiences")).toContainText("Awake when nobody else is.");
  await editPart(page, "Archetype");
  await page.getByRole("radio", { name: /^Jester/ }).check();
  await screens(page, "identity-archetype");
  await editPart(page, "Dimensions");
  await page.getByLabel(/^Excitement/).fill("3");
  await editPart(page, "Tone");
  await page.getByRole("slider", { name: "Humor" }).fill("2");
  await expect(preview("Tone")).toContainText("Very funny");
  await editPart(page, "Examples");
  await page.getByRole("button", { name: "Add example" }).click();
  await page.keyboard.type("A late parcel");
  await draftSaved(page);
  await expect(draftBar(page)).toContainText("7 unpublished changes");

  await page.reload();
  await expect(page.getByRole("group", { name: /Example \d+: A late parcel/ })).toBeVisible();
  await editPart(page, "Tone");
  await expect(page.getByRole("slider", { name: "Humor" })).toHaveValue("2");
  await editPart(page, "Archetype");
  await expect(page.getByRole("radio", { name: /^Jester/ })).toBeChecked();
  await page.getByRole("button", { name: "Done with Archetype" }).click();
  const article = page.getByRole("article");
  for (const text of ["Measured, then said", ", fi", "Night shift", "Excitement: 3 of 5", "A late parcel"])
    await expect(article).toContainText(text);
  await expectAccessible(page);
  await screens(page, "identity-page");
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

test("has a URL for each section and dialog, which Back closes, a reload keeps and a link opens", {
  tag: "@full",
}, async ({ page, people, signIn, expectAccessible }) => {
  const { person, slug } = people.withRole("editor");
  await signIn(person);
  await page.goto(`/b/${slug}/history`);
  await openSection(page, slug, "identity");
  const edit = (title: string) => page.getByRole("button", { name: `Edit ${title}`, exact: true });
  const mission = page.getByLabel("Mission", { exact: true });
  await edit("Purpose").focus();
  await page.keyboard.press("Enter");
  await expect(mission).toBeFocused();
  await expect(page).toHaveURL(`/b/${slug}/identity?edit=purpose`);
  await page.goBack();
  await expect(mission).toHaveCount(0);
  await expect(edit("Purpose")).toBeFocused();
  await expect(page).toHaveURL(`/b/${slug}/identity`);
  await page.goForward();
  await expect(mission).toBeFocused();
  await page.reload();
  await expect(mission).toBeFocused();

  // Opened one after another, they are one step back.
  await edit("Values").click();
  await expect(page).toHaveURL(/\?edit=values$/);
  await expect(mission).toHaveCount(0);
  await page.getByRole("button", { name: "Done with Values" }).click();
  await expect(edit("Values")).toBeFocused();
  await expect(page).toHaveURL(`/b/${slug}/identity`);
  // Back skips a section that was closed with Done.
  await page.goBack();
  await expect(page).toHaveURL(`/b/${slug}/history`);
  await page.goForward();
  await expect(page).toHaveURL(`/b/${slug}/identity`);
  await interactive(page);
  await expect(page.getByRole("button", { name: /^Done/ })).toHaveCount(0);
  await edit("Purpose").click();
  await page.goBack();
  await expect(page).toHaveURL(`/b/${slug}/identity`);
  await page.goBack();
  await expect(page).toHaveURL(`/b/${slug}/history`);

  // An unknown section is ignored, and an old link to a section opens it.
  await page.goto(`/b/${slug}/identity?edit=nowhere`);
  await expect(edit("Essentials")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Done/ })).toHaveCount(0);
  await page.goto(`/b/${slug}/identity#purpose`);
  await expect(mission).toBeFocused();
  await page.getByRole("button", { name: "Done with Purpose" }).click();
  await expect(page).toHaveURL(`/b/${slug}/identity`);

  // The draft's dialogs do so too, above the section.
  await editPart(page, "Purpose");
  const vision = page.getByLabel("Vision", { exact: true });
  await vision.fill("Seen from an address");
  await draftSaved(page);
  const dialog = page.getByRole("dialog");
  await draftBar(page).getByRole("button", { name: "Review and publish" }).click();
  await expect(dialog).toContainText("Seen from an address");
  await expect(page).toHaveURL(`/b/${slug}/identity?edit=purpose&dialog=publish`);
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(vision).toHaveValue("Seen from an address");
  await expect(page).toHaveURL(`/b/${slug}/identity?edit=purpose`);
  await page.goForward();
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(dialog).toContainText("Seen from an address");
  await closeByEscape(page, dialog);
  await expect(page).toHaveURL(`/b/${slug}/identity?edit=purpose`);
  await discardDraft(page);
  await expect(page).toHaveURL(`/b/${slug}/identity?edit=purpose`);
  // There is nothing left to publish.
  await page.goto(`/b/${slug}/identity?dialog=publish`);
  await expect(page).toHaveURL(`/b/${slug}/identity`);
  await expect(dialog).toHaveCount(0);

  // A part collapses, and expands for a link into it.
  await openSection(page, slug, "identity");
  const persona = page.getByRole("button", { name: "Persona", exact: true });
  await expect(persona).toHaveAttribute("aria-expanded", "true");
  await persona.click();
  await expect(persona).toHaveAttribute("aria-expanded", "false");
  await expect(page.getByRole("region", { name: "Voice" })).toBeHidden();
  await expectAccessible(page);
  await page.evaluate(() => {
    window.location.hash = "voice";
  });
  await expect(page.getByLabel("Voice in a sentence", { exact: true })).toBeFocused();
  await expect(persona).toHaveAttribute("aria-expanded", "true");
  // Collapsing closes what is open in it.
  await persona.click();
  await expect(persona).toHaveAttribute("aria-expanded", "false");
  await expect(persona).toBeFocused();
  await expect(page).toHaveURL(`/b/${slug}/identity`);
});

test("sets dimensions and tone by sliders and the radar, or leaves them unset", { tag: "@full" }, async ({
  page,
  newcomer,
  signIn,
  makeBrand,
  expectAccessible,
  screens,
}) => {
  await signIn(newcomer);
  const slug = await makeBrand(page, "Dragged", { identity: { personality: { dimensions: { sincerity: 2 } } } });
  await openIdentity(page, slug, "dimensions");
  const slider = (name: string) => page.getByRole("slider", { name });
  await expect(slider("Sincerity")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(slider("Sincerity")).toHaveAttribute("aria-valuetext", "3 of 5");
  await expect(slider("Ruggedness")).toHaveAttribute("aria-valuetext", "Not set");

  const corner = page.locator("[data-corner=sincerity]");
  await corner.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const box = await corner.boundingBox();
  if (!box) throw new Error("the corner is not shown");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 4, y - 160, { steps: 5 });
  await expect(slider("Sincerity")).toHaveValue("5");
  await page.mouse.move(x, y + 160, { steps: 5 });
  await page.mouse.up();
  await expect(slider("Sincerity")).toHaveValue("1");
  await page.mouse.move(x, y - 160);
  await expect(slider("Sincerity")).toHaveValue("1");

  await page.getByRole("button", { name: "Set to middle for ruggedness" }).click();
  await expect(slider("Ruggedness")).toHaveAttribute("aria-valuetext", "3 of 5");
  const leave = page.getByRole("button", { name: "Clear for sincerity" });
  await leave.focus();
  await page.keyboard.press("Enter");
  await expect(slider("Sincerity")).toHaveAttribute("aria-valuetext", "Not set");
  await expect(page.getByRole("button", { name: "Set to middle for sincerity" })).toBeFocused();
  await expectAccessible(page);
  await screens(page, "identity-radar");
  await draftSaved(page);
  await page.reload();
  await expect(slider("Sincerity")).toHaveAttribute("aria-valuetext", "Not set");
  await expect(slider("Ruggedness")).toHaveValue("3");

  await openIdentity(page, slug, "tone");
  const formal = page.locator("[data-corner=formality]");
  await formal.evaluate((element) => element.scrollIntoView({ block: "center" }));
  const place = await formal.boundingBox();
  if (!place) throw new Error("the corner is not shown");
  const [from, top] = [place.x + place.width / 2, place.y + place.height / 2];
  await page.mouse.move(from, top);
  await page.mouse.down();
  await page.mouse.move(from, top - 160, { steps: 5 });
  await expect(slider("Formality")).toHaveAttribute("aria-valuetext", "Very formal");
  await page.mouse.move(from, top + 160, { steps: 5 });
  await page.mouse.up();
  await expect(slider("Formality")).toHaveAttribute("aria-valuetext", "Very casual");
  await expect(slider("Humor")).toHaveAttribute("aria-valuetext", "Not set");
  await expect(page.getByRole("group", { name: "Preview of Tone" })).toContainText("Very casual");
  await screens(page, "identity-tone-radar");
});

test("shows an example with the published and the draft vocabulary", {
  tag: "@full",
}, async ({ page, newcomer, signIn, makeBrand, expectAccessible, screens }) => {
  await signIn(newcomer);
  const persona = {
    tone: { formality: 1 },
    vocabulary: { prefer: [{ say: "fault", not: "issue" }] },
    examples: [{ text: "We mend it." }, { text: "The issue is a seamless one." }],
  };
  const slug = await makeBrand(page, "Well Said", { identity: { persona } });
  await openIdentity(page, slug, "vocabulary");
  const sample = page.getByRole("region", { name: "Voice sample" });
  const before = sample.getByRole("group", { name: "Before: version 1" });
  const after = sample.getByRole("group", { name: "After: your draft" });
  await expect(before.getByRole("insertion")).toContainText("fault");
  await expect(after.getByRole("insertion")).toContainText("fault");
  await page.getByLabel("Never say", { exact: true }).fill("seamless");
  await page.keyboard.press("Enter");
  await expect(after.locator("mark")).toContainText("seamless");
  await expect(before.locator("mark")).toHaveCount(0);
  await expectAccessible(page);
  await screens(page, "identity-voice-sample");
  await sample.getByLabel("Example").selectOption({ label: "We mend it." });
  await expect(after).toContainText("We mend it.");
  await editPart(page, "Tone");
  await page.getByRole("slider", { name: "Formality" }).fill("-2");
  await expect(before).toContainText("Rather formal");
  await expect(after).toContainText("Very casual");
  await draftSaved(page);
});

test("moves, removes and adds entries by keyboard and keeps the focus on them", {
  tag: "@full",
}, async ({ page, people, signIn }) => {
  const { person, slug } = people.withRole("editor");
  await signIn(person);
  await openIdentity(page, slug, "values");
  const name = (place: number) =>
    page.getByRole("group", { name: new RegExp(`^Value ${place}\\b`) }).getByLabel("Name");
  const [first, second] = [await name(1).inputValue(), await name(2).inputValue()];
  await page.getByRole("button", { name: "Move value 1 down" }).focus();
  await page.keyboard.press("Enter");
  await expect(name(1)).toHaveValue(second);
  await expect(name(2)).toHaveValue(first);
  await expect(page.getByRole("button", { name: "Move value 2 down" })).toBeFocused();
  await expect(page.getByText("Moved to position 2 of")).toBeAttached();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(name(2)).not.toHaveValue(first);
  await expect(page.getByRole("button", { name: "Remove value 2" })).toBeFocused();
  await draftSaved(page);
  await discardDraft(page);
  await expect(name(1)).toHaveValue(first);

  await openSection(page, slug, "identity");
  for (const [title, button, box] of [
    ["Values", "Add value", "Name"],
    ["Audiences", "Add audience", "Who they are"],
    ["Distinction", "Add differentiator", /^Differentiator \d+$/],
  ] as const) {
    await editPart(page, title);
    // No frame is rendered between the press and the check.
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
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await pressUntilFocused(page, page.getByRole("button", { name: "Edit Essentials" }));
  // Letters typed right after the key go into the field.
  await page.keyboard.press("Enter");
  await page.keyboard.type(" By hand.");
  await expect(page.getByLabel("Tagline", { exact: true })).toHaveValue(/. By hand\.$/);
  await pressUntilFocused(page, page.getByRole("button", { name: "Edit Purpose" }));
  await page.keyboard.press("Enter");
  await page.keyboard.type(" And typed.");
  const mission = page.getByLabel("Mission", { exact: true });
  await expect(mission).toHaveValue(/. And typed\.$/);
  await draftSaved(page);
  await page.keyboard.press("Control+Enter");
  const dialog = page.getByRole("dialog");
  await closeByEscape(page, dialog);
  await expect(mission).toBeFocused();
  await pressUntilFocused(page, draftBar(page).getByRole("button", { name: "Review and publish" }));
  await page.keyboard.press("Enter");
  await expect(dialog).toContainText("By hand.");
  await pressUntilFocused(page, dialog.getByLabel("Note"), "Tab", 20);
  await page.keyboard.type("Typed, not clicked");
  await pressUntilFocused(page, dialog.getByRole("button", { name: /^Publish version/ }), "Tab", 20);
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Version \d+ is live$/)).toBeVisible();
  await page.reload();
  await expect(mission).toHaveValue(/. And typed\.$/);
});
