import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import {
  addressProblems,
  databaseProblem,
  isGuessable,
  isLoopbackUrl,
  secretProblems,
} from "@/lib/platform/config/check-deployment";
import { databaseSettings, embeddedDirectory, leavesDatabaseAsItIs, parseEnv } from "@/lib/platform/config/env";

const random = () => randomBytes(33).toString("base64");
const SECRETS = { SESSION_SECRET: random(), FEDERATION_SECRET: random(), FILE_URL_SECRET: random() };

describe("a hub on a database server", () => {
  it("starts with secrets drawn at random", () => {
    const secrets = new Map([
      ["SESSION_SECRET", [random(), random()]],
      ["FEDERATION_SECRET", [randomBytes(16).toString("hex")]],
    ]);
    expect(secretProblems({ drawn: secrets, issued: new Map() })).toEqual([]);
  });

  it("is refused without an address", () => {
    expect(addressProblems({})).toEqual([expect.stringMatching(/^HUB_BASE_URL is not set/)]);
  });

  it.each([
    ["http://hub.example.com", undefined, 1],
    ["http://10.0.0.7:3000", 0, 1],
    ["http://hub.example.com", 1, 0],
    ["http://localhost:3000", undefined, 0],
    ["http://127.0.0.1:3000", undefined, 0],
    ["http://[::1]:3000", undefined, 0],
    ["https://hub.example.com", undefined, 1],
    ["https://localhost", undefined, 1],
    ["https://hub.example.com", 0, 0],
    ["https://hub.example.com", 1, 0],
  ])("at %s with %s proxies has %i problems", (HUB_BASE_URL, TRUSTED_PROXY_HOPS, count) => {
    expect(addressProblems({ HUB_BASE_URL, TRUSTED_PROXY_HOPS }).length).toBe(count);
  });

  it("does not start with one secret in two variables, and names both", () => {
    const value = random();
    const secrets = new Map([
      ["SESSION_SECRET", [random(), value]],
      ["FILE_URL_SECRET", [random()]],
      ["CHILD_WEBHOOK_SECRET__PRESS", [value]],
    ]);
    expect(secretProblems({ drawn: secrets, issued: new Map() })).toEqual([
      expect.stringMatching(/^CHILD_WEBHOOK_SECRET__PRESS is the same as SESSION_SECRET: /),
    ]);
  });

  it("does not start with an example secret, and names the variable without its value", () => {
    const value = "change-me-change-me-and-make-it-longer";
    const [problem] = secretProblems({
      drawn: new Map([["SESSION_SECRET", [random(), value]]]),
      issued: new Map(),
    });
    expect(problem).toMatch(/^SESSION_SECRET looks like a placeholder/);
    expect(problem).not.toContain(value);
  });
});

