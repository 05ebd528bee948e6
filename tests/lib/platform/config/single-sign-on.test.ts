import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { parseEnv } from "@/lib/platform/config/env";

const random = () => randomBytes(33).toString("base64");
const CONNECTED = {
  OIDC_ISSUER: "https://login.example.com/realms/acme",
  OIDC_CLIENT_ID: "the-hub",
  OIDC_CLIENT_SECRET: random(),
};
const start = (more: Record<string, string>) =>
  parseEnv({
    NODE_ENV: "test",
    HUB_EMBEDDED_DATABASE: "1",
    SESSION_SECRET: random(),
    FEDERATION_SECRET: random(),
    FILE_URL_SECRET: random(),
    ...more,
  });

describe("single sign-on", () => {
  it("starts with only issuer, client id and secret", () => {
    expect(start(CONNECTED)).toMatchObject({
      OIDC_NAME: "single sign-on",
      OIDC_SCOPES: "openid email profile",
      OIDC_TRUST_EMAIL: false,
      OIDC_ONLY_DOMAINS: [],
      OIDC_ROLES: ["admin", "editor", "viewer"],
    });
  });

  it("starts without a provider", () => {
    expect(start({ OIDC_ISSUER: "" }).OIDC_ISSUER).toBeUndefined();
  });

  it.each(Object.keys(CONNECTED))("does not start without %s", (name) => {
    expect(() => start({ ...CONNECTED, [name]: "" })).toThrow(
      `OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together: ${name} is not set.`,
    );
  });

  it.each([
    ["http://login.example.com", /OIDC_ISSUER is http/],
    ["http://10.0.0.7:8080", /OIDC_ISSUER is http/],
    ["ftp://login.example.com", /OIDC_ISSUER must be/],
    ["https://login.example.com?tenant=acme", /OIDC_ISSUER must have neither \? nor #/],
    ["https://login.example.com/#acme", /OIDC_ISSUER must have neither \? nor #/],
    ["login.example.com", /OIDC_ISSUER must be/],
  ])("does not start at %s", (OIDC_ISSUER, problem) => {
    expect(() => start({ ...CONNECTED, OIDC_ISSUER })).toThrow(problem);
  });

  it.each(["http://localhost:8080", "http://127.0.0.1:8080/realms/acme", "http://[::1]:8080"])(
    "starts at %s, which never leaves this machine",
    (OIDC_ISSUER) => expect(start({ ...CONNECTED, OIDC_ISSUER }).OIDC_ISSUER).toBe(OIDC_ISSUER),
  );

  it.each([
    ["OIDC_ONLY_DOMAINS", "example.com"],
    ["OIDC_ROLE_CLAIM", "hub_roles"],
    ["OIDC_TRUST_EMAIL", "true"],
  ])("%s requires OIDC_ISSUER", (name, value) => {
    expect(() => start({ [name]: value })).toThrow(`${name} only works with OpenID Connect: set OIDC_ISSUER too.`);
  });

  it.each([
    ["example.com", ["example.com"]],
    [" Example.COM, @acme.example", ["example.com", "acme.example"]],
    ["bücher.example", ["xn--bcher-kva.example"]],
  ])("normalises the domains %j to %j", (OIDC_ONLY_DOMAINS, domains) => {
    expect(start({ ...CONNECTED, OIDC_ONLY_DOMAINS }).OIDC_ONLY_DOMAINS).toEqual(domains);
  });

  it.each(["*.example.com", "example", "ana@example.com", "example..com", "https://example.com"])(
    "does not start with the domain %s",
    (OIDC_ONLY_DOMAINS) => {
      expect(() => start({ ...CONNECTED, OIDC_ONLY_DOMAINS })).toThrow(
        /OIDC_ONLY_DOMAINS must be domains such as example\.com; it is "/,
      );
    },
  );

  it.each([
    ["OIDC_SCOPES", "email profile", /OIDC_SCOPES must contain openid/],
    ["OIDC_ROLES", "editor,boss", /OIDC_ROLES must be some of .*; it is "editor,boss"\./],
    ["OIDC_TRUST_EMAIL", "perhaps", /OIDC_TRUST_EMAIL/],
  ])("does not start with %s=%s", (name, value, problem) => {
    expect(() => start({ ...CONNECTED, [name]: value })).toThrow(problem);
  });

  it("accepts scopes and roles", () => {
    const env = start({ ...CONNECTED, OIDC_SCOPES: "openid,email roles", OIDC_ROLES: "owner, viewer" });
    expect([env.OIDC_SCOPES, env.OIDC_ROLES]).toEqual(["openid email roles", ["owner", "viewer"]]);
  });
});
