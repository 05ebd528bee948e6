import type { Locator, Page } from "@playwright/test";
import type { BrandBundle } from "@/lib/contract";
import { fetchedAll } from "../support/fetched-all";
import { fetchBundle } from "./support/bundle";
import { discardDraft, draftBar, draftSaved, publishDraft } from "./support/draft";
import { closeByEscape } from "./support/keyboard";
import { PALETTE } from "./support/minted";
import { drawing, openSection } from "./support/section";
import { expect, type MintedBrand, type Person, test } from "./support/test";

async function openPalette(page: Page, { owner, slug }: MintedBrand, signIn: (who: Person) => Promise<unknown>) {
  await signIn(owner);
  await openSection(page, slug, "palette");
}

const list = (page: Page) => page.getByRole("list", { name: "Colours", exact: true });
const card = (page: Page, name: string): Locator =>
  list(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });
const expectOrder = (page: Page, names: string[]) => expect(list(page).getByRole("heading")).toHaveText(names);
const contrast = (page: Page) => page.getByRole("table", { name: "Contrast of each colour on each background" });
const comparison = (page: Page) => page.getByRole("region", { name: "Before and after" });

async function fromMenu(page: Page, name: string, item: string) {
  await card(page, name)
    .getByRole("button", { name: `Actions for ${name}` })
    .click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
}

