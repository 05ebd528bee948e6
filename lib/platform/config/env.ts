import type { z } from "zod";
import {
  addressProblems,
  cookieDomainProblems,
  databaseProblem,
  isLoopbackUrl,
  secretProblems,
} from "./check-deployment";
import { DatabaseChoice, Environment, FileStore, passwordIn, SecretList, singleSignOnProblems } from "./environment";
import { cannotStart, explainVariable, readVariables, withoutEmpty } from "./read-variables";

export { ConfigurationError } from "./read-variables";

export type Env = Omit<z.output<typeof Environment>, "HUB_BASE_URL" | "LOG_LEVEL" | "TRUSTED_PROXY_HOPS"> & {
  LOG_LEVEL: NonNullable<z.output<typeof Environment>["LOG_LEVEL"]>;
  HUB_BASE_URL: string;
  TRUSTED_PROXY_HOPS: number;
  /** `CORE_CHILD_APP_TOKEN__<TOOL>`, by the slug's environment form. */
  childAppTokens: ReadonlyMap<string, readonly string[]>;
  /** `CHILD_WEBHOOK_SECRET__<TOOL>`, by the slug's environment form. */
  webhookSecrets: ReadonlyMap<string, readonly string[]>;
  secrets: readonly string[];
};

/** Adds a sentence to `problems` for each secret that is too short. */
function secretsByTool(given: Record<string, string>, prefix: string, problems: string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [name, value] of Object.entries(given)) {
    if (!name.startsWith(prefix)) continue;
    const { data, error } = SecretList.safeParse(value);
    for (const { message } of error?.issues.slice(0, 1) ?? []) problems.push(explainVariable(name, message, value));
    found.set(name.slice(prefix.length), data ?? []);
  }
  return found;
}

const passwordOf = (url: string | undefined): string | undefined => (url && passwordIn(url)) || undefined;

/** `drawn` by the operator or `issued` by other services. */
function secretVariables(values: z.output<typeof Environment>, tools: Map<string, Map<string, string[]>>) {
  const { SESSION_SECRET, FEDERATION_SECRET, FILE_URL_SECRET, WEBHOOK_DISPATCH_SECRET = [], CRON_SECRET } = values;
  const {
    HUB_ENCRYPTION_KEY = [],
    NOTIFICATION_WEBHOOK_SECRET = [],
    METRICS_TOKEN = [],
    DATABASE_URL,
    POSTGRES_URL,
    DATABASE_DIRECT_URL,
    REDIS_URL,
    SMTP_URL,
  } = values;
  const { UPSTASH_REDIS_REST_TOKEN, S3_SECRET_ACCESS_KEY, GITHUB_SECRET, GOOGLE_SECRET, OIDC_CLIENT_SECRET } = values;
  const own = {
    ...{ SESSION_SECRET, FEDERATION_SECRET, FILE_URL_SECRET, HUB_ENCRYPTION_KEY, WEBHOOK_DISPATCH_SECRET },
    ...{ METRICS_TOKEN, NOTIFICATION_WEBHOOK_SECRET },
  };
  const ofTools = [...tools].flatMap(([prefix, found]) =>
    [...found].map(([tool, secrets]) => [`${prefix}${tool}`, secrets] as const),
  );
  // Vercel sets several variables for one database.
  const database: Record<string, string | undefined> = DATABASE_URL
    ? { DATABASE_URL: passwordOf(DATABASE_URL) }
    : { POSTGRES_URL: passwordOf(POSTGRES_URL) };
  const direct = passwordOf(DATABASE_DIRECT_URL);
  const issued = {
    ...database,
    // The same role has the same password on a direct connection.
    ...(Object.values(database).includes(direct) ? {} : { DATABASE_DIRECT_URL: direct }),
    REDIS_URL: passwordOf(REDIS_URL),
    SMTP_URL: passwordOf(SMTP_URL),
    ...{ UPSTASH_REDIS_REST_TOKEN, S3_SECRET_ACCESS_KEY, GITHUB_SECRET, GOOGLE_SECRET, OIDC_CLIENT_SECRET },
  };
  return {
    drawn: new Map([...Object.entries(own), ["CRON_SECRET", CRON_SECRET ? [CRON_SECRET] : []], ...ofTools]),
    issued: new Map(Object.entries(issued).map(([name, secret]) => [name, secret ? [secret] : []])),
  };
}

