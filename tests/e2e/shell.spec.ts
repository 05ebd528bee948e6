import type { Page } from "@playwright/test";
import { pressUntilFocused } from "./support/keyboard";
import { switcher } from "./support/switcher";
import { expect, type People, test } from "./support/test";

const activeCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === "hub_active_brand")?.value;

function twoBrands({ several }: People): { from: string; to: string } {
  const [from, to] = several.brands.map(({ slug }) => slug);
  if (!from || !to) throw new Error("the demo's person is in too few brands");
  return { from, to };
}

test("frames a brand's pages with the current one marked and a skip link", async ({
  page,
  people,
  signIn,
  expectAccessible,
  screens,
}) => {
  const { from } = twoBrands(people);
  await signIn();
  const prefetched: string[] = [];
  page.on("request", (request) => {
    if (request.headers()["next-router-prefetch"]) prefetched.push(new URL(request.url()).pathname);
  });
  await page.goto(`/b/${from}`);
  const rail = page.getByRole("navigation", { name: "Hub" });
  for (const [group, links] of [
    ["Brand", "Overview Identity Palette Typography Logos Imagery Foundations Assets In use"],
    ["Publish", "Drafts and review History"],
    ["Connect", "Check Tools Developers"],
    ["Manage", "Members Activity Settings"],
  ] as const) {
    const names = await rail.getByRole("list", { name: group }).getByRole("link").allTextContents();
    expect(names.join(" ")).toBe(links);
  }
  await expect(rail.getByRole("link", { name: "Admin" })).toHaveCount(0);
  await expect(rail.locator("[aria-current]")).toHaveText("Overview");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  expect(prefetched).toEqual([]);
  await rail.getByRole("link", { name: "Palette" }).hover();
  await expect.poll(() => prefetched).toContain(`/b/${from}/palette`);
  await rail.getByRole("link", { name: "Palette" }).click();
  await expect(page).toHaveURL(`/b/${from}/palette`);
  await expect(rail.locator("[aria-current=page]")).toHaveText("Palette");
  await expect(page).toHaveTitle(/^Palette · /);
  await page.goto(`/b/${from}`);
  await expectAccessible(page);
  await screens(page, "shell");
});

test("switches brand by keyboard, keeps the section and makes the brand active", {
  tag: "@full",
}, async ({ page, people, signIn, expectAccessible, screens }) => {
  const { from, to } = twoBrands(people);
  await signIn();
  await page.goto(`/b/${from}/palette`);
  await pressUntilFocused(page, switcher(page), "Tab", 10);
  await page.keyboard.press("Enter");
  const box = page.getByRole("combobox", { name: "Your brands" });
  await expect(box).toBeFocused();
  const options = page.getByRole("option");
  await expect(async () => expect(await options.count()).toBeGreaterThanOrEqual(people.several.brands.length)).toPass();
  await expect(options.filter({ hasText: "(current)" })).toHaveCount(1);
  await expectAccessible(page, { exclude: "main" });
  await screens(page, "switcher");
  await page.keyboard.type(to.slice(0, 4));
  await expect(options).toHaveCount(1);
  await expect(options).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/b/${to}/palette`);
  await expect(page.getByRole("status").filter({ hasText: /^Switched to / })).toBeAttached();
  expect(await activeCookie(page)).toBe(to);
  await page.goto("/");
  const tiles = page.getByRole("main").getByRole("listitem").getByRole("link");
  await expect(tiles.first()).toHaveAttribute("href", `/b/${to}`);

  await page.goto(`/b/${to}`);
  await switcher(page).click();
  await expect(page.getByRole("option").first()).toContainText("(current)");
  await page.getByRole("option").nth(1).hover();
  await page.keyboard.press("Escape");
  await expect(switcher(page)).toBeFocused();
  await expect(page).toHaveURL(`/b/${to}`);
});

for (const [way, tag, open] of [
  ["with Ctrl-K", [], (page: Page) => page.keyboard.press("Control+k")],
  ["in the list of brands", ["@full"], (page: Page) => switcher(page).click()],
] as const)
  test(`switches to the brand typed ${way}, however soon Enter follows`, { tag: [...tag] }, async ({
    page,
    people,
    signIn,
  }) => {
    const { from, to } = twoBrands(people);
    await signIn();
    await page.goto(`/b/${from}`);
    await open(page);
    await expect(page.getByRole("option").filter({ hasText: /Version \d/ })).not.toHaveCount(0);
    await page.keyboard.type(to);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/b/${to}`);
  });

