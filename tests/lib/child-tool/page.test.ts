import type { PGlite } from "@electric-sql/pglite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BrandBundle } from "@/lib/contract";
import { contrast, textOn } from "@/tests/child-tool/contrast";
import { type StudioStore, storeOn } from "@/tests/child-tool/store";
import { fontFamily, logoFor, themeOf } from "@/tests/child-tool/theme";
import { loadDatabase } from "@/tests/support/database";
import { ALDER, bundleOf, CHILD_TOKEN, createFakeHub, type FakeHub, USER } from "./fake-hub";
import { type RunningStudio, startStudio, type Visitor } from "./start-studio";

let db: PGlite;
let store: StudioStore;
let hub: FakeHub;
let studio: RunningStudio;
let visitor: Visitor;

const EVIL = `"><script>alert(1)</script><img src=x onerror=alert(2)>' onload='`;

/** Replaces all of the brand's texts and values with attacks where the contract allows text. */
function poison(bundle: BrandBundle): void {
  bundle.brand.name = EVIL;
  const { brand, persona } = bundle.identity;
  Object.assign(brand, { tagline: EVIL, description: EVIL, mission: EVIL, promise: EVIL });
  brand.typography = {
    heading: `x"; } body { background: url(https://evil.example) } </style>${EVIL}`,
    body: EVIL,
    mono: EVIL,
  };
  Object.assign(persona, { dos: [EVIL], donts: [EVIL], examples: [{ context: EVIL, text: EVIL }] });
  persona.voice = { summary: EVIL, attributes: [EVIL] };
  for (const color of bundle.colors.palette) Object.assign(color, { name: EVIL, usage: EVIL });
  for (const logo of bundle.logos.items) Object.assign(logo, { label: EVIL, url: "https://evil.example/track.svg" });
  bundle.logos.rules = [EVIL];
}

async function show(change?: (bundle: BrandBundle) => void): Promise<Response> {
  hub.bundles.set(ALDER, bundleOf(ALDER, "alder", 7, change));
  await visitor.signIn("for-alder");
  return visitor.get("/");
}

beforeAll(async () => {
  db = await loadDatabase();
  store = await storeOn(db);
  hub = await createFakeHub();
  hub.persons.set("for-alder", { user_id: USER, brand_id: ALDER, role: "editor", entitlements: ["brand-studio"] });
});
afterAll(async () => {
  await hub.close();
  await db.close();
});
beforeEach(async () => {
  await db.query("delete from brand_cache");
  hub.failing = null;
  studio = await startStudio({ hubUrl: hub.url, token: CHILD_TOKEN, store });
  visitor = studio.visitor();
});
afterEach(async () => {
  expect(studio.errors).toEqual([]);
  await studio.close();
});

