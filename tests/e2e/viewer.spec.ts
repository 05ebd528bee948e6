import type { Locator, Page } from "@playwright/test";
import { SECTIONS, SUBPAGES } from "@/components/shell/sections";
import { draftBar, publishDraft } from "./support/draft";
import { openIdentity, openSection } from "./support/section";
import { expect, test } from "./support/test";

/** The first word of buttons that change something. */
const CHANGES =
  /^(Add|Archive|Begin|Change|Choose|Delete|Edit|Invite|Issue|Move|Propose|Regenerate|Remove|Replace|Replay|Restore|Save|Send|Set|State|Transfer|Turn|Undo|Upload)\b/;

async function expectOnlyReadable(part: Locator): Promise<void> {
  await expect(part.getByRole("button", { name: CHANGES })).toHaveCount(0);
  const fields =
    "input:not([type=search], [role=search] *, search *), textarea, select:not(search *), [aria-disabled=true], :disabled";
  await expect(part.locator(fields)).toHaveCount(0);
}

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

test("shows viewers the overview, identity and palette without edit controls", async ({
  page,
  people,
  signIn,
  screens,
}) => {
  const { person, slug } = people.withRole("viewer");
  await signIn(person);
  await test.step("overview", async () => {
    await page.goto(`/b/${slug}`);
    await expect(page.getByRole("img", { name: /^Logo of / })).toBeVisible();
    await expect(page.getByRole("progressbar", { name: "All fields complete" })).toBeVisible();
    await expect(page.getByRole("heading", { name: /^Version \d+ is live$/ })).toBeVisible();
    await expect(page.getByRole("heading", { name: "First steps" })).toHaveCount(0);
    const color = page.getByRole("list", { name: "Colours" }).getByRole("button").first();
    const hex = /#[0-9a-f]{6}/.exec((await color.textContent()) ?? "")?.[0];
    await color.click();
    await expect(page.getByRole("status").filter({ hasText: `Copied ${hex}` })).toBeAttached();
    await screens(page, "overview-viewer");
    await page.getByRole("link", { name: "See the brand in use" }).click();
    await expect(page).toHaveURL(`/b/${slug}/in-use`);
    await page.goBack();
    await page.getByRole("link", { name: "Read the identity" }).click();
    await expect(page).toHaveURL(`/b/${slug}/identity`);
  });

  await test.step("identity", async () => {
    await page.goto(`/b/${slug}/identity?edit=purpose`);
    const article = page.getByRole("article");
    for (const title of ["Essentials", "Purpose", "Voice", "Examples"])
      await expect(article.getByRole("region", { name: title, exact: true })).toBeVisible();
    await expect(article.locator("input, textarea, select")).toHaveCount(0);
    await expect(article.getByRole("button", { name: /^(Edit|Add|Done)/ })).toHaveCount(0);
    await expect(draftBar(page)).toHaveCount(0);
    await screens(page, "identity-viewer");
    await page.getByRole("radio", { name: "Markdown" }).check();
    await expect(page.getByRole("region", { name: "identity.md" })).toBeVisible();
    await page.goto(`/b/${slug}/identity#examples`);
    await expect(article.getByRole("region", { name: "Examples" })).toBeInViewport();
  });

  await test.step("palette", async () => {
    await openSection(page, slug, "palette");
    await expect(button(page, /^Copy #/).first()).toBeEnabled();
    // Each becomes Hide, so the next one is always the first.
    for (let left = await button(page, /^Show /).count(); left > 0; left--)
      await button(page, /^Show /)
        .first()
        .click();
    await expect(main(page).getByRole("button", { name: CHANGES })).toHaveCount(0);
    await expect(main(page).locator("[aria-disabled=true], input[type=text], input[type=color]")).toHaveCount(0);
    await screens(page, "palette-viewer");
    await button(page, "Export").click();
    await expect(page.getByRole("dialog")).toContainText("--");
  });

  for (const section of ["typography", "imagery", "foundations", "logos", "assets", "tools", "members", "settings"])
    await test.step(section, async () => {
      await page.goto(`/b/${slug}/${section}`);
      await expect(main(page).getByRole("heading", { level: 1 })).toBeVisible();
      await expectOnlyReadable(main(page));
    });
  await test.step("history", async () => {
    await page.goto(`/b/${slug}/history`);
    await expect(main(page).getByRole("heading", { level: 1 })).toBeVisible();
    await expect(main(page).getByRole("button", { name: CHANGES })).toHaveCount(0);
  });
});

test("shows viewers chapters to read, without edit controls", { tag: "@full" }, async ({
  page,
  people,
  signIn,
  screens,
}) => {
  const { person, slug } = people.withRole("viewer");
  await signIn(person);
  for (const [section, titles] of [
    ["typography", ["Typefaces", "Pairing", "Text styles"]],
    ["foundations", ["Spacing", "Shadows", "Transitions"]],
  ] as const)
    await test.step(section, async () => {
      await openSection(page, slug, section);
      for (const name of titles)
        await expect(page.getByRole("article").getByRole("region", { name, exact: true })).toBeVisible();
      await expectOnlyReadable(main(page));
      await screens(page, `${section}-viewer`);
    });
  await test.step("imagery", async () => {
    await openSection(page, slug, "imagery");
    await expect(
      page.getByRole("region", { name: "Photography" }).getByRole("list", { name: "Do", exact: true }),
    ).toBeVisible();
    await expectOnlyReadable(main(page));
    await screens(page, "imagery-viewer");
  });
});

test("shows viewers logos, assets and versions without edit controls", { tag: "@full" }, async ({
  page,
  people,
  visitor,
  expectAccessible,
  signIn,
  screens,
}) => {
  const { person, slug } = people.withRole("viewer");
  const dialog = page.getByRole("dialog");
  await signIn(person);
  await test.step("logos", async () => {
    await openSection(page, slug, "logos");
    await expectOnlyReadable(main(page));
    await expect(draftBar(page)).toHaveCount(0);
    const logo = page.getByRole("article").first();
    const download = page.waitForEvent("download");
    await logo.getByRole("link", { name: /^Download/ }).click();
    expect((await download).suggestedFilename()).toMatch(/\.(svg|png)$/);
    await screens(page, "logos-viewer");
    await logo.getByRole("button").click();
    await expectOnlyReadable(dialog);
    await expect(dialog.getByRole("link", { name: /^Download/ })).toBeVisible();
    await expect(dialog.getByRole("term").filter({ hasText: "Minimum width" })).toBeVisible();
    await expectAccessible(page);
    await screens(page, "logos-viewer-panel", { part: "view" });
  });

  await test.step("assets", async () => {
    await openSection(page, slug, "assets");
    await expect(page.locator("input[type=file]")).toHaveCount(0);
    await expect(page.getByRole("checkbox")).toHaveCount(0);
    await screens(page, "assets-viewer");
    await page.getByRole("list", { name: "Assets" }).getByRole("button").first().click();
    await expect(dialog.getByText("Type", { exact: true })).toBeVisible();
    await expect(dialog.locator("input, select")).toHaveCount(0);
    await expect(dialog.getByRole("button", { name: CHANGES })).toHaveCount(0);
  });

  await test.step("versions", async () => {
    const owner = await visitor(people.hubAdmin);
    await openIdentity(owner, slug, "essentials");
    await owner.getByLabel("Tagline", { exact: true }).fill(`Seen by viewers ${Date.now()}`);
    await publishDraft(owner);
    await page.goto(`/b/${slug}/history`);
    await expect(page.getByRole("checkbox", { name: "Pick version 1 to compare" })).toBeVisible();
    await expect(button(page, /^Restore/)).toHaveCount(0);
    await screens(page, "history-viewer");
    await page.getByRole("link", { name: "Version 1", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Version 1" })).toBeVisible();
    await expectOnlyReadable(main(page));
    await page.goto("about:blank");
    await page.goto(`/b/${slug}/history/1#tone`);
    await expect(page.getByRole("region", { name: "Tone", exact: true })).toBeInViewport();
  });
});

test("shows viewers tools, members, activity and settings without edit controls", { tag: "@full" }, async ({
  page,
  people,
  signIn,
  screens,
}) => {
  const { person, slug } = people.withRole("viewer");
  await signIn(person);
  await test.step("tools", async () => {
    await page.goto(`/b/${slug}/tools`);
    const use = page.getByRole("region", { name: "Tools with access" });
    await expect(use.getByRole("listitem").filter({ hasText: "Sticker Press" })).toContainText("Disabled");
    await expectOnlyReadable(main(page));
    await screens(page, "tools-viewer");
  });

  await test.step("members", async () => {
    await page.goto(`/b/${slug}/members`);
    await expect(main(page)).toContainText("Your role: Viewer.");
    await expectOnlyReadable(main(page));
    await expect(button(page, "Leave")).toBeVisible();
    await screens(page, "members-viewer");
    // On a phone each row is a card with labelled cells.
    const size = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole("columnheader", { name: "Role" })).not.toBeInViewport();
    const cell = page.getByRole("row").filter({ hasText: person.email }).getByRole("cell").first();
    expect(await cell.evaluate((node) => getComputedStyle(node, "::before").content)).toBe('"Role"');
    if (size) await page.setViewportSize(size);
  });

  await test.step("activity", async () => {
    await page.goto(`/b/${slug}/activity`);
    await expect(page.getByRole("table")).toBeVisible();
  });

  await test.step("settings", async () => {
    await page.goto(`/b/${slug}/settings`);
    await expect(main(page)).toContainText("Your role: Viewer");
    await expect(page.getByRole("progressbar", { name: "Storage" })).toHaveAttribute("aria-valuetext", /B of 2 GB$/);
    await expectOnlyReadable(main(page));
    await expect(page.getByRole("region", { name: "Archive" })).toHaveCount(0);
    await screens(page, "settings-viewer");
  });

  const editing = people.withRole("editor");
  for (const { role, ...who } of [
    { role: "viewer", person, slug },
    { role: "editor", ...editing },
  ])
    await test.step(`public page, for a ${role}`, async () => {
      await signIn(who.person);
      await page.goto(`/b/${who.slug}/settings`);
      await expect(main(page)).toContainText("Only owners and admins can change settings.");
      await expect(page.getByRole("region", { name: "Public page" })).toContainText(`/p/${who.slug}`);
      await expect(page.getByRole("switch")).toHaveCount(0);
    });
});

test("hides API keys and event payloads from viewers, and shows events and usage", async ({
  page,
  people,
  signIn,
  expectAccessible,
  credentials,
  screens,
}) => {
  const { person, slug, id } = people.withRole("viewer");
  const keyOf = (brand: string) => credentials.api_keys.find(({ brand_id }) => brand_id === brand)?.key ?? "";
  const type = `stock.counted_${Date.now()}`;
  const event = { headers: { authorization: `Bearer ${keyOf(id)}` }, data: { type, payload: { left: 3 } } };
  expect((await page.request.post("/api/public/events", event)).status()).toBe(200);

  const editing = people.withRole("editor");
  for (const { role, ...who } of [
    { role: "editor", ...editing },
    { role: "viewer", person, slug, id },
  ])
    await test.step(`keys, for a ${role}`, async () => {
      await signIn(who.person);
      await page.goto(`/b/${who.slug}/developers/keys`);
      await expect(page.getByRole("heading", { name: "Only owners and admins can see keys" })).toBeVisible();
      await expectOnlyReadable(main(page));
      await expect(page.getByRole("table")).toHaveCount(0);
      expect(keyOf(who.id)).not.toBe("");
      expect(await page.content()).not.toContain(keyOf(who.id).slice(-4));
    });
  await screens(page, "keys-viewer");

  const developers = `/b/${slug}/developers`;
  await test.step("events", async () => {
    await page.goto(`${developers}/events`);
    await expect(page.getByRole("table", { name: "Events" }).getByRole("row").filter({ hasText: type })).toHaveCount(1);
    await expect(page.getByRole("link", { name: type })).toHaveCount(0);
    await expect(page.getByText("Only owners and admins can see payloads.")).toBeVisible();
    await page.goto(`${developers}/events/anything`);
    await expect(page.getByRole("heading", { name: "Only owners and admins can see payloads" })).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${developers}/events?after=x`);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  });
  await test.step("webhooks", async () => {
    await page.goto(`${developers}/webhooks`);
    await expect(page.getByText("Only owners and admins see full webhook URLs.")).toBeVisible();
    await expectOnlyReadable(main(page));
  });
  await test.step("usage", async () => {
    await page.goto(`${developers}/usage`);
    await expect(page.getByRole("heading", { level: 1, name: "Usage" })).toBeVisible();
  });
});

test("hides every page and picture of a brand from non-members", async ({ page, visitor, people, signIn, allow }) => {
  const { slug } = people.withRole("owner");
  const picture = `/b/${slug}/in-use/web-header-light.svg`;
  const anyone = await visitor();
  expect((await anyone.request.get(picture)).status()).toBe(401);
  await signIn(people.none);
  const paths = [...SECTIONS, ...SUBPAGES].map(({ path }) => path);
  for (const path of [...paths, "/activity/export", "/brand-book"].map((part) => `/b/${slug}${part}`))
    expect((await page.request.get(path)).status(), path).toBe(404);
  for (const path of [picture, "/b/no-such-brand"]) expect((await page.request.get(path)).status(), path).toBe(404);
  allow(/^404 GET .*\/b\//);
  await page.goto(`/b/${slug}/palette`);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Brand and pages" })).toContainText(people.none.email);
});