test("keeps an Enter pressed before the list has loaded", { tag: "@full" }, async ({ page, people, signIn }) => {
  const { from, to } = twoBrands(people);
  await signIn();
  await page.goto(`/b/${from}`);
  let answer: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/*", async (route) => {
    if (route.request().method() === "POST") await held;
    await route.continue();
  });
  await switcher(page).click();
  await page.keyboard.type(to);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Searching…")).toBeVisible();
  answer();
  await expect(page).toHaveURL(`/b/${to}`);
});

test("leaves other tabs in place after a switch, and does not activate a brand opened by URL", {
  tag: "@full",
}, async ({ page, people, signIn, screens }) => {
  const { from, to } = twoBrands(people);
  await signIn();
  await page.goto("/");
  const active = await activeCookie(page);
  await page.goto(`/b/${active === from ? to : from}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await activeCookie(page)).toBe(active);

  await page.goto(`/b/${from}/palette`);
  const other = await page.context().newPage();
  await other.goto(`/b/${from}`);
  await switcher(other).click();
  await other.keyboard.type(to.slice(0, 4));
  await expect(other.getByRole("option")).toHaveCount(1);
  await other.keyboard.press("Enter");
  await expect(other).toHaveURL(`/b/${to}`);

  const notice = page.getByRole("region", { name: "Active brand" });
  await expect(notice).toContainText("in another tab");
  await expect(page).toHaveURL(`/b/${from}/palette`);
  await screens(page, "other-tab");
  await notice.getByRole("button", { name: "Dismiss" }).click();
  await expect(notice).toHaveCount(0);
  await other.close();
});

test("finds pages, brands and the theme in the command palette, and applies the theme from the first paint", {
  tag: "@full",
}, async ({ page, people, signIn, expectAccessible, screens }) => {
  const { from, to } = twoBrands(people);
  await signIn();
  await page.goto(`/b/${from}`);
  await expect(page.getByText("Ctrl K")).toBeVisible();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog");
  await expect(palette.getByRole("combobox")).toBeFocused();
  await expect(palette.getByRole("option", { selected: true })).toHaveText("Add colour");
  await expect(palette.getByRole("group", { name: "Other brands" }).getByRole("option").first()).toBeAttached();
  await expectAccessible(page);
  await screens(page, "command-palette");
  await page.keyboard.type("api ke");
  await expect(palette.getByRole("option", { selected: true })).toHaveText("API keys");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/b/${from}/developers/keys`);
  await page.keyboard.press("Control+k");
  await expect(palette.getByRole("group", { name: "Recent" }).getByRole("option")).toHaveText([/^Overview/]);
  await page.keyboard.press("Escape");

  await page.keyboard.press("Control+k");
  await page.keyboard.type(to.slice(0, 4));
  await expect(palette.getByRole("option", { selected: true })).toContainText(/Version \d+/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/b/${to}`));

  await page.keyboard.press("Control+k");
  await page.keyboard.type("dark");
  await expect(palette.getByRole("option", { selected: true })).toHaveText("Use dark theme");
  await page.keyboard.press("Enter");
  const root = page.locator("html");
  await expect(root).toHaveAttribute("data-theme", "dark");
  // From the first paint.
  await page.reload({ waitUntil: "commit" });
  await page.locator("body").waitFor({ state: "attached" });
  await expect(root).toHaveAttribute("data-theme", "dark");
  await page.getByRole("button", { name: /Account and theme$/ }).click();
  await page.getByRole("menuitemradio", { name: "Light" }).click();
  await expect(root).toHaveAttribute("data-theme", "light");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("zzzz");
  await expect(palette.getByText("No results")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette).toHaveCount(0);
});

test("is a bar and a drawer on a phone", { tag: "@full" }, async ({
  page,
  people,
  signIn,
  expectAccessible,
  screens,
}) => {
  const { from } = twoBrands(people);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn();
  await page.goto(`/b/${from}`);
  await expect(page.getByRole("navigation", { name: "Hub" })).toHaveCount(0);
  await page.getByRole("button", { name: "Pages and account" }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByRole("link", { name: "Overview" })).toHaveAttribute("aria-current", "page");
  for (const link of await drawer.getByRole("link").all()) {
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await expectAccessible(page);
  await screens(page, "drawer", { part: "view" });
  await drawer.getByRole("link", { name: "Palette" }).click();
  await expect(page).toHaveURL(`/b/${from}/palette`);
  await expect(drawer).toHaveCount(0);
  await switcher(page).click();
  await expect(page.getByRole("option").first()).toBeVisible();
  await screens(page, "switcher-narrow", { part: "view" });
});

test("offers two ways to a person without a brand", async ({ page, people, signIn, expectAccessible, screens }) => {
  await signIn(people.none);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "No brands yet" })).toBeVisible();
  await expect(page.getByText(people.none.email).first()).toBeVisible();
  await expectAccessible(page);
  await screens(page, "no-brand");
  await page.getByRole("link", { name: "Create brand" }).click();
  await expect(page).toHaveURL("/new");
});

test.describe("with six brands or more", () => {
  test("searches on the server and asks before edits are lost", { tag: "@full" }, async ({
    page: own,
    newcomer,
    signIn,
    makeBrand,
    expectAccessible,
    screens,
  }) => {
    await signIn(newcomer);
    for (const name of ["Alder", "Birch", "Cedar", "Elm", "Fir"]) await makeBrand(own, name);
    await own.goto(`/b/${await makeBrand(own, "Hazel")}`);
    await switcher(own).click();
    const box = own.getByRole("combobox", { name: "Your brands" });
    await expect(box).toBeVisible();
    await expect(own.getByRole("option")).toHaveCount(6);
    await expectAccessible(own);
    await screens(own, "switcher-search", { part: "view" });
    await box.fill("ceDA");
    await expect(own.getByRole("option")).toHaveText([/Cedar/]);
    await box.fill("nothing-like-it");
    await expect(own.getByText("No matching brands.")).toBeVisible();
    await own.keyboard.press("Escape");
    await own.goto("/");
    await own.getByRole("searchbox", { name: "Search your brands" }).fill("ceda");
    await own.keyboard.press("Enter");
    const tiles = own.getByRole("main").getByRole("listitem");
    await expect(tiles).toHaveText([/Cedar/]);
    await expectAccessible(own);
    await own.getByRole("link", { name: "Clear search" }).click();
    await expect(tiles.first()).toContainText("Hazel");

    await own.goto("/new");
    await own.getByRole("textbox", { name: "Name" }).fill("Juniper");
    await switcher(own).click();
    await own.getByRole("option", { name: /Hazel/ }).click();
    const question = own.getByRole("alertdialog", { name: "Leave without saving?" });
    await expect(question).toBeVisible();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(own).toHaveURL("/new");
    await expect(own.getByRole("textbox", { name: "Name" })).toHaveValue("Juniper");
    await own.getByRole("link", { name: "Members" }).click();
    await question.getByRole("button", { name: "Leave without saving" }).click();
    await expect(own).toHaveURL(/\/members$/);
  });
});

test("finds permitted actions, tools and chapters in the command palette", {
  tag: "@full",
}, async ({ page, brand, people, signIn, expectAccessible, screens }) => {
  const { slug, name, owner, crew } = brand("busy");
  const palette = page.getByRole("dialog");
  const ask = async (words: string) => {
    await page.keyboard.press("Control+k");
    await expect(palette.getByRole("combobox")).toBeFocused();
    await page.keyboard.type(words);
  };
  await signIn(owner);
  await page.goto(`/b/${slug}`);
  await ask("rotate");
  await expect(palette.getByRole("option", { selected: true })).toHaveText("Rotate API key");
  await expectAccessible(page);
  await screens(page, "command-palette-acts", { part: "view" });
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/b/${slug}/developers/keys`);
  for (const [words, title] of [
    ["issue", "Issue API key"],
    ["invite", "Invite member"],
  ] as const) {
    await ask(words);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: title }).getByRole("textbox").first()).toBeFocused();
    await page.keyboard.press("Escape");
  }
  await ask("print room");
  await expect(palette.getByRole("group", { name: "Tools" }).getByRole("option")).toHaveText(
    `Print RoomTool of ${name}`,
  );
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/b/${slug}/tools`);
  await ask("docs webhooks");
  await palette.getByRole("group", { name: "Documentation" }).getByRole("option", { name: "Webhooks" }).click();
  await expect(page).toHaveURL("/docs/webhooks");

  await signIn(crew.viewer);
  await page.goto(`/b/${slug}`);
  await ask("rotate");
  await expect(palette.getByText("No results")).toBeVisible();
  await page.keyboard.press("Escape");

  await signIn(people.hubAdmin);
  await page.goto("/admin");
  await ask("print room");
  await expect(palette.getByRole("option", { name: "Admin: Print Room" })).toBeVisible();
  await palette.getByRole("option", { name: "Admin: Print Room" }).click();
  await expect(page).toHaveURL("/admin/tools/print-room");
});