describe("the page", () => {
  it("shows the brand's colours, texts, logo and version", async () => {
    const text = await (
      await show((bundle) => {
        bundle.colors.palette.push({
          id: "background",
          name: "Night",
          role: "background",
          hex: "#101418",
          rgb: { r: 16, g: 20, b: 24 },
          usage: "",
          locked: false,
        });
        for (const logo of bundle.logos.items) logo.url = `${hub.url}/files/logo.svg?signature=a&expires=1`;
      })
    ).text();
    expect(text).toContain("--page: #101418");
    expect(text).toContain("--button: #2f5d50");
    expect(text).toContain("Furniture that outlives the lease");
    expect(text).toContain(
      `src="${hub.url}/files/logo.svg?signature=a&amp;expires=1" alt="Alder &amp; Ash" data-variant="logo_negative"`,
    );
    expect(text).toContain("Version 7");
  });

  it("escapes all of a brand's texts", async () => {
    const text = await (await show(poison)).text();
    expect(text).not.toContain("<script>alert");
    expect(text).not.toContain("<img src=x");
    expect(text).not.toContain(`' onload='`);
    expect(text).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(text.match(/<style/g)).toHaveLength(1);
    expect(text.match(/<\/style/g)).toHaveLength(1);
    expect(text.match(/<script/g)).toHaveLength(1);
  });

  it("uses only validated colours and font names in its CSS", async () => {
    const style = /<style[^>]*>([\s\S]*?)<\/style>/.exec(await (await show(poison)).text())?.[1] ?? "";
    expect(style).not.toMatch(/evil|url\(|alert|@import/);
  });

  it("shows only images from the hub", async () => {
    const text = await (await show(poison)).text();
    expect(text).not.toContain("evil.example/track.svg");
    expect(text).toContain('class="name"');
  });

  it("has a content security policy with nonces, the hub's images and no frames", async () => {
    const response = await show();
    const policy = response.headers.get("content-security-policy") ?? "";
    const [, nonce] = /script-src 'nonce-([^']+)'/.exec(policy) ?? [];
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      `style-src 'nonce-${nonce}'`,
      `script-src 'nonce-${nonce}'`,
      `img-src ${hub.url}`,
      "connect-src 'self'",
      `form-action 'self' ${hub.url}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(await response.text()).toContain(`<script nonce="${nonce}">`);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect((await visitor.get("/")).headers.get("content-security-policy")).not.toBe(policy);
  });

  it("never contains the child app token, webhook secret or federation token", async () => {
    const text = await (await show()).text();
    for (const secret of [CHILD_TOKEN, "webhook-secret-for-tests", "for-alder"]) expect(text).not.toContain(secret);
  });

  it("shows the stored brand with a note while the hub doesn't answer", async () => {
    await show();
    await store.bundles.markStale(ALDER);
    hub.failing = 503;
    const response = await visitor.get("/");
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toContain("The hub did not answer");
    expect(text).toContain('data-version="7"');
  });

  it("shows nothing of a revoked brand", async () => {
    await show();
    await store.bundles.markStale(ALDER);
    hub.bundles.delete(ALDER);
    const response = await visitor.get("/");
    expect(response.status).toBe(403);
    expect(await response.text()).not.toContain("Furniture that outlives");
  });

  it("works for a brand with only a name", async () => {
    const response = await show((bundle) => {
      bundle.identity = { schema: 1, brand: {}, personality: {}, persona: {} };
      bundle.colors.palette = [];
      bundle.logos = { items: [], rules: [] };
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("Alder &amp; Ash");
  });

  it("shows a signed-out person how to sign in", async () => {
    const response = await visitor.get("/");
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('href="/connect"');
  });

  it("answers 404 on any other path, and HEAD without a body", async () => {
    expect((await visitor.get("/elsewhere")).status).toBe(404);
    expect((await visitor.post("/", {})).status).toBe(404);
    const head = await visitor.request("/", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });
});

describe("open pages", () => {
  async function* messages(response: Response) {
    let text = "";
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk);
      for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
        yield text.slice(0, end);
        text = text.slice(end + 2);
      }
    }
  }

  it("get the current version, then each one announced for their brand", async () => {
    await show();
    const stream = await visitor.get("/changes");
    expect(stream.headers.get("content-type")).toBe("text/event-stream");
    const changes = messages(stream);
    expect((await changes.next()).value).toBe("data: 7");
    studio.studio.changes.announce("01920a4e-6a10-7c3f-9d3b-2f5f6f2f8aff", 99);
    studio.studio.changes.announce(ALDER, 8);
    expect((await changes.next()).value).toBe("data: 8");
  });

  it("get on opening what was announced while they were closed", async () => {
    await show();
    studio.studio.changes.announce(ALDER, 9);
    expect((await messages(await visitor.get("/changes")).next()).value).toBe("data: 9");
  });

  it("release everything on close", async () => {
    await show();
    const changes = messages(await visitor.get("/changes"));
    await changes.next();
    await changes.return(undefined);
    studio.studio.changes.announce(ALDER, 8);
    expect((await visitor.get("/")).status).toBe(200);
  });
});

describe("the event button", () => {
  const fieldsOf = (page: string) => ({
    form_key: /name="form_key" value="([^"]+)"/.exec(page)?.[1] ?? "",
    idempotency_key: /name="idempotency_key" value="([^"]+)"/.exec(page)?.[1] ?? "",
    occurred_at: /name="occurred_at" value="([^"]+)"/.exec(page)?.[1] ?? "",
  });

  it("sends one event with the brand's id and the page's idempotency key, however often pressed", async () => {
    const fields = fieldsOf(await (await show()).text());
    hub.events = [];
    for (const _ of [1, 2]) expect((await visitor.post("/events/demo", fields)).status).toBe(303);
    expect(hub.events).toMatchObject([
      { brand_id: ALDER, type: "asset.published", idempotency_key: fields.idempotency_key },
    ]);
    const page = await visitor.page();
    expect(page).toContain("the hub took it in");
    expect(page).toContain("the hub had it already");
    expect(fieldsOf(page).idempotency_key).not.toBe(fields.idempotency_key);
  });

  it("refuses a form from another site", async () => {
    await show();
    hub.events = [];
    expect((await visitor.post("/events/demo", { form_key: "guess", idempotency_key: "1" })).status).toBe(403);
    expect(hub.events).toEqual([]);
  });

  it("shows on the page that the hub refused it", async () => {
    const fields = fieldsOf(await (await show()).text());
    hub.failing = 500;
    await visitor.post("/events/demo", fields);
    hub.failing = null;
    expect(await visitor.page()).toContain("event failed");
  });
});

describe("readability", () => {
  it("finds a text colour of at least 4.5:1 for every background", () => {
    for (let value = 0; value < 0x1000000; value += 65_521) {
      const hex = `#${value.toString(16).padStart(6, "0")}`;
      expect(contrast(hex, textOn(hex, ["#777777"]))).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("uses the brand's text colour if it has enough contrast", () => {
    expect(textOn("#f7f0e3", ["#c99a63", "#1d2a29"])).toBe("#1d2a29");
  });

  it("puts logo_negative on dark backgrounds, logo_positive on light ones, and no logo without a match", () => {
    const [item] = bundleOf(ALDER, "alder", 1).logos.items;
    if (!item) throw new Error("the example has a logo");
    const positive = { ...item, variant: "logo_positive", background: "light" } as const;
    const negative = { ...item, variant: "logo_negative", background: "dark" } as const;
    expect(logoFor([positive, negative], "#12171c")?.variant).toBe("logo_negative");
    expect(logoFor([positive, negative], "#e0207f")?.variant).toBe("logo_negative");
    expect(logoFor([negative, positive], "#ffb224")?.variant).toBe("logo_positive");
    expect(logoFor([negative, positive], "#ffffff")?.variant).toBe("logo_positive");
    expect(logoFor([positive], "#12171c")).toBeNull();
    expect(logoFor([{ ...positive, mime: "application/pdf" }], "#ffffff")).toBeNull();
  });

  it("has readable text on each background with any palette", () => {
    const bundle = bundleOf(ALDER, "alder", 1, ({ colors: { palette } }) => {
      const [first] = palette;
      if (first)
        palette.push({ ...first, role: "background", hex: "#808080" }, { ...first, role: "text", hex: "#8a8a8a" });
    });
    const { page, primary, accent, opposite } = themeOf(bundle);
    for (const surface of [page, primary, accent, opposite])
      expect(contrast(surface.hex, surface.text)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(page.hex, opposite.hex)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ["Fraunces, semi-bold", '"Fraunces", serif'],
    ["Source Serif 4, regular, 17/27", '"Source Serif 4", serif'],
    [undefined, "serif"],
    ["", "serif"],
    ['x"; } body {}', "serif"],
    ["</style>", "serif"],
    ["a\\22", "serif"],
  ])("names the font of %j as %s", (described, family) => {
    expect(fontFamily(described, "serif")).toBe(family);
  });
});
