import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseEnv } from "@/lib/platform/config/env";
import { Environment } from "@/lib/platform/config/environment";

const secret = (name: string) => `${name}-0123456789abcdefghijklmnopqrstuvwxyz`;
const BASE = {
  NODE_ENV: "test" as const,
  HUB_EMBEDDED_DATABASE: "1",
  SESSION_SECRET: secret("session"),
  FEDERATION_SECRET: secret("federation"),
  FILE_URL_SECRET: secret("file"),
};
const start = (more: Record<string, string>) => () => parseEnv({ ...BASE, ...more });

describe("an invalid value", () => {
  it.each([
    ["PORT", "abc", `PORT must be a whole number from 0 to 65535; it is "abc".`],
    ["PORT", "70000", `PORT must be a whole number from 0 to 65535; it is "70000".`],
    ["RATE_LIMIT_PER_MINUTE", "1.5", `RATE_LIMIT_PER_MINUTE must be a whole number, 0 or more; it is "1.5".`],
    ["LOG_REQUESTS_SAMPLE", "2", `LOG_REQUESTS_SAMPLE must be a number from 0 to 1; it is "2".`],
    ["LOG_LEVEL", "loud", `LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent; it is "loud".`],
    ["HUB_DIRECT_LISTENER", "no", `HUB_DIRECT_LISTENER must be 0 or 1; it is "no".`],
    [
      "HUB_BASE_URL",
      "htp:/nope",
      `HUB_BASE_URL must be a URL that begins with https:// or http://; it is "htp:/nope".`,
    ],
    ["S3_ENDPOINT", "htp:/nope", `S3_ENDPOINT must be a URL that begins with https:// or http://; it is "htp:/nope".`],
    ["HUB_COOKIE_DOMAIN", "yes", `HUB_COOKIE_DOMAIN must be a domain such as example.com; it is "yes".`],
    [
      "DATABASE_URL",
      "abc",
      "DATABASE_URL must be a URL such as postgres://user:password@host:5432/database; percent-encode",
    ],
    ["SESSION_SECRET", "short", "SESSION_SECRET must be at least 32 characters.\n"],
    ["CHILD_WEBHOOK_SECRET__PRESS", "short", "CHILD_WEBHOOK_SECRET__PRESS must be at least 32 characters.\n"],
  ])("stops the start with a sentence: %s=%s", (name, value, sentence) => {
    expect(start({ [name]: value })).toThrow(`  ${sentence}`);
  });

  it("never shows zod's wording, for any variable", () => {
    const nonsense = ["%", "-1", "a b", "https://", "x".repeat(3000)];
    const told = Object.entries(Environment.shape).flatMap(([name, type]) =>
      nonsense.flatMap((value) => type.safeParse(value).error?.issues.map(({ message }) => `${name} ${message}`) ?? []),
    );
    expect(told.length).toBeGreaterThan(100);
    expect(told.filter((line) => !/^\w+ must (?:be|contain|have) /.test(line))).toEqual([]);
  });

  it("never appears in a message if it may be a secret", () => {
    const url = "postgres://hub:pass%word@db.example.com/hub";
    expect(start({ DATABASE_URL: url, HUB_EMBEDDED_DATABASE: "" })).toThrow(/^(?!.*pass%word)/s);
  });

  it("doesn't hide other problems", () => {
    expect(start({ PORT: "abc", LOG_LEVEL: "loud", SMTP_URL: "smtps://mail.example.com" })).toThrow(
      /LOG_LEVEL must.*\n.*PORT must/,
    );
  });
});

