import type { PGlite } from "@electric-sql/pglite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type StudioStore, storeOn } from "@/tests/child-tool/store";
import { loadDatabase } from "@/tests/support/database";
import { ALDER, BIRCH, bundleOf, CHILD_TOKEN, createFakeHub, type FakeHub, USER } from "./fake-hub";
import { type RunningStudio, startStudio, type Visitor } from "./start-studio";

let db: PGlite;
let store: StudioStore;
let hub: FakeHub;
let studio: RunningStudio;
let visitor: Visitor;
let now: Date;

const person = (brandId: string, entitlements = ["brand-studio"]) => ({
  user_id: USER,
  brand_id: brandId,
  role: "editor",
  entitlements,
});
const versionShown = (page: string) => /data-version="(\d+)"/.exec(page)?.[1];
const brandShown = (page: string) => /data-brand="([^"]+)"/.exec(page)?.[1];

beforeAll(async () => {
  db = await loadDatabase();
  store = await storeOn(db);
  hub = await createFakeHub();
});
afterAll(async () => {
  await hub.close();
  await db.close();
});
beforeEach(async () => {
  await db.query("delete from brand_cache");
  now = new Date("2026-03-14T09:26:53.000Z");
  hub.failing = null;
  hub.bundles.set(ALDER, bundleOf(ALDER, "alder", 7)).set(BIRCH, bundleOf(BIRCH, "birch", 3));
  hub.persons
    .set("for-alder", person(ALDER))
    .set("for-birch", person(BIRCH))
    .set("untooled", person(ALDER, ["print-desk"]));
  studio = await startStudio({ hubUrl: hub.url, token: CHILD_TOKEN, store, now: () => now });
  visitor = studio.visitor();
});
afterEach(async () => {
  expect(studio.errors).toEqual([]);
  await studio.close();
});

