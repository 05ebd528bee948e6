interface CookieOptions {
  /** 0 removes the cookie. */
  maxAgeSeconds: number;
  path: string;
  /** The address of this tool; on https the cookie is `Secure`. */
  baseUrl: string;
}

/** A `Set-Cookie` value that scripts cannot read, and that other sites' forms do not bring along. */
export const cookie = (name: string, value: string, { maxAgeSeconds, path, baseUrl }: CookieOptions): string =>
  `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${baseUrl.startsWith("https:") ? "; Secure" : ""}`;
