import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ERROR_STATUS, type Example, type Operation, type OperationId, operations } from "@/lib/contract";
import { EXAMPLE_BRAND_ID } from "@/lib/contract/examples";
import { newId } from "@/lib/platform/ids";
import { call } from "../support/call";
import { withoutLimits } from "../support/configure";
import { exampleCall } from "../support/example-call";
import { directMount, type Mount, routeFileMount } from "../support/mounts";
import { sharedResource } from "../support/shared-resource";
import { createWorld, type World } from "../support/world";

/** Credentials of every kind and with every fault, in the order of the table's columns. */
const CREDENTIALS = [
  "none",
  "garbage",
  "apiKey",
  "malformedApiKey",
  "revokedApiKey",
  "expiredApiKey",
  "archivedApiKey",
  "session",
  "revokedSession",
  "expiredSession",
  "federation",
  "expiredFederation",
  "revokedFederation",
  "leftFederation",
  "forgedFederation",
  "childApp",
  "childAppWithoutSlug",
  "childAppOfAnotherTool",
  "disabledChildApp",
  "rotatedChildApp",
  "dispatch",
  "cron",
] as const;

/** Status of each operation on the caller's own brand, for each credential. A new operation needs a row. */
const TABLE: Record<OperationId, string> = {
  //                        none garb key  malf revo expi arch sess revS expS fed  expF revF left forg chil noSl anot disa rota disp cron
  listTools:
    "              401  401  200  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401",
  listBrands:
    "             401  401  200  401  401  401  401  200  401  401  401  401  401  401  401  401  401  401  401  401  401  401",
  listMyBrands:
    "           401  401  401  401  401  401  401  200  401  401  200  401  401  200  401  401  401  401  401  401  401  401",
  readMyBrand:
    "            401  401  401  401  401  401  401  200  401  401  200  401  401  403  401  401  401  401  401  401  401  401",
  ingestLooseEvent:
    "       401  401  200  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401",
  mintFederationToken:
    "    401  401  401  401  401  401  401  200  401  401  200  401  401  403  401  401  401  401  401  401  401  401",
  exchangeFederationToken:
    "401  401  401  401  401  401  401  401  401  401  200  401  401  401  401  401  401  401  401  401  401  401",
  readBundle:
    "             401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  200  401  401  403  403  401  401",
  readVersionProof:
    "       401  401  401  401  401  401  401  200  401  401  401  401  401  401  401  200  401  401  403  403  401  401",
  readVersion:
    "            401  401  401  401  401  401  401  200  401  401  401  401  401  401  401  200  401  401  403  403  401  401",
  readVersionFormat:
    "      401  401  401  401  401  401  401  200  401  401  401  401  401  401  401  200  401  401  403  403  401  401",
  readContext:
    "            401  401  401  401  401  401  401  200  401  401  401  401  401  401  401  200  401  401  403  403  401  401",
  checkContent:
    "           401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  200  401  401  403  403  401  401",
  listVersions:
    "           401  401  401  401  401  401  401  200  401  401  401  401  401  401  401  200  401  401  403  403  401  401",
  listToolBrands:
    "         401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  200  401  401  403  403  401  401",
  findChangedBundles:
    "     401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  200  401  401  403  403  401  401",
  ingestEvent:
    "            401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  200  401  401  403  403  401  401",
  ingestEventBatch:
    "       401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  200  401  401  403  403  401  401",
  listDeliveries:
    "         401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  200  401  401  403  403  401  401",
  dispatchTick:
    "           401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  200  401",
  dispatchTickByCron:
    "     401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  200  200",
  registerSubscription:
    "   401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  401  200  401",
  readOpenApi:
    "            200  200  200  200  200  200  200  200  200  200  200  200  200  200  200  200  200  200  200  200  200  200",
  readApiPdf:
    "             200  200  200  200  200  200  200  200  200  200  200  200  200  200  200  200  200  200  200  200  200  200",
};

let world: World;
let mounts: Mount[];
beforeAll(async () => {
  withoutLimits();
  await sharedResource("api-pdf");
  world = await createWorld();
  mounts = [await routeFileMount(), await directMount()];
});
afterAll(async () => {
  for (const mount of mounts) await mount.close();
  await world.close();
});

function credentialOf(name: (typeof CREDENTIALS)[number]): { token?: string; tool?: string } {
  const { tokens } = world;
  switch (name) {
    case "none":
      return { tool: "brand-studio" };
    case "childAppWithoutSlug":
      return { token: tokens.childApp };
    case "childAppOfAnotherTool":
      return { token: tokens.childApp, tool: "print-desk" };
    case "disabledChildApp":
    case "rotatedChildApp":
      return { token: tokens[name], tool: "print-desk" };
    default:
      return { token: tokens[name], tool: "brand-studio" };
  }
}

