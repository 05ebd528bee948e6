import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { type Credentials, readCredentials } from "./hub";

export { expect } from "@playwright/test";

export type Person = Credentials["users"][number];

interface Fixtures {
  /** Signs the page's browser in as a demo person; by default the one who owns one brand, edits one and views one. */
  signIn(who?: Person, page?: Page): Promise<Person>;
  /** The demo person with this role in a brand (and the brand), or the hub administrator, or the one in no brand. */
  people: People;
  /** A page of another browser in which nobody is signed in, guarded as `page` is. */
  visitor(): Promise<Page>;
  /** Lets a request or console message that matches go by: for tests of what fails. */
  allow(pattern: RegExp): void;
  /** What the guard is made of. */
  guard: { watch(context: BrowserContext): void; allow(pattern: RegExp): void };
  /** Zero axe violations in the light and the dark theme. */
  expectAccessible(page: Page, options?: { exclude?: string; include?: string }): Promise<void>;
  /** Saves the page as `tests/.output/screens/<name>-{light,dark,phone}.png`; with `part: "view"` only what the window shows. */
  screens(page: Page, name: string, options?: { part?: "page" | "view" }): Promise<void>;
}

export interface People {
  all: Person[];
  /** In three brands: owner of the first, editor of the second, viewer of the third. */
  several: Person;
  none: Person;
  hubAdmin: Person;
  /** Somebody with this role, and the brand's slug and id. */
  withRole(role: "owner" | "admin" | "editor" | "viewer"): { person: Person; slug: string; id: string };
}

const required = <Value>(value: Value | undefined, what: string): Value => {
  if (value === undefined) throw new Error(`the demo has no ${what}`);
  return value;
};

function peopleOf({ users }: Credentials): People {
  return {
    all: users,
    several: required(
      users.find((user) => user.brands.length >= 3 && !user.hub_admin),
      "person in three brands",
    ),
    none: required(
      users.find((user) => user.brands.length === 0 && !user.hub_admin),
      "person in no brand",
    ),
    hubAdmin: required(
      users.find((user) => user.hub_admin),
      "hub administrator",
    ),
    withRole(role) {
      for (const person of users) {
        const brand = person.hub_admin ? undefined : person.brands.find((place) => place.role === role);
        if (brand) return { person, slug: brand.slug, id: brand.id };
      }
      throw new Error(`the demo has no ${role}`);
    },
  };
}

/** Signs in through next-auth's own endpoints, as the form does. */
export async function signInContext(context: BrowserContext, { email, password }: Person): Promise<void> {
  const { csrfToken } = await (await context.request.get("/api/auth/csrf")).json();
  const form = { csrfToken, email, password, json: "true" };
  const response = await context.request.post("/api/auth/callback/credentials", { form });
  expect(response.ok()).toBe(true);
}

/** Tells of each console error and each request that failed in a browser. */
function watchTrouble(context: BrowserContext, note: (text: string) => void): void {
  context.on("console", (message) => {
    // The response itself is noted with its address below.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) note(message.text());
  });
  context.on("weberror", (error) => note(String(error.error())));
  context.on("response", (response) => {
    if (response.status() >= 400) note(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // A page that is left aborts what it was still asking for.
    if (reason !== "net::ERR_ABORTED") note(`${reason} ${request.method()} ${request.url()}`);
  });
}

/** What every test is written with: any console error or failed request fails it. */
export const test = base.extend<Fixtures, { credentials: Credentials }>({
  credentials: [async ({}, use) => use(readCredentials()), { scope: "worker" }],
  people: async ({ credentials }, use) => use(peopleOf(credentials)),
  signIn: async ({ page, people }, use) =>
    use(async (who = people.several, other = page) => {
      await signInContext(other.context(), who);
      return who;
    }),
  allow: [async ({ guard }, use) => use(guard.allow), { auto: true }],
  guard: async ({ context }, use) => {
    const allowed: RegExp[] = [];
    const trouble: string[] = [];
    const passes = (text: string) => allowed.some((pattern) => pattern.test(text));
    const watch = (watched: BrowserContext) => watchTrouble(watched, (text) => passes(text) || trouble.push(text));
    watch(context);
    await use({ watch, allow: (pattern) => void allowed.push(pattern) });
    expect(trouble.filter((text) => !passes(text))).toEqual([]);
  },
  visitor: async ({ browser, guard }, use) => {
    const opened: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      guard.watch(context);
      opened.push(context);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },
  expectAccessible: async ({}, use) =>
    use(async (page, options = {}) => {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        let scan = new AxeBuilder({ page }).withTags([
          "wcag2a",
          "wcag2aa",
          "wcag21a",
          "wcag21aa",
          "wcag22aa",
          "best-practice",
        ]);
        if (options.include) scan = scan.include(options.include);
        if (options.exclude) scan = scan.exclude(options.exclude);
        const { violations } = await scan.analyze();
        const found = violations.map(
          ({ id, nodes }) => `${colorScheme}: ${id}: ${nodes.map((node) => node.target).join(" | ")}`,
        );
        expect(found).toEqual([]);
      }
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "no-preference" });
    }),
  screens: async ({}, use) =>
    use(async (page, name, { part = "page" } = {}) => {
      const shoot = (kind: string) =>
        page.screenshot({
          path: `tests/.output/screens/${name}-${kind}.png`,
          fullPage: part === "page",
          animations: "disabled",
        });
      // What stays in place while scrolling would stand in the middle of the picture.
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.emulateMedia({ colorScheme: "light" });
      await shoot("light");
      await page.emulateMedia({ colorScheme: "dark" });
      await shoot("dark");
      await page.emulateMedia({ colorScheme: "light" });
      const size = page.viewportSize();
      await page.setViewportSize({ width: 390, height: 844 });
      await shoot("phone");
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      if (size) await page.setViewportSize(size);
    }),
});
