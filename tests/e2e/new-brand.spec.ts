import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "./support/test";

const LOGO = "db/demo/slow-ferry/logo-positive.svg";
const nameField = (page: Page) => page.getByRole("textbox", { name: "Name" });
const slugField = (page: Page) => page.getByRole("textbox", { name: "Address" });
const createButton = (page: Page) => page.getByRole("button", { name: "Create brand" });
const unique = (name: string) => `${name} ${Date.now().toString(36)}`;

test("creates a brand from a logo, with a preview, an address and first steps", { tag: "@full" }, async ({
  page: own,
  newcomer,
  signIn,
  expectAccessible,
  screens,
}) => {
  await signIn(newcomer);
  await own.goto("/");
  await own.getByRole("link", { name: "Create brand" }).click();
  await expect(nameField(own)).toBeVisible();
  await expect(createButton(own)).toHaveAccessibleDescription("Enter a name.");
  await expectAccessible(own);
  await screens(own, "new-brand");

  await own.getByRole("radio", { name: /^Logo/ }).check();
  await own.locator("input[type=file]").setInputFiles({
    name: "mark.svg",
    mimeType: "image/svg+xml",
    buffer: Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 40"><script>alert(1)</script><rect width="80" height="40" fill="#0f766e"/><circle cx="20" cy="20" r="9" fill="#f59e0b"/></svg>`,
    ),
  });
  await expect(own.getByRole("img", { name: "mark.svg" })).toBeVisible();
  await expect(own.getByText("Removed from the file")).toBeVisible();
  await expect(own.getByRole("radio", { name: /^#0f766e/ })).toBeChecked();
  const palette = own.getByRole("region", { name: "Palette preview" });
  await expect(palette.getByRole("listitem")).toHaveCount(9);
  await expect(palette).toContainText("#0f766e");
  await own.getByRole("radio", { name: /^#f59e0b/ }).check();
  await expect(palette).not.toContainText("#0f766e");
  await own.getByRole("radio", { name: /^#0f766e/ }).check();
  await own.getByRole("radio", { name: "Triadic" }).check();
  const hexes = await palette.getByRole("listitem").allInnerTexts();
  await expectAccessible(own);
  await screens(own, "new-brand-logo");

  const name = unique("Kestrel & Söhne");
  await nameField(own).fill(name);
  await expect(slugField(own)).toHaveValue(/^kestrel-and-sohne-/);
  await expect(slugField(own)).toHaveAccessibleDescription(/is available/);
  await createButton(own).click();
  await expect(own).toHaveURL(/\/b\/kestrel-and-sohne-/);
  await expect(own.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(own.getByRole("heading", { name: "First steps" })).toBeVisible();
  await expect(own.getByRole("img", { name: `Logo of ${name}` })).toBeVisible();
  const colors = own.getByRole("list", { name: "Colours" }).getByRole("listitem");
  await expect(colors).toHaveCount(9);
  for (const [index, line] of hexes.entries()) {
    await expect(colors.nth(index)).toContainText(/#[0-9a-f]{6}/.exec(line)?.[0] ?? "no hex");
  }
  await expectAccessible(own);
  await screens(own, "overview-new");
  await own.goto("/");
  await expect(own).toHaveURL(/\/b\/kestrel-and-sohne-/);
});

test("says what a file provides and what is not imported, and rejects a file without a brand", {
  tag: "@full",
}, async ({ page: own, newcomer, signIn, allow, expectAccessible, screens }) => {
  allow(/^400 POST .*\/new\/file$/);
  await signIn(newcomer);
  await own.goto("/new");
  await own.getByRole("radio", { name: /^File/ }).check();
  const input = own.locator("input[type=file]");
  const json = (name: string, value: unknown) => ({
    name,
    mimeType: "application/json",
    buffer: Buffer.from(typeof value === "string" ? value : JSON.stringify(value)),
  });
  await input.setInputFiles(json("package.json", { name: "left-pad", version: "1.0.0" }));
  await expect(own.getByRole("alert").filter({ hasText: "neither a brand nor design tokens" })).toBeVisible();
  await input.setInputFiles(json("broken.json", "{"));
  await expect(own.getByRole("alert").filter({ hasText: "not JSON" })).toBeVisible();

  const tokens = {
    color: { $type: "color", brand: { primary: { $value: "#0f766e" } }, text: { $value: "#111111" } },
    space: { s: { $type: "dimension", $value: "4px" } },
    column: { $type: "dimension", $value: "72px" },
  };
  await input.setInputFiles(json("tokens.json", tokens));
  await expect(own.getByText("tokens.json contains design tokens")).toBeVisible();
  await expect(own.getByText("1 token of the foundations: spacing.")).toBeVisible();
  await expect(own.getByText("1 dimension token: no name says whether it is spacing or a radius.")).toBeVisible();
  await expectAccessible(own);
  await screens(own, "new-brand-tokens");

  await input.setInputFiles(json("brand.json", await readFile("db/demo/torvane/brand.json", "utf8")));
  await expect(own.getByText("brand.json contains a brand")).toBeVisible();
  await expect(nameField(own)).toHaveValue("Torvane Instruments");
  await expect(slugField(own)).toHaveValue(/^torvane-instruments/);
  await screens(own, "new-brand-file");
  await createButton(own).click();
  await expect(own).toHaveURL(/\/b\/torvane-instruments/);
  await expect(own.getByText("State the uncertainty.")).toBeVisible();
});

test("creates a blank brand, and one from a colour too pale to read, which it keeps", {
  tag: "@full",
}, async ({ page, people, signIn, expectAccessible, screens }) => {
  await signIn(people.withRole("admin").person);
  await page.goto("/new");
  await expect(page.getByRole("radio", { name: /^Colour/ })).toBeChecked();
  await page.getByRole("radio", { name: /^Blank/ }).check();
  const empty = unique("Wagtail");
  await nameField(page).fill(empty);
  await expect(slugField(page)).toHaveAccessibleDescription(/is available/);
  await createButton(page).press("Enter");
  await expect(page).toHaveURL(/\/b\/wagtail-/);
  await expect(page.getByRole("heading", { level: 1, name: empty })).toBeVisible();
  await expect(page.getByRole("heading", { name: "First steps" })).toBeVisible();

  await page.goto("/new");
  await page.getByRole("radio", { name: /^Colour/ }).check();
  const color = page.getByRole("textbox", { name: "Colour", exact: true });
  await color.fill("#12345");
  await expect(createButton(page)).toHaveAccessibleDescription("Enter a hex colour.");
  await color.fill("#FFCC00");
  const palette = page.getByRole("region", { name: "Palette preview" });
  await expect(palette.getByRole("listitem").first()).toContainText("#ffcc00");
  await expect(palette.getByRole("listitem")).toHaveCount(11);
  await expect(palette).toContainText("#ffcc00 is kept.");
  await expect(palette).toContainText('"Primary for text" and "Text on primary"');
  await page.getByRole("radio", { name: "Complementary", exact: true }).check();
  const hexes = await palette.getByRole("listitem").allInnerTexts();
  await nameField(page).fill(unique("Siskin"));
  await expect(slugField(page)).toHaveAccessibleDescription(/is available/);
  await expectAccessible(page);
  await screens(page, "new-brand-color");
  await createButton(page).click();
  await expect(page).toHaveURL(/\/b\/siskin-/);
  const colors = page.getByRole("list", { name: "Colours" }).getByRole("listitem");
  await expect(colors).toHaveCount(hexes.length);
  for (const [index, line] of hexes.entries()) {
    await expect(colors.nth(index)).toContainText(/#[0-9a-f]{6}/.exec(line)?.[0] ?? "no hex");
  }
});

test("suggests an address for a name in any script, and says what the button waits for", { tag: "@full" }, async ({
  page: own,
  newcomer,
  signIn,
}) => {
  await signIn(newcomer);
  await own.goto("/new");
  for (const [name, slug] of [
    ["Ørsted Straße", /^orsted-strasse(-\w+)?$/],
    ["مرسيدس", /^mrsyds(-\w+)?$/],
    ["Газпром", /^gazprom(-\w+)?$/],
    ["!!!", /^brand(-\w+)?$/],
    ["東京 タワー", /^dongjing-tawa(-\w+)?$/],
  ] as const) {
    await nameField(own).fill(name);
    await expect(slugField(own)).toHaveValue(slug);
    await expect(slugField(own)).toHaveAccessibleDescription(/is available/);
    await expect(createButton(own)).toBeEnabled();
  }
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await own.route("**/new", async (route) => {
    await held;
    await route.continue();
  });
  await nameField(own).fill("Łódź");
  await expect(createButton(own)).toHaveAccessibleDescription("Wait for the suggestion.");
  release();
  await expect(slugField(own)).toHaveValue(/^lodz(-\w+)?$/);
  await slugField(own).fill("");
  await expect(createButton(own)).toHaveAccessibleDescription("Enter an address.");
});

test("creates a brand from design tokens, with their colours as its palette", async ({ page, people, signIn }) => {
  await signIn(people.withRole("admin").person);
  await page.goto("/new");
  await page.getByRole("radio", { name: /^File/ }).check();
  const tokens = {
    color: {
      $type: "color",
      brand: { $value: { colorSpace: "srgb", components: [0.06, 0.46, 0.43], hex: "#0f766e" } },
      ink: { $value: "#111111" },
      link: { $value: "{color.brand}" },
    },
  };
  await page.locator("input[type=file]").setInputFiles({
    name: "house.tokens",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(tokens)),
  });
  await expect(page.getByText("house.tokens contains design tokens")).toBeVisible();
  await nameField(page).fill(unique("Dunnock"));
  await expect(slugField(page)).toHaveAccessibleDescription(/is available/);
  await createButton(page).click();
  await expect(page).toHaveURL(/\/b\/dunnock-/);
  const colors = page.getByRole("list", { name: "Colours" });
  await expect(colors).toContainText("#0f766e");
  await expect(colors).toContainText("#111111");
});

test("keeps all input when the address is taken", { tag: "@full" }, async ({
  page,
  people,
  signIn,
  allow,
  expectAccessible,
  screens,
}) => {
  allow(/^400 POST .*\/new\/brands$/);
  await signIn(people.withRole("admin").person);
  await page.goto("/new");
  await page.getByRole("radio", { name: /^Logo/ }).check();
  await page.locator("input[type=file]").setInputFiles(LOGO);
  await expect(page.getByRole("img", { name: "logo-positive.svg" })).toBeVisible();
  await page.getByRole("radio", { name: "On dark" }).check();
  await page.getByRole("radio", { name: "Triadic" }).check();
  const name = unique("Heron");
  await nameField(page).fill(name);
  await slugField(page).fill("torvane");
  await expect(slugField(page)).toHaveAccessibleDescription(/taken/);

  // Taken between check and press, so the hub refuses it at the field.
  const slug = `heron-${Date.now().toString(36)}`;
  await slugField(page).fill(slug);
  await expect(slugField(page)).toHaveAccessibleDescription(/is available/);
  await page.evaluate(async (taken) => {
    const form = new FormData();
    form.set("brand", JSON.stringify({ name: "First", slug: taken, start: { kind: "nothing" } }));
    await fetch("/new/brands", { method: "POST", body: form });
  }, slug);
  await createButton(page).click();
  await expect(slugField(page)).toHaveAccessibleDescription(/taken/);
  await expect(slugField(page)).not.toHaveAccessibleDescription(/is available/);
  await expect(slugField(page)).toHaveValue(slug);
  await expect(nameField(page)).toHaveValue(name);
  await expect(page.getByRole("img", { name: "logo-positive.svg" })).toBeVisible();
  await expect(page.getByRole("radio", { name: "On dark" })).toBeChecked();
  await expect(page.getByRole("radio", { name: "Triadic" })).toBeChecked();
  await expectAccessible(page);
  await screens(page, "new-brand-refused");

  await slugField(page).fill(`${slug}-two`);
  await expect(slugField(page)).not.toHaveAccessibleDescription(/taken/);
  await expect(slugField(page)).toHaveAccessibleDescription(/is available/);
  await createButton(page).click();
  await expect(page).toHaveURL(`/b/${slug}-two`);
  await expect(page.getByRole("img", { name: `Logo of ${name}` })).toBeVisible();
});
