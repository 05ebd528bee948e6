import { networksOf } from "@/lib/platform/limits/network-of";

const MB = 1024 * 1024;

/** Counts the bytes of bodies that the process keeps, of each network (as limits count a client IP) and in all. */
export class BytesInFlight {
  private total = 0;
  private readonly ofNetworks = new Map<string, number>();

  constructor(private readonly most: { ofNetwork: number; inAll: number }) {}

  /** Adds bytes, or gives back a negative number of them. False, and nothing is added, where it would be too many. */
  add(clientIp: string, bytes: number): boolean {
    const counts = networksOf(clientIp).map(({ network, times }) => {
      return { network, bytes: bytes + (this.ofNetworks.get(network) ?? 0), most: times * this.most.ofNetwork };
    });
    const isMuch = this.total + bytes > this.most.inAll || counts.some((count) => count.bytes > count.most);
    if (bytes > 0 && isMuch) return false;
    this.total += bytes;
    for (const { network, bytes } of counts)
      bytes > 0 ? this.ofNetworks.set(network, bytes) : this.ofNetworks.delete(network);
    return true;
  }
}

/** Bodies of requests that nobody had to sign in for, or whose credential is in them. */
export const anonymousBodies = new BytesInFlight({ ofNetwork: 2 * MB, inAll: 32 * MB });
/** Bodies of pages whose session is being looked up. */
export const uncheckedBodies = new BytesInFlight({ ofNetwork: 8 * MB, inAll: 32 * MB });
/** Bodies of people who are signed in, and of authenticated calls of the API: a flood of the others takes nothing from these. */
export const knownBodies = new BytesInFlight({ ofNetwork: 32 * MB, inAll: 128 * MB });
