// SPDX-License-Identifier: MIT
import type { Example } from "./operation.js";

export const EXAMPLE_BRAND_ID = "01920a4e-6a10-7c3f-9d3b-2f5f6f2f8a01";
const USER_ID = "01920a4e-6a11-7d10-8a44-51b0c7d9e502";
const TOKEN =
  "eyJhbGciOiJIUzI1NiIsInR5cCI6Imh1Yi1mZWRlcmF0aW9uK2p3dCIsImtpZCI6ImE0MWYwOWMyIn0.eyJzdWIiOiIwMTkyMGE0ZSJ9.c2lnbmF0dXJl";
const FILE = "2bb1b3b6c4c5d4b8f0d0b6e5a9a53e2a5d1bb7fd8d4b9c2f6a1e0c3d5e7f9a0b";
const DIGEST = "7d1a54127b222502f5b79b5fb0803061152a44f92b37e23c6527baf665d4da9a";
const DIGEST_BEFORE = "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d";
const DELIVERY_ID = "01920a4e-6a16-7000-8000-000000000001";
const URL_QUERY = `brand=${EXAMPLE_BRAND_ID}&expires=1773482220&signature=mPq0c3kV`;

const brand = { id: EXAMPLE_BRAND_ID, slug: "alder-and-ash", name: "Alder & Ash" };
const listEntry = { ...brand, identity_version: 7 };

const identity = {
  schema: 1,
  brand: {
    tagline: "Furniture that outlives the lease",
    mission: "Make one good table affordable to own for life.",
    languages: ["en", "de"],
    values: [{ name: "Repair first", description: "We mend before we sell." }],
  },
  personality: {
    archetype: { primary: "caregiver", secondary: "creator" },
    dimensions: { sincerity: 5, competence: 4, ruggedness: 3 },
  },
  persona: {
    name: "The joiner",
    voice: { summary: "Plain and warm", attributes: ["specific"], avoid: ["superlatives"] },
    tone: { formality: -1, humor: 0, irreverence: -1, enthusiasm: 1 },
  },
};