const queryOf = (id: OperationId) => exampleCall(world, operations[id]).query;

const bodyOf = (id: OperationId, token: string | undefined): unknown =>
  id === "exchangeFederationToken" ? { token } : exampleCall(world, operations[id]).body;

describe.each([0, 1])("authorization on mount %i", (index) => {
  describe.each(Object.keys(operations) as OperationId[])("%s", (id) => {
    const expected = TABLE[id].trim().split(/\s+/).map(Number);

    it("has one expectation for each credential", () => expect(expected).toHaveLength(CREDENTIALS.length));

    it.each(CREDENTIALS.map((name, column) => [name, expected[column]] as const))(
      "answers %s with %i",
      async (name, status) => {
        const { token, tool } = credentialOf(name);
        const answer = await call(mounts[index] as Mount, operations[id], {
          token: id === "exchangeFederationToken" ? undefined : token,
          tool,
          params: { id: world.brands.own.id, version: "1", format: "tokens.css" },
          query: queryOf(id),
          headers: id === "readMyBrand" && name === "session" ? { "x-brand-id": world.brands.own.id } : {},
          body: bodyOf(id, token),
        });
        expect(answer.status).toBe(status);
      },
    );
  });
});

/** API keys with one scope each and with the default scopes, for each operation that accepts keys. */
const SCOPED = ["apiKey", "brandsKey", "eventsKey", "identityKey"] as const;
const SCOPES: Partial<Record<OperationId, readonly number[]>> = {
  listTools: [200, 200, 403, 403],
  listBrands: [200, 200, 403, 403],
  ingestLooseEvent: [200, 403, 200, 403],
  readMyBrand: [401, 401, 401, 200],
  listVersions: [401, 401, 401, 200],
  readVersion: [401, 401, 401, 200],
  readVersionProof: [401, 401, 401, 200],
  checkContent: [401, 401, 401, 200],
  readVersionFormat: [401, 401, 401, 200],
  readContext: [401, 401, 401, 200],
};

it("knows a scope for exactly the operations that accept API keys", () => {
  const declared: Operation[] = Object.values(operations);
  const taking = declared.filter(({ credentials }) => credentials.includes("apiKey")).map(({ id }) => id);
  expect(declared.filter(({ scope }) => scope).map(({ id }) => id)).toEqual(taking);
  expect(Object.keys(SCOPES).sort()).toEqual([...taking].sort());
});

describe.each([0, 1])("scopes of API keys on mount %i", (index) => {
  const cases = Object.entries(SCOPES).flatMap(([id, statuses]) =>
    SCOPED.map((name, column) => [id as OperationId, name, statuses[column] as number] as const),
  );

  it.each(cases)("%s answers %s with %i", async (id, name, status) => {
    const answer = await call(mounts[index] as Mount, operations[id], {
      token: world.tokens[name],
      params: { id: world.brands.own.id, version: "1", format: "tokens.css" },
      query: queryOf(id),
      body: bodyOf(id, undefined),
    });
    expect(answer.status).toBe(status);
    if (status === 200) return;
    const { scope } = operations[id] as Operation;
    expect(answer.body).toMatchObject({
      error: { message: `This API key was issued without the scope ${scope}.` },
    });
  });

  it("gives a key its own brand's identity and no other's", async () => {
    const read = (headers: Record<string, string>) =>
      call(mounts[index] as Mount, operations.readMyBrand, { token: world.tokens.identityKey, headers });
    const own = await read({});
    expect(own.body).toMatchObject({ brand: { id: world.brands.own.id }, brand_identity_version: 1 });
    expect((await read({ "x-brand-id": world.brands.own.id.toUpperCase() })).status).toBe(200);
    for (const other of [world.brands.second.id, world.brands.archived.id, newId()]) {
      expect((await read({ "x-brand-id": other })).status).toBe(403);
    }
    expect((await read({ "x-brand-id": "none" })).status).toBe(400);
  });
});

/** Status of a valid credential for another brand, an archived brand and an unknown one. */
const OTHER_BRANDS: [OperationId, keyof World["tokens"], { other: number; archived: number; unknown: number }][] = [
  ["readMyBrand", "session", { other: 403, archived: 403, unknown: 403 }],
  ["readMyBrand", "identityKey", { other: 403, archived: 403, unknown: 403 }],
  ["readMyBrand", "federation", { other: 403, archived: 403, unknown: 403 }],
  ["mintFederationToken", "session", { other: 403, archived: 403, unknown: 403 }],
  ["mintFederationToken", "federation", { other: 403, archived: 403, unknown: 403 }],
  ["readBundle", "childApp", { other: 403, archived: 404, unknown: 404 }],
  ...(["listVersions", "readVersion", "readVersionProof", "readVersionFormat", "readContext"] as const).flatMap(
    (id): typeof OTHER_BRANDS => [
      [id, "childApp", { other: 403, archived: 404, unknown: 404 }],
      [id, "identityKey", { other: 403, archived: 403, unknown: 403 }],
      [id, "session", { other: 404, archived: 404, unknown: 404 }],
    ],
  ),
  ["checkContent", "childApp", { other: 403, archived: 404, unknown: 404 }],
  ["checkContent", "identityKey", { other: 403, archived: 403, unknown: 403 }],
  // The response to many brands lists those that can't be read.
  ["findChangedBundles", "childApp", { other: 200, archived: 200, unknown: 200 }],
  ["ingestEvent", "childApp", { other: 403, archived: 403, unknown: 403 }],
  ["ingestEventBatch", "childApp", { other: 403, archived: 403, unknown: 403 }],
  ["registerSubscription", "dispatch", { other: 403, archived: 404, unknown: 404 }],
];

