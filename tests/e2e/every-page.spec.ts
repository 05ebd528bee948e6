import type { Page } from "@playwright/test";
import { SECTIONS, SUBPAGES } from "@/components/shell/sections";
import { expect, test } from "./support/test";

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 860 };

const MISSING = "/no-such-page";
const IN_BRAND = [...new Set([...SECTIONS, ...SUBPAGES].map(({ path }) => path))];
const ACCOUNT = ["", "/security", "/tokens", "/notifications", "/data", "/activity"];
const ADMIN = ["", "/brands", "/people", "/tools", "/tools/new", "/tools/brand-studio", "/entitlements", "/sign-in"];

test.describe("every page has no violations on wide screens and phones, in light and dark", { tag: "@full" }, () => {
  test.setTimeout(1_800_000);
  let look: (page: Page, path: string, name?: string) => Promise<void>;

  test.beforeEach(({ expectAccessible, screens }) => {
    look = (page, path, name = path) =>
      test.step(path, async () => {
        await page.setViewportSize(DESK);
        expect((await page.goto(path))?.status()).toBe(path === MISSING ? 404 : 200);
        await expectAccessible(page);
        await page.setViewportSize(PHONE);
        await expectAccessible(page);
        await page.setViewportSize(DESK);
        await screens(page, `every${name.replaceAll(/[^a-z]+/g, "-")}`);
      });
  });

  for (const role of ["viewer", "editor", "owner"] as const)
    test(`for the ${role} of a brand`, async ({ page, people, signIn }) => {
      const { person, slug } = people.withRole(role);
      await signIn(person);
      for (const path of IN_BRAND) await look(page, `/b/${slug}${path}`, `-${role}${path}`);
    });

  test("for a hub administrator", async ({ page, people, signIn, allow }) => {
    allow(/^404 GET .*no-such-page$/);
    await signIn(people.hubAdmin);
    for (const path of ["/", "/new", "/archived", MISSING]) await look(page, path);
    for (const path of ACCOUNT) await look(page, `/account${path}`);
    for (const path of [...ADMIN, "/requests", "/activity"]) await look(page, `/admin${path}`);
  });

  test("for a visitor", async ({ page }) => {
    await page.goto("/docs");
    const guide = page.getByRole("main").locator('a[href^="/docs/"]:not([href*="#"])');
    const paths = await guide.evaluateAll((links) =>
      links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    );
    expect(paths.length).toBeGreaterThan(5);
    await page.goto("/");
    const brand = await page.locator('a[href^="/p/"]').first().getAttribute("href");
    expect(brand).toMatch(/^\/p\/./);
    for (const path of ["/", "/sign-in", "/forgot-password", brand ?? "", "/docs", "/docs/search?q=webhook"])
      await look(page, path);
    for (const path of new Set(paths)) await look(page, path);
  });
});
