import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { issueToken, revoke, setPassword } from "@/app/(hub)/account/actions";
import AccountPage from "@/app/(hub)/account/page";
import { mintTestToken } from "@/app/(hub)/b/[brand]/developers/federation/actions";
import { issueKey } from "@/app/(hub)/b/[brand]/developers/keys/actions";
import KeysPage from "@/app/(hub)/b/[brand]/developers/keys/page";
import { GET as connect } from "@/app/connect/[tool]/route";
import type { FormResult } from "@/lib/actions/form-result";
import { mirrorActiveBrand } from "@/lib/auth/mirror-active-brand";
import { routeContext } from "@/lib/auth/route-context";
import { sessionJwt } from "@/lib/auth/session-jwt";
import { type OperationId, operations } from "@/lib/contract";
import { newId } from "@/lib/kernel/ids";
import { issueNamedSessionToken } from "@/lib/sessions/server";
import { call } from "../support/call";
import { withoutLimits } from "../support/configure";
import { ANONYMOUS, actingUser, context, createTool, entitle } from "../support/fixtures";
import { type Mount, routeFileMount } from "../support/mounts";
import { createWorld, type World } from "../support/world";

/** What the browser sends as its session cookie. */
let cookie = "";
/** Of the browser's session; it serves no other. */
let proof = "";
vi.mock("next/headers", () => ({
  cookies: async () => ({
    get: (name: string) => ({ name, value: name.endsWith("session-token") ? cookie : proof }),
  }),
  headers: async () => new Headers({ host: "hub.test" }),
}));
vi.mock("next/cache", () => ({ refresh: () => {} }));

let world: World;
let mount: Mount;
let tokens: Record<Kind, string>;
const anyone = () => context(world.db, ANONYMOUS, new Date());
beforeAll(async () => {
  withoutLimits();
  world = await createWorld();
  proof = world.tokens.proof;
  mount = await routeFileMount();
  await createTool(world.db, { slug: "studio", connectUrl: "https://tool.example.com/hub" });
  await entitle(world.db, world.brands.own.id, "studio");
  const ctx = context(world.db, actingUser(world.users.owner), new Date());
  const named = await issueNamedSessionToken(ctx, { name: "Nightly export" });
  const reading = await issueNamedSessionToken(ctx, { name: "Nightly report", scopes: ["read"] });
  const minted = await call(mount, operations.mintFederationToken, { token: named.token });
  tokens = {
    browser: world.tokens.session,
    named: named.token,
    reading: reading.token,
    federation: world.tokens.federation,
    ofNamed: minted.body.token,
    apiKey: world.tokens.apiKey,
    childApp: world.tokens.childApp,
  };
});
afterAll(() => world.close());

/** What Next makes of a page or route that redirects: 303 to sign in, anything else is a failure of the test. */
async function opened(work: () => Promise<unknown>): Promise<number> {
  try {
    await work();
    return 200;
  } catch (error) {
    const { digest = "", status } = error as { digest?: string; status?: number };
    if (digest.startsWith("NEXT_REDIRECT") && digest.includes("/sign-in")) return 303;
    if (status !== undefined) return status;
    throw error;
  }
}

const acted = (work: () => Promise<FormResult<unknown>>) =>
  opened(async () => {
    const result = await work();
    if (result.status === "error") throw Object.assign(new Error(result.message), { status: 422 });
  });

const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};
const QUERY = { searchParams: Promise.resolve({}) };
const byBearer = (id: OperationId) => async (token: string) => (await call(mount, operations[id], { token })).status;

/** What each place answers to a credential, sent as the session cookie of a page or as the API's Bearer token; 303 asks to sign in. */
const PLACES = {
  accountPage: () => opened(() => AccountPage(QUERY)),
  keysPage: () => opened(() => KeysPage({ ...QUERY, params: Promise.resolve({ brand: world.brands.own.slug }) })),
  issueToken: () => acted(() => issueToken(form({ name: "Another", access: "write" }))),
  signOutBrowser: () => acted(() => revoke(newId())),
  setPassword: () => acted(() => setPassword(form({ password: "short" }))),
  issueKey: () =>
    acted(() => issueKey(world.brands.own.id, form({ name: "Another", expiry: "never", scopes: "brands:read" }))),
  mintInPage: () => acted(() => mintTestToken(world.brands.own.id)),
  upload: () =>
    opened(() =>
      routeContext(new Request("http://hub.test/", { headers: { "sec-fetch-site": "same-origin" } }), "uploads"),
    ),
  handOff: async () => {
    const headers = { cookie: `next-auth.session-token=${cookie}` };
    const request = new NextRequest("http://hub.test/connect/studio?state=x", { headers });
    return (await connect(request, { params: Promise.resolve({ tool: "studio" }) })).status;
  },
  nextAuth: async () => ((await sessionJwt(anyone())?.decode?.({ token: cookie, secret: "" })) ? 200 : 303),
  mirror: async () => ((await mirrorActiveBrand(anyone(), { session: cookie, activeBrand: undefined })) ? 200 : 303),
  apiBrands: byBearer("listBrands"),
  apiBrandsMe: byBearer("listMyBrands"),
  apiBrandMe: byBearer("readMyBrand"),
  apiMint: byBearer("mintFederationToken"),
} satisfies Record<string, (token: string) => Promise<number>>;

/** 422 is a rule of the form, met by who got in. */
const TABLE = {
  //               browser named reading federation ofNamed apiKey childApp
  accountPage: "   200     303   303     303        303     303    303",
  keysPage: "      200     303   303     303        303     303    303",
  issueToken: "    200     303   303     303        303     303    303",
  signOutBrowser: "422     303   303     303        303     303    303",
  setPassword: "   422     303   303     303        303     303    303",
  issueKey: "      200     303   303     303        303     303    303",
  mintInPage: "    200     303   303     303        303     303    303",
  upload: "        200     401   401     401        401     401    401",
  handOff: "       200     303   303     303        303     303    303",
  nextAuth: "      200     303   303     303        303     303    303",
  mirror: "        200     303   303     303        303     303    303",
  apiBrands: "     200     200   200     401        401     200    401",
  apiBrandsMe: "   200     200   200     200        200     401    401",
  apiBrandMe: "    200     200   200     200        200     401    401",
  apiMint: "       200     200   403     200        200     401    401",
} satisfies Record<keyof typeof PLACES, string>;

const KINDS = ["browser", "named", "reading", "federation", "ofNamed", "apiKey", "childApp"] as const;
type Kind = (typeof KINDS)[number];

describe("each kind of credential in each place", () => {
  const cells = Object.entries(TABLE).flatMap(([place, row]) =>
    row
      .trim()
      .split(/\s+/)
      .map((status, column) => [KINDS[column] as Kind, place as keyof typeof PLACES, Number(status)] as const),
  );

  it("has an expected status", () => expect(cells).toHaveLength(KINDS.length * Object.keys(PLACES).length));

  it.each(cells)("answers %s at %s with %i", async (kind, place, status) => {
    cookie = tokens[kind];
    expect(await PLACES[place](cookie)).toBe(status);
  });
});
