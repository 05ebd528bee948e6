import { networkInterfaces } from "node:os";

/** False on a machine without IPv6, where nothing can listen on `::1`. */
export const hasIpv6 = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .some(({ address }) => address === "::1");
