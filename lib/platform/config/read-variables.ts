import type { z } from "zod";
import { Environment } from "./environment";

/** The message says what to set. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

export const cannotStart = (problems: readonly string[], options?: ErrorOptions): ConfigurationError =>
  new ConfigurationError(`The hub cannot start:\n${problems.map((line) => `  ${line}`).join("\n")}`, options);

const KNOWN = Object.keys(Environment.shape);
/** Prefixes that only the hub uses. */
const OURS = /^(?:RATE_LIMIT|RETENTION|OIDC|NOTIFICATION_WEBHOOK|CORE_CHILD_APP_TOKEN|CHILD_WEBHOOK_SECRET)_/;
const OF_TOOLS = ["CORE_CHILD_APP_TOKEN", "CHILD_WEBHOOK_SECRET"];
/** `compose.yaml` reads these from the same file. */
const READ_ELSEWHERE = ["HUB_BIND", "HUB_PORT"];
/** Shorter names resemble unrelated ones: PORT, HOST, PATH. */
const SHORTEST = 8;
const TYPO = 2;

/** Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [index, compared] of [...other].entries()) {
      const [above = 0, aboveNext = 0, before = 0] = [row[index], row[index + 1], next[index]];
      next.push(Math.min(aboveNext + 1, before + 1, above + (letter === compared ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function nearest(name: string, names: readonly string[]): { name: string; apart: number } {
  const byDistance = names.map((known) => ({ name: known, apart: distance(name, known) }));
  return byDistance.reduce((best, next) => (next.apart < best.apart ? next : best), { name: "", apart: Infinity });
}

/** The correct name of a misspelt tool secret: `CORE_CHILD_APP_TOKEN__NIGHT_PRESS`. */
function toolVariable(name: string): string | null {
  const [, head = "", tool = ""] = /^(\w+?)__(.+)$/.exec(name) ?? /^(\w+_(?:TOKEN|SECRET))_(.+)$/.exec(name) ?? [];
  const prefix = nearest(head, OF_TOOLS);
  return tool && prefix.apart <= TYPO ? `${prefix.name}__${tool.toUpperCase().replace(/\W/g, "_")}` : null;
}

/** Null if the hub reads it, or if it isn't the hub's. */
function meant(name: string, isSet: (known: string) => boolean): string | null {
  if (KNOWN.includes(name) || READ_ELSEWHERE.includes(name)) return null;
  const ofTool = toolVariable(name);
  if (ofTool) return ofTool === name ? null : ofTool;
  if (OURS.test(name)) return nearest(name, KNOWN).name;
  // The distance of two names is at least the difference of their lengths.
  const alike = KNOWN.filter((known) => Math.abs(known.length - name.length) <= TYPO);
  const { name: known, apart } = nearest(name, alike);
  // Platforms set similar names, such as REDIS_URI next to REDIS_URL.
  return apart <= TYPO && known.length >= SHORTEST && !isSet(known) ? known : null;
}

/** Names without a prefix of the hub count only if they are a typo. */
function unknownVariables(given: Readonly<Record<string, unknown>>): { sentence: string; meant: string }[] {
  return Object.keys(given).flatMap((name) => {
    const known = meant(name, (other) => other in given);
    return known ? [{ sentence: `The hub does not read ${name}. Did you mean ${known}?`, meant: known }] : [];
  });
}

type Source = Readonly<Record<string, string | undefined>>;

/** Secrets, and URLs with a password. */
const HIDDEN = /SECRET|TOKEN|KEY|^(?:DATABASE|DATABASE_DIRECT|POSTGRES|REDIS|SMTP)_URL$/;

/** Half a group would silently do nothing. */
const TOGETHER = [
  ["S3_BUCKET", "S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
  ["UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"],
  ["SMTP_URL", "MAIL_FROM"],
  ["NOTIFICATION_WEBHOOK_URL", "NOTIFICATION_WEBHOOK_SECRET"],
  ["GITHUB_ID", "GITHUB_SECRET"],
  ["GOOGLE_ID", "GOOGLE_SECRET"],
  ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
];

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

function groupProblem(group: readonly string[], given: Source): string[] {
  const missing = group.filter((name) => given[name] === undefined);
  if (missing.length === 0 || missing.length === group.length) return [];
  return [`${listed(group)} go together: ${listed(missing)} ${missing.length > 1 ? "are" : "is"} not set.`];
}

/** `PORT must be a whole number from 0 to 65535; it is "abc".` */
export function explainVariable(name: string, message: string, value: string | undefined): string {
  if (value === undefined) return `${name} is not set.`;
  return HIDDEN.test(name) ? `${name} ${message}.` : `${name} ${message}; it is ${JSON.stringify(value)}.`;
}

export const withoutEmpty = (source: Source): Record<string, string> =>
  Object.fromEntries(Object.entries(source).filter((entry): entry is [string, string] => !!entry[1]));

/**
 * Empty variables count as unset.
 * @throws ConfigurationError with a sentence per missing, misspelt, invalid or half-set variable
 */
export function readVariables<Schema extends z.ZodObject>(
  schema: Schema,
  source: Source,
  further: readonly string[] = [],
): z.output<Schema> {
  const given = withoutEmpty(source);
  const read = schema.safeParse(given);
  const faults = new Map(read.error?.issues.map(({ path: [name], message }) => [String(name), message]));
  const problems = [
    ...unknownVariables(given).flatMap(({ sentence, meant }) =>
      /__/.test(meant) || meant in schema.shape ? [sentence] : [],
    ),
    ...[...faults].map(([name, message]) => explainVariable(name, message, given[name])),
    ...TOGETHER.filter(([name = ""]) => name in schema.shape).flatMap((group) => groupProblem(group, given)),
    ...further,
  ];
  if (read.success && problems.length === 0) return read.data;
  throw new ConfigurationError(
    `The hub cannot start:\n${problems.map((line) => `  ${line}`).join("\n")}\nSee .env.example for each.`,
  );
}