describe("the hand-off", () => {
  it("redirects to the hub's page for this tool with a new state and nothing secret", async () => {
    const [first, second] = [await visitor.connect(), await visitor.connect()];
    expect(first.origin).toBe(hub.url);
    expect(first.pathname).toBe("/connect/brand-studio");
    expect([...first.searchParams.keys()]).toEqual(["state"]);
    expect(first.searchParams.get("state")).toMatch(/^[\w-]{8}\.[\w-]{32}\.any$/);
    expect(second.searchParams.get("state")).not.toBe(first.searchParams.get("state"));
    expect(first.href).not.toContain(CHILD_TOKEN);
  });

  it("sends the id of the active brand, which it reads from the hub", async () => {
    const asked = () => hub.asked.filter((line) => line.startsWith("GET /api/public/v1/brands"));
    visitor.cookies.set("hub_active_brand", "no-brand-of-ours");
    expect((await visitor.connect()).searchParams.get("brand_id")).toBeNull();
    visitor.cookies.set("hub_active_brand", "alder");
    expect((await visitor.connect()).searchParams.get("brand_id")).toBe(ALDER);
    expect(asked()).toHaveLength(2);
    hub.failing = 500;
    expect((await visitor.connect()).searchParams.get("brand_id")).toBeNull();
  });

  const fromHub = (query: Record<string, string>) => visitor.get(`/hub/login?${new URLSearchParams(query)}`);

  it("starts from the hub's button with its brand, and accepts only its own state", async () => {
    const response = await fromHub({ iss: hub.url, target_link_uri: `${studio.url}/`, brand_id: ALDER });
    const address = new URL(response.headers.get("location") ?? "");
    expect([response.status, address.pathname]).toEqual([303, "/connect/brand-studio"]);
    expect(address.searchParams.get("brand_id")).toBe(ALDER);
    const state = address.searchParams.get("state") ?? "";
    expect((await visitor.post("/hub/callback", { token: "for-alder", state: `${state}x` })).status).toBe(400);
    expect((await visitor.post("/hub/callback", { token: "for-alder", state })).status).toBe(303);
    expect(brandShown(await visitor.page())).toBe(ALDER);
  });

  it("starts from the hub's button without a brand or with an invalid id as from its own", async () => {
    for (const brand of [{}, { brand_id: "alder" }] as Record<string, string>[]) {
      const address = new URL((await fromHub({ iss: hub.url, ...brand })).headers.get("location") ?? "");
      expect([...address.searchParams.keys()]).toEqual(["state"]);
    }
  });

  it.each<[string, () => Record<string, string>]>([
    ["no issuer", () => ({ brand_id: ALDER })],
    ["another hub", () => ({ iss: "https://hub.evil.example", brand_id: ALDER })],
    ["a target on another origin", () => ({ iss: hub.url, target_link_uri: "https://evil.example/" })],
    ["a target that isn't a URL", () => ({ iss: hub.url, target_link_uri: "javascript:alert(1)" })],
  ])("leads nowhere from a button with %s", async (_, query) => {
    const response = await fromHub(query());
    expect([response.status, response.headers.get("location")]).toEqual([400, null]);
  });

  it.each([
    ["access_denied", 403],
    ["temporarily_unavailable", 502],
  ])("shows the hub's error instead of a token: %s", async (error, status) => {
    const state = (await visitor.connect()).searchParams.get("state") ?? "";
    hub.asked = [];
    const fields = { error, error_description: "Because <b>so</b>.", state };
    const response = await visitor.post("/hub/callback", fields);
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining("Because &lt;b&gt;so")]);
    expect((await visitor.post("/hub/callback", fields)).status).toBe(400);
    expect(hub.asked).toEqual([]);
  });

  it("opens a session from the posted token and shows that brand", async () => {
    const response = await visitor.signIn("for-alder");
    expect([response.status, response.headers.get("location")]).toEqual([303, "/"]);
    const page = await visitor.page();
    expect([brandShown(page), versionShown(page)]).toEqual([ALDER, "7"]);
  });

  it("hides its cookies from scripts and other sites' requests", async () => {
    const state = (await visitor.get("/connect")).headers.getSetCookie()[0];
    const session = (await visitor.signIn("for-alder")).headers
      .getSetCookie()
      .find((line) => line.startsWith("brand_studio_session="));
    expect(state).toMatch(/; Path=\/hub\/callback; Max-Age=600; HttpOnly; SameSite=Lax$/);
    expect(session).toMatch(/; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/);
    expect(session).not.toContain("for-alder");
  });

  it("on https marks its cookies Secure and accepts the state with a form from another site", async () => {
    studio.studio.config.baseUrl = "https://studio.example.com";
    expect((await visitor.get("/connect")).headers.getSetCookie()[0]).toMatch(/; HttpOnly; SameSite=None; Secure$/);
  });

  it("works in several tabs at once", async () => {
    const states = [await visitor.connect(), await visitor.connect()].map(
      (address) => address.searchParams.get("state") ?? "",
    );
    for (const state of states)
      expect((await visitor.post("/hub/callback", { token: "for-alder", state })).status).toBe(303);
  });

  it.each([
    ["another state", (state: string) => ({ token: "for-alder", state: state.replace(/.any$/, "X.any") })],
    ["no state", () => ({ token: "for-alder" })],
    ["an empty state", () => ({ token: "for-alder", state: "" })],
    ["an invalid state", () => ({ token: "for-alder", state: "a b; Path=/" })],
  ])("is refused with 400 for %s, before the token is read", async (_, fields) => {
    const state = (await visitor.connect()).searchParams.get("state") ?? "";
    hub.asked = [];
    expect((await visitor.post("/hub/callback", fields(state))).status).toBe(400);
    expect(hub.asked).toEqual([]);
    expect(await visitor.page()).not.toContain("data-brand");
  });

  it("gets 400 in another browser than the one that started it", async () => {
    const state = (await visitor.connect()).searchParams.get("state") ?? "";
    const other = studio.visitor();
    expect((await other.post("/hub/callback", { token: "for-alder", state })).status).toBe(400);
  });

  it("gets 400 a second time, because a state works once", async () => {
    const state = (await visitor.connect()).searchParams.get("state") ?? "";
    const fields = { token: "for-alder", state };
    expect((await visitor.post("/hub/callback", fields)).status).toBe(303);
    expect((await visitor.post("/hub/callback", fields)).status).toBe(400);
  });

  it("gets 401 if the hub refuses the token", async () => {
    expect((await visitor.signIn("expired")).status).toBe(401);
    expect((await visitor.signIn("")).status).toBe(401);
    expect(await visitor.page()).not.toContain("data-brand");
  });

  it("gets 403 for another brand than requested, or one without this tool", async () => {
    await studio.studio.cache.get(BIRCH, true);
    visitor.cookies.set("hub_active_brand", "birch");
    expect((await visitor.signIn("for-alder")).status).toBe(403);
    expect((await visitor.signIn("for-birch")).status).toBe(303);
    visitor.cookies.delete("hub_active_brand");
    expect((await visitor.signIn("untooled")).status).toBe(403);
  });

  it("gets 502 while the hub is unreachable", async () => {
    hub.failing = 500;
    expect((await visitor.signIn("for-alder")).status).toBe(502);
  });
});

