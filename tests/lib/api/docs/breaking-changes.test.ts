import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openApiDocument } from "@/lib/api/docs/server";
import { breakingChanges } from "@/tests/support/openapi/breaking-changes";

/**
 * What `openApiDocument("https://hub.example.com")` gave at commit 0336054, which froze the kit 1.0.0 (tests/fixtures/kit-1.0.0): the
 * contract as it was published.
 */
const PUBLISHED = JSON.parse(readFileSync(join(import.meta.dirname, "../../../fixtures/openapi-1.0.0.json"), "utf8"));

/** Where the document of today differs, and no child does. */
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

  it("breaks no child that was written for the published 1.0.0", () => {
    expect(changes.filter((change) => !EXPLAINED.some((one) => one.changes.test(change)))).toEqual([]);
  });

  it("needs each explanation", () => {
    expect(EXPLAINED.filter((one) => !changes.some((change) => one.changes.test(change)))).toEqual([]);
  });
});

/** A description with one of everything that can be compared. */
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

/** A copy with another value where the keys lead; undefined takes away what is there. */
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
    ["an operation that is gone", "paths /things/{id}", undefined, "POST /things/{id} is gone"],
    ["another operationId", `${POST} operationId`, "editThing", "POST /things/{id} has another operationId"],
    [
      "a credential that is gone",
      `${POST} security`,
      [{ token: ["write"] }],
      "/things/{id} key is not enough any more",
    ],
    ["a scope more", `${POST} security`, [{ key: [] }, { token: ["write", "x"] }], "token is not enough any more"],
    ["a parameter that is gone", `${POST} parameters`, [ID], "query limit is gone"],
    [
      "a parameter that has to be sent",
      `${POST} parameters 1`,
      { ...LIMIT, required: true },
      "query limit is required now",
    ],
    [
      "a new parameter that has to be sent",
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
    ["a body that has to be sent", `${POST} requestBody required`, true, "body is required now"],
    ["a body that is gone", `${POST} requestBody`, undefined, "body is gone"],
    [
      "another media type",
      `${POST} requestBody content`,
      { "text/plain": {} },
      "body is not application/json any more",
    ],
    ["a field of a request that has to be sent", `${CHANGE} required`, ["name", "size"], "body.size is required now"],
    ["a field of a request that is gone", `${CHANGE} properties size`, undefined, "body.size is gone"],
    ["a request without other fields", `${CHANGE} additionalProperties`, false, "body: other fields are refused now"],
    ["a value that is taken no more", `${CHANGE} properties size enum`, ["s"], 'body.size: "m" is refused now'],
    ["a type that is taken no more", `${CHANGE} properties name type`, "string", "body.name: null is refused now"],
    [
      "a text that may be less long",
      `${CHANGE} properties name maxLength`,
      9,
      "body.name: beyond maxLength 9 is refused now",
    ],
    [
      "a text that may not be short",
      `${CHANGE} properties name minLength`,
      2,
      "body.name: beyond minLength 2 is refused now",
    ],
    ["a shorter list", `${CHANGE} properties parts maxItems`, 4, "body.parts: beyond maxItems 4 is refused now"],
    [
      "entries of a narrower type",
      `${CHANGE} properties parts items type`,
      "integer",
      "body.parts[]: number is refused now",
    ],
    ["an answer that is gone", `${POST} responses 404`, undefined, "POST /things/{id} 404 is gone"],
    ["another success", `${POST} responses 202`, {}, "202 is an answer that nobody knows"],
    ["a header that is gone", `${POST} responses 200 headers`, {}, "200 header ETag is gone"],
    [
      "a header that may be absent",
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
    ["a field of an answer that is gone", `${THING} properties note`, undefined, "200.note is gone"],
    ["a field of an answer that may be absent", `${THING} required`, ["id"], "200.kind need not be there now"],
    ["a value that readers do not know", `${THING} properties kind enum`, ["a", "b", "c"], '200.kind: may be "c" now'],
    [
      "any value where some were listed",
      `${THING} properties kind`,
      { type: "string" },
      "200.kind: may be any value now",
    ],
    ["another type of an answer", `${THING} properties note type`, ["string", "null"], "200.note: may be null now"],
    ["an answer of any type", `${THING} properties note`, {}, "200.note: may be of any type now"],
    [
      "another format of an answer",
      `${THING} properties id format`,
      "uri",
      "200.id: may be without the format uuid now",
    ],
    ["a longer answer", `${THING} properties id maxLength`, undefined, "200.id: may be beyond maxLength 36 now"],
    [
      "one alternative more in an answer",
      `${THING} properties state anyOf`,
      [...SMALL.components.schemas.Thing.properties.state.anyOf, { const: "unknown" }],
      '200.state: may be "unknown" now',
    ],
    ["a webhook that is gone", "webhooks changed", undefined, "webhook changed is gone"],
    [
      "a header of a webhook that is gone",
      "webhooks changed post parameters",
      [],
      "webhook changed header X-Id is gone",
    ],
    [
      "a header of a webhook that may be absent",
      "webhooks changed post parameters 0 required",
      false,
      "webhook changed header X-Id need not be there now",
    ],
    ["a field of a webhook that is gone", `${THING} properties note`, undefined, "webhook changed body.note is gone"],
    [
      "an answer that a receiver may not give any more",
      "webhooks changed post responses 410",
      undefined,
      "changed 410 is gone",
    ],
    ["a named schema that is gone", "components schemas Other", undefined, "the schema Other is gone"],
  ])("finds %s", (_what, keys, value, found) => {
    const before = { ...SMALL, components: { schemas: { ...SMALL.components.schemas, Other: {} } } };
    const after = changed(keys, value) as typeof before;
    if (!keys.endsWith("Other")) Object.assign(after.components.schemas, { Other: {} });
    expect(breakingChanges(before, after)).toContainEqual(expect.stringContaining(found));
  });

  it.each<[what: string, keys: string, value: unknown]>([
    ["nothing at all", "info", {}],
    ["a new path", "paths /others", { get: { operationId: "listOthers", responses: {} } }],
    ["a new method", "paths /things/{id} get", { operationId: "readThing", responses: {} }],
    ["one more credential", `${POST} security`, [{ key: [] }, { token: ["write"] }, { cookie: [] }]],
    ["no credential", `${POST} security`, []],
    ["a scope less", `${POST} security`, [{ key: [] }, { token: [] }]],
    ["a new parameter", `${POST} parameters 2`, { name: "after", in: "query", schema: { type: "string" } }],
    ["a wider range", `${POST} parameters 1 schema maximum`, 200],
    ["a pattern that is not asked for any more", `${POST} parameters 0 schema pattern`, undefined],
    ["a new field of a request", `${CHANGE} properties colour`, { type: "string" }],
    ["a field that may be left out now", `${CHANGE} required`, []],
    ["one more value that is taken", `${CHANGE} properties size enum`, ["s", "m", "l"]],
    ["one more type that is taken", `${CHANGE} properties name type`, ["string", "null", "integer"]],
    ["a longer text that is taken", `${CHANGE} properties name maxLength`, undefined],
    ["one more failure", `${POST} responses 403`, {}],
    ["an answer to who has it already", `${POST} responses 304`, {}],
    ["one more header", `${POST} responses 200 headers Link`, { schema: { type: "string" } }],
    ["a new field of an answer", `${THING} properties colour`, { type: "string" }],
    ["a field that is always there now", `${THING} required`, ["id", "kind", "note"]],
    ["fewer values of an answer", `${THING} properties kind enum`, ["a"]],
    ["one value of an answer", `${THING} properties kind`, { const: "a" }],
    ["a bound of an answer", `${THING} properties note maxLength`, 500],
    ["a pattern of an answer", `${THING} properties note pattern`, "^.*$"],
    ["one alternative less in an answer", `${THING} properties state anyOf`, [{ const: "on" }]],
    ["a new webhook", "webhooks other", { post: { requestBody: { content: {} }, responses: {} } }],
    [
      "a new header of a webhook",
      "webhooks changed post parameters 1",
      { name: "X-N", in: "header", required: true, schema: {} },
    ],
    ["a new schema", "components schemas Fresh", {}],
    ["a description", `${THING} description`, "A thing"],
  ])("has nothing against %s", (_what, keys, value) => {
    expect(breakingChanges(SMALL, changed(keys, value))).toEqual([]);
  });

  it("refuses a reference that leads nowhere, or into itself", () => {
    expect(() => breakingChanges(SMALL, changed("components schemas Thing", undefined))).toThrow("Thing leads nowhere");
    const own = { type: "array", items: { $ref: "#/components/schemas/Thing" } };
    expect(() => breakingChanges(SMALL, changed(`${THING} properties note`, own))).toThrow("into itself");
  });
});