describe("a misspelt name", () => {
  it.each([
    ["RATE_LIMIT_PER_MINTUE", "RATE_LIMIT_PER_MINUTE"],
    ["RATE_LIMIT_EVERYTHING", "RATE_LIMIT_PER_MINUTE"],
    ["OIDC_CLIENT", "OIDC_CLIENT_ID"],
    ["S3_BUCKETT", "S3_BUCKET"],
    ["REDIS_UR", "REDIS_URL"],
    ["DATABASE_UR", "DATABASE_URL"],
    ["DATABSE_URL", "DATABASE_URL"],
    ["SESION_SECRET", "SESSION_SECRET"],
    ["HUB_COKIE_DOMAIN", "HUB_COOKIE_DOMAIN"],
    ["CORE_CHILD_APP_TOKEN_PRESS", "CORE_CHILD_APP_TOKEN__PRESS"],
    ["CORE_CHILD_APP_TOKENS__PRESS", "CORE_CHILD_APP_TOKEN__PRESS"],
    ["CHILD_WEBHOOK_SECRET__night-press", "CHILD_WEBHOOK_SECRET__NIGHT_PRESS"],
  ])("%s stops the start and names %s", (name, meant) => {
    const { SESSION_SECRET: _, ...unset } = BASE;
    const given = meant === "SESSION_SECRET" ? unset : BASE;
    expect(() => parseEnv({ ...given, [name]: secret("x") })).toThrow(
      `The hub does not read ${name}. Did you mean ${meant}?`,
    );
  });

  it.each([
    "REDIS_HOST",
    "REDIS_PORT",
    "REDIS_TLS_URL",
    "S3_HOST",
    "SMTP_HOST",
    "SMTP_PORT",
    "POSTGRES_USER",
    "POSTGRES_PASSWORD",
    "POSTGRES_URL_NON_POOLING",
    "POSTGRES_PRISMA_URL",
    "DATABASE_URL_UNPOOLED",
    "HUB_PORT",
    "HUB_BIND",
    "HUB_SERVICE_HOST",
    "HUB_PORT_3000_TCP_ADDR",
    "HUB_TOKEN",
    "HUB_TOOL",
    "GITHUB_JOB",
    "GITHUB_SHA",
    "HOST",
    "PATH",
    "VERCEL_URL",
    "OTEL_SERVICE_NAME",
  ])("%s, set by other software, is accepted", (name) => expect(start({ [name]: "1" })).not.toThrow());

  it("a platform's similar name is accepted if the hub's is set", () => {
    const redis = "redis://redis:6379";
    expect(start({ REDIS_URI: redis })).toThrow("Did you mean REDIS_URL?");
    expect(start({ REDIS_URI: redis, REDIS_URL: redis })).not.toThrow();
  });

  it("every name in .env.example is known", () => {
    const names = readFileSync(".env.example", "utf8").matchAll(/^(\w+)=(.*)$/gm);
    const example = Object.fromEntries([...names].map(([, name = "", value = ""]) => [name, value]));
    expect(start(Object.fromEntries(Object.entries(example).filter(([, value]) => value)))).not.toThrow();
    expect(Object.keys(Environment.shape).filter((name) => !(name in example))).toEqual([
      "NODE_ENV",
      "HUB_DEMO",
      "VERCEL",
      "VERCEL_PROJECT_PRODUCTION_URL",
      "WEBHOOK_ALLOW_LOOPBACK",
    ]);
  });
});

describe("half a group", () => {
  it.each([
    [
      { S3_ENDPOINT: "https://s3.example.com", S3_ACCESS_KEY_ID: "hub" },
      "S3_BUCKET and S3_SECRET_ACCESS_KEY are not set.",
    ],
    [{ UPSTASH_REDIS_REST_TOKEN: "token" }, "UPSTASH_REDIS_REST_URL is not set."],
    [{ MAIL_FROM: "hub@example.com" }, "SMTP_URL is not set."],
    [{ NOTIFICATION_WEBHOOK_URL: "https://pager.example.com" }, "NOTIFICATION_WEBHOOK_SECRET is not set."],
    [{ GITHUB_ID: "hub" }, "GITHUB_SECRET is not set."],
    [{ GOOGLE_SECRET: "google" }, "GOOGLE_ID is not set."],
    [{ OIDC_ISSUER: "https://login.example.com" }, "OIDC_CLIENT_ID and OIDC_CLIENT_SECRET are not set."],
  ])("stops the start: %o", (given, sentence) => {
    expect(start(given as unknown as Record<string, string>)).toThrow(`go together: ${sentence}`);
  });

  it("a cookie domain that isn't a parent of the hub's host stops the start", () => {
    const under = (HUB_COOKIE_DOMAIN: string) => start({ HUB_BASE_URL: "https://hub.example.com", HUB_COOKIE_DOMAIN });
    expect(under("example.com")).not.toThrow();
    expect(under("ample.com")).toThrow(`HUB_COOKIE_DOMAIN must be the host of HUB_BASE_URL or a parent domain of it`);
  });
});

describe("private networks for webhooks", () => {
  it.each([
    "10.0.0.0/8",
    "10.20.0.0/16, 192.168.5.0/24,100.64.0.0/10",
    "172.16.0.0/12",
    "fd12:3456::/32,::1/128,127.0.0.0/8",
  ])("can be %s", (WEBHOOK_ALLOWED_NETWORKS) => {
    const { cidrs } = start({ WEBHOOK_ALLOWED_NETWORKS })().WEBHOOK_ALLOWED_NETWORKS ?? {};
    expect(cidrs).toEqual(WEBHOOK_ALLOWED_NETWORKS.split(/, ?/));
  });

  it.each([
    "10.0.0.0",
    "10.0.0.0/7",
    "10.0.0.0/33",
    "172.16.0.0/11",
    "0.0.0.0/0",
    "::/0",
    "8.8.8.0/24",
    "169.254.0.0/16",
    "169.254.169.254/32",
    "fe80::/10",
    "224.0.0.0/4",
    "0.0.0.0/8",
    "::ffff:10.0.0.0/104",
    "fc00::/129",
    "press.internal",
    ",",
    "10.0.0.0/8,169.254.169.254/32",
  ])("can't be %s", (WEBHOOK_ALLOWED_NETWORKS) => {
    expect(start({ WEBHOOK_ALLOWED_NETWORKS })).toThrow(
      `WEBHOOK_ALLOWED_NETWORKS must be private networks such as 10.0.0.0/8,fd12:3456::/32; public, link-local and metadata addresses can't be allowed; it is "${WEBHOOK_ALLOWED_NETWORKS}".`,
    );
  });
});
