import { HALF_SIGN_IN_LIFETIME_SECONDS } from "@/lib/access/server";
import { ownCookie } from "./own-cookie";

/** The cookie of a browser in which somebody did the first step of a sign-in; it opens nothing, and is gone with null. */
export const halfSignInCookie = (token: string | null, { HUB_BASE_URL }: { HUB_BASE_URL: string }) =>
  ownCookie("half-sign-in", { value: token, maxAge: HALF_SIGN_IN_LIFETIME_SECONDS, baseUrl: HUB_BASE_URL });
