import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { AntiSSRFPolicy, PolicyConfigOptions } from "@microsoft/antissrf";
import type { PrivateNetworks } from "@/lib/platform/private-networks";
import { MAX_WEBHOOK_URL_LENGTH } from "./endpoint-view";

/**
 * Everything outside 2000::/3 (RFC 4291, 2.4), except IPv4-mapped addresses, which count as IPv4. The library's list
 * misses IPv4-compatible and IPv4-translated forms, which can carry a private IPv4.
 */
const NOT_GLOBAL_UNICAST = [
  "::/96",
  "::ffff:0:0:0/96",
  "100::/8",
  "200::/7",
  "400::/6",
  "800::/5",
  "1000::/4",
  "4000::/2",
  "8000::/1",
];

function refusedAddresses() {
  const policy = new AntiSSRFPolicy(PolicyConfigOptions.ExternalOnlyLatest);
  policy.addDeniedAddresses(NOT_GLOBAL_UNICAST);
  return policy.deniedAddresses;
}

const refused = refusedAddresses();

/**
 * True unless it is a public IP address: for private, loopback, link-local, CGNAT, NAT64, metadata, multicast and
 * reserved ones in IPv4, IPv6 or IPv4-mapped form. Takes the canonical form without brackets.
 * Source: docs/decisions/integrations.md, Webhook URLs; IANA's special-purpose registries as kept by
 * `@microsoft/antissrf`.
 */
export function isRefusedAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0 || address.includes("%")) return true;
  return refused.check(family === 4 ? `::ffff:${address}` : address, "ipv6");
}

/** IPv4-mapped is how a dual-stack socket reports 127.0.0.1. */
export function isLoopbackAddress(address: string): boolean {
  return address === "127.0.0.1" || address === "::1" || address === "::ffff:127.0.0.1";
}

export interface WebhookUrlPolicy {
  /** Allows `http://localhost`, `http://127.0.0.1` and `http://[::1]`, for the embedded demo only. */
  allowLoopback: boolean;
  /** The loopback port whose responses are shown; `any` in tests only. */
  readableLoopbackPort?: number | "any";
  /** URLs may lead there too, even over http. */
  allowedNetworks?: PrivateNetworks;
}

export type WebhookUrlVerdict = { ok: true; url: string } | { ok: false; reason: string };

export type LookupAddresses = (hostname: string) => Promise<readonly string[]>;

const REGISTRATION_LOOKUP_TIMEOUT_MS = 3000;

const LOOPBACK_AS_WRITTEN = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:[/?]|$)/;
const HTTP_AS_WRITTEN = /^https?:\/\/[^/?]/i;
/** URL parsers disagree about these. */
const AMBIGUOUS_CHARACTER = /[\p{Cc}\s\\]/u;

const NEEDS_HTTPS = "The URL must start with https://.";

const refuse = (reason: string): WebhookUrlVerdict => ({ ok: false, reason });

/** IPv6 addresses without brackets, names without the trailing dot. */
export const dialledHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");

const isLoopbackAsWritten = (url: string): boolean => LOOPBACK_AS_WRITTEN.test(url);

/** Public addresses over https, and allowed networks. */
export function reachableBy(url: string, policy: WebhookUrlPolicy, isRefused = isRefusedAddress) {
  if (policy.allowLoopback && isLoopbackAsWritten(url)) return isLoopbackAddress;
  const isEncrypted = /^https:/i.test(url);
  return (address: string): boolean => policy.allowedNetworks?.has(address) || (isEncrypted && !isRefused(address));
}

/** Brand owners choose webhook URLs and must not read what other services on the hub's machine answer. */
export function canReadAnswer(url: string, { readableLoopbackPort }: WebhookUrlPolicy): boolean {
  if (!isLoopbackAsWritten(url)) return true;
  return readableLoopbackPort === "any" || new URL(url).port === String(readableLoopbackPort);
}

export const lookupAddresses: LookupAddresses = async (hostname) =>
  (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address);

/**
 * Checks the text of a webhook URL and normalizes it. `reason` is for the person who typed it.
 *
 * Requires https, no user info, no fragment, at most 2,048 characters, no `localhost` and no literal private address in
 * any spelling. `allowedNetworks` adds http and those addresses. Resolves no names: `resolveAndCheck` and
 * `openGuardedSocket` do.
 */
export function checkWebhookUrl(url: string, policy: WebhookUrlPolicy): WebhookUrlVerdict {
  if (url.length > MAX_WEBHOOK_URL_LENGTH) return refuse("The URL is longer than 2,048 characters.");
  if (AMBIGUOUS_CHARACTER.test(url)) return refuse("The URL contains white space, a control character or a backslash.");
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed) return refuse("This is not a URL.");
  if (url.includes("#")) return refuse("The URL has a fragment (#), which is never sent.");
  const authority = url.split(/[/?]/, 3)[2] ?? "";
  if (parsed.username || parsed.password || authority.includes("@")) {
    return refuse("The URL contains a user name or password.");
  }
  if (parsed.href.length > MAX_WEBHOOK_URL_LENGTH) return refuse("The encoded URL is longer than 2,048 characters.");
  if (policy.allowLoopback && isLoopbackAsWritten(url)) return { ok: true, url: parsed.href };
  const isEncrypted = parsed.protocol === "https:";
  if (!HTTP_AS_WRITTEN.test(url) || !(isEncrypted || policy.allowedNetworks)) return refuse(NEEDS_HTTPS);

  const host = dialledHost(parsed);
  const isReachable = reachableBy(parsed.href, policy);
  if ((host === "localhost" || host.endsWith(".localhost")) && !["127.0.0.1", "::1"].some(isReachable))
    return refuse("The host is the hub's own machine.");
  if (isIP(host) !== 0 && !isReachable(host))
    return refuse(isEncrypted ? "The URL does not lead to a public address." : NEEDS_HTTPS);
  return { ok: true, url: parsed.href };
}

/** For a URL that browsers open with a token. Always https: a browser's `localhost` is the person's own machine. */
export function checkBrowserUrl(url: string, policy: WebhookUrlPolicy): WebhookUrlVerdict {
  const verdict = checkWebhookUrl(url, policy);
  const isDemo = policy.allowLoopback && isLoopbackAsWritten(url);
  return !verdict.ok || verdict.url.startsWith("https:") || isDemo ? verdict : refuse(NEEDS_HTTPS);
}

/**
 * Checks a URL and the addresses its name resolves to.
 *
 * Accepts a name that doesn't resolve within 3 s, because each connection checks again.
 */
export async function resolveAndCheck(
  url: string,
  policy: WebhookUrlPolicy,
  lookupName: LookupAddresses = lookupAddresses,
  timeoutMs = REGISTRATION_LOOKUP_TIMEOUT_MS,
): Promise<WebhookUrlVerdict> {
  const verdict = checkWebhookUrl(url, policy);
  if (!verdict.ok || (policy.allowLoopback && isLoopbackAsWritten(verdict.url))) return verdict;
  const host = dialledHost(new URL(verdict.url));
  if (isIP(host) !== 0) return verdict;

  let timer: NodeJS.Timeout | undefined;
  const unresolved = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, []);
  });
  const addresses = await Promise.race([lookupName(host).catch(() => []), unresolved]);
  clearTimeout(timer);
  if (addresses.every(reachableBy(verdict.url, policy))) return verdict;
  return refuse(
    verdict.url.startsWith("https:") ? "The host name resolves to an address that is not public." : NEEDS_HTTPS,
  );
}