describe("the environment of a hub", () => {
  const DATABASE = { POSTGRES_URL: "postgres://hub:hub@localhost/hub" };
  const EMBEDDED = { HUB_EMBEDDED_DATABASE: "1" };
  const VERCEL = {
    ...DATABASE,
    VERCEL: "1",
    S3_BUCKET: "hub",
    S3_ENDPOINT: "https://s3.example.com",
    S3_ACCESS_KEY_ID: "hub",
    S3_SECRET_ACCESS_KEY: random(),
  };
  const start = (more: Record<string, string>) => () =>
    parseEnv({
      NODE_ENV: "production",
      SESSION_SECRET: random(),
      FEDERATION_SECRET: random(),
      FILE_URL_SECRET: random(),
      ...more,
    });

  it("must set TRUSTED_PROXY_HOPS with https and a database server, even to 0", () => {
    const https = { ...DATABASE, HUB_BASE_URL: "https://hub.example.com" };
    expect(start(https)).toThrow(/Set TRUSTED_PROXY_HOPS to the number of proxies that write X-Forwarded-For, or 0 if/);
    expect(start({ ...https, TRUSTED_PROXY_HOPS: "" })).toThrow(/Set TRUSTED_PROXY_HOPS/);
    expect(start({ ...https, TRUSTED_PROXY_HOPS: "0" })().TRUSTED_PROXY_HOPS).toBe(0);
    expect(start({ ...https, TRUSTED_PROXY_HOPS: "2" })().TRUSTED_PROXY_HOPS).toBe(2);
    expect(start({ ...EMBEDDED, HUB_BASE_URL: "https://hub.example.com" })().TRUSTED_PROXY_HOPS).toBe(0);
  });

  it.each([
    ["redis://redis:6379", true],
    ["rediss://hub:password@redis.example.com:6380/2", true],
    ["https://redis.example.com", false],
    ["redis.example.com:6379", false],
  ])("accepts %s as a Redis URL: %s", (REDIS_URL, taken) => {
    const starting = expect(start({ ...EMBEDDED, REDIS_URL }));
    if (taken) starting.not.toThrow();
    else starting.toThrow(/REDIS_URL must be a URL such as rediss:/);
  });

  it("accepts only one way to Redis", () => {
    const upstash = {
      ...EMBEDDED,
      UPSTASH_REDIS_REST_URL: "https://redis.example.com",
      UPSTASH_REDIS_REST_TOKEN: random(),
    };
    expect(start(upstash)).not.toThrow();
    expect(start({ ...upstash, REDIS_URL: "redis://redis:6379" })).toThrow(
      /REDIS_URL and UPSTASH_REDIS_REST_URL are both set/,
    );
  });

  it("needs distinct real secrets with a database server, on Vercel too", () => {
    expect(start(VERCEL)().TRUSTED_PROXY_HOPS).toBe(1);
    const value = random();
    const own = { ...DATABASE, HUB_BASE_URL: "http://localhost:3000" };
    for (const place of [VERCEL, own]) {
      expect(start({ ...place, SESSION_SECRET: value, FILE_URL_SECRET: value })).toThrow(/is the same as/);
      expect(start({ ...place, SESSION_SECRET: "x".repeat(40) })).toThrow(/SESSION_SECRET looks like a placeholder/);
    }
  });
});

