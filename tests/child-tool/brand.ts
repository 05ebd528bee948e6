import { ACTIVE_BRAND_COOKIE, activeBrandSlug, HubRequestError, readCookie } from "@/lib/contract";
import { messagePage, welcomePage } from "./message-page";
import { brandPage } from "./page";
import type { Session } from "./sessions";
import { reasonOf, type Studio } from "./studio";

const toHandOff = () =>
  new Response(null, { status: 303, headers: { location: "/connect", "cache-control": "no-store" } });

function refusal(error: unknown): Response {
  if (error instanceof HubRequestError && (error.code === "forbidden" || error.code === "not_found")) {
    return messagePage(403, "Brand Studio may not show this brand any more", error.message);
  }
  return messagePage(502, "The brand cannot be read", `${reasonOf(error)} Please try again in a moment.`);
}

async function show(request: Request, session: Session, studio: Studio): Promise<Response> {
  const { cache, store, activity, config, now } = studio;
  const cookies = request.headers.get("cookie");
  const hint = activeBrandSlug(cookies);
  const cached = await cache.get(session.brandId, true);
  const other = hint !== null && hint !== cached.bundle.brand.slug ? hint : null;
  if (other !== null && other !== session.hint) {
    session.hint = other;
    return toHandOff();
  }
  const row = await store.bundles.find(session.brandId);
  const happenings = activity.about(session.brandId);
  return brandPage({
    cached,
    row,
    session,
    happenings,
    hubUrl: config.hubUrl,
    shownAt: now(),
    activeBrand: readCookie(cookies, ACTIVE_BRAND_COOKIE) ?? "",
    otherBrand: other,
  });
}

/**
 * `GET /`: shows the person's brand. If the active-brand cookie names another brand, sign-in starts again once.
 * If the cookie is gone, the person signed out of the hub, so this session ends too.
 */
export async function showBrand(request: Request, studio: Studio): Promise<Response> {
  const session = studio.sessions.find(request);
  const hint = activeBrandSlug(request.headers.get("cookie"));
  if (!session) return welcomePage(hint);
  if (hint === null && session.hint !== null) {
    const response = welcomePage(null);
    response.headers.append("set-cookie", studio.sessions.end(request));
    return response;
  }
  return show(request, session, studio).catch(refusal);
}