const exampleBundle = {
  brand,
  identity_version: 7,
  identity,
  colors: {
    source: "generated",
    palette: [
      {
        id: "01920a4e-6a12-7000-8000-000000000001",
        name: "Alder green",
        role: "primary",
        hex: "#2f5d50",
        rgb: { r: 47, g: 93, b: 80 },
        usage: "Headlines, buttons, links",
        locked: true,
      },
    ],
    scales: [
      {
        color: "01920a4e-6a12-7000-8000-000000000001",
        steps: {
          "50": "#f3f8f6",
          "100": "#e5efeb",
          "200": "#ceddd8",
          "300": "#b1c7c0",
          "400": "#8eaba1",
          "500": "#6c8f84",
          "600": "#4c7468",
          "700": "#2f5d50",
          "800": "#22483e",
          "900": "#17372e",
          "950": "#0a231d",
        },
      },
    ],
    print: [
      { color: "01920a4e-6a12-7000-8000-000000000001", cmyk: { c: 80, m: 42, y: 66, k: 32 }, pantone: "PANTONE 626 C" },
    ],
    dark: [{ color: "01920a4e-6a12-7000-8000-000000000001", hex: "#406e60" }],
    gradients: [
      {
        id: "01920a4e-6a18-7000-8000-000000000001",
        name: "Forest floor",
        kind: "linear",
        angle: 135,
        stops: [
          {
            color: { colorSpace: "srgb", components: [0.1843, 0.3647, 0.3137], hex: "#2f5d50" },
            position: 0,
            palette_color: "01920a4e-6a12-7000-8000-000000000001",
          },
          { color: { colorSpace: "srgb", components: [0.0667, 0.1333, 0.1137], hex: "#11221d" }, position: 1 },
        ],
      },
    ],
  },
  logos: {
    items: [
      {
        id: "01920a4e-6a13-7000-8000-000000000001",
        variant: "logo_negative",
        label: "Logo for dark surfaces",
        usage: "On dark photographs and on alder green",
        background: "dark",
        clear_space: "The height of the A on every side",
        min_width_px: 96,
        asset_id: "01920a4e-6a14-7000-8000-000000000001",
        url: `https://hub.example.com/files/${FILE}?${URL_QUERY}`,
        url_expires_at: 1773482220,
        mime: "image/svg+xml",
      },
    ],
    rules: ["Never place the positive logo on a dark surface."],
  },
  assets: [
    {
      id: "01920a4e-6a15-7000-8000-000000000001",
      kind: "pattern",
      name: "Wood grain",
      url: `https://hub.example.com/files/${FILE}?${URL_QUERY}`,
      url_expires_at: 1773482220,
      mime: "image/png",
      bytes: 48213,
      sha256: FILE,
      width: 1024,
      height: 1024,
    },
  ],
  fonts: [
    {
      id: "01920a4e-6a16-7000-8000-000000000001",
      family: "Alder Grotesk",
      roles: ["heading", "body"],
      files: [
        {
          asset_id: "01920a4e-6a17-7000-8000-000000000001",
          sha256: FILE,
          weight_range: [300, 800],
          style: "normal",
          mime: "font/woff2",
          bytes: 61204,
          url: `https://hub.example.com/files/${FILE}?${URL_QUERY}`,
          url_expires_at: 1773482220,
        },
      ],
      scripts: ["Latn"],
      fallbacks: ["Arial", "sans-serif"],
      opentype_features: ["tnum"],
      metrics: {
        local: "Arial",
        size_adjust: 104.2,
        ascent_override: 91.5,
        descent_override: 23.1,
        line_gap_override: 0,
      },
      license: { holder: "Alder & Ash", uses: ["web", "print"], expires_on: "2027-12-31" },
    },
  ],
  text_styles: {
    heading: {
      fontFamily: ["Alder Grotesk", "Arial", "sans-serif"],
      fontSize: { value: 32, unit: "px" },
      fontWeight: 700,
      letterSpacing: { value: -0.5, unit: "px" },
      lineHeight: 1.2,
    },
  },
  color_rules: [
    {
      id: "01920a4e-6a19-7000-8000-000000000001",
      color: "01920a4e-6a12-7000-8000-000000000001",
      allowed_on: [],
      forbidden_on: ["01920a4e-6a12-7000-8000-000000000002"],
      never_pair_with: [],
      severity: "must",
      reason: "It cannot be read there",
    },
  ],
  imagery: {
    photo: {
      direction: "Daylight, and hands at work.",
      donts: [{ asset_id: "01920a4e-6a15-7000-8000-000000000001", note: "A surface says nothing without a use." }],
    },
    icon: { style: "outline", grid_px: 24, stroke_px: 1.5 },
  },
  legal: {
    trademark_lines: ["Alder & Ash is a registered trademark of Alder & Ash Ltd."],
    boilerplate: { en: "Alder & Ash makes furniture that can be mended." },
  },
  logo_rules: [
    {
      logo_id: "01920a4e-6a13-7000-8000-000000000001",
      minimum_size: { px: 96, mm: 20 },
      clear_space: { share: 0.25, of: "logo_height" },
      allowed_backgrounds: { surfaces: ["light"] },
    },
  ],
  foundations: {
    spacing: { sm: { $type: "dimension", $value: { value: 8, unit: "px" } } },
    transition: {
      move: {
        $type: "transition",
        $value: {
          duration: { value: 220, unit: "ms" },
          delay: { value: 0, unit: "ms" },
          timingFunction: [0.2, 0, 0, 1],
        },
      },
    },
  },
};

const event = {
  brand_id: EXAMPLE_BRAND_ID,
  type: "asset.approved",
  occurred_at: "2026-03-14T09:26:53.589Z",
  idempotency_key: "asset-482-approved",
  trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
  payload: { asset: "482", by: "mara" },
};

const childHeaders = { "X-Tool-Slug": "brand-studio" };

/** Examples of the OpenAPI description and the PDF. A test parses each with its schema. */
const exampleVersion = {
  ...exampleBundle,
  logos: {
    ...exampleBundle.logos,
    items: exampleBundle.logos.items.map(({ url: _, url_expires_at: __, ...logo }) => ({ ...logo, sha256: FILE })),
  },
  assets: exampleBundle.assets.map(({ url: _, url_expires_at: __, ...asset }) => asset),
  fonts: exampleBundle.fonts.map((font) => ({
    ...font,
    files: font.files.map(({ url: _, url_expires_at: __, ...file }) => file),
  })),
};

