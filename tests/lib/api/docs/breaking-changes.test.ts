import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openApiDocument } from "@/lib/api/docs/server";
import { breakingChanges } from "@/tests/support/openapi/breaking-changes";

/**
 * The output of `openApiDocument("https://hub.example.com")` at commit 0336054, which froze kit 1.0.0
 * (tests/fixtures/kit-1.0.0).
 */
const PUBLISHED = JSON.parse(readFileSync(join(import.meta.dirname, "../../../fixtures/openapi-1.0.0.json"), "utf8"));

/** Differences in today's document that break no child. */
const EXPLAINED: { changes: RegExp; why: string }[] = [
  {
    changes: /: beyond maxLength (36|24|200) is refused now$/,
    why: "The pattern or the format beside it always let through as much and no more: 36 characters of a UUID, 24 of a timestamp, 200 of a key.",
  },
  {
    changes: /: without the pattern \^\[\^\\x00]\*\$ is refused now$/,
    why: "A text with a NUL was always refused, since it cannot be stored.",
  },
  {
    changes: /token: beyond maxLength 16384 is refused now$/,
    why: "A longer token never fitted into the body.",
  },
  {
    changes: /^(GET|POST) \/api\/public\/(tools|brands|events) apiKey is not enough any more$/,
    why: "Keys have scopes. Each that was issued before has the two that these ask for, and a new one has them unless its issuer takes them away.",
  },
  {
    changes: /^the schema BrandBundle is gone$/,
    why: "The document had named it otherwise than the specification does: it is BrandBundleSchema.",
  },
];

describe("the OpenAPI description", () => {
  const today = JSON.parse(JSON.stringify(openApiDocument("https://hub.example.com")));
  const changes = breakingChanges(PUBLISHED, today);

  it("breaks no child written for the published 1.0.0", () => {
    expect(changes.filter((change) => !EXPLAINED.some((one) => one.changes.test(change)))).toEqual([]);
  });

  it("needs each explanation", () => {
    expect(EXPLAINED.filter((one) => !changes.some((change) => one.changes.test(change)))).toEqual([]);
  });
});

/** A description with one of everything that is compared. */
const SMALL = {
  paths: {
    "/things/{id}": {
      post: {
        operationId: "changeThing",
        security: [{ key: [] }, { token: ["write"] }],
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string", pattern: "^[a-z]+$" } },
          { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 100 } },
        ],
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Change" } } } },
        responses: {
          "200": {
            headers: { ETag: { required: true, schema: { type: "string", maxLength: 9 } } },
            content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
          },
          "404": {},
        },
      },
    },
  },
  webhooks: {
    changed: {
      post: {
        parameters: [{ name: "X-Id", in: "header", required: true, schema: { type: "string" } }],
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
        },
        responses: { "2XX": {}, "410": {} },
      },
    },
  },
  components: {
    schemas: {
      Change: {
        type: "object",
        required: ["name"],
        properties: {
          name: { type: ["string", "null"], minLength: 1, maxLength: 10 },
          size: { enum: ["s", "m"] },
          parts: { type: "array", maxItems: 5, items: { type: "number" } },
        },
      },
      Thing: {
        type: "object",
        required: ["id", "kind"],
        properties: {
          id: { type: "string", format: "uuid", maxLength: 36 },
          kind: { enum: ["a", "b"] },
          note: { type: "string" },
          state: {
            anyOf: [{ const: "on" }, { type: "object", required: ["off"], properties: { off: { type: "integer" } } }],
          },
        },
      },
    },
  },
};

/** A copy with another value at these keys, or without it for undefined. */
function changed(keys: string, value: unknown): object {
  const copy = structuredClone(SMALL);
  const path = keys.split(" ");
  const last = path.pop() ?? "";
  const place = path.reduce<Record<string, unknown>>(
    (node, key) => node[key] as Record<string, unknown>,
    copy as Record<string, unknown>,
  );
  if (value === undefined) delete place[last];
  else place[last] = value;
  return copy;
}

const POST = "paths /things/{id} post";
const CHANGE = "components schemas Change";
const THING = "components schemas Thing";
const [ID, LIMIT] = SMALL.paths["/things/{id}"].post.parameters;

