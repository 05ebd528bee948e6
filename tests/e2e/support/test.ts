import { type APIResponse, type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { signSessionToken } from "@/lib/access/server";
import { suggestSlug } from "@/lib/platform/suggest-slug";
import { reauthCookieName, sessionCookie } from "@/lib/web/auth/cookies";
import { createMailCatcher, type MailCatcher } from "../../support/mail-catcher";
import { createReceiver, type Receiver } from "../../support/receiver";
import { expectNoViolations, type Scope } from "./accessibility";
import { type Hub, startHub } from "./hub";
import { interactive } from "./keyboard";
import type { Credentials, Minted, MintedBrand, Person } from "./minted";
import { type Part, showScreen } from "./screens";

export { expect } from "@playwright/test";
export { type Credentials, type MintedBrand, PASSWORD, type Person } from "./minted";

interface Fixtures {
  /** Signs a demo person in to the page's browser, by default the one who owns, edits and views one brand each. */
  signIn(who?: Person, page?: Page): Promise<Person>;
  /** Signs the owner of a `bare` brand in with a session whose last re-authentication is long ago. */
  signInUnproved(who: Person): Promise<void>;
  /** Demo people by role: a member with the brand, the hub administrator, or the person in no brand. */
  people: People;
  /** A page in another browser, signed out or signed in as this person, with the same guard as `page`. */
  visitor(who?: Person): Promise<Page>;
  /** A person in no brand, used by only this test. */
  newcomer: Person;
  /** The same with a verified email. */
  colleague: Person;
  /** A brand used by only this test. */
  brand(kind: keyof Minted["brands"]): MintedBrand;
  /** Creates a brand of the person signed in on `page` through the API, and returns its slug. */
  makeBrand(page: Page, name: string, document?: object): Promise<string>;
  /** Starts a webhook receiver that is closed after the test. */
  receive: typeof createReceiver;
  /** Allows matching requests and console messages, for tests of failures. */
  allow(pattern: RegExp): void;
  guard: { watch(context: BrowserContext): void; allow(pattern: RegExp): void };
  /** Asserts no axe violations, and in full runs no contrast violations in the dark theme. */
  expectAccessible(page: Page, scope?: Scope): Promise<void>;
  /** Asserts that the page fits a phone. `SCREENS=1` also saves pictures of it. */
  screens(page: Page, name: string, options?: { part?: Part }): Promise<void>;
}

interface WorkerFixtures {
  mails: MailCatcher;
  hub: Hub;
  credentials: Credentials;
  /** Returns the next minted item, which only this test uses. */
  take<Item>(list: readonly Item[]): Item;
}

export interface People {
  all: Person[];
  /** A member of three brands: owner of the first, editor of the second, viewer of the third. */
  several: Person;
  none: Person;
  hubAdmin: Person;
  /** A person with this role and the brand's slug and id. */
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

/** Requests a session with the password through next-auth's endpoints. */
export async function tryPassword({ request }: BrowserContext, { email, password }: Person): Promise<APIResponse> {
  const { csrfToken } = await (await request.get("/api/auth/csrf")).json();
  const form = { csrfToken, email, password, json: "true" };
  return request.post("/api/auth/callback/credentials", { form });
}

/** Signs in with the password, for tests that end the session. */
export async function signInAnew(context: BrowserContext, person: Person): Promise<void> {
  expect((await tryPassword(context, person)).ok()).toBe(true);
}

/** Replaces the browser's session with a stored one. */
async function restoreSession(
  context: BrowserContext,
  { url, minted }: Hub,
  { email }: Person,
  sessions = minted.sessions,
): Promise<void> {
  const { claims, proof } = required(sessions[email], `session of ${email}`);
  const value = await signSessionToken({ secrets: { session: minted.sessionSecrets } }, { ...claims, iss: url });
  await context.clearCookies();
  await context.addCookies([
    { name: sessionCookie(url).name, value, url, httpOnly: true, sameSite: "Lax" },
    { name: reauthCookieName(url), value: proof, url, httpOnly: true, sameSite: "Strict" },
  ]);
}

/**
 * An open page polls its brand's live state, and is refused once the session has ended or the brand is archived or
 * deleted.
 */
const NO_LONGER_LIVE = /^40[14] POST \S+\/b\/[^/]+\/live$/;

/** Reports console errors and failed requests of a browser. */
function watchTrouble(context: BrowserContext, note: (text: string) => void): void {
  context.on("console", (message) => {
    // The response itself is noted with its URL below.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) note(message.text());
  });
  context.on("weberror", (error) => note(String(error.error())));
  context.on("response", (response) => {
    const said = `${response.status()} ${response.request().method()} ${response.url()}`;
    if (response.status() >= 400 && !NO_LONGER_LIVE.test(said)) note(said);
  });
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // Leaving a page aborts its pending requests.
    if (reason !== "net::ERR_ABORTED") note(`${reason} ${request.method()} ${request.url()}`);
  });
}

