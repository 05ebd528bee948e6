import { networksOf } from "@/lib/platform/limits/network-of";

const MB = 1024 * 1024;

export class BytesInFlight {
  private total = 0;
  private readonly ofNetworks = new Map<string, number>();

  constructor(private readonly most: { ofNetwork: number; inAll: number }) {}

  /** Adds bytes, or subtracts if negative. False, adding nothing, if that exceeds a limit. */
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

/** Bodies of requests that need no sign-in or contain their credential. */
export const anonymousBodies = new BytesInFlight({ ofNetwork: 2 * MB, inAll: 32 * MB });
export const uncheckedBodies = new BytesInFlight({ ofNetwork: 8 * MB, inAll: 32 * MB });
/**
 * Bodies of signed-in people and authenticated API calls. Counted apart, so a flood of others takes nothing from
 * them.
 */
export const knownBodies = new BytesInFlight({ ofNetwork: 32 * MB, inAll: 128 * MB });
