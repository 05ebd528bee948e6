import { describe, expect, it } from "vitest";
import { z } from "zod";
import { signHs256, unixSeconds, verifyHs256 } from "@/lib/platform/hs256";

const NOW = new Date("2026-03-01T12:00:00Z");
const LIFETIME_SECONDS = 300;
const Claims = z.object({ iss: z.string(), aud: z.string(), sub: z.string(), iat: z.number(), exp: z.number() });

const issuedAt = unixSeconds(NOW);
const sign = (secret: string, sub = "ana") =>
  signHs256(
    { iss: "https://hub.example", aud: "hub", sub, iat: issuedAt, exp: issuedAt + LIFETIME_SECONDS },
    { secret, typ: "test+jwt" },
  );

const verify = (token: string, change: Partial<Parameters<typeof verifyHs256<typeof Claims>>[1]> = {}) =>
  verifyHs256(token, {
    secretsFor: () => ["first"],
    typ: "test+jwt",
    issuer: "https://hub.example",
    audience: "hub",
    claims: Claims,
    lifetimeSeconds: LIFETIME_SECONDS,
    now: NOW,
    ...change,
  });

const at = (seconds: number) => ({ now: new Date(NOW.getTime() + seconds * 1000) });

/** Verifying a token again gives the same result as the first time. */
describe.each(["for the first time", "once more"])("a token verified %s", (time) => {
  const given = async (subject: string, secret = "first") => {
    const token = await sign(secret, `${subject} ${time}`);
    if (time === "once more") await verify(token, { secretsFor: () => [secret] });
    return token;
  };

  it("returns its claims", async () => {
    expect(await verify(await given("plain"))).toMatchObject({ sub: `plain ${time}` });
  });

  it.each([
    [-6, false],
    [-5, true],
    [304, true],
    [305, false],
  ])("%i seconds after issuing is valid: %s", async (seconds, isGood) => {
    expect((await verify(await given("timed"), at(seconds))) !== null).toBe(isGood);
  });

  it("is rejected once a shorter lifetime is required", async () => {
    expect(await verify(await given("short"), { lifetimeSeconds: 10, ...at(16) })).toBeNull();
  });

  it.each([
    ["secret", { secretsFor: () => ["second"] }],
    ["secrets, if none is left", { secretsFor: () => [] }],
    ["type", { typ: "other+jwt" }],
    ["issuer", { issuer: "https://other.example" }],
    ["audience", { audience: "other" }],
  ])("is rejected for another %s", async (_, change) => {
    expect(await verify(await given("narrow"), change)).toBeNull();
  });

  it("is accepted with the old secret during rotation", async () => {
    const token = await given("rotated", "old");
    expect(await verify(token, { secretsFor: () => ["first", "old"] })).toMatchObject({ sub: `rotated ${time}` });
  });

  it("is rejected with one character changed in any part", async () => {
    const token = await given("forged");
    for (const place of [3, token.indexOf(".") + 5, token.length - 2]) {
      const changed = token[place] === "A" ? "B" : "A";
      expect(await verify(token.slice(0, place) + changed + token.slice(place + 1)), `${place}`).toBeNull();
    }
  });
});

it("returns a known token's claims from the cache", async () => {
  const token = await sign("first", "at once");
  const claims = await verify(token);
  expect(await verify(token)).toBe(claims);
});

it("returns frozen claims", async () => {
  const claims = await verify(await sign("first", "frozen"));
  expect(Object.isFrozen(claims)).toBe(true);
});
