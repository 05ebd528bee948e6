import { BlockList, isIP } from "node:net";

/** What an operator can allow: private, shared (CGNAT), unique local and loopback. */
const PRIVATE = [
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "fc00::/7",
  "::1/128",
];
/** Metadata services in these ranges, which give out the machine's credentials. */
const METADATA = [
  "100.100.100.200/32", // Alibaba Cloud
  "fd00:100::100:200/128", // Alibaba Cloud
  "fd00:ec2::/32", // AWS
  "fd20:ce::/32", // Google Cloud
  "fd00:a9fe:a9fe::1/128", // Linode
  "fd00:c1::a9fe:a9fe/128", // Oracle Cloud
  "fd00:42::42/128", // Scaleway
];

const familyOf = (address: string) => (isIP(address) === 4 ? "ipv4" : "ipv6");

function listOf(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [address = "", prefix] = cidr.split("/");
    list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

const metadata = listOf(METADATA);

export function isPrivateNetwork(cidr: string): boolean {
  const [, address = "", digits = ""] = /^([\da-f.:]+)\/(\d{1,3})$/i.exec(cidr) ?? [];
  if (isIP(address) === 0 || Number(digits) > (isIP(address) === 4 ? 32 : 128)) return false;
  return PRIVATE.some((block) => {
    const [start = "", prefix] = block.split("/");
    const isSameFamily = isIP(start) === isIP(address);
    return isSameFamily && Number(digits) >= Number(prefix) && listOf([block]).check(address, familyOf(address));
  });
}

export class PrivateNetworks {
  private readonly list: BlockList;

  /** @param cidrs each must pass `isPrivateNetwork` */
  constructor(readonly cidrs: readonly string[]) {
    this.list = listOf(cidrs);
  }

  /** Never true for a metadata service. */
  has(address: string): boolean {
    if (isIP(address) === 0 || address.includes("%")) return false;
    return this.list.check(address, familyOf(address)) && !metadata.check(address, familyOf(address));
  }
}
