import { randomBytes } from "node:crypto";
import { HubRequestError, Uuid } from "@/lib/contract";
import { activeBrandHint, cookie, readCookie } from "./cookies";
import { messagePage } from "./message-page";
import { readForm } from "./read-body";
import { sameSecret } from "./same-secret";
import { TOOL_SLUG } from "./slug";
import { reasonOf, type Studio } from "./studio";

const STATE_LIFETIME_SECONDS = 10 * 60;
const CALLBACK = "/hub/callback";
/** One cookie for each hand-off, since several open pages may turn at the same moment. */
const stateCookie = (state: string) => `brand_studio_state_${state.split(".")[0]}`;

const redirect = (location: string, cookies: string[]): Response => {
  const headers = new Headers({ location, "cache-control": "no-store", "referrer-policy": "no-referrer" });
  for (const value of cookies) headers.append("set-cookie", value);
  return new Response(null, { status: 303, headers });
};

/** The id of the brand with this slug, of those that we hold or else may read; null where it is none of them, or the hub does not say. */
async function brandIdOf(slug: string, { store, client }: Studio): Promise<string | null> {
  const held = await store.findIdBySlug(slug);
  return held ?? (await client.findBrand(slug).catch(() => null))?.id ?? null;
}

/** Sends the browser to the hub's hand-off page, with a random state that only this browser holds. */
function toHub({ config }: Studio, brandId: string | null): Response {
  const state = [randomBytes(6), randomBytes(24)]
    .map((bytes) => bytes.toString("base64url"))
    .concat(brandId ?? "any")
    .join(".");
  const address = new URL(`${config.hubUrl}/connect/${TOOL_SLUG}`);
  if (brandId) address.searchParams.set("brand_id", brandId);
  address.searchParams.set("state", state);
  const options = { maxAgeSeconds: STATE_LIFETIME_SECONDS, path: CALLBACK, baseUrl: config.baseUrl, crossSite: true };
  return redirect(address.href, [cookie(stateCookie(state), state, options)]);
}

/**
 * `GET /connect`: starts a hand-off from here. The brand is named where the cookie's slug is one we may read; else the hub takes the person's
 * active brand.
 */
export async function startHandOff(request: Request, studio: Studio): Promise<Response> {
  const hint = activeBrandHint(request);
  return toHub(studio, hint ? await brandIdOf(hint, studio) : null);
}

/** What stands at most once in a query; null where it does not. */
const single = (query: URLSearchParams, name: string) => {
  const [value, ...more] = query.getAll(name);
  return more.length === 0 ? (value ?? null) : null;
};

/**
 * `GET /hub/login`: starts a hand-off from the hub's button (OpenID Connect's third-party initiated login). Anybody can send a browser here, so it does no
 * more than what our own button does: it takes no other hub, and leads nowhere but to us.
 */
export function startFromHub(request: Request, studio: Studio): Response {
  const { config } = studio;
  const query = new URL(request.url).searchParams;
  const target = single(query, "target_link_uri") ?? config.baseUrl;
  const isOurs = URL.canParse(target) && new URL(target).origin === new URL(config.baseUrl).origin;
  if (single(query, "iss") !== config.hubUrl || !isOurs)
    return messagePage(400, "This link is not from our hub", "Please start again, there or here.");
  return toHub(studio, Uuid.safeParse(single(query, "brand_id")).data ?? null);
}

/** What the hub says instead of handing somebody over. */
function refusedByHub(form: URLSearchParams): Response {
  const refused = form.get("error") === "access_denied";
  return messagePage(
    refused ? 403 : 502,
    refused ? "You can’t use Brand Studio here" : "The hub did not sign you in",
    form.get("error_description") || "It did not say why.",
  );
}

/**
 * `POST /hub/callback`: takes the hub's form, exchanges its token on this back end, and opens a session in the brand that
 * the hub vouches for. Nothing of the form is believed before its state is this browser's.
 */
export async function finishHandOff(request: Request, studio: Studio): Promise<Response> {
  const { config, client, sessions, activity } = studio;
  const form = await readForm(request);
  const state = form.get("state") ?? "";
  if (!/^[\w.-]{1,200}$/.test(state) || !sameSecret(state, readCookie(request, stateCookie(state)) ?? "")) {
    return messagePage(
      400,
      "This sign-in was not started here",
      "It may be too old, or come from another browser. Please start again.",
    );
  }
  const used = cookie(stateCookie(state), "", {
    maxAgeSeconds: 0,
    path: CALLBACK,
    baseUrl: config.baseUrl,
    crossSite: true,
  });
  if (form.has("error")) {
    const response = refusedByHub(form);
    response.headers.append("set-cookie", used);
    return response;
  }
  try {
    const person = await client.exchange(form.get("token") ?? "");
    const expected = state.split(".")[2];
    if ((expected !== "any" && expected !== person.brand_id) || !person.entitlements.includes(TOOL_SLUG)) {
      return messagePage(
        403,
        "That is not the brand we asked for",
        "The hub vouched for another brand, or for one without this tool.",
      );
    }
    const opened = sessions.open({
      userId: person.user_id,
      brandId: person.brand_id,
      role: person.role,
      hint: activeBrandHint(request),
    });
    sessions.end(request);
    activity.add({ kind: "hand-off", ok: true, text: `somebody came in as ${person.role}`, brandId: person.brand_id });
    return redirect("/", [used, opened]);
  } catch (error) {
    const refused = error instanceof HubRequestError && error.code === "unauthorized";
    if (refused)
      return messagePage(
        401,
        "The hub does not vouch for you any more",
        "The hand-off took too long, or you have signed out there.",
      );
    return messagePage(502, "The hub cannot be reached", `${reasonOf(error)} Please try again in a moment.`);
  }
}
