/** What is asked of a tool's URLs to lead somebody to it. */
interface Opened {
  connectUrl: string | null;
  initiateLoginUrl: string | null;
}

/**
 * Where *Open* leads: to the tool's login-initiation URL, by which the tool begins a sign-in of its own in this brand (OpenID Connect Core 1.0, 4), else
 * to the page of its connect URL's host; null for a tool that the hub signs nobody in to.
 * @param from.issuer the hub, as its tokens name it
 */
export function openUrl(
  { connectUrl, initiateLoginUrl }: Opened,
  { issuer, brandId }: { issuer: string; brandId: string },
): string | null {
  if (!connectUrl) return null;
  if (!initiateLoginUrl) return new URL(connectUrl).origin;
  const url = new URL(initiateLoginUrl);
  url.searchParams.set("iss", issuer);
  url.searchParams.set("target_link_uri", `${url.origin}/`);
  url.searchParams.set("brand_id", brandId);
  return url.href;
}
