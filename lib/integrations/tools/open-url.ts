interface Opened {
  connectUrl: string | null;
  initiateLoginUrl: string | null;
}

/**
 * Target of *Open*: the login-initiation URL for this brand (OpenID Connect Core 1.0, 4), else the origin of the
 * connect URL. Null if the hub signs nobody in to the tool.
 * @param from.issuer the hub's issuer URL
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
