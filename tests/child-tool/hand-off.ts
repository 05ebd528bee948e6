import { randomBytes } from "node:crypto";
import { HubRequestError } from "@/lib/contract";
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

/**
 * `GET /connect`: sends the browser to the hub's hand-off page, with a random state that only this browser holds. The brand
 * is named where the cookie's slug is one we know; else the hub takes the person's active brand.
 */
export async function startHandOff(request: Request, { config, store }: Studio): Promise<Response> {
  const hint = activeBrandHint(request);
  const brandId = hint ? await store.findIdBySlug(hint) : null;
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
