import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type FederationClaims, verifyFederationToken } from "@/lib/integrations/server";
import { environmentSecrets } from "@/lib/platform/config/tool-secrets";
import { newId } from "@/lib/platform/ids";
import { NOW } from "@/tests/support/fixtures";
import { forgeJwt } from "@/tests/support/forge-jwt";

const secret = "a secret for federation tokens, 32+ characters";
const baseUrl = "https://hub.example.com";
const secrets = { ...environmentSecrets, federation: [secret] };
const kid = createHash("sha256").update(`hub-federation-kid:${secret}`).digest("base64url").slice(0, 16);
const header = { alg: "HS256", typ: "hub-federation+jwt", kid };
const iat = Math.floor(NOW.getTime() / 1000);
const claims: FederationClaims = {
  iss: baseUrl,
  aud: "hub-federation",
  sub: newId(),
  brand_id: newId(),
  role: "editor",
  sid: newId(),
  auth_time: iat - 60,
  iat,
  exp: iat + 300,
  jti: newId(),
};
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const verify = (token: string, now = NOW) => verifyFederationToken({ secrets, baseUrl, now }, { token });

describe("federation tokens", () => {
  it("verify to the claims they were signed with", async () => {
    expect(await verify(forgeJwt(header, claims, secret))).toEqual(claims);
  });

  it("are valid for 300 seconds plus 5 of clock skew", async () => {
    const token = forgeJwt(header, claims, secret);
    expect(await verify(token, later(304))).not.toBeNull();
    expect(await verify(token, later(305.5))).toBeNull();
  });

  it.each(Object.keys(claims))("without the claim %s are refused", async (name) => {
    const rest = Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
    expect(await verify(forgeJwt(header, rest, secret))).toBeNull();
  });

  it.each([
    ["of the session type", { ...header, typ: "hub-session+jwt" }, claims],
    ["without a type", { alg: "HS256", kid }, claims],
    ["without a key id", { alg: "HS256", typ: header.typ }, claims],
    ["with an unknown key id", { ...header, kid: "0123456789abcdef" }, claims],
    ["signed with another algorithm", { ...header, alg: "HS384" }, claims],
    ["without an algorithm", { ...header, alg: "none" }, claims],
    ["from another issuer", header, { ...claims, iss: "https://evil.example.com" }],
    ["for the session audience", header, { ...claims, aud: "hub" }],
    ["with an unknown role", header, { ...claims, role: "api-key" }],
    ["with a brand that isn't an id", header, { ...claims, brand_id: "brand" }],
    ["from the future", header, { ...claims, iat: iat + 60, exp: iat + 360 }],
    ["with too long a lifetime", header, { ...claims, iat: iat - 310, exp: iat + 600 }],
  ])("%s are refused", async (_, forgedHeader, forgedClaims) => {
    expect(await verify(forgeJwt(forgedHeader, forgedClaims, secret))).toBeNull();
  });

  it("are refused if signed with an unconfigured secret under a configured key id", async () => {
    expect(await verify(forgeJwt(header, claims, "another secret of at least 32 characters"))).toBeNull();
  });
});
