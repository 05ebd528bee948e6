import { Slug } from "@/lib/contract";

/** The value of a request's cookie, or null. */
export function readCookie(request: Request, name: string): string | null {
  for (const pair of request.headers.get("cookie")?.split(";") ?? []) {
    const [key, ...value] = pair.trim().split("=");
    if (key === name) return value.join("=");
  }
  return null;
}

interface CookieOptions {
  /** 0 removes the cookie. */
  maxAgeSeconds: number;
  path: string;
  /** The address of this tool; on https the cookie is `Secure`. */
  baseUrl: string;
  /** Whether it has to come along with a form that another site posts. */
  crossSite?: boolean;
}

/**
 * A `Set-Cookie` value that scripts cannot read. `SameSite=None` is what a cross-site form needs, and browsers take it only
 * with `Secure`; on plain http this tool stands on localhost, which is the same site as the hub there, so `Lax` does.
 */
export function cookie(
  name: string,
  value: string,
  { maxAgeSeconds, path, baseUrl, crossSite }: CookieOptions,
): string {
  const secure = baseUrl.startsWith("https:");
  const sameSite = crossSite && secure ? "None" : "Lax";
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=${sameSite}${secure ? "; Secure" : ""}`;
}

/** The slug in the hub's active-brand cookie, or null: a hint about what to ask for, never a permission. */
export function activeBrandHint(request: Request): string | null {
  const slug = Slug.safeParse(readCookie(request, "hub_active_brand"));
  return slug.success ? slug.data : null;
}