describe("without a database URL", () => {
  const SIGNS = {
    HUB_BASE_URL: "https://hub.example.com",
    REDIS_URL: "redis://redis:6379",
    UPSTASH_REDIS_REST_URL: "https://redis.example.com",
    S3_BUCKET: "hub",
    SESSION_SECRET: "session",
    FEDERATION_SECRET: "federation",
    FILE_URL_SECRET: "files",
    TRUSTED_PROXY_HOPS: "0",
  };

  it.each(Object.entries(SIGNS))("does not fall back to the embedded demo when %s is set", (name, value) => {
    expect(databaseProblem({ [name]: value })).toMatch(
      new RegExp(`^DATABASE_URL is not set, but ${name} suggests .* Set DATABASE_URL, or set HUB_EMBEDDED_DATABASE=1`),
    );
    expect(databaseProblem({ [name]: value, HUB_EMBEDDED_DATABASE: "1" })).toBeNull();
    expect(databaseProblem({ [name]: value, DATABASE_URL: "postgres://hub@localhost/hub" })).toBeNull();
  });

  it("has no embedded database on Vercel, even on request", () => {
    expect(databaseProblem({ VERCEL: "1", HUB_EMBEDDED_DATABASE: "1" })).toBe("On Vercel set POSTGRES_URL.");
  });

  it("accepts the variables that Neon and Upstash set on Vercel", () => {
    const [pooled, direct] = ["-pooler", ""].map((kind) => `postgres://hub:kept-password@ep-1${kind}.eu.neon.tech/hub`);
    const neon = {
      DATABASE_URL: pooled,
      DATABASE_URL_UNPOOLED: direct,
      POSTGRES_URL: pooled,
      POSTGRES_URL_NON_POOLING: direct,
      POSTGRES_URL_NO_SSL: pooled,
      POSTGRES_PRISMA_URL: pooled,
      PGHOST: "ep-1-pooler.eu.neon.tech",
    };
    const redis = random();
    const upstash = {
      REDIS_URL: `rediss://default:${encodeURIComponent(redis)}@eu-1.upstash.io:6379`,
      KV_URL: `rediss://default:${encodeURIComponent(redis)}@eu-1.upstash.io:6379`,
      KV_REST_API_URL: "https://eu-1.upstash.io",
      KV_REST_API_TOKEN: redis,
      KV_REST_API_READ_ONLY_TOKEN: random(),
    };
    const bucket = {
      S3_ENDPOINT: "https://s3.eu-central-1.amazonaws.com",
      S3_REGION: "eu-central-1",
      S3_BUCKET: "hub",
      S3_ACCESS_KEY_ID: "hub",
      S3_SECRET_ACCESS_KEY: random(),
    };
    const vercel = { VERCEL: "1", VERCEL_ENV: "production", VERCEL_PROJECT_PRODUCTION_URL: "hub.example.com" } as const;
    const all = { NODE_ENV: "production", ...vercel, ...neon, ...upstash, ...bucket, ...SECRETS } as const;
    expect(parseEnv(all)).toMatchObject({ HUB_BASE_URL: "https://hub.example.com", TRUSTED_PROXY_HOPS: 1 });
  });

  it.each([
    ["postgres://hub@ep-1-pooler.eu.neon.tech/hub", null],
    ["postgres://hub@ep-1.eu.neon.tech/hub", /^POSTGRES_URL is not a pooled URL/],
  ])("accepts %s as POSTGRES_URL: %s", (POSTGRES_URL, problem) => {
    const told = databaseProblem({ VERCEL: "1", POSTGRES_URL });
    if (problem) expect(told).toMatch(problem);
    else expect(told).toBeNull();
    expect(databaseProblem({ POSTGRES_URL, DATABASE_URL: "postgres://hub@db.example.com/hub" })).toBeNull();
  });

  it.each([
    ["preview", "", true],
    ["preview", "1", false],
    ["production", "", false],
    ["", "", false],
  ])("in VERCEL_ENV=%s with HUB_MIGRATE_PREVIEWS=%s leaves the database unmigrated: %s", (where, told, left) => {
    vi.stubEnv("VERCEL_ENV", where);
    vi.stubEnv("HUB_MIGRATE_PREVIEWS", told);
    try {
      expect(leavesDatabaseAsItIs()).toBe(left);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("starts the demo on this machine with nothing set", () => {
    const local = { HUB_BASE_URL: "http://localhost:3000", PORT: "3000", HUB_DATA_DIR: ".data", SESSION_SECRET: "" };
    expect(databaseProblem(local)).toBeNull();
  });

  it("does not take both databases, so that losing the URL later still stops the start", () => {
    expect(databaseProblem({ POSTGRES_URL: "postgres://hub@localhost/hub", HUB_EMBEDDED_DATABASE: "1" })).toMatch(
      /^POSTGRES_URL and HUB_EMBEDDED_DATABASE are both set/,
    );
  });

  it("stops the start, and every command that opens the database", () => {
    expect(() => parseEnv({ NODE_ENV: "production", ...SECRETS })).toThrow(/DATABASE_URL is not set, but/);
    vi.stubEnv("HUB_EMBEDDED_DATABASE", "");
    try {
      for (const read of [databaseSettings, embeddedDirectory]) expect(read).toThrow(/DATABASE_URL is not set, but/);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe("each secret in the environment", () => {
  /** Values that .env.example may have next to the secret. */
  const URLS: Record<string, (secret: string) => string> = {
    DATABASE_URL: (secret) => `postgres://hub:${encodeURIComponent(secret)}@localhost/hub`,
    POSTGRES_URL: (secret) => `postgres://hub:${encodeURIComponent(secret)}@localhost/hub`,
    DATABASE_DIRECT_URL: (secret) => `postgres://hub:${encodeURIComponent(secret)}@localhost/hub`,
    REDIS_URL: (secret) => `rediss://hub:${encodeURIComponent(secret)}@redis.example.com`,
    SMTP_URL: (secret) => `smtps://hub:${encodeURIComponent(secret)}@mail.example.com`,
  };
  const named = readFileSync(".env.example", "utf8").matchAll(/^(\w*(?:SECRET|TOKEN)\w*)=/gm);
  const names = [...new Set([...[...named].map(([, name = ""]) => name), ...Object.keys(URLS)])];
  const TOGETHER: Record<string, Record<string, string>> = {
    GITHUB_SECRET: { GITHUB_ID: "hub" },
    GOOGLE_SECRET: { GOOGLE_ID: "hub" },
    NOTIFICATION_WEBHOOK_SECRET: { NOTIFICATION_WEBHOOK_URL: "https://pager.example.com/hub" },
    OIDC_CLIENT_SECRET: { OIDC_ISSUER: "https://login.example.com", OIDC_CLIENT_ID: "hub" },
    S3_SECRET_ACCESS_KEY: { S3_BUCKET: "hub", S3_ENDPOINT: "https://s3.example.com", S3_ACCESS_KEY_ID: "hub" },
    SMTP_URL: { MAIL_FROM: "hub@example.com" },
    UPSTASH_REDIS_REST_TOKEN: { UPSTASH_REDIS_REST_URL: "https://redis.example.com" },
  };
  const FEDERATION = random();
  const started = (name: string, secret: string) =>
    parseEnv({
      NODE_ENV: "production",
      HUB_BASE_URL: "http://localhost:3000",
      SESSION_SECRET: random(),
      FEDERATION_SECRET: FEDERATION,
      FILE_URL_SECRET: random(),
      ...(name === "DATABASE_URL" ? {} : { POSTGRES_URL: "postgres://hub:of-the-database@localhost/hub" }),
      ...TOGETHER[name],
      [name]: URLS[name]?.(secret) ?? secret,
    });

  it("is found in .env.example", () => expect(names.length).toBeGreaterThan(13));

  it.each(names.filter((name) => name !== "FEDERATION_SECRET"))("must differ from every other: %s", (name) => {
    expect(() => started(name, FEDERATION)).toThrow(/is the same as \w+: a leak of one exposes both/);
    expect(() => started(name, random())).not.toThrow();
  });

  it("may be short when another service issues it, and appears in no error", () => {
    expect(() => started("SMTP_URL", "change-me")).not.toThrow();
    const refused = () => started("SMTP_URL", "of-the-database");
    expect(refused).toThrow(/SMTP_URL is the same as POSTGRES_URL/);
    expect(refused).not.toThrow(/of-the-database/);
  });

  it("may repeat in the several URLs of one database", () => {
    const url = URLS.DATABASE_URL?.(random()) ?? "";
    const env = { SESSION_SECRET: random(), FEDERATION_SECRET: random(), FILE_URL_SECRET: random() };
    const both = {
      NODE_ENV: "production",
      HUB_BASE_URL: "http://localhost:3000",
      DATABASE_URL: url,
      POSTGRES_URL: url,
      DATABASE_DIRECT_URL: url,
    };
    expect(() => parseEnv({ ...both, ...env } as NodeJS.ProcessEnv)).not.toThrow();
  });
});

describe("a secret", () => {
  it.each([
    "a-session-secret-of-the-server-0123456789",
    "PASSWORDPASSWORDPASSWORDPASSWORD1",
    "replace_this_with_32_characters_please",
    "0123456789abcdef0123456789abcdef",
    "abcdefghijklmnopqrstuvwxyz012345",
    "x".repeat(40),
    "abc123".repeat(8),
    "0101010101010101010101010101010101",
    "1234567890".repeat(4),
  ])("%s is guessable", (secret) => expect(isGuessable(secret)).toBe(true));

  it("drawn at random is not, in any usual spelling", () => {
    const drawn = Array.from({ length: 500 }, () =>
      (["base64", "base64url", "hex"] as const).map((form) => randomBytes(32).toString(form)),
    ).flat();
    expect(drawn.filter(isGuessable)).toEqual([]);
  });
});

describe("isLoopbackUrl", () => {
  it.each([
    ["http://localhost:3000", true],
    ["http://hub.localhost:1", true],
    ["http://127.8.9.10", true],
    ["http://[::1]:3000", true],
    ["http://localhost.example.com", false],
    ["http://127.0.0.1.example.com", false],
    ["http://192.168.1.2", false],
    ["https://hub.example.com", false],
  ])("%s: %s", (url, expected) => expect(isLoopbackUrl(url)).toBe(expected));
});