export const examples = {
  listTools: {
    title: "One tool of two is granted",
    response: {
      tools: [
        { slug: "brand-studio", name: "Brand Studio", status: "active", entitled: true },
        { slug: "print-desk", name: "Print Desk", status: "beta", entitled: false },
      ],
    },
  },
  listBrands: { title: "With an API key", response: { brands: [{ ...listEntry, role: "api-key" }] } },
  listMyBrands: {
    title: "A user with one brand",
    response: { brands: [{ ...listEntry, role: "owner" }], active_brand_id: EXAMPLE_BRAND_ID },
  },
  readMyBrand: {
    title: "The active brand",
    response: { brand, brand_identity: identity, brand_identity_version: 7, brand_book: identity },
  },
  ingestLooseEvent: {
    title: "A version 0 event",
    request: { body: { type: "export.finished", payload: { pages: 12 } } },
    response: { ok: true },
  },
  mintFederationToken: {
    title: "For a named brand",
    request: { body: { brand_id: EXAMPLE_BRAND_ID } },
    response: { token: TOKEN, expires_at: 1773480713 },
  },
  exchangeFederationToken: {
    title: "A fresh token",
    request: { body: { token: TOKEN } },
    response: { user_id: USER_ID, brand_id: EXAMPLE_BRAND_ID, role: "editor", entitlements: ["brand-studio"] },
  },
  exchangeForATool: {
    title: "A token of a hand-off, with the tool's own credentials",
    request: { headers: childHeaders, body: { token: TOKEN } },
    response: {
      user_id: USER_ID,
      brand_id: EXAMPLE_BRAND_ID,
      role: "editor",
      entitlements: ["brand-studio"],
      azp: "brand-studio",
    },
  },
  readBundle: {
    title: "First read, or a newer version",
    request: { params: { id: EXAMPLE_BRAND_ID }, headers: childHeaders },
    response: exampleBundle,
  },
  readBundleNotModified: {
    title: "Nothing new",
    request: { params: { id: EXAMPLE_BRAND_ID }, query: { since: "7" }, headers: childHeaders },
    response: { not_modified: true },
  },
  listToolBrands: {
    title: "The first page",
    request: { headers: childHeaders, query: { limit: "1" } },
    response: { brands: [listEntry], next: "MDE5MjBhNGUtNmExMC03YzNmLTlkM2ItMmY1ZjZmMmY4YTAx" },
  },
  listDeliveries: {
    title: "One webhook since a time",
    request: { headers: childHeaders, query: { since: "2026-03-14T09:26:00.000Z" } },
    response: {
      deliveries: [
        {
          id: DELIVERY_ID,
          headers: [
            { name: "Content-Type", value: "application/json" },
            { name: "User-Agent", value: "Brand-Identity-Hub/1.0" },
            { name: "X-Hub-Event", value: "hub.test" },
            { name: "X-Hub-Delivery", value: DELIVERY_ID },
            { name: "X-Hub-Attempt", value: "1" },
            { name: "webhook-id", value: DELIVERY_ID },
          ],
          body: `{"id":"${DELIVERY_ID}","type":"hub.test","occurred_at":"2026-03-14T09:26:53.589Z","brand_id":"${EXAMPLE_BRAND_ID}"}`,
        },
      ],
      next: null,
      as_of: "2026-03-14T09:27:10.000Z",
    },
  },
  listVersions: {
    title: "What came after version 5",
    request: { params: { id: EXAMPLE_BRAND_ID }, query: { after: "5" }, headers: childHeaders },
    response: {
      versions: [
        { version: 6, published_at: "2026-03-02T08:00:00.000Z", digest: DIGEST_BEFORE, changed: ["logos"] },
        { version: 7, published_at: "2026-03-14T09:26:53.589Z", digest: DIGEST, changed: ["identity", "colors"] },
      ],
    },
  },
  readVersion: {
    title: "Version 7",
    request: { params: { id: EXAMPLE_BRAND_ID, version: "7" }, headers: childHeaders },
    response: exampleVersion,
  },
  readVersionFormat: {
    title: "Version 7 as CSS variables",
    request: { params: { id: EXAMPLE_BRAND_ID, version: "7", format: "tokens.css" }, headers: childHeaders },
    response: ":root {\n  --color-alder: #2f5d50; /* primary */\n  --spacing-md: 16px;\n}\n",
  },
  readContext: {
    title: "What to know before writing",
    request: {
      params: { id: EXAMPLE_BRAND_ID },
      query: { task: "write", max_tokens: "500" },
      headers: childHeaders,
    },
    response:
      "# Alder & Ash, version 7: context for writing\n\n## Must\n\n- The name is “Alder & Ash”.\n- Never write: “cheap”.\n",
  },
  checkContent: {
    title: "A sentence with a forbidden word",
    request: {
      params: { id: EXAMPLE_BRAND_ID },
      headers: childHeaders,
      body: { content: "Seamless repairs.", media_type: "text/plain", locale: "en" },
    },
    response: {
      version: 7,
      findings: [
        {
          rule: "forbidden-word",
          severity: "must",
          path: "/identity/persona/vocabulary/banned/0",
          start: 0,
          end: 8,
          quote: "Seamless",
          message: "Don't use “Seamless”.",
        },
      ],
      omitted: 0,
      not_checked: [{ path: "/identity/persona", reason: "Voice, tone, dos and don'ts need a person." }],
    },
  },
  readVersionProof: {
    title: "The proof of version 7",
    request: { params: { id: EXAMPLE_BRAND_ID, version: "7" }, headers: childHeaders },
    response: {
      proof: `eyJhbGciOiJFZERTQSIsInR5cCI6Imh1Yi12ZXJzaW9uK2p3cyIsImtpZCI6Im8yY1YifQ.eyJ2ZXJzaW9uIjo3fQ.c2lnbmF0dXJl`,
    },
  },
  findToolBrand: {
    title: "The brand of the active-brand cookie",
    request: { headers: childHeaders, query: { slug: "alder-and-ash" } },
    response: { brands: [listEntry], next: null },
  },
  findChangedBundles: {
    title: "Four brands: one changed, one is current, one is not yours, one is gone",
    request: {
      headers: childHeaders,
      body: {
        brands: [
          { id: EXAMPLE_BRAND_ID, since: 6 },
          { id: "01920a4e-6a10-7c3f-9d3b-2f5f6f2f8a02", since: 3 },
          { id: "01920a4e-6a10-7c3f-9d3b-2f5f6f2f8a03", since: 12 },
          { id: "01920a4e-6a10-7c3f-9d3b-2f5f6f2f8a04", since: 1 },
        ],
      },
    },
    response: {
      changed: [{ id: EXAMPLE_BRAND_ID, identity_version: 7 }],
      forbidden: ["01920a4e-6a10-7c3f-9d3b-2f5f6f2f8a03"],
      not_found: ["01920a4e-6a10-7c3f-9d3b-2f5f6f2f8a04"],
    },
  },
  ingestEvent: {
    title: "A new event",
    request: { headers: childHeaders, body: event },
    response: { ok: true, deduped: false },
  },
  ingestEventBatch: {
    title: "Two events, one of them already seen",
    request: {
      headers: childHeaders,
      body: { events: [event, { ...event, type: "asset.archived", idempotency_key: "asset-482-archived" }] },
    },
    response: { ok: true, results: [{ deduped: true }, { deduped: false }] },
  },
  readOpenApi: {
    title: "Its beginning",
    response: { openapi: "3.1.0", info: { title: "Brand Identity Hub API", version: "1.0.0" } },
  },
  dispatchTick: { title: "Three sent, one of them refused", response: { processed: 3, failed: 1 } },
  registerSubscription: {
    title: "A tool's own address for one brand",
    request: {
      body: {
        brand_id: EXAMPLE_BRAND_ID,
        tool_slug: "brand-studio",
        webhook_url: "https://studio.example.com/webhooks/hub",
      },
    },
    response: { ok: true },
  },
} satisfies Record<string, Example>;
