/** Where to go after signing in, as an address within the hub; anything that leads elsewhere becomes the hub's start. */
export function safeCallbackPath(wanted: string | null | undefined, baseUrl: string): string {
  if (!wanted || !URL.canParse(wanted, baseUrl)) return "/";
  const url = new URL(wanted, baseUrl);
  if (url.origin !== new URL(baseUrl).origin) return "/";
  // "//host" would leave again as soon as a browser resolves it.
  return `/${url.pathname.replace(/^\/+/, "")}${url.search}${url.hash}`;
}