describe("a session", () => {
  it("ends after an hour, so the hub is asked again", async () => {
    await visitor.signIn("for-alder");
    now = new Date(now.getTime() + 60 * 60_000 - 1);
    expect(await visitor.page()).toContain("data-brand");
    now = new Date(now.getTime() + 1);
    expect(await visitor.page()).not.toContain("data-brand");
  });

  it("ends on sign-out, only by this tool's own form", async () => {
    await visitor.signIn("for-alder");
    expect((await visitor.post("/leave", { form_key: "forged" })).status).toBe(403);
    const formKey = /name="form_key" value="([^"]+)"/.exec(await visitor.page())?.[1] ?? "";
    expect((await visitor.post("/leave", { form_key: formKey })).status).toBe(303);
    expect(await visitor.page()).not.toContain("data-brand");
  });

  it("ends when the active-brand cookie is gone, because the person signed out of the hub", async () => {
    visitor.cookies.set("hub_active_brand", "alder");
    await visitor.signIn("for-alder");
    expect(await visitor.page()).toContain("data-brand");
    visitor.cookies.delete("hub_active_brand");
    expect(await visitor.page()).not.toContain("data-brand");
    visitor.cookies.set("hub_active_brand", "alder");
    expect(await visitor.page()).not.toContain("data-brand");
  });

  it("isn't opened by the cookie, which is a hint and no permission", async () => {
    await studio.studio.cache.get(ALDER, true);
    visitor.cookies.set("hub_active_brand", "alder");
    visitor.cookies.set("brand_studio_session", "guessed");
    expect(await visitor.page()).not.toContain("data-brand");
    expect((await visitor.get("/changes")).status).toBe(401);
    expect((await visitor.post("/events/demo", {})).status).toBe(401);
  });
});

describe("when the active brand changes", () => {
  beforeEach(async () => {
    visitor.cookies.set("hub_active_brand", "alder");
    await visitor.signIn("for-alder");
    await visitor.page();
    visitor.cookies.set("hub_active_brand", "birch");
  });

  it("sign-in starts again automatically, and the page shows the other brand", async () => {
    const response = await visitor.get("/");
    expect([response.status, response.headers.get("location")]).toEqual([303, "/connect"]);
    await visitor.signIn("for-birch");
    const page = await visitor.page();
    expect([brandShown(page), versionShown(page)]).toEqual([BIRCH, "3"]);
  });

  it("sign-in starts once per cookie value, so a hub that refuses causes no loop", async () => {
    expect((await visitor.get("/")).status).toBe(303);
    const page = await visitor.page();
    expect(brandShown(page)).toBe(ALDER);
    expect(page).toContain("Your active brand is now birch");
    visitor.cookies.set("hub_active_brand", "cedar");
    expect((await visitor.get("/")).status).toBe(303);
  });

  it("a hub that returns another brand than the cookie's causes no loop", async () => {
    await visitor.get("/");
    await visitor.signIn("for-alder");
    expect((await visitor.get("/")).status).toBe(200);
  });

  it("a further change during the sign-in is handled afterwards", async () => {
    visitor.cookies.set("hub_active_brand", "alder");
    const state = (await visitor.connect()).searchParams.get("state") ?? "";
    visitor.cookies.set("hub_active_brand", "birch");
    expect((await visitor.post("/hub/callback", { token: "for-alder", state })).status).toBe(303);
    const response = await visitor.get("/");
    expect([response.status, response.headers.get("location")]).toEqual([303, "/connect"]);
  });

  it("a cookie that isn't a slug is ignored", async () => {
    visitor.cookies.set("hub_active_brand", "../evil");
    expect((await visitor.connect()).searchParams.has("brand_id")).toBe(false);
  });

  it("a renamed brand stays, under its new slug", async () => {
    hub.bundles.set(ALDER, bundleOf(ALDER, "birch", 8));
    await store.bundles.markStale(ALDER);
    const page = await visitor.page();
    expect([brandShown(page), versionShown(page)]).toEqual([ALDER, "8"]);
  });
});
