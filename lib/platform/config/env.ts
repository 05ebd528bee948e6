import type { z } from "zod";
import {
  addressProblems,
  cookieDomainProblems,
  databaseProblem,
  isLoopbackUrl,
  secretProblems,
} from "./check-deployment";
import { cannotStart } from "./configuration-error";
import { DatabaseChoice, Environment, FileStore } from "./environment";
import { explainVariable, readVariables, withoutEmpty } from "./read-variables";
import { singleSignOnProblems } from "./single-sign-on";
import { passwordIn, SecretList } from "./variable-types";

export { ConfigurationError } from "./configuration-error";

/** The hub's configuration, checked; secrets of tools stand beside it by slug (see `toolSecrets`). */
export type Env = Omit<z.output<typeof Environment>, "HUB_BASE_URL" | "LOG_LEVEL" | "TRUSTED_PROXY_HOPS"> & {
  LOG_LEVEL: NonNullable<z.output<typeof Environment>["LOG_LEVEL"]>;
  HUB_BASE_URL: string;
  TRUSTED_PROXY_HOPS: number;
  /** `CORE_CHILD_APP_TOKEN__<TOOL>` by the environment form of the slug. */
  childAppTokens: ReadonlyMap<string, readonly string[]>;
  /** `CHILD_WEBHOOK_SECRET__<TOOL>` by the environment form of the slug. */
  webhookSecrets: ReadonlyMap<string, readonly string[]>;
  /** Every secret there is, whatever it is for. */
  secrets: readonly string[];
};

/** The secrets of tools by the environment form of the slug; a sentence goes to `problems` for each that is too short. */
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

/** Every secret of the environment, by its variable: those that whoever runs the hub draws for it and its tools, and those that others issued. */
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
  // Vercel gives its database by several names; the hub uses one.
  const database: Record<string, string | undefined> = DATABASE_URL
    ? { DATABASE_URL: passwordOf(DATABASE_URL) }
    : { POSTGRES_URL: passwordOf(POSTGRES_URL) };
  const direct = passwordOf(DATABASE_DIRECT_URL);
  const issued = {
    ...database,
    // The same role by another way has the same password.
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

/** Reads and checks the whole configuration once. @throws ConfigurationError naming each variable that is missing or weak. */
export function parseEnv(source: NodeJS.ProcessEnv): Env {
  const given = withoutEmpty(source);
  const short: string[] = [];
  const childAppTokens = secretsByTool(given, "CORE_CHILD_APP_TOKEN__", short);
  const webhookSecrets = secretsByTool(given, "CHILD_WEBHOOK_SECRET__", short);
  const database = databaseProblem(given);
  const values = readVariables(Environment, given, database ? [database, ...short] : short);
  const problems: string[] = [];
  if (values.WEBHOOK_ALLOW_LOOPBACK && values.NODE_ENV === "production" && !values.HUB_DEMO) {
    problems.push("WEBHOOK_ALLOW_LOOPBACK is for the embedded demo only: take it out.");
  }
  if (values.HUB_DEMO && (values.DATABASE_URL || values.POSTGRES_URL || values.VERCEL)) {
    problems.push("HUB_DEMO is for the embedded database only: take it out.");
  }
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL && !values.POSTGRES_URL) {
    problems.push("DATABASE_DIRECT_URL is another way to the database of DATABASE_URL or POSTGRES_URL: set that too.");
  }
  if (values.VERCEL && !values.S3_BUCKET)
    problems.push("On Vercel there is no disk: set S3_BUCKET and its credentials.");
  if (values.REDIS_URL && values.UPSTASH_REDIS_REST_URL) {
    problems.push("REDIS_URL and UPSTASH_REDIS_REST_URL are two ways to one Redis: keep one of them.");
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
    problems.push("On Vercel nothing listens beside the functions: take METRICS_PORT out, and set METRICS_TOKEN.");
  if (values.DATABASE_URL || values.POSTGRES_URL) {
    problems.push(...secretProblems(secrets));
    // Vercel gives the address, and is the one proxy.
    if (!values.VERCEL) problems.push(...addressProblems(values));
  }
  if (problems.length > 0) throw cannotStart(problems);

  const vercelUrl = values.VERCEL_PROJECT_PRODUCTION_URL && `https://${values.VERCEL_PROJECT_PRODUCTION_URL}`;
  const baseUrl = values.HUB_BASE_URL ?? vercelUrl ?? `http://localhost:${values.PORT}`;
  return {
    ...values,
    HUB_BASE_URL: baseUrl,
    // The demo's terminal is for the person who started it.
    LOG_LEVEL: values.LOG_LEVEL ?? (values.HUB_DEMO ? "warn" : "info"),
    // Once others reach the hub, what listens on its machine is none of theirs to ask.
    WEBHOOK_ALLOW_LOOPBACK: values.WEBHOOK_ALLOW_LOOPBACK && isLoopbackUrl(baseUrl),
    TRUSTED_PROXY_HOPS: values.TRUSTED_PROXY_HOPS ?? (values.VERCEL ? 1 : 0),
    childAppTokens,
    webhookSecrets,
    secrets: [...secrets.drawn.values(), ...secrets.issued.values()].flat(),
  };
}

let parsed: Env | undefined;

/** Sets variables that the environment leaves unset or empty; whatever is set wins. `env` is read anew afterwards. */
export function applyEnvironment(values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) process.env[name] ||= value;
  parsed = undefined;
}

