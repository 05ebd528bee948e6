import { z } from "zod";
import { Figures } from "./figures";
import { SINGLE_SIGN_ON } from "./single-sign-on";

const Secret = z.string().min(32, "must be at least 32 characters");
export const SecretList = z
  .string()
  .transform((value) =>
    value
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .pipe(z.array(Secret).min(1))
  .describe("comma-separated while rotating: new,old");
/** As a mail's header has it: `Brand Identity Hub <hub@example.com>`, or the address alone. */
const MailFrom = z
  .string()
  .regex(
    /^(?:[^<>@,;:\p{Cc}]* <[^<>@,;\s]+@[^<>@,;\s]+>|[^<>@,;\s]+@[^<>@,;\s]+)$/u,
    "must be an address, or Name <address>",
  );
const Count = z.coerce.number().int().nonnegative();
/** The page of usage tells of 30 days, and would tell of fewer as if nothing had been asked before. */
const UsageDays = Count.refine((days) => days === 0 || days >= 30, "must be 0, or 30 and more");
const Flag = z.enum(["0", "1"]).transform((value) => value === "1");

/** Every variable that the hub reads, but for the secrets of tools, which bear their slugs. */
export const Environment = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).optional(),
  LOG_REQUESTS_SAMPLE: z.coerce.number().min(0).max(1).default(1),
  METRICS_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  METRICS_HOST: z.string().default("127.0.0.1"),
  METRICS_TOKEN: SecretList.optional(),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HUB_HOST: z.string().optional(),
  HUB_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  HUB_DRAIN_MS: Count.max(600_000).optional(),
  HUB_COOKIE_DOMAIN: z.string().optional(),
  HUB_DATA_DIR: z.string().default(".data"),
  HUB_LEAST_FREE_MB: Count.default(200),
  HUB_DEMO: Flag.default(false),
  HUB_EMBEDDED_DATABASE: Flag.default(false),
  HUB_DIRECT_LISTENER: Flag.default(true),

  DATABASE_URL: z.string().optional(),
  POSTGRES_URL: z.string().optional(),
  DATABASE_DIRECT_URL: z.string().optional(),
  VERCEL: z.string().optional(),
  VERCEL_PROJECT_PRODUCTION_URL: z.string().optional(),

  SESSION_SECRET: SecretList,
  FEDERATION_SECRET: SecretList,
  FILE_URL_SECRET: SecretList,
  HUB_ENCRYPTION_KEY: SecretList.optional(),
  WEBHOOK_DISPATCH_SECRET: SecretList.optional(),
  CRON_SECRET: Secret.optional(),
  SESSION_IDLE_MINUTES: Count.default(7 * 24 * 60),
  GEOIP_DATABASE: z.string().optional(),
  WEBHOOK_ALLOW_LOOPBACK: Flag.default(false),

  RATE_LIMIT_PER_MINUTE: Count.default(60),
  RATE_LIMIT_CONCURRENT: Count.default(2),
  RATE_LIMIT_FAILED_AUTH_PER_MINUTE: Count.default(20),
  API_KEY_BUDGET_CEILING: Figures({ perMinute: 600, concurrent: 10 }),
  USER_BUDGETS: Figures({
    changes: 300,
    lookups: 600,
    uploads: 300,
    imports: 60,
    handOffs: 120,
    exports: 30,
    invitations: 100,
    secrets: 60,
  }),
  BRAND_QUOTAS: Figures({ members: 500, apiKeys: 100, files: 5000, storageMb: 2000, versionsPerDay: 500 }),
  USER_QUOTAS: Figures({ brands: 200, sessionTokens: 50 }),
  RETENTION_ADDRESSES_DAYS: Count.default(180),
  RETENTION_AUDIT_DAYS: Count.default(0),
  RETENTION_PAYLOADS_DAYS: Count.default(90),
  RETENTION_EVENTS_DAYS: Count.default(0),
  RETENTION_DELIVERIES_DAYS: Count.default(0),
  RETENTION_USAGE_DAYS: UsageDays.default(90),
  RETENTION_REQUESTS_DAYS: Count.min(1).max(90).default(7),
  REQUEST_LOG_PER_MINUTE: Count.default(1000),
  BRAND_DELETION_DAYS: Count.default(30),
  TRUSTED_PROXY_HOPS: Count.optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: "must be redis://… or rediss://…" }).optional(),
  REDIS_PREFIX: z
    .string()
    .regex(/^[\w:.-]{1,64}$/, "must be letters, digits and : . - _, at most 64")
    .default("brand-hub"),
  UPSTASH_REDIS_REST_URL: z.url().optional(),
  UPSTASH_REDIS_REST_TOKEN: z.string().optional(),

  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default("auto"),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),

  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be smtp://… or smtps://…" }).optional(),
  MAIL_FROM: MailFrom.optional(),

  NOTIFICATION_WEBHOOK_URL: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional(),
  NOTIFICATION_WEBHOOK_SECRET: SecretList.optional(),

  SECURITY_CONTACT: z
    .url({ protocol: /^(mailto|https|tel)$/, error: "must be a mailto:, https: or tel: URI" })
    .optional(),
  SECURITY_POLICY_URL: z.url({ protocol: /^https$/ }).optional(),

  GITHUB_ID: z.string().optional(),
  GITHUB_SECRET: z.string().optional(),
  GOOGLE_ID: z.string().optional(),
  GOOGLE_SECRET: z.string().optional(),
  ...SINGLE_SIGN_ON,
});

export const FileStore = Environment.pick({
  S3_ENDPOINT: true,
  S3_REGION: true,
  S3_BUCKET: true,
  S3_ACCESS_KEY_ID: true,
  S3_SECRET_ACCESS_KEY: true,
});
