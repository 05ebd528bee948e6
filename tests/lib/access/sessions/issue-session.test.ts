import { describe, expect, it } from "vitest";
import { type SessionClaims, signSessionToken, verifySessionToken } from "@/lib/access/server";
import { environmentSecrets } from "@/lib/platform/config/tool-secrets";
import { newId } from "@/lib/platform/ids";
import { NOW } from "@/tests/support/fixtures";
import { forgeJwt, readJwt } from "@/tests/support/forge-jwt";

const secret = "a secret for session tokens, 32+ characters";
const baseUrl = "https://hub.example.com";
const secrets = { ...environmentSecrets, session: [secret] };
const iat = Math.floor(NOW.getTime() / 1000);
const DAYS = 24 * 60 * 60;
const claims: SessionClaims = {
  iss: baseUrl,
  aud: "hub",
  sub: newId(),
  sid: newId(),
  auth_time: iat,
  iat,
  exp: iat + 30 * DAYS,
};
const header = { alg: "HS256", typ: "hub-session+jwt" };
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const verify = (token: string, now = NOW) => verifySessionToken({ secrets, baseUrl, now }, { token });

describe("session tokens", () => {
  it("verify to their signed claims", async () => {
    expect(await verify(await signSessionToken({ secrets }, claims))).toEqual(claims);
  });

  it("have their own type and only the seven claims", async () => {
    const token = readJwt(await signSessionToken({ secrets }, claims));
    expect(token.header).toEqual(header);
    expect(Object.keys(token.claims).sort()).toEqual(["aud", "auth_time", "exp", "iat", "iss", "sid", "sub"]);
  });

  it("are equal for equal claims, so re-encoding a cookie renews nothing", async () => {
    const token = await signSessionToken({ secrets }, claims);
    const decoded = await verify(token, later(DAYS));
    if (!decoded) throw new Error("the token did not verify");
    expect(await signSessionToken({ secrets }, decoded)).toBe(token);
  });

  it("expire after 5 seconds of clock skew", async () => {
    const token = await signSessionToken({ secrets }, claims);
    expect(await verify(token, later(30 * DAYS + 4))).not.toBeNull();
    expect(await verify(token, later(30 * DAYS + 5.6))).toBeNull();
  });

  it("survive a clock set back by a day, and are refused from further in the future", async () => {
    const token = await signSessionToken({ secrets }, claims);
    expect(await verify(token, later(-5))).not.toBeNull();
    expect(await verify(token, later(-2 * 60 * 60))).not.toBeNull();
    expect(await verify(token, later(-DAYS))).not.toBeNull();
    expect(await verify(token, later(-DAYS - 7))).toBeNull();
  });

  it.each(Object.keys(claims))("are refused without the claim %s", async (name) => {
    const rest = Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
    expect(await verify(forgeJwt(header, rest, secret))).toBeNull();
  });

  it.each([
    ["of the federation type", { ...header, typ: "hub-federation+jwt" }, claims],
    ["without a type", { alg: "HS256" }, claims],
    ["of the plain type JWT", { ...header, typ: "JWT" }, claims],
    ["signed with another algorithm", { ...header, alg: "HS512" }, claims],
    ["without an algorithm", { ...header, alg: "none" }, claims],
    ["with an unknown critical header", { ...header, crit: ["x"], x: 1 }, claims],
    ["from another issuer", header, { ...claims, iss: "https://evil.example.com" }],
    ["for another audience", header, { ...claims, aud: "hub-federation" }],
    ["for several audiences", header, { ...claims, aud: ["hub"] }],
    ["with a subject that isn't an id", header, { ...claims, sub: "1" }],
    ["with times as text", header, { ...claims, auth_time: String(iat) }],
    ["with an expiry as text", header, { ...claims, exp: String(claims.exp) }],
    ["with too long a lifetime", header, { ...claims, iat: iat - 31 * DAYS, exp: iat + DAYS }],
  ])("%s are refused", async (_, forgedHeader, forgedClaims) => {
    expect(await verify(forgeJwt(forgedHeader, forgedClaims, secret))).toBeNull();
  });

  it("are refused unsigned, changed or with another secret", async () => {
    const token = await signSessionToken({ secrets }, claims);
    const [head, , signature] = token.split(".");
    const other = forgeJwt(header, { ...claims, sub: newId() }, secret).split(".")[1];
    expect(await verify(forgeJwt({ ...header, alg: "none" }, claims, null))).toBeNull();
    expect(await verify(forgeJwt(header, claims, "another secret of at least 32 characters"))).toBeNull();
    expect(await verify(`${head}.${other}.${signature}`)).toBeNull();
  });

  it.each(["", "x", "a.b.c", "...", `${"a".repeat(5000)}.b.c`, "bih_0123"])(
    "are refused if they are no JWT (%#)",
    async (text) => {
      expect(await verify(text)).toBeNull();
    },
  );
});