/** Directory of the embedded database, uploaded files and the demo's secrets. */
export const dataDirectory = (): string => process.env.HUB_DATA_DIR || ".data";

/** Which database the environment names; needs no secret to be set. @throws ConfigurationError where it names none and looks like production */
export function databaseSettings(): z.output<typeof DatabaseChoice> {
  const problem = databaseProblem(process.env);
  return readVariables(DatabaseChoice, process.env, problem ? [problem] : []);
}

/** Directory of the embedded hub, or null where the environment names a database server. @throws ConfigurationError as databaseSettings does */
export function embeddedDirectory(): string | null {
  const { DATABASE_URL, POSTGRES_URL, HUB_DATA_DIR } = databaseSettings();
  return DATABASE_URL || POSTGRES_URL ? null : HUB_DATA_DIR;
}

/** True for a preview on Vercel, which may share the database with production; `HUB_MIGRATE_PREVIEWS=1` says that it does not. */
export const leavesDatabaseAsItIs = (): boolean =>
  process.env.VERCEL_ENV === "preview" && process.env.HUB_MIGRATE_PREVIEWS !== "1";

/** The variables that hold one of these values, by itself or in a list. */
export const variablesWith = (values: ReadonlySet<string>): string[] =>
  Object.entries(process.env).flatMap(([name, value = ""]) =>
    // A variable that is set to nothing has no value.
    value.split(",").some((part) => part.trim() !== "" && values.has(part.trim())) ? [name] : [],
  );

/** Which file store the environment names; needs no secret of the hub's to be set. */
export const storageSettings = () => readVariables(FileStore, process.env);

/** Reads and checks the configuration of this process as its start does, and counts its secrets. @throws ConfigurationError */
export function requireConfiguration(): { secrets: number } {
  const { childAppTokens, webhookSecrets, ...values } = parseEnv(process.env);
  const tools = new Map([
    ["CORE_CHILD_APP_TOKEN__", new Map([...childAppTokens].map(([tool, secrets]) => [tool, [...secrets]]))],
    ["CHILD_WEBHOOK_SECRET__", new Map([...webhookSecrets].map(([tool, secrets]) => [tool, [...secrets]]))],
  ]);
  const { drawn, issued } = secretVariables(values, tools);
  return { secrets: [...drawn.values(), ...issued.values()].flat().length };
}

/** Where programs are looked for. */
export const searchPath = (): string | undefined => process.env.PATH;

/** The variables that hold this value, but for the given one where it holds it as an older one of its list. */
export const variablesThatUse = (value: string, but: string): string[] =>
  variablesWith(new Set([value])).filter((name) => name !== but || process.env[name]?.split(",")[0]?.trim() === value);

/** Where people reach the hub, if the environment says so; needs no secret to be set. */
export const publicBaseUrl = (): string | undefined => process.env.HUB_BASE_URL?.replace(/\/+$/, "") || undefined;

/** True where the environment names a collector of traces, by OpenTelemetry's own variables, which its SDK reads by itself; needs no secret to be set. */
export function tracesAreSent(): boolean {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER } =
    process.env;
  const named = OTEL_EXPORTER_OTLP_ENDPOINT || OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  const isBuild = process.env.NEXT_PHASE === "phase-production-build";
  return Boolean(named) && OTEL_SDK_DISABLED !== "true" && OTEL_TRACES_EXPORTER !== "none" && !isBuild;
}

/** The configuration as it was read last: another object once it was read anew. */
export function presentEnvironment(): Env {
  parsed ??= parseEnv(process.env);
  return parsed;
}

/** The configuration of this process, parsed at its first use: `next build` imports modules without any secret. */
export const env: Env = new Proxy({} as Env, { get: (_, name) => Reflect.get(presentEnvironment(), name) });

/** next-auth takes the hub's address from its own variable alone: this one writes it, so that it always is `HUB_BASE_URL`. */
export function shareBaseUrlWithNextAuth(): void {
  process.env.NEXTAUTH_URL = env.HUB_BASE_URL;
}
