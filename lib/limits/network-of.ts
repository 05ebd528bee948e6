import { isIPv6 } from "node:net";

/** The eight groups of an IPv6 address, in lower case without leading zeros. */
function groupsOf(address: string): string[] {
  // A URL's host is the shortest form of an address, its IPv4 part written as groups too.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const front = head ? head.split(":") : [];
  if (tail === undefined) return front;
  const back = tail ? tail.split(":") : [];
  return [...front, ...Array<string>(8 - front.length - back.length).fill("0"), ...back];
}

/** The IPv4 address that an IPv6 one stands for (`::ffff:192.0.2.1`), or null. */
function mappedIpv4(groups: readonly string[]): string | null {
  if (groups.slice(0, 6).join(":") !== "0:0:0:0:0:ffff") return null;
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join(".");
}

/**
 * What a limit counts a client IP by: an IPv4 address itself, and the /64 of an IPv6 one, since one customer has all 2⁶⁴ addresses of it.
 * A port that a proxy wrote beside the address, and a zone, are left out: each would be a new budget.
 */
export function networkOf(clientIp: string): string {
  const address = clientIp
    .replace(/^\[([^\]]*)\](?::\d+)?$/, "$1")
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1")
    .replace(/%.*$/s, "");
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  return mappedIpv4(groups) ?? `${groups.slice(0, 4).join(":")}::/64`;
}
