import { isIPv6 } from "node:net";

function groupsOf(address: string): string[] {
  // `URL` shortens the address and writes an IPv4 part as groups.
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

/** Without a zone or a port from a proxy, which would make new budgets. */
const bare = (clientIp: string): string =>
  clientIp
    .replace(/^\[([^\]]*)\](?::\d+)?$/, "$1")
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1")
    .replace(/%.*$/s, "");

/** Put `kind` into the key's purpose. */
export interface CountedNetwork {
  kind: "network" | "site";
  network: string;
  times: number;
}

/** A /48 has 65,536 networks and may be a provider's. */
const TIMES_FOR_A_SITE = 10;

/**
 * Networks that a client IP counts towards: the IPv4 address, or the /64 and /48. One customer has a whole /64 and
 * can easily get a /48.
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

/** For limits with a single budget. */
export const networkOf = (clientIp: string): string => networksOf(clientIp)[0]?.network ?? clientIp;