test("shows each colour's details, and adds, edits, locks and removes colours with undo", {
  tag: "@full",
}, async ({ page, context, brand, signIn, expectAccessible, screens }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openPalette(page, brand("busy"), signIn);
  await expectOrder(page, ["Pine", "Gorse", "Slate", "Chalk"]);
  for (const part of ["Primary", "#0f766e", "Buttons & links – at “full” strength."])
    await expect(card(page, "Pine")).toContainText(part);
  await card(page, "Pine").getByRole("button", { name: "Copy #0f766e of Pine" }).click();
  await expect(card(page, "Pine").getByRole("status")).toHaveText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("#0f766e");

  await page.getByRole("button", { name: "Add colour" }).click();
  const dialog = page.getByRole("dialog", { name: "Add colour" });
  await dialog.getByRole("textbox", { name: "Colour", exact: true }).fill("#12");
  await dialog.getByRole("button", { name: "Add colour" }).click();
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription("Enter a name.");
  await expect(dialog.getByRole("textbox", { name: "Colour", exact: true })).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  await screens(page, "palette-add", { part: "view" });
  await dialog.getByRole("textbox", { name: "Colour", exact: true }).fill("#B45309");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Bracken");
  await dialog.getByLabel("Role").selectOption("warning");
  await dialog.getByLabel("Usage").fill("Asks for care.");
  await dialog.getByRole("button", { name: "Add colour" }).click();
  await expect(card(page, "Bracken")).toContainText("#b45309");
  await expect(page.getByRole("button", { name: "Add colour" })).toBeFocused();

  await card(page, "Gorse").getByRole("button", { name: "Edit Gorse" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Broom");
  await page.getByRole("dialog").getByRole("textbox", { name: "Colour", exact: true }).fill("#a16207");
  await page.getByRole("dialog").getByRole("button", { name: "Save colour" }).click();
  await expect(card(page, "Broom")).toContainText("#a16207");
  await fromMenu(page, "Broom", "Lock");
  await expect(card(page, "Broom").getByText("Locked", { exact: true })).toBeVisible();
  await fromMenu(page, "Chalk", "Remove");
  await expect(card(page, "Chalk")).toHaveCount(0);
  await expect(card(page, "Bracken").getByRole("button", { name: "Actions for Bracken" })).toBeFocused();
  await draftSaved(page);
  await expect(draftBar(page)).toContainText(/\d unpublished changes/);

  await page.getByRole("button", { name: "Undo: Remove Chalk" }).click();
  await expect(card(page, "Chalk")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(card(page, "Broom").getByText("Locked", { exact: true })).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(card(page, "Gorse")).toContainText("#facc15");
  await page.keyboard.press("Control+Shift+z");
  await expect(card(page, "Broom")).toContainText("#a16207");
  await screens(page, "palette-edited");

  await draftSaved(page);
  await page.reload();
  await expectOrder(page, ["Pine", "Broom", "Slate", "Chalk", "Bracken"]);
  await discardDraft(page);
  await expectOrder(page, ["Pine", "Gorse", "Slate", "Chalk"]);
});

test("is reordered by keyboard, menu and dragging, and the moved colour keeps the focus", {
  tag: "@full",
}, async ({ page, brand, signIn }) => {
  await openPalette(page, brand("busy"), signIn);
  const handle = (name: string) => card(page, name).getByRole("button", { name: `Move ${name}: drag` });
  await handle("Pine").focus();
  await page.keyboard.press("ArrowRight");
  await expectOrder(page, ["Gorse", "Pine", "Slate", "Chalk"]);
  await expect(handle("Pine")).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "Move Pine to position 2 of 4" })).toBeAttached();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expectOrder(page, ["Gorse", "Slate", "Chalk", "Pine"]);
  await expect(handle("Pine")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expectOrder(page, ["Gorse", "Slate", "Pine", "Chalk"]);

  await fromMenu(page, "Chalk", "Move to the start");
  await expectOrder(page, ["Chalk", "Gorse", "Slate", "Pine"]);
  await expect(card(page, "Chalk").getByRole("button", { name: "Actions for Chalk" })).toBeFocused();
  await handle("Slate").dragTo(card(page, "Chalk"));
  await expectOrder(page, ["Slate", "Chalk", "Gorse", "Pine"]);
  await draftSaved(page);
  await page.reload();
  await expectOrder(page, ["Slate", "Chalk", "Gorse", "Pine"]);
});

test("shows failing contrast in numbers and fixes it with the suggested shade", async ({
  page,
  brand,
  signIn,
  expectAccessible,
  screens,
}) => {
  await openPalette(page, brand("busy"), signIn);
  const row = (name: string) => contrast(page).getByRole("row").filter({ hasText: name });
  await expect(row("Pine")).toContainText("5.47:1");
  await expect(row("Pine")).toContainText("Passes");
  await expect(row("Gorse")).toContainText("1.53:1");
  await expect(row("Gorse")).toContainText("Fails");
  await expect(row("Slate")).toContainText("3.2");
  await expect(page.getByText("2 of 3 pairs fail.")).toBeVisible();
  await expectAccessible(page);
  await screens(page, "palette-contrast");

  const offer = row("Slate").getByRole("button", { name: /^Set .*Slate.* to #[0-9a-f]{6} \(\d\.\d\d:1\)$/ });
  const hex = /#[0-9a-f]{6}/.exec(await offer.innerText())?.[0] ?? "";
  await offer.click();
  await expect(card(page, "Slate")).toContainText(hex);
  await expect(row("Slate")).toContainText("Passes");
  await expect(page.getByText("1 of 3 pairs fails.")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(card(page, "Slate")).toContainText("#8a8f98");
  await expect(row("Slate")).toContainText("Fails");
});

test("regenerates from a colour, harmony or logo after a preview, and keeps a locked colour exactly", {
  tag: "@full",
}, async ({ page, brand, credentials, signIn, expectAccessible, screens }) => {
  const own = brand("busy");
  await openPalette(page, own, signIn);
  const bundle = async (): Promise<BrandBundle> => (await fetchBundle(page.request, credentials, own.id)).json();
  await fromMenu(page, "Pine", "Lock");
  await publishDraft(page, "Pine stays");
  const before = await bundle();
  const [pine] = before.colors.palette;
  expect(pine).toMatchObject({ ...PALETTE[0], locked: true, rgb: { r: 15, g: 118, b: 110 } });

  await page.getByRole("button", { name: "Regenerate" }).click();
  const dialog = page.getByRole("dialog", { name: "Regenerate palette" });
  const seed = dialog.getByRole("textbox", { name: "Colour", exact: true });
  await seed.fill("#7c3aed");
  await expect(seed).toHaveAccessibleDescription('"Pine" is locked, so this colour has no effect.');
  const line = (name: string) => comparison(page).getByRole("listitem").filter({ hasText: name });
  await expect(line("Pine")).toContainText("unchanged");
  await expect(line("Gorse")).toContainText("#facc15");
  const complementary = await line("Gorse").innerText();
  await dialog.getByRole("radio", { name: "Triadic" }).check();
  await expect(line("Gorse")).not.toHaveText(complementary);
  await screens(page, "palette-regenerate", { part: "view" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(card(page, "Gorse")).toContainText("#facc15");
  await expect(draftBar(page)).toBeHidden();

  await page.getByRole("button", { name: "Regenerate" }).click();
  await dialog.getByRole("radio", { name: "A logo or picture" }).check();
  await expect(dialog.getByText("Choose a colour or picture to preview the palette.")).toBeVisible();
  const input = dialog.locator("input[type=file]");
  await input.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("not a picture") });
  await expect(dialog.getByText("Unsupported file type: notes.txt. Use PNG, JPEG, WEBP or SVG.")).toBeVisible();
  await input.setInputFiles(
    drawing("#be185d", '<circle cx="6" cy="6" r="5" fill="#1d4ed8"/><script>alert(1)</script>', "mark.svg"),
  );
  const colors = dialog.getByRole("group", { name: "Colours of mark.svg" });
  await expect(colors.getByRole("radio", { name: /^#be185d/ })).toBeChecked();
  const dominant = await line("Gorse").innerText();
  await colors.getByRole("radio", { name: /^#1d4ed8/ }).check();
  await expect(line("Gorse")).not.toHaveText(dominant);
  await expectAccessible(page);
  await screens(page, "palette-from-picture", { part: "view" });
  const gorse = (await line("Gorse").innerText()).match(/#[0-9a-f]{6}/g)?.at(-1) ?? "";
  await dialog.getByRole("button", { name: "Use this palette" }).click();
  await expect(card(page, "Gorse")).toContainText(gorse);
  await expect(page.getByText("Generated from an image")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(card(page, "Gorse")).toContainText("#facc15");
  await page.keyboard.press("Control+Shift+z");
  await expect(card(page, "Gorse")).toContainText(gorse);

  const version = await publishDraft(page, "From the mark");
  const after = await bundle();
  expect(after.identity_version).toBe(version);
  expect(after.colors.source).toBe("extracted");
  expect(JSON.stringify(after.colors.palette[0])).toBe(JSON.stringify(pine));
  expect(after.colors.palette.map(({ id, name, role, usage }) => ({ id, name, role, usage }))).toEqual(
    before.colors.palette.map(({ id, name, role, usage }) => ({ id, name, role, usage })),
  );
  expect(after.colors.palette.find(({ name }) => name === "Gorse")?.hex).toBe(gorse);
});

test("extracts colours from one of the brand's logos", { tag: "@full" }, async ({ page, people, signIn }) => {
  const { person, slug } = people.withRole("owner");
  await signIn(person);
  await openSection(page, slug, "palette");
  await page.getByRole("button", { name: "Regenerate" }).click();
  const dialog = page.getByRole("dialog", { name: "Regenerate palette" });
  await dialog.getByRole("radio", { name: "A logo or picture" }).check();
  const logos = dialog.getByRole("list", { name: "The brand’s logos" }).getByRole("button");
  await logos.first().click();
  await expect(logos.first()).toHaveAttribute("aria-pressed", "true");
  await expect(dialog.getByRole("group", { name: /^Colours of / }).getByRole("radio", { checked: true })).toHaveCount(
    1,
  );
  await expect(comparison(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Regenerate" })).toBeFocused();
  await expect(draftBar(page)).toBeHidden();
});

test("says when every colour is locked and changes nothing", { tag: "@full" }, async ({
  page,
  newcomer,
  signIn,
  makeBrand,
}) => {
  await signIn(newcomer);
  const palette = PALETTE.map((entry) => ({ ...entry, locked: true }));
  const slug = await makeBrand(page, "Held", { name: "Held", colors: { palette } });
  await openSection(page, slug, "palette");
  await page.getByRole("button", { name: "Regenerate" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Colour", exact: true }).fill("#7c3aed");
  await expect(dialog.getByText("Every colour is locked, so nothing would change.")).toBeVisible();
  const keep = dialog.getByRole("button", { name: "Use this palette" });
  await expect(keep).toHaveAttribute("aria-disabled", "true");
  await expect(keep).toHaveAccessibleDescription("Nothing would change");
});

test("starts an empty palette in three ways", { tag: "@full" }, async ({
  page,
  brand,
  signIn,
  expectAccessible,
  screens,
}) => {
  await openPalette(page, brand("bare"), signIn);
  for (const way of ["Generate from a colour", "Extract from a logo", "Add colour"])
    await expect(page.getByRole("button", { name: way })).toBeVisible();
  await expectAccessible(page);
  await screens(page, "palette-empty");
  await page.getByRole("button", { name: "Generate from a colour" }).click();
  const dialog = page.getByRole("dialog", { name: "Generate palette" });
  await dialog.getByRole("textbox", { name: "Colour", exact: true }).fill("#0f766e");
  await dialog.getByRole("button", { name: "Use this palette" }).click();
  await expect(list(page).getByRole("listitem")).toHaveCount(9);
  await expect(page.getByText(/^All \d+ pairs pass\.$/)).toBeVisible();
  await draftSaved(page);
});

test("lets only owners and admins change locks and locked colours", { tag: "@full" }, async ({
  page,
  people,
  signIn,
  expectAccessible,
}) => {
  const { person, slug } = people.withRole("editor");
  await signIn(person);
  await openSection(page, slug, "palette");
  const locked = list(page)
    .getByRole("listitem")
    .filter({ has: page.getByText("Locked", { exact: true }) })
    .first();
  const edit = locked.getByRole("button", { name: /^Edit / });
  await expect(edit).toHaveAttribute("aria-disabled", "true");
  await expect(edit).toHaveAccessibleDescription(/only owners and admins/);
  await locked.getByRole("button", { name: /^Actions for / }).click();
  for (const item of ["Unlock", "Remove"])
    await expect(page.getByRole("menuitem", { name: new RegExp(`^${item}`) })).toHaveAttribute("aria-disabled", "true");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
});

test("keeps edits while offline and warns before leaving", {
  tag: "@full",
}, async ({ page, people, signIn, allow, expectAccessible, screens }) => {
  allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|NetworkError/);
  const { person, slug } = people.withRole("owner");
  await signIn(person);
  await openSection(page, slug, "palette");
  const name = await list(page).getByRole("heading").last().innerText();
  const recolor = async (hex: string) => {
    await card(page, name)
      .getByRole("button", { name: `Edit ${name}` })
      .click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Colour", exact: true }).fill(hex);
    await page.getByRole("dialog").getByRole("button", { name: "Save colour" }).click();
  };
  // The first edit loads the check before leaving.
  await recolor("#654321");
  await draftSaved(page);
  await fetchedAll(page);
  await page.context().setOffline(true);
  await recolor("#123456");
  await expect(draftBar(page)).toContainText("Offline: kept on this computer");

  await page.getByRole("link", { name: "Logos", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Leave before your edits are saved?" });
  await expect(question).toContainText("This browser keeps them");
  await expectAccessible(page, { include: "[role=alertdialog]" });
  await screens(page, "leave-kept", { part: "view" });
  await page.context().setOffline(false);
  await question.getByRole("button", { name: "Leave page", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Logos" })).toBeVisible();
  await draftSaved(page);
  await page.goto(`/b/${slug}/palette`);
  await expect(card(page, name)).toContainText("#123456");
  await discardDraft(page);
  await expect(card(page, name)).not.toContainText("#123456");
});

test("has a URL for each dialog: Back closes it and a reload opens it again", {
  tag: "@full",
}, async ({ page, brand, signIn }) => {
  const own = brand("busy");
  await openPalette(page, own, signIn);
  const path = `/b/${own.slug}/palette`;
  const shown = page.getByRole("dialog");
  const opened = [
    ["Edit Pine", "Edit Pine", "colour"],
    ["Pine", "Pine", "shades"],
    ["Add colour", "Add colour", "dialog"],
    ["Export", "Export palette", "dialog"],
    ["Regenerate", "Regenerate palette", "dialog"],
  ] as const;
  for (const [button, title, parameter] of opened) {
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect(page.getByRole("dialog", { name: title })).toBeVisible();
    await expect(page).toHaveURL((url) => url.searchParams.has(parameter));
    await page.goBack();
    await expect(shown).toHaveCount(0);
    await expect(page).toHaveURL(path);
    await page.goForward();
    await expect(page.getByRole("dialog", { name: title })).toBeVisible();
    await page.reload();
    await closeByEscape(page, page.getByRole("dialog", { name: title }));
    await expect(page).toHaveURL(path);
  }

  await page.getByRole("button", { name: "Show colour rules" }).click();
  await page.getByRole("button", { name: "Add rule" }).click();
  await expect(page.getByRole("dialog", { name: "Add colour rule" })).toBeVisible();
  await page.goBack();
  await expect(shown).toHaveCount(0);
  await page.goto(`${path}?rule=new`);
  await closeByEscape(page, page.getByRole("dialog", { name: "Add colour rule" }));
  await expect(page.getByRole("button", { name: "Hide colour rules" })).toBeVisible();

  await page.goto(`${path}?colour=no-such-colour&dialog=no-such-dialog`);
  await expect(shown).toHaveCount(0);
});