/**
 * Makes loading a page wait until it responds to people. A test on a busy machine is faster than hydration, and loses
 * what it clicks and types. `waitUntil` leaves a page as it is.
 */
function loadWhole(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (!options?.waitUntil) await interactive(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (!options?.waitUntil) await interactive(page);
    return response;
  };
}

/** The base of every test. Any console error or failed request fails it. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  mails: [
    async ({}, use) => {
      const catcher = await createMailCatcher();
      await use(catcher);
      await catcher.close();
    },
    { scope: "worker" },
  ],
  hub: [
    async ({ mails }, use, { parallelIndex }) => {
      const sending = { SMTP_URL: mails.url, MAIL_FROM: "Brand Identity Hub <hub@example.com>" };
      const hub = await startHub(`worker-${parallelIndex}`, sending);
      await use(hub);
      await hub.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  credentials: [async ({ hub }, use) => use(hub.minted.credentials), { scope: "worker" }],
  take: [
    async ({}, use) => {
      const taken = new Map<readonly unknown[], number>();
      await use((list) => {
        const index = taken.get(list) ?? 0;
        taken.set(list, index + 1);
        const item = list[index];
        if (item === undefined) throw new Error("too few were minted: see support/seed.ts");
        return item;
      });
    },
    { scope: "worker" },
  ],
  baseURL: async ({ hub }, use) => use(hub.url),
  people: async ({ credentials }, use) => use(peopleOf(credentials)),
  newcomer: async ({ hub, take }, use) => use(take(hub.minted.newcomers)),
  colleague: async ({ hub, take }, use) => use(take(hub.minted.colleagues)),
  brand: async ({ hub, take }, use) => use((kind) => take(hub.minted.brands[kind])),
  signIn: async ({ page, people, hub }, use) =>
    use(async (who = people.several, other = page) => {
      await restoreSession(other.context(), hub, who);
      return who;
    }),
  signInUnproved: async ({ page, hub }, use) =>
    use((who) => restoreSession(page.context(), hub, who, hub.minted.unprovedSessions)),
  makeBrand: async ({ hub }, use) =>
    use(async (page, name, document) => {
      const slug = `${suggestSlug(name).slice(0, 40)}-${Date.now().toString(36)}`;
      const start = document ? { kind: "file", text: JSON.stringify(document) } : { kind: "nothing" };
      const response = await page.request.post("/new/brands", {
        headers: { origin: hub.url },
        multipart: { brand: JSON.stringify({ name, slug, start }) },
      });
      expect(await response.json()).toEqual({ slug });
      return slug;
    }),
  receive: async ({}, use) => {
    const receivers: Receiver[] = [];
    await use(async (answer) => {
      const receiver = await createReceiver(answer);
      receivers.push(receiver);
      return receiver;
    });
    for (const receiver of receivers) await receiver.close();
  },
  allow: [async ({ guard }, use) => use(guard.allow), { auto: true }],
  guard: async ({ context, javaScriptEnabled }, use) => {
    const allowed: RegExp[] = [];
    const trouble: string[] = [];
    const passes = (text: string) => allowed.some((pattern) => pattern.test(text));
    const watch = (watched: BrowserContext) => {
      watchTrouble(watched, (text) => passes(text) || trouble.push(text));
      if (javaScriptEnabled !== false) watched.on("page", loadWhole);
    };
    watch(context);
    await use({ watch, allow: (pattern) => void allowed.push(pattern) });
    expect(trouble.filter((text) => !passes(text))).toEqual([]);
  },
  visitor: async ({ browser, guard, hub }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (who) => {
      const context = await browser.newContext();
      guard.watch(context);
      opened.push(context);
      if (who) await restoreSession(context, hub, who);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },
  expectAccessible: async ({}, use) => use((page, scope) => base.step("axe", () => expectNoViolations(page, scope))),
  screens: async ({}, use) =>
    use((page, name, { part = "page" } = {}) => base.step("screens", () => showScreen(page, name, part))),
});
