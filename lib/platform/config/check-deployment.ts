import type { Env } from "./env";

type Secrets = ReadonlyMap<string, readonly string[]>;

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export const isLoopbackUrl = (url: string): boolean => LOOPBACK.test(new URL(url).hostname);

/** Six letters or more, so that random text doesn't contain them. */
const WORDS = /secret|password|change.?me|example|replace|insert|placeholder|default/i;
/** 32 random hexadecimal digits have fewer distinct characters once in ten million. */
const FEWEST_CHARACTERS = 8;
const RUNS = ["0123456789abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwxyz0123456789"];
const LONGEST_PATTERN = 16;

const repeats = (secret: string): boolean =>
  Array.from({ length: LONGEST_PATTERN }, (_, index) => index + 1).some(
    (length) => secret.slice(length) === secret.slice(0, -length),
  );

const isRun = (secret: string): boolean =>
  RUNS.some((run) => run.repeat(3).includes(secret.toLowerCase().slice(0, 32)));

export const isGuessable = (secret: string): boolean =>
  WORDS.test(secret) || new Set(secret).size < FEWEST_CHARACTERS || repeats(secret) || isRun(secret);

/** One sentence per problem. Issued secrets aren't rated, but no secret may be used twice. */
export function secretProblems({ drawn, issued }: { drawn: Secrets; issued: Secrets }): string[] {
  const problems: string[] = [];
  const holders = new Map<string, string>();
  for (const [name, values] of drawn)
    if (values.some(isGuessable))
      problems.push(`${name} reads like an example: make one with \`openssl rand -base64 33\`.`);
  for (const [name, values] of [...drawn, ...issued]) {
    for (const value of new Set(values)) {
      const other = holders.get(value);
      if (other) problems.push(`${name} is the same as ${other}: whoever gets one has both. Give each its own.`);
      else holders.set(value, name);
    }
  }
  return problems;
}

/** The embedded demo sets none of these. */
const FOR_PRODUCTION = /^(REDIS_URL|UPSTASH_\w+|S3_\w+|(SESSION|FEDERATION|FILE_URL)_SECRET|TRUSTED_PROXY_HOPS)$/;

/** Vercel's driver rejects other hosts except localhost. */
const isPooled = (url: string): boolean =>
  url.includes("-pooler.") || !URL.canParse(url) || new URL(url).hostname === "localhost";

const isPublic = (url: string | undefined): boolean => !!url && URL.canParse(url) && !isLoopbackUrl(url);

/**
 * Null if the environment names a usable database. A production hub that loses DATABASE_URL must not start as an
 * empty demo with a printed password.
 */
export function databaseProblem(source: Readonly<Record<string, string | undefined>>): string | null {
  const { DATABASE_URL, POSTGRES_URL, VERCEL, HUB_BASE_URL, HUB_EMBEDDED_DATABASE } = source;
  const server = DATABASE_URL ? "DATABASE_URL" : POSTGRES_URL ? "POSTGRES_URL" : null;
  const asksForEmbedded = HUB_EMBEDDED_DATABASE === "1";
  if (server && asksForEmbedded)
    return `${server} names a database server and HUB_EMBEDDED_DATABASE asks for the embedded database: keep one of them.`;
  if (!DATABASE_URL && POSTGRES_URL && !isPooled(POSTGRES_URL))
    return "POSTGRES_URL is not a pooled URL, whose host has -pooler in its name, and Vercel's driver takes no other. Set the pooled URL, or set DATABASE_URL for any PostgreSQL server.";
  if (server) return null;
  if (VERCEL) return "On Vercel set POSTGRES_URL.";
  if (asksForEmbedded) return null;
  const signs = Object.keys(source)
    .filter((name) => source[name] && FOR_PRODUCTION.test(name))
    .sort();
  if (isPublic(HUB_BASE_URL)) signs.unshift("HUB_BASE_URL");
  if (signs.length === 0) return null;
  return `DATABASE_URL is not set, and ${signs.slice(0, 3).join(", ")} ${signs.length > 1 ? "belong" : "belongs"} to a hub on a database server. Set DATABASE_URL, or HUB_EMBEDDED_DATABASE=1 to run on the embedded database on purpose.`;
}

/** Browsers drop cookies for any domain except the host or its parents. */
export function cookieDomainProblems(domain: string, baseUrl: string): string[] {
  const parent = domain.replace(/^\./, "").toLowerCase();
  if (`.${new URL(baseUrl).hostname}`.endsWith(`.${parent}`)) return [];
  return [`HUB_COOKIE_DOMAIN must be the host of HUB_BASE_URL or a parent domain of it; it is "${domain}".`];
}

interface Address {
  HUB_BASE_URL?: string;
  TRUSTED_PROXY_HOPS?: number;
}

/** The hub never terminates TLS, so https means a proxy. Undeclared, all requests share its IP and limits. */
export function addressProblems({ HUB_BASE_URL, TRUSTED_PROXY_HOPS }: Address): string[] {
  if (HUB_BASE_URL === undefined)
    return ["HUB_BASE_URL is not set: links, cookies and signed URLs carry the address at which people reach the hub."];
  if (HUB_BASE_URL.startsWith("https:") && TRUSTED_PROXY_HOPS === undefined)
    return [
      "Set TRUSTED_PROXY_HOPS: how many proxies write X-Forwarded-For; 0 if what ends TLS writes none. Without it, everybody shares the proxy's IP address, and its limits.",
    ];
  if (HUB_BASE_URL.startsWith("http:") && !isLoopbackUrl(HUB_BASE_URL) && !TRUSTED_PROXY_HOPS)
    return [
      "HUB_BASE_URL is http: passwords and keys would travel in the clear. Put a proxy in front that ends TLS, and set the https address (or TRUSTED_PROXY_HOPS, where the network in front is yours).",
    ];
  return [];
}

export const usesDisk = ({
  VERCEL,
  S3_BUCKET,
  DATABASE_URL,
  POSTGRES_URL,
}: Pick<Env, "VERCEL" | "S3_BUCKET" | "DATABASE_URL" | "POSTGRES_URL">): boolean =>
  !VERCEL && !(S3_BUCKET && (DATABASE_URL || POSTGRES_URL));
