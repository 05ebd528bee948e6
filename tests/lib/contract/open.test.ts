import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { webhooks } from "@/lib/api/docs/webhook-catalogue";
import {
  type BrandBundle,
  BrandBundleSchema,
  BrandCache,
  type BrandCacheStore,
  BundleResponse,
  type CacheRow,
  ChangedBundles,
  declared,
  ErrorEnvelope,
  FederationContext,
  HubClient,
  HubRequestError,
  IdentityUpdated,
  type Operation,
  open,
  operations,
  parseWebhook,
  ToolBrands,
  unknownsIn,
} from "@/lib/contract";
import { EXAMPLE_BRAND_ID, examples } from "@/lib/contract/examples";

type Json = ReturnType<typeof JSON.parse>;

const LATER = "a-word-of-tomorrow";
const KEY = "key_of_tomorrow";

/** Every path in a JSON value, including its root. */
const placesOf = (value: unknown, path: string[] = []): string[][] => [
  path,
  ...(typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, entry]) => placesOf(entry, [...path, key]))
    : []),
];

const at = (value: Json, path: readonly string[]): Json => path.reduce((found, key) => found?.[key], value);

function changed(value: Json, path: readonly string[], to: (present: Json) => Json): Json {
  const [key, ...rest] = path;
  if (key === undefined) return to(value);
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = changed(value[key], rest, to);
  return copy;
}

const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Paths where the schema lists words, found by trying another word. */
const wordsOf = (schema: z.ZodType, value: Json) =>
  placesOf(value).filter((path) => {
    if (typeof at(value, path) !== "string") return false;
    const { error } = declared(schema).safeParse(changed(value, path, () => LATER));
    return /"values":\["[^"]+",/.test(JSON.stringify(error?.issues ?? []));
  });

/** Everything the hub sends, from its examples. */
const answers: [string, z.ZodType, Json][] = [
  ...Object.values<Operation>(operations).flatMap(({ id, response, examples: shown }) =>
    shown.flatMap(({ response: example }, index): [string, z.ZodType, Json][] =>
      response.schema ? [[`${id} ${index}`, response.schema, example]] : [],
    ),
  ),
  ...webhooks.map(({ name, schema, example }): [string, z.ZodType, Json] => [name, schema, example]),
];

/** Objects whose keys people choose, such as token names and languages. */
const NAMED_BY_PEOPLE = /(^|\/)(foundations\/[a-z]+|boilerplate|locales)$/;

