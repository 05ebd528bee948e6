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
      problems.push(`${name} looks like a placeholder: generate one with \`openssl rand -base64 33\`.`);
  for (const [name, values] of [...drawn, ...issued]) {
    for (const value of new Set(values)) {
      const other = holders.get(value);
      if (other)
        problems.push(`${name} is the same as ${other}: a leak of one exposes both. Set a different value for each.`);
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
  if (server && asksForEmbedded) return `${server} and HUB_EMBEDDED_DATABASE are both set: keep one of them.`;
  if (!DATABASE_URL && POSTGRES_URL && !isPooled(POSTGRES_URL))
    return "POSTGRES_URL is not a pooled URL (with -pooler in its host), which Vercel's driver requires. Set the pooled URL, or set DATABASE_URL for any PostgreSQL server.";
  if (server) return null;
  if (VERCEL) return "On Vercel set POSTGRES_URL.";
  if (asksForEmbedded) return null;
  const signs = Object.keys(source)
    .filter((name) => source[name] && FOR_PRODUCTION.test(name))
    .sort();
  if (isPublic(HUB_BASE_URL)) signs.unshift("HUB_BASE_URL");
  if (signs.length === 0) return null;
  return `DATABASE_URL is not set, but ${signs.slice(0, 3).join(", ")} ${signs.length > 1 ? "suggest" : "suggests"} a hub on a database server. Set DATABASE_URL, or set HUB_EMBEDDED_DATABASE=1 to use the embedded database.`;
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
    return ["HUB_BASE_URL is not set. Links, cookies and signed URLs need the hub's public address."];
  if (HUB_BASE_URL.startsWith("https:") && TRUSTED_PROXY_HOPS === undefined)
    return [
      "Set TRUSTED_PROXY_HOPS to the number of proxies that write X-Forwarded-For, or 0 if none does. Without it, everybody shares the proxy's IP address and its limits.",
    ];
  if (HUB_BASE_URL.startsWith("http:") && !isLoopbackUrl(HUB_BASE_URL) && !TRUSTED_PROXY_HOPS)
    return [
      "HUB_BASE_URL is http, so passwords and keys would be sent unencrypted. Put a TLS proxy in front and set its https address, or set TRUSTED_PROXY_HOPS if you control the network in front.",
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
