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

function mappedIpv4(groups: readonly string[]): string | null {
  if (groups.slice(0, 6).join(":") !== "0:0:0:0:0:ffff") return null;
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join(".");
}

/** A port that a proxy wrote beside the address, and a zone, are left out: each would be a new budget. */
const bare = (clientIp: string): string =>
  clientIp
    .replace(/^\[([^\]]*)\](?::\d+)?$/, "$1")
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1")
    .replace(/%.*$/s, "");

/** A network that a client IP counts for, and how many times a budget it has. Its kind belongs into the purpose of the key. */
export interface CountedNetwork {
  kind: "network" | "site";
  network: string;
  times: number;
}

/** A site has 65,536 networks; it may as well be a provider's, with many customers. */
const TIMES_FOR_A_SITE = 10;

/**
 * What a limit counts a client IP by: an IPv4 address itself; of an IPv6 one the /64, since one customer has all 2⁶⁴ addresses of it, and the
 * /48, which a customer can have as easily, with a larger budget.
 */
export function networksOf(clientIp: string): CountedNetwork[] {
  const address = bare(clientIp);
  if (!isIPv6(address)) return [{ kind: "network", network: address, times: 1 }];
  const groups = groupsOf(address);
  const mapped = mappedIpv4(groups);
  if (mapped) return [{ kind: "network", network: mapped, times: 1 }];
  return [
    { kind: "network", network: `${groups.slice(0, 4).join(":")}::/64`, times: 1 },
    { kind: "site", network: `${groups.slice(0, 3).join(":")}::/48`, times: TIMES_FOR_A_SITE },
  ];
}

/** The narrowest of them, for what has one budget. */
export const networkOf = (clientIp: string): string => networksOf(clientIp)[0]?.network ?? clientIp;
