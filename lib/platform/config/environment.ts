import { domainToASCII } from "node:url";
import { z } from "zod";
import { Role } from "@/lib/contract";
import { isPrivateNetwork, PrivateNetworks } from "../private-networks";
import { isLoopbackUrl } from "./check-deployment";

// Each message says what a value must be; `readVariables` puts the name in front.

const Whole = (min = 0, max?: number) => {
  const error =
    max === undefined ? `must be a whole number, ${min} or more` : `must be a whole number from ${min} to ${max}`;
  return z.coerce
    .number(error)
    .int(error)
    .min(min, error)
    .max(max ?? Number.MAX_SAFE_INTEGER, error);
};

const OneOf = <const Values extends readonly string[]>(...values: Values) =>
  z.enum(values, `must be ${values.slice(0, -1).join(", ")} or ${values.at(-1)}`);

const Flag = OneOf("0", "1").transform((value) => value === "1");

const HttpUrl = z.url({ protocol: /^https?$/, error: "must be a URL that begins with https:// or http://" });
const HttpsUrl = z.url({ protocol: /^https$/, error: "must be a URL that begins with https://" });

/** Decoded. @throws URIError for an invalid percent escape */
export const passwordIn = (url: string): string => decodeURIComponent(new URL(url).password);

function hasReadablePassword(url: string): boolean {
  try {
    passwordIn(url);
    return true;
  } catch {
    return false;
  }
}

const ServerUrl = (protocol: RegExp, example: string) => {
  const error = `must be a URL such as ${example}; percent-encode special characters in the password (% as %25)`;
  return z.url({ protocol, error }).refine(hasReadablePassword, error);
};

const Secret = z.string().min(32, "must be at least 32 characters");
const List = z.string().transform((value) =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean),
);
export const SecretList = List.pipe(z.array(Secret).min(1, "must be at least 32 characters")).describe(
  "comma-separated while rotating: new,old",
);

const NETWORKS =
  "must be private networks such as 10.0.0.0/8,fd12:3456::/32; public, link-local and metadata addresses can't be allowed";
const PrivateNetworkList = List.pipe(z.array(z.string().refine(isPrivateNetwork, NETWORKS)).min(1, NETWORKS)).transform(
  (cidrs) => new PrivateNetworks(cidrs),
);

const PAIR = /^\s*(\w+)\s*=\s*(\d{1,9})\s*$/;

/** A list of `name=figure`; others keep their default. */
export const Figures = <Name extends string>(defaults: Readonly<Record<Name, number>>) =>
  z
    .string()
    .default("")
    .transform((text, { addIssue }): Readonly<Record<Name, number>> => {
      const figures: Record<Name, number> = { ...defaults };
      for (const part of text.split(",").filter((each) => each.trim() !== "")) {
        const [, name = "", figure] = PAIR.exec(part) ?? [];
        if (Object.hasOwn(defaults, name)) figures[name as Name] = Number(figure);
        else addIssue(`must be a list of name=whole number, with the names ${Object.keys(defaults).join(", ")}`);
      }
      return figures;
    });

const listOf = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter(Boolean))];

/** Lower case and ASCII, for comparison. */
const Domains = z
  .string()
  .default("")
  .transform((text, { addIssue }): readonly string[] =>
    listOf(text).map((part) => {
      const domain = domainToASCII(part.replace(/^@/, ""));
      if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)) addIssue("must be domains such as example.com");
      return domain;
    }),
  );

const Scopes = z
  .string()
  .default("openid email profile")
  .transform((text) => listOf(text).join(" "))
  .refine((scopes) => scopes.split(" ").includes("openid"), "must contain openid");

const Roles = z
  .string()
  .default("admin,editor,viewer")
  .transform((text, { addIssue }): z.output<typeof Role>[] => {
    const roles = z.array(Role).safeParse(listOf(text));
    if (!roles.success) addIssue(`must be some of ${Role.options.join(", ")}`);
    return roles.data ?? [];
  });

const NAME = "must be 1 to 40 characters";