describe("a response of a newer hub", () => {
  it.each(answers)("%s: has nothing unknown today", (_, schema, example) => {
    expect(unknownsIn(open(schema).parse(example), schema)).toEqual([]);
  });

  it.each(answers.filter(([, schema]) => declared(schema) !== operations.readOpenApi.response.schema))(
    "%s: is accepted with another key in any object, which is kept and listed",
    (_, schema, example) => {
      // The sender decides what is in a payload.
      const places = placesOf(example).filter(
        (place) => place[0] !== "payload" && !NAMED_BY_PEOPLE.test(place.join("/")) && isObject(at(example, place)),
      );
      for (const path of places) {
        const later = changed(example, path, (object) => ({ ...object, [KEY]: { any: "thing" } }));
        const read = open(schema).parse(later);
        expect(read).toEqual(later);
        expect(unknownsIn(read, schema)).toEqual([{ path: `/${[...path, KEY].join("/")}`, value: { any: "thing" } }]);
      }
    },
  );

  it("can have new roles, variants, kinds, sources, codes and parts", () => {
    const found = answers.map(([, schema, example]) => wordsOf(schema, example).length);
    expect(found.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(10);
  });

  it.each(answers)("%s: is accepted with another word in each list of words, kept and listed", (_, schema, example) => {
    for (const path of wordsOf(schema, example)) {
      const later = changed(example, path, () => LATER);
      const read = open(schema).parse(later);
      expect(read).toEqual(later);
      expect(unknownsIn(read, schema)).toEqual([{ path: `/${path.join("/")}`, value: LATER }]);
      expect(declared(schema).safeParse(later).success).toBe(false);
    }
    expect(open(schema).safeParse("a text instead").success).toBe(false);
  });

  it("is accepted with more and longer entries than today's limits", () => {
    const bundle = structuredClone<Json>(examples.readBundle.response);
    bundle.identity.brand = { tags: Array.from({ length: 30 }, () => "tag"), mission: "m".repeat(5000) };
    expect(BrandBundleSchema.parse(bundle)).toEqual(bundle);
    expect(declared(BrandBundleSchema).safeParse(bundle).success).toBe(false);
  });

  it("is refused with a missing key, an invalid colour or a wrong type", () => {
    const bundle = examples.readBundle.response;
    const { assets: _, ...without } = bundle;
    const broken = [
      without,
      changed(bundle, ["colors", "palette", "0", "hex"], () => "red;}"),
      changed(bundle, ["identity_version"], () => "7"),
    ];
    for (const answer of broken) expect(BrandBundleSchema.safeParse(answer).success).toBe(false);
  });

  it("has unknown keys listed by JSON Pointer, slashes escaped", () => {
    const bundle = { ...examples.readBundle.response, "a/b~c": 1 };
    expect(unknownsIn(bundle, BrandBundleSchema)).toEqual([{ path: "/a~1b~0c", value: 1 }]);
  });
  it("has no unknown keys in free-form objects", () => {
    expect(unknownsIn({ openapi: "3.1.0", [KEY]: 1 }, operations.readOpenApi.response.schema)).toEqual([]);
  });
});

describe("the open schemas", () => {
  it.each([
    ["bundle", BrandBundleSchema, changed(examples.readBundle.response, ["assets", "0", "kind"], () => LATER)],
    ["answer", BundleResponse, changed(examples.readBundle.response, ["logos", "items", "0", "variant"], () => LATER)],
    ["not modified", BundleResponse, { not_modified: true, [KEY]: 1 }],
    ["changed bundles", ChangedBundles, { ...examples.findChangedBundles.response, [KEY]: [] }],
    ["brands", ToolBrands, { ...examples.listToolBrands.response, [KEY]: 1 }],
    ["context", FederationContext, { ...examples.exchangeFederationToken.response, role: LATER }],
    ["error", ErrorEnvelope, { error: { code: LATER, message: "no" } }],
    ["webhook", IdentityUpdated, changed(webhooks[0]?.example, ["changed"], () => ["colors", LATER])],
  ])("%s: accept later additions and keep them", (_, schema, later) => {
    expect((schema as z.ZodType).parse(later)).toEqual(later);
    expect(unknownsIn(later, schema)).toHaveLength(1);
  });

  it("allow the hub to write only declared values", () => {
    const kind: BrandBundle["assets"][number]["kind"] = LATER;
    // @ts-expect-error the hub writes only declared words
    const written: z.input<typeof BrandBundleSchema>["assets"][number]["kind"] = LATER;
    // @ts-expect-error an undeclared key is a typo
    const slip = (bundle: BrandBundle) => bundle.asset;
    const narrowed = (entry: BrandBundle["assets"][number]): unknown => (KEY in entry ? entry[KEY] : undefined);
    expect([kind, written, slip.length, narrowed({ ...asset(), [KEY]: 5 } as never)]).toEqual([LATER, LATER, 1, 5]);
  });
});

const asset = (): Json => structuredClone(BrandBundleSchema.parse(examples.readBundle.response).assets[0]);

/** A client of a hub that gives every request this response. */
const clientOf = (status: number, body: unknown, { strict = false, headers = {} } = {}) =>
  new HubClient({
    baseUrl: "https://hub.example.com",
    toolSlug: "brand-studio",
    token: "child-token",
    strict,
    sleep: async () => {},
    fetch: async () => new Response(JSON.stringify(body), { status, headers }),
  });

const failure = async (call: Promise<unknown>): Promise<HubRequestError> => {
  const error = await call.catch((reason: unknown) => reason);
  if (!(error instanceof HubRequestError)) throw new Error(`expected a HubRequestError, not ${String(error)}`);
  return error;
};

const rowStore = () => {
  let stored: CacheRow | null = null;
  const update = (change: Partial<CacheRow>) => {
    if (stored) stored = { ...stored, ...change };
  };
  const store: BrandCacheStore = {
    find: async () => stored,
    beginFetch: async () => update({ stale: false, fetched_at: null }),
    saveBundle: async (row) => {
      stored = { ...row, stale: false };
    },
    finishUnchanged: async (_, fetched_at) => update({ fetched_at }),
    markStale: async () => update({ stale: true }),
  };
  return { store, stored: () => stored };
};

describe("a tool whose hub adds a new kind of asset", () => {
  const later = changed(examples.readBundle.response, ["assets", "0", "kind"], () => LATER);
  later.assets[0][KEY] = { nested: [1] };

  it("serves and stores the whole new bundle", async () => {
    const { store, stored } = rowStore();
    const { bundle, outdated } = await new BrandCache(store, clientOf(200, later)).get(EXAMPLE_BRAND_ID, false);
    expect(outdated).toBe(false);
    expect([bundle, stored()?.bundle]).toEqual([later, later]);
  });

  it("refuses the bundle if it is strict and lists what is unknown", async () => {
    const client = clientOf(200, later, { strict: true, headers: { "x-request-id": "r-1" } });
    expect(await failure(client.readBundle(EXAMPLE_BRAND_ID))).toMatchObject({
      code: null,
      status: 200,
      retryable: false,
      requestId: "r-1",
      message: `The hub's response has values or keys that this kit doesn't know: /assets/0/kind, /assets/0/${KEY}.`,
    });
  });

  it("can be strict while nothing is unknown", async () => {
    const known = examples.readBundle.response;
    expect(await clientOf(200, known, { strict: true }).readBundle(EXAMPLE_BRAND_ID)).toEqual(known);
  });

  it("receives a webhook with an unknown part", () => {
    const body = { ...(webhooks[0]?.example as object), changed: [LATER] };
    expect(parseWebhook(new TextEncoder().encode(JSON.stringify(body)))).toEqual({
      kind: "identity.updated",
      event: body,
    });
  });
});

describe("a refusal", () => {
  const said = (code: string) => ({ error: { code, message: "says no" } });
  const headers = { "x-request-id": "r-7", "retry-after": "400" };

  it.each([
    [400, "bad_request", false],
    [403, "forbidden", false],
    [409, LATER, false],
    [429, "rate_limited", true],
    [500, "server_error", true],
    [503, LATER, true],
  ])("of %i %s has code, status, request id, retryable and retryAfterMs", async (status, code, retryable) => {
    expect(await failure(clientOf(status, said(code), { headers }).readBundle(EXAMPLE_BRAND_ID))).toMatchObject({
      code,
      status,
      retryable,
      requestId: "r-7",
      retryAfterMs: 400_000,
      message: "says no",
    });
  });

  it("without an envelope has no code, and without a response no status or request id", async () => {
    const page = await failure(clientOf(502, "a proxy's page").readBundle(EXAMPLE_BRAND_ID));
    expect(page).toMatchObject({ code: null, status: 502, requestId: null, retryable: true, retryAfterMs: null });
    const away = new HubClient({
      baseUrl: "https://hub.example.com",
      toolSlug: "brand-studio",
      token: "child-token",
      sleep: async () => {},
      fetch: () => Promise.reject(new TypeError("no route")),
    });
    expect(await failure(away.readBundle(EXAMPLE_BRAND_ID))).toMatchObject({ status: null, retryable: true });
  });

  it.each([
    [409, LATER, "passed on"],
    [403, "forbidden", "passed on"],
    [503, LATER, "served as outdated"],
    [500, "server_error", "served as outdated"],
  ])("of %i %s is %s by a cache that has a row", async (status, code, outcome) => {
    const { store } = rowStore();
    await new BrandCache(store, clientOf(200, examples.readBundle.response)).get(EXAMPLE_BRAND_ID, false);
    await store.markStale(EXAMPLE_BRAND_ID);
    const read = new BrandCache(store, clientOf(status, said(code))).get(EXAMPLE_BRAND_ID, false);
    if (outcome === "passed on") await expect(read).rejects.toMatchObject({ code });
    else expect(await read).toMatchObject({ outdated: true });
  });
});
