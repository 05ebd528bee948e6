import type { z } from "zod";
import { ConfigurationError } from "./configuration-error";
import { unknownVariables } from "./unknown-variables";

type Source = Readonly<Record<string, string | undefined>>;

/** Secrets, and URLs that may hold a password: no message shows what they are. */
const HIDDEN = /SECRET|TOKEN|KEY|^(?:DATABASE|DATABASE_DIRECT|POSTGRES|REDIS|SMTP)_URL$/;

/** A group is set as a whole or not at all: half of it would send, store or sign in nothing, silently. */
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

/** Why a variable cannot be used: `PORT must be a whole number from 0 to 65535; it is "abc".` */
export function explainVariable(name: string, message: string, value: string | undefined): string {
  if (value === undefined) return `${name} is not set.`;
  return HIDDEN.test(name) ? `${name} ${message}.` : `${name} ${message}; it is ${JSON.stringify(value)}.`;
}

export const withoutEmpty = (source: Source): Record<string, string> =>
  Object.fromEntries(Object.entries(source).filter((entry): entry is [string, string] => !!entry[1]));

/**
 * Reads the variables of a schema; empty ones count as unset.
 * @throws ConfigurationError with a sentence for each that is missing, misspelt, unreadable or half of a group
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