const SINGLE_SIGN_ON = {
  OIDC_ISSUER: HttpUrl.refine((url) => !/[?#]/.test(url), "must have neither ? nor #").optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().trim().min(1, NAME).max(40, NAME).default("single sign-on"),
  OIDC_SCOPES: Scopes,
  OIDC_TRUST_EMAIL: OneOf("0", "1", "false", "true")
    .default("0")
    .transform((value) => value === "1" || value === "true"),
  OIDC_ONLY_DOMAINS: Domains,
  OIDC_ROLE_CLAIM: z.string().max(200, "must be at most 200 characters").optional(),
  OIDC_ROLES: Roles,
};

const SingleSignOn = z.object(SINGLE_SIGN_ON);

export function singleSignOnProblems(values: z.output<typeof SingleSignOn>): string[] {
  const { OIDC_ISSUER } = values;
  if (!OIDC_ISSUER) {
    const idle = [
      values.OIDC_ONLY_DOMAINS.length > 0 && "OIDC_ONLY_DOMAINS",
      values.OIDC_ROLE_CLAIM && "OIDC_ROLE_CLAIM",
      values.OIDC_TRUST_EMAIL && "OIDC_TRUST_EMAIL",
    ].filter(Boolean);
    return idle.map((name) => `${name} only works with OpenID Connect: set OIDC_ISSUER too.`);
  }
  if (OIDC_ISSUER.startsWith("http:") && !isLoopbackUrl(OIDC_ISSUER))
    return ["OIDC_ISSUER is http, so anybody on the network path could sign in as any user. Set its https address."];
  return [];
}

/** `Brand Identity Hub <hub@example.com>` or the address alone. */
const MailFrom = z
  .string()
  .regex(
    /^(?:[^<>@,;:\p{Cc}]* <[^<>@,;\s]+@[^<>@,;\s]+>|[^<>@,;\s]+@[^<>@,;\s]+)$/u,
    "must be an address, or Name <address>",
  );
const USAGE_DAYS = "must be 0, or a whole number of 30 or more";
/** The usage page shows 30 days; fewer would look like no usage. */
const UsageDays = z.coerce
  .number(USAGE_DAYS)
  .refine((days) => Number.isInteger(days) && (days === 0 || days >= 30), USAGE_DAYS);
const SAMPLE = "must be a number from 0 to 1";
const Postgres = ServerUrl(/^postgres(ql)?$/, "postgres://user:password@host:5432/database");

/** Tools' secrets are missing here: their names contain slugs. */
export const Environment = z.object({
  NODE_ENV: OneOf("development", "production", "test").default("development"),
  LOG_LEVEL: OneOf("fatal", "error", "warn", "info", "debug", "trace", "silent").optional(),
  LOG_REQUESTS_SAMPLE: z.coerce.number(SAMPLE).min(0, SAMPLE).max(1, SAMPLE).default(1),
  METRICS_PORT: Whole(1, 65535).optional(),
  METRICS_HOST: z.string().default("127.0.0.1"),
  METRICS_TOKEN: SecretList.optional(),
  PORT: Whole(0, 65535).default(3000),
  OTEL_EXPORTER_OTLP_ENDPOINT: HttpUrl.optional(),
  HUB_HOST: z.string().optional(),
  HUB_BASE_URL: HttpUrl.transform((url) => url.replace(/\/+$/, "")).optional(),
  LANDING_PAGE: OneOf("on", "off").default("on"),
  HUB_DRAIN_MS: Whole(0, 600_000).optional(),
  HUB_COOKIE_DOMAIN: z
    .string()
    .regex(/^\.?[a-z0-9-]+(\.[a-z0-9-]+)+$/i, "must be a domain such as example.com")
    .optional(),
  HUB_DATA_DIR: z.string().default(".data"),
  HUB_LEAST_FREE_MB: Whole().default(200),
  HUB_DEMO: Flag.default(false),
  HUB_EMBEDDED_DATABASE: Flag.default(false),
  HUB_DIRECT_LISTENER: Flag.default(true),

  DATABASE_URL: Postgres.optional(),
  POSTGRES_URL: Postgres.optional(),
  DATABASE_DIRECT_URL: Postgres.optional(),
  HUB_MIGRATE_PREVIEWS: Flag.default(false),
  VERCEL: z.string().optional(),
  VERCEL_PROJECT_PRODUCTION_URL: z.string().optional(),

  SESSION_SECRET: SecretList,
  FEDERATION_SECRET: SecretList,
  FILE_URL_SECRET: SecretList,
  HUB_ENCRYPTION_KEY: SecretList.optional(),
  WEBHOOK_DISPATCH_SECRET: SecretList.optional(),
  CRON_SECRET: Secret.optional(),
  SESSION_IDLE_MINUTES: Whole().default(7 * 24 * 60),
  GEOIP_DATABASE: z.string().optional(),
  WEBHOOK_ALLOW_LOOPBACK: Flag.default(false),
  WEBHOOK_ALLOWED_NETWORKS: PrivateNetworkList.optional(),
  WEBSITE_IMPORT: OneOf("on", "off").default("on"),

  RATE_LIMIT_PER_MINUTE: Whole().default(60),
  RATE_LIMIT_CONCURRENT: Whole().default(2),
  RATE_LIMIT_FAILED_AUTH_PER_MINUTE: Whole().default(20),
  API_KEY_BUDGET_CEILING: Figures({ perMinute: 600, concurrent: 10 }),
  USER_BUDGETS: Figures({
    changes: 300,
    lookups: 600,
    pages: 600,
    uploads: 300,
    imports: 60,
    handOffs: 120,
    exports: 30,
    invitations: 100,
    secrets: 60,
  }),
  BRAND_QUOTAS: Figures({ members: 500, apiKeys: 100, files: 5000, storageMb: 2000, versionsPerDay: 500 }),
  USER_QUOTAS: Figures({ brands: 200, sessionTokens: 50 }),
  RETENTION_ADDRESSES_DAYS: Whole().default(180),
  RETENTION_AUDIT_DAYS: Whole().default(0),
  RETENTION_PAYLOADS_DAYS: Whole().default(90),
  RETENTION_EVENTS_DAYS: Whole().default(0),
  RETENTION_DELIVERIES_DAYS: Whole().default(0),
  RETENTION_USAGE_DAYS: UsageDays.default(90),
  RETENTION_REQUESTS_DAYS: Whole(1, 90).default(7),
  REQUEST_LOG_PER_MINUTE: Whole().default(1000),
  BRAND_DELETION_DAYS: Whole().default(30),
  TRUSTED_PROXY_HOPS: Whole().optional(),
  REDIS_URL: ServerUrl(/^rediss?$/, "rediss://user:password@host:6379/0").optional(),
  REDIS_PREFIX: z
    .string()
    .regex(/^[\w:.-]{1,64}$/, "must be letters, digits and : . - _, at most 64")
    .default("brand-hub"),
  UPSTASH_REDIS_REST_URL: HttpUrl.optional(),
  UPSTASH_REDIS_REST_TOKEN: z.string().optional(),

  S3_ENDPOINT: HttpUrl.optional(),
  S3_REGION: z.string().default("auto"),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),

  SMTP_URL: ServerUrl(/^smtps?$/, "smtps://user:password@host").optional(),
  MAIL_FROM: MailFrom.optional(),

  NOTIFICATION_WEBHOOK_URL: HttpUrl.max(2048, "must be at most 2048 characters").optional(),
  NOTIFICATION_WEBHOOK_SECRET: SecretList.optional(),

  SECURITY_CONTACT: z
    .url({ protocol: /^(mailto|https|tel)$/, error: "must be a mailto:, https: or tel: URI" })
    .optional(),
  SECURITY_POLICY_URL: HttpsUrl.optional(),

  GITHUB_ID: z.string().optional(),
  GITHUB_SECRET: z.string().optional(),
  GOOGLE_ID: z.string().optional(),
  GOOGLE_SECRET: z.string().optional(),
  ...SINGLE_SIGN_ON,
});

export const DatabaseChoice = Environment.pick({ DATABASE_URL: true, POSTGRES_URL: true, HUB_DATA_DIR: true });
export const FileStore = Environment.pick({
  S3_ENDPOINT: true,
  S3_REGION: true,
  S3_BUCKET: true,
  S3_ACCESS_KEY_ID: true,
  S3_SECRET_ACCESS_KEY: true,
  HUB_DATA_DIR: true,
});
