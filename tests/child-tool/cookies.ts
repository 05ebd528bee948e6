interface CookieOptions {
  /** 0 deletes the cookie. */
  maxAgeSeconds: number;
  path: string;
  /** This tool's URL. On https the cookie is `Secure`. */
  baseUrl: string;
}

/** A `Set-Cookie` value that scripts can't read and other sites' forms don't send. */
export const cookie = (name: string, value: string, { maxAgeSeconds, path, baseUrl }: CookieOptions): string =>
  `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${baseUrl.startsWith("https:") ? "; Secure" : ""}`;
