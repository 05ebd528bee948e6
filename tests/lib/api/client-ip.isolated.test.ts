import { afterEach, describe, expect, it } from "vitest";
import { clientIp, PEER_HEADER, trustPeerHeader } from "@/lib/api/client-ip";
import { configure } from "../../support/configure";

const headers = (values: Record<string, string>) => new Headers(values);

afterEach(() => configure({ TRUSTED_PROXY_HOPS: 0 }));

describe("clientIp", () => {
  it("is the socket's peer, ignoring X-Forwarded-For", () => {
    expect(clientIp(headers({ "x-forwarded-for": "1.2.3.4" }), "::ffff:10.0.0.9")).toBe("10.0.0.9");
  });

  it("takes the trusted hop from the right of X-Forwarded-For", () => {
    const forwarded = headers({ "x-forwarded-for": "6.6.6.6, 1.2.3.4 , 10.0.0.1" });
    configure({ TRUSTED_PROXY_HOPS: 1 });
    expect(clientIp(forwarded, "10.0.0.9")).toBe("10.0.0.1");
    configure({ TRUSTED_PROXY_HOPS: 2 });
    expect(clientIp(forwarded, "10.0.0.9")).toBe("1.2.3.4");
  });

  it("falls back to the peer when the list is too short", () => {
    configure({ TRUSTED_PROXY_HOPS: 3 });
    expect(clientIp(headers({ "x-forwarded-for": "1.2.3.4" }), "10.0.0.9")).toBe("10.0.0.9");
  });

  it("trusts the peer header only once the hub's listener has declared that it sets it", () => {
    const spoofed = headers({ [PEER_HEADER]: "6.6.6.6" });
    expect(clientIp(spoofed)).toBe("unknown");
    trustPeerHeader();
    expect(clientIp(spoofed)).toBe("6.6.6.6");
  });
});
