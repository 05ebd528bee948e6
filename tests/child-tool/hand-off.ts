import { activeBrandSlug, HandOff, HandOffError, type HandOffProblem } from "@/lib/contract";
import { messagePage } from "./message-page";
import { readForm } from "./read-body";
import { TOOL_SLUG } from "./slug";
import type { Studio } from "./studio";

const handOffOf = ({ config, client }: Studio) =>
  new HandOff({
    hubUrl: config.hubUrl,
    toolSlug: TOOL_SLUG,
    callbackUrl: `${config.baseUrl}/hub/callback`,
    client,
  });

const redirect = (location: string, cookies: string[]): Response => {
  const headers = new Headers({ location, "cache-control": "no-store", "referrer-policy": "no-referrer" });
  for (const value of cookies) headers.append("set-cookie", value);
  return new Response(null, { status: 303, headers });
};

function toHub(studio: Studio, brandId: string | null): Response {
  const { location, cookie } = handOffOf(studio).begin(brandId);
  return redirect(location, [cookie]);
}

/** Returns the id of the active brand, or null if this tool can't read it. */
async function namedBrand(cookies: string | null, { client }: Studio): Promise<string | null> {
  const slug = activeBrandSlug(cookies);
  const brand = slug ? await client.findBrand(slug).catch(() => null) : null;
  return brand?.id ?? null;
}

/**
 * `GET /connect`: starts a sign-in for the cookie's brand if this tool can read it, else for the person's active
 * brand.
 */
export async function startHandOff(request: Request, studio: Studio): Promise<Response> {
  return toHub(studio, await namedBrand(request.headers.get("cookie"), studio));
}

/** `GET /hub/login`: starts a sign-in from the hub's button. */
export function startFromHub(request: Request, studio: Studio): Response {
  const brandId = handOffOf(studio).askedByHub(new URL(request.url));
  return brandId === undefined
    ? messagePage(400, "This link is not from our hub", "Please start again, there or here.")
    : toHub(studio, brandId);
}

/** Page titles for each problem, and texts where the error has none for people. */
const PAGES: Record<HandOffProblem, readonly [title: string, text?: string]> = {
  state: ["This sign-in was not started here", "It may be too old, or come from another browser. Please start again."],
  brand: ["That is not the brand we asked for", "The hub vouched for another brand, or for one without this tool."],
  token: ["The hub does not vouch for you any more", "The hand-off took too long, or you have signed out there."],
  denied: ["You can’t use Brand Studio here"],
  hub: ["The hub did not sign you in"],
};

/** Keeps the cookie unhandled if the active brand changed during the sign-in. */
async function actedOn(brandId: string, cookies: string | null, studio: Studio): Promise<string | null> {
  const named = await namedBrand(cookies, studio);
  return named === null || named === brandId ? activeBrandSlug(cookies) : null;
}

/** `POST /hub/callback`: verifies the hub's form and opens a session. */
export async function finishHandOff(request: Request, studio: Studio): Promise<Response> {
  const { sessions, activity } = studio;
  const cookies = request.headers.get("cookie");
  try {
    const { person, cookie } = await handOffOf(studio).finish(await readForm(request), cookies);
    const opened = sessions.open({
      userId: person.user_id,
      brandId: person.brand_id,
      role: person.role,
      hint: await actedOn(person.brand_id, cookies, studio),
    });
    sessions.end(request);
    activity.add({ kind: "hand-off", ok: true, text: `somebody came in as ${person.role}`, brandId: person.brand_id });
    return redirect("/", [cookie, opened]);
  } catch (error) {
    if (!(error instanceof HandOffError)) throw error;
    const [title, text = error.message] = PAGES[error.problem];
    const page = messagePage(error.status, title, text);
    if (error.cookie) page.headers.append("set-cookie", error.cookie);
    return page;
  }
}
