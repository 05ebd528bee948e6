import { isIP } from "node:net";
import { AntiSSRFPolicy, PolicyConfigOptions } from "@microsoft/antissrf";

/**
 * Everything outside the global unicast block 2000::/3 (RFC 4291 section 2.4), but for IPv4-mapped addresses, which are
 * judged as IPv4. The library's list leaves out IPv4-compatible and IPv4-translated forms, which can carry a private IPv4.
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
 * True for every address that is not public: private, loopback, link-local, CGNAT, NAT64, metadata, multicast, reserved,
 * in IPv4 or IPv6, plain or IPv4-mapped; and for anything that is not an IP address at all.
 *
 * Takes the canonical textual form, without brackets. Source: docs/decisions.md, Webhook deliveries; IANA's
 * special-purpose registries as kept by `@microsoft/antissrf`.
 */
export function isRefusedAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0 || address.includes("%")) return true;
  return refused.check(family === 4 ? `::ffff:${address}` : address, "ipv6");
}

/** True for 127.0.0.1 and ::1 alone, plain or IPv4-mapped as a dual-stack socket reports it. */
export function isLoopbackAddress(address: string): boolean {
  return address === "127.0.0.1" || address === "::1" || address === "::ffff:127.0.0.1";
}