it("covers every operation that names a brand", () => {
  const naming = Object.values(operations).filter((operation) => {
    const requests = operation.examples.map((example: Example) => example.request?.body ?? null);
    return (
      ("headers" in operation && "x-brand-id" in operation.headers.shape) ||
      JSON.stringify(requests).includes(EXAMPLE_BRAND_ID) ||
      operation.path.includes("{id}")
    );
  });
  const covered = new Set(OTHER_BRANDS.map(([id]) => id));
  const exchange = "exchangeFederationToken";
  expect(naming.map(({ id }) => id).filter((id) => id !== exchange && !covered.has(id))).toEqual([]);
});

describe.each([0, 1])("other brands on mount %i", (index) => {
  it.each(OTHER_BRANDS)("%s with %s gets %o", async (id, credential, statuses) => {
    const ids = { other: world.brands.other.id, archived: world.brands.archived.id, unknown: newId() };
    for (const [which, brandId] of Object.entries(ids)) {
      const body = JSON.parse(JSON.stringify(bodyOf(id, undefined) ?? null).replaceAll(world.brands.own.id, brandId));
      const answer = await call(mounts[index] as Mount, operations[id], {
        token: world.tokens[credential],
        tool: "brand-studio",
        params: { id: brandId, version: "1", format: "tokens.css" },
        query: queryOf(id),
        headers: id === "readMyBrand" ? { "x-brand-id": brandId } : {},
        body: body ?? undefined,
      });
      expect([which, answer.status]).toEqual([which, statuses[which as keyof typeof statuses]]);
    }
  });
});

/** The outcome of a tool's call by MCP, as a status. */
async function callTool(mount: Mount, brandId: string, { token, tool }: { token?: string; tool?: string }) {
  const params = { name: "get_brand_section", arguments: { brand_id: brandId, section: "identity", version: 1 } };
  const response = await mount.request("/mcp", {
    method: "POST",
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(tool !== undefined && { "x-tool-slug": tool }),
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  const text = await response.text();
  if (response.status === 401)
    expect(response.headers.get("www-authenticate")).toMatch(
      /^Bearer realm="hub", resource_metadata="http.+\/\.well-known\/oauth-protected-resource\/mcp"$/,
    );
  if (response.status !== 200) return response.status;
  const { result } = JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text);
  const code = result.isError ? (/^\w+/.exec(result.content[0].text)?.[0] ?? "") : "";
  return code ? ERROR_STATUS[code as keyof typeof ERROR_STATUS] : 200;
}

describe.each([0, 1])("MCP on mount %i", (index) => {
  // Like a version by the API, except that it takes no session and needs its own scope.
  const expected = TABLE.readVersion.trim().split(/\s+/).map(Number);
  const row = CREDENTIALS.map((name, column) => [name, name === "session" ? 401 : (expected[column] ?? 0)] as const);

  it.each(row)("answers %s with %i", async (name, status) => {
    expect(await callTool(mounts[index] as Mount, world.brands.own.id, credentialOf(name))).toBe(status);
  });

  it.each([
    ["agentsKey", 200],
    ["brandsKey", 401],
    ["eventsKey", 401],
    ["identityKey", 401],
  ] as const)("answers %s with %i", async (name, status) => {
    expect(await callTool(mounts[index] as Mount, world.brands.own.id, { token: world.tokens[name] })).toBe(status);
  });

  it.each([
    ["childApp", { other: 403, archived: 404, unknown: 404 }],
    ["agentsKey", { other: 403, archived: 403, unknown: 403 }],
  ] as const)("gives %s of other brands %o", async (name, statuses) => {
    const ids = { other: world.brands.other.id, archived: world.brands.archived.id, unknown: newId() };
    for (const [which, id] of Object.entries(ids)) {
      const status = await callTool(mounts[index] as Mount, id, { token: world.tokens[name], tool: "brand-studio" });
      expect([which, status]).toEqual([which, statuses[which as keyof typeof statuses]]);
    }
  });
});