describe("breakingChanges", () => {
  it.each<[what: string, keys: string, value: unknown, found: string]>([
    ["a removed operation", "paths /things/{id}", undefined, "POST /things/{id} is gone"],
    ["another operationId", `${POST} operationId`, "editThing", "POST /things/{id} has another operationId"],
    ["a removed credential", `${POST} security`, [{ token: ["write"] }], "/things/{id} key is not enough any more"],
    ["an added scope", `${POST} security`, [{ key: [] }, { token: ["write", "x"] }], "token is not enough any more"],
    ["a removed parameter", `${POST} parameters`, [ID], "query limit is gone"],
    ["a parameter made required", `${POST} parameters 1`, { ...LIMIT, required: true }, "query limit is required now"],
    [
      "a new required parameter",
      `${POST} parameters`,
      [ID, LIMIT, { name: "X-New", in: "header", required: true, schema: {} }],
      "header X-New is required now",
    ],
    ["a narrower range", `${POST} parameters 1 schema maximum`, 50, "query limit: beyond maximum 50 is refused now"],
    [
      "another pattern",
      `${POST} parameters 0 schema pattern`,
      "^[a-f]+$",
      "path id: without the pattern ^[a-f]+$ is refused now",
    ],
    ["a body made required", `${POST} requestBody required`, true, "body is required now"],
    ["a removed body", `${POST} requestBody`, undefined, "body is gone"],
    [
      "another media type",
      `${POST} requestBody content`,
      { "text/plain": {} },
      "body is not application/json any more",
    ],
    ["a request field made required", `${CHANGE} required`, ["name", "size"], "body.size is required now"],
    ["a removed request field", `${CHANGE} properties size`, undefined, "body.size is gone"],
    [
      "a request that forbids other fields",
      `${CHANGE} additionalProperties`,
      false,
      "body: other fields are refused now",
    ],
    ["a value no longer accepted", `${CHANGE} properties size enum`, ["s"], 'body.size: "m" is refused now'],
    ["a type no longer accepted", `${CHANGE} properties name type`, "string", "body.name: null is refused now"],
    [
      "a shorter maximum length",
      `${CHANGE} properties name maxLength`,
      9,
      "body.name: beyond maxLength 9 is refused now",
    ],
    ["a minimum length", `${CHANGE} properties name minLength`, 2, "body.name: beyond minLength 2 is refused now"],
    ["a shorter list", `${CHANGE} properties parts maxItems`, 4, "body.parts: beyond maxItems 4 is refused now"],
    [
      "a narrower entry type",
      `${CHANGE} properties parts items type`,
      "integer",
      "body.parts[]: number is refused now",
    ],
    ["a removed response", `${POST} responses 404`, undefined, "POST /things/{id} 404 is gone"],
    ["another success status", `${POST} responses 202`, {}, "202 is an answer that nobody knows"],
    ["a removed header", `${POST} responses 200 headers`, {}, "200 header ETag is gone"],
    [
      "a header made optional",
      `${POST} responses 200 headers ETag required`,
      false,
      "200 header ETag need not be there now",
    ],
    [
      "a longer header",
      `${POST} responses 200 headers ETag schema maxLength`,
      10,
      "header ETag: may be beyond maxLength 9 now",
    ],
    ["a removed response field", `${THING} properties note`, undefined, "200.note is gone"],
    ["a response field made optional", `${THING} required`, ["id"], "200.kind need not be there now"],
    ["a value unknown to readers", `${THING} properties kind enum`, ["a", "b", "c"], '200.kind: may be "c" now'],
    [
      "any value instead of listed ones",
      `${THING} properties kind`,
      { type: "string" },
      "200.kind: may be any value now",
    ],
    ["another response type", `${THING} properties note type`, ["string", "null"], "200.note: may be null now"],
    ["a response of any type", `${THING} properties note`, {}, "200.note: may be of any type now"],
    ["another response format", `${THING} properties id format`, "uri", "200.id: may be without the format uuid now"],
    ["a longer response", `${THING} properties id maxLength`, undefined, "200.id: may be beyond maxLength 36 now"],
    [
      "an added response alternative",
      `${THING} properties state anyOf`,
      [...SMALL.components.schemas.Thing.properties.state.anyOf, { const: "unknown" }],
      '200.state: may be "unknown" now',
    ],
    ["a removed webhook", "webhooks changed", undefined, "webhook changed is gone"],
    ["a removed webhook header", "webhooks changed post parameters", [], "webhook changed header X-Id is gone"],
    [
      "a webhook header made optional",
      "webhooks changed post parameters 0 required",
      false,
      "webhook changed header X-Id need not be there now",
    ],
    ["a removed webhook field", `${THING} properties note`, undefined, "webhook changed body.note is gone"],
    [
      "a receiver's response no longer accepted",
      "webhooks changed post responses 410",
      undefined,
      "changed 410 is gone",
    ],
    ["a removed named schema", "components schemas Other", undefined, "the schema Other is gone"],
  ])("finds %s", (_what, keys, value, found) => {
    const before = { ...SMALL, components: { schemas: { ...SMALL.components.schemas, Other: {} } } };
    const after = changed(keys, value) as typeof before;
    if (!keys.endsWith("Other")) Object.assign(after.components.schemas, { Other: {} });
    expect(breakingChanges(before, after)).toContainEqual(expect.stringContaining(found));
  });

  it.each<[what: string, keys: string, value: unknown]>([
    ["an identical description", "info", {}],
    ["a new path", "paths /others", { get: { operationId: "listOthers", responses: {} } }],
    ["a new method", "paths /things/{id} get", { operationId: "readThing", responses: {} }],
    ["an added credential", `${POST} security`, [{ key: [] }, { token: ["write"] }, { cookie: [] }]],
    ["no credential", `${POST} security`, []],
    ["a removed scope", `${POST} security`, [{ key: [] }, { token: [] }]],
    ["a new parameter", `${POST} parameters 2`, { name: "after", in: "query", schema: { type: "string" } }],
    ["a wider range", `${POST} parameters 1 schema maximum`, 200],
    ["a removed pattern", `${POST} parameters 0 schema pattern`, undefined],
    ["a new request field", `${CHANGE} properties colour`, { type: "string" }],
    ["a field made optional", `${CHANGE} required`, []],
    ["an added accepted value", `${CHANGE} properties size enum`, ["s", "m", "l"]],
    ["an added accepted type", `${CHANGE} properties name type`, ["string", "null", "integer"]],
    ["a longer accepted text", `${CHANGE} properties name maxLength`, undefined],
    ["an added error", `${POST} responses 403`, {}],
    ["a 304 response", `${POST} responses 304`, {}],
    ["an added header", `${POST} responses 200 headers Link`, { schema: { type: "string" } }],
    ["a new response field", `${THING} properties colour`, { type: "string" }],
    ["a response field made required", `${THING} required`, ["id", "kind", "note"]],
    ["fewer response values", `${THING} properties kind enum`, ["a"]],
    ["a single response value", `${THING} properties kind`, { const: "a" }],
    ["a response bound", `${THING} properties note maxLength`, 500],
    ["a response pattern", `${THING} properties note pattern`, "^.*$"],
    ["a removed response alternative", `${THING} properties state anyOf`, [{ const: "on" }]],
    ["a new webhook", "webhooks other", { post: { requestBody: { content: {} }, responses: {} } }],
    [
      "a new webhook header",
      "webhooks changed post parameters 1",
      { name: "X-N", in: "header", required: true, schema: {} },
    ],
    ["a new schema", "components schemas Fresh", {}],
    ["a description", `${THING} description`, "A thing"],
  ])("accepts %s", (_what, keys, value) => {
    expect(breakingChanges(SMALL, changed(keys, value))).toEqual([]);
  });

  it("throws on a missing or circular reference", () => {
    expect(() => breakingChanges(SMALL, changed("components schemas Thing", undefined))).toThrow("Thing leads nowhere");
    const own = { type: "array", items: { $ref: "#/components/schemas/Thing" } };
    expect(() => breakingChanges(SMALL, changed(`${THING} properties note`, own))).toThrow("into itself");
  });
});