/** @throws ConfigurationError naming each missing or weak variable */
export function parseEnv(source: NodeJS.ProcessEnv): Env {
  const given = withoutEmpty(source);
  const short: string[] = [];
  const childAppTokens = secretsByTool(given, "CORE_CHILD_APP_TOKEN__", short);
  const webhookSecrets = secretsByTool(given, "CHILD_WEBHOOK_SECRET__", short);
  const database = databaseProblem(given);
  const values = readVariables(Environment, given, database ? [database, ...short] : short);
  const problems: string[] = [];
  if (values.WEBHOOK_ALLOW_LOOPBACK && values.NODE_ENV === "production" && !values.HUB_DEMO) {
    problems.push("WEBHOOK_ALLOW_LOOPBACK is for the embedded demo only: remove it.");
  }
  if (values.HUB_DEMO && (values.DATABASE_URL || values.POSTGRES_URL || values.VERCEL)) {
    problems.push("HUB_DEMO is for the embedded database only: remove it.");
  }
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL && !values.POSTGRES_URL) {
    problems.push("DATABASE_DIRECT_URL needs DATABASE_URL or POSTGRES_URL: set one of them too.");
  }
  if (values.VERCEL && !values.S3_BUCKET) problems.push("Vercel has no disk: set S3_BUCKET and its credentials.");
  if (values.REDIS_URL && values.UPSTASH_REDIS_REST_URL) {
    problems.push("REDIS_URL and UPSTASH_REDIS_REST_URL are both set: keep one of them.");
  }
  if (values.HUB_COOKIE_DOMAIN && values.HUB_BASE_URL)
    problems.push(...cookieDomainProblems(values.HUB_COOKIE_DOMAIN, values.HUB_BASE_URL));
  problems.push(...singleSignOnProblems(values));
  const tools = new Map([
    ["CORE_CHILD_APP_TOKEN__", childAppTokens],
    ["CHILD_WEBHOOK_SECRET__", webhookSecrets],
  ]);
  const secrets = secretVariables(values, tools);
  if (values.VERCEL && values.METRICS_PORT)
    problems.push("Vercel can't listen on METRICS_PORT: remove it and set METRICS_TOKEN.");
  if (values.DATABASE_URL || values.POSTGRES_URL) {
    problems.push(...secretProblems(secrets));
    // Vercel sets the address and is the only proxy.
    if (!values.VERCEL) problems.push(...addressProblems(values));
  }
  if (problems.length > 0) throw cannotStart(problems);

  const vercelUrl = values.VERCEL_PROJECT_PRODUCTION_URL && `https://${values.VERCEL_PROJECT_PRODUCTION_URL}`;
  const baseUrl = values.HUB_BASE_URL ?? vercelUrl ?? `http://localhost:${values.PORT}`;
  return {
    ...values,
    HUB_BASE_URL: baseUrl,
    // The person who started the demo reads its terminal.
    LOG_LEVEL: values.LOG_LEVEL ?? (values.HUB_DEMO ? "warn" : "info"),
    // Others who reach the hub must not reach services on its machine.
    WEBHOOK_ALLOW_LOOPBACK: values.WEBHOOK_ALLOW_LOOPBACK && isLoopbackUrl(baseUrl),
    TRUSTED_PROXY_HOPS: values.TRUSTED_PROXY_HOPS ?? (values.VERCEL ? 1 : 0),
    childAppTokens,
    webhookSecrets,
    secrets: [...secrets.drawn.values(), ...secrets.issued.values()].flat(),
  };
}

let parsed: Env | undefined;

/** `env` is parsed again afterwards. */
export function applyEnvironment(values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) process.env[name] ||= value;
  parsed = undefined;
}

export const dataDirectory = (): string => process.env.HUB_DATA_DIR || ".data";

/** Needs no secrets. @throws ConfigurationError if none is set but it looks like production */
export function databaseSettings(): z.output<typeof DatabaseChoice> {
  const problem = databaseProblem(process.env);
  return readVariables(DatabaseChoice, process.env, problem ? [problem] : []);
}

/** Null with a database server. @throws ConfigurationError as `databaseSettings` */
export function embeddedDirectory(): string | null {
  const { DATABASE_URL, POSTGRES_URL, HUB_DATA_DIR } = databaseSettings();
  return DATABASE_URL || POSTGRES_URL ? null : HUB_DATA_DIR;
}

/** A Vercel preview may share production's database; `HUB_MIGRATE_PREVIEWS=1` says it doesn't. */
export const leavesDatabaseAsItIs = (): boolean =>
  process.env.VERCEL_ENV === "preview" && process.env.HUB_MIGRATE_PREVIEWS !== "1";

export const variablesWith = (values: ReadonlySet<string>): string[] =>
  Object.entries(process.env).flatMap(([name, value = ""]) =>
    value.split(",").some((part) => part.trim() !== "" && values.has(part.trim())) ? [name] : [],
  );

/** Needs none of the hub's secrets. */
export const storageSettings = () => readVariables(FileStore, process.env);

/** Checks the configuration as a start does. @throws ConfigurationError */
export function requireConfiguration(): { secrets: number } {
  const { childAppTokens, webhookSecrets, ...values } = parseEnv(process.env);
  const tools = new Map([
    ["CORE_CHILD_APP_TOKEN__", new Map([...childAppTokens].map(([tool, secrets]) => [tool, [...secrets]]))],
    ["CHILD_WEBHOOK_SECRET__", new Map([...webhookSecrets].map(([tool, secrets]) => [tool, [...secrets]]))],
  ]);
  const { drawn, issued } = secretVariables(values, tools);
  return { secrets: [...drawn.values(), ...issued.values()].flat().length };
}

export const searchPath = (): string | undefined => process.env.PATH;

/** Leaves out `but`, if the value is an older one in its list. */
export const variablesThatUse = (value: string, but: string): string[] =>
  variablesWith(new Set([value])).filter((name) => name !== but || process.env[name]?.split(",")[0]?.trim() === value);

/** Needs no secrets. */
export const publicBaseUrl = (): string | undefined => process.env.HUB_BASE_URL?.replace(/\/+$/, "") || undefined;

/** OpenTelemetry's SDK reads these variables too. Needs no secrets. */
export function tracesAreSent(): boolean {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER } =
    process.env;
  const named = OTEL_EXPORTER_OTLP_ENDPOINT || OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  const isBuild = process.env.NEXT_PHASE === "phase-production-build";
  return Boolean(named) && OTEL_SDK_DISABLED !== "true" && OTEL_TRACES_EXPORTER !== "none" && !isBuild;
}

/** A new object after each change of the environment. */
export function presentEnvironment(): Env {
  parsed ??= parseEnv(process.env);
  return parsed;
}

/** Parsed on first use, because `next build` imports modules without secrets. */
export const env: Env = new Proxy({} as Env, { get: (_, name) => Reflect.get(presentEnvironment(), name) });

/** next-auth reads only its own variable for the hub's address. */
export function shareBaseUrlWithNextAuth(): void {
  process.env.NEXTAUTH_URL = env.HUB_BASE_URL;
}
