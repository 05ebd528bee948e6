import { once, setMaxListeners } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { Network } from "@/lib/integrations";
import { checkWebhookUrl, GuardedConnections, reachableBy } from "@/lib/integrations/server";
import type { BadRequest } from "@/lib/platform/errors";
import { runJob } from "@/lib/platform/jobs/job-pool";
import type { Ctx } from "../context";
import { unreadable } from "../imported-brand";

const LIMITS = { requests: 5, bytes: 2 * 1024 * 1024, ms: 10_000 };
const USER_AGENT = "BrandIdentityHub/1.0";
/** Public addresses over https alone, whatever networks webhooks can reach. */
const POLICY = { allowLoopback: false };

const refused = (message: string): BadRequest => unreadable(message, undefined, "website");

/** The same for a missing and a private host, so that nobody can map the hub's network. */
const UNREACHABLE =
  "The hub can’t reach this website. It reads public addresses only. Check the address, or paste the HTML.";

interface Fetched {
  url: URL;
  type: string;
  bytes: Buffer;
}

/** Decodes by the charset in `Content-Type` or `<meta>`, else as UTF-8. */
function textOf({ type, bytes }: Fetched): string {
  const charset = /charset\s*=\s*["']?([\w:-]+)/i;
  const [, label] = charset.exec(type) ?? charset.exec(bytes.toString("latin1", 0, 1024)) ?? [];
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** What crawlers must be able to read (RFC 9309, 2.5). */
const MAX_ROBOTS = 500 * 1024;

interface Rule {
  isAllowed: boolean;
  pattern: string;
}

/** The rules of the groups that name the robot, else of those for all. */
function rulesFor(text: string, robot: string): Rule[] {
  const groups: { agents: string[]; rules: Rule[] }[] = [];
  for (const line of text.slice(0, MAX_ROBOTS).split(/\r\n?|\n/)) {
    const [, key = "", value = ""] = /^\s*([\w-]+)\s*:([^#]*)/.exec(line) ?? [];
    const said = value.trim();
    const last = groups.at(-1);
    if (/^user-agent$/i.test(key)) {
      if (last?.rules.length === 0) last.agents.push(said.toLowerCase());
      else groups.push({ agents: [said.toLowerCase()], rules: [] });
    } else if (/^(?:dis)?allow$/i.test(key)) last?.rules.push({ isAllowed: /^a/i.test(key), pattern: said });
  }
  const of = (agent: string) => groups.filter(({ agents }) => agents.includes(agent));
  const own = of(robot);
  return (own.length > 0 ? own : of("*")).flatMap(({ rules }) => rules);
}

/** `*` stands for any text and a final `$` for the end. By search, because a regular expression can take very long. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const [first = "", ...rest] = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = isWhole ? rest.pop() : undefined;
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (!isWhole) return true;
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
}

/** The longest matching rule decides. Between two equally long ones, the one that allows wins. */
export function allowsRobot(text: string, robot: string, path: string): boolean {
  const found = rulesFor(text, robot)
    .filter(({ pattern }) => pattern !== "" && matches(pattern, path))
    .toSorted((a, b) => b.pattern.length - a.pattern.length || Number(b.isAllowed) - Number(a.isAllowed));
  return found[0]?.isAllowed ?? true;
}

/** Requests of one import, counted together. */
class Visit {
  private requests = 0;
  private bytes = 0;
  /** By origin. A site that moved has its rules at another one. */
  private readonly robots = new Map<string, { rules: string; origin: string }>();
  private readonly connections = new GuardedConnections({ keepAlive: false });

  constructor(
    private readonly network: Network,
    private readonly signal: AbortSignal,
  ) {}

  /** Follows redirects, and checks each address and its robots.txt. */
  async fetch(address: URL, kinds: RegExp): Promise<Fetched> {
    let url = address;
    for (;;) {
      const { rules, origin } = this.robots.get(url.origin) ?? (await this.readRobots(url));
      if (origin !== url.origin) url = Object.assign(new URL(origin), { pathname: url.pathname, search: url.search });
      if (!allowsRobot(rules, "brandidentityhub", url.pathname + url.search))
        throw refused("This website’s robots.txt doesn’t allow the hub to read it. Paste the HTML.");
      const { response, next } = await this.ask(url);
      if (next) {
        url = next;
        continue;
      }
      const { statusCode = 0, headers } = response;
      const type = headers["content-type"] ?? "";
      if (statusCode !== 200) throw this.drop(response, `The website answered with status ${statusCode}.`);
      if (!kinds.test(type)) throw this.drop(response, "This address isn’t a web page.");
      return { url, type, bytes: await this.read(response) };
    }
  }

  /** Missing rules allow everything, unreadable ones nothing (RFC 9309, 2.3.1). */
  private async readRobots({ origin }: URL): Promise<{ rules: string; origin: string }> {
    let url = new URL("/robots.txt", origin);
    for (;;) {
      const { response, next } = await this.ask(url);
      if (next) {
        url = next;
        continue;
      }
      const { statusCode = 0 } = response;
      if (statusCode >= 500) throw this.drop(response, "The hub can’t read this website’s robots.txt. Paste the HTML.");
      const rules = statusCode === 200 ? (await this.read(response)).toString() : "";
      if (statusCode !== 200) response.destroy();
      const found = { rules, origin: url.pathname === "/robots.txt" ? url.origin : origin };
      for (const one of [origin, found.origin]) this.robots.set(one, found);
      return found;
    }
  }

  private async ask(url: URL): Promise<{ response: IncomingMessage; next: URL | null }> {
    const verdict = checkWebhookUrl(url.href, POLICY);
    if (!verdict.ok) throw refused(UNREACHABLE);
    if (this.requests === LIMITS.requests) throw refused("The website redirects too often. Paste the HTML.");
    this.requests += 1;
    const { lookup, ca, isRefusedAddress } = this.network;
    const guard = { lookup, ca, isAllowed: reachableBy(url.href, POLICY, isRefusedAddress) };
    const headers = { Host: url.host, "User-Agent": USER_AGENT, Accept: "*/*", "Accept-Encoding": "identity" };
    const options = { path: url.pathname + url.search, headers, maxHeaderSize: 16 * 1024, signal: this.signal };
    const sent = request(this.connections.towards({ url, guard, signal: this.signal }, options));
    // `once` hears only the first error, and a later one without a listener would crash the process.
    sent.on("error", () => {});
    sent.end();
    const [response] = (await once(sent, "response", { signal: this.signal })) as [IncomingMessage];
    response.on("error", () => {});
    const { location } = response.headers;
    if (!/^30[12378]$/.test(String(response.statusCode)) || !location) return { response, next: null };
    response.destroy();
    if (!URL.canParse(location, url)) throw refused(UNREACHABLE);
    const next = new URL(location, url);
    next.hash = "";
    return { response, next };
  }

  private async read(response: IncomingMessage): Promise<Buffer> {
    // The hub requests no compression and decompresses nothing, so a small response can't become a large one.
    const encoding = response.headers["content-encoding"] ?? "identity";
    if (encoding !== "identity") throw this.drop(response, "The website sends compressed pages only. Paste the HTML.");
    const chunks: Buffer[] = [];
    for await (const chunk of response as AsyncIterable<Buffer>) {
      this.bytes += chunk.length;
      if (this.bytes > LIMITS.bytes) throw this.drop(response, "The website is larger than 2 MB. Paste the HTML.");
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  private drop(response: IncomingMessage, message: string): BadRequest {
    response.destroy();
    return refused(message);
  }
}

/** `https://` is added, and `http://` replaced. */
function addressOf(typed: string): URL {
  const address = `https://${typed.trim().replace(/^https?:\/\//i, "")}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url?.hostname.includes(".")) throw refused("Enter a web address such as example.com.");
  url.hash = "";
  return url;
}

/**
 * Fetches a page with its first style sheets and logos, as one text for the job `readWebsite`. Only public https
 * addresses; at most 5 requests, 2 MB and 10 s in all. Style sheets and logos that fail to load are left out.
 * @throws BadRequest (`field: "website"`) when the page can't be loaded
 */
export async function fetchWebsite(
  ctx: Pick<Ctx, "actor" | "jobs">,
  network: Network,
  { address, timeoutMs = LIMITS.ms }: { address: string; timeoutMs?: number },
): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  // Each request adds some. Node's warning is meant for leaks.
  setMaxListeners(10 * LIMITS.requests, signal);
  const visit = new Visit(network, signal);
  const known = (error: unknown) => {
    if (signal.aborted) return refused("The website takes too long to respond. Paste the HTML.");
    return error instanceof Error && "field" in error ? error : refused(UNREACHABLE);
  };
  const page = await visit.fetch(addressOf(address), /^(?:text\/html|application\/xhtml\+xml)\b/i).catch((error) => {
    throw known(error);
  });
  const html = textOf(page);
  const links = await runJob(ctx, "findWebsiteLinks", { html, url: page.url.href });
  const parts: string[] = [];
  for (const { kind, href } of links) {
    const found = await visit.fetch(new URL(href), kind === "sheet" ? /^text\/css\b/i : /^image\//i).catch(() => null);
    if (!found) continue;
    if (kind === "sheet") parts.push(`<style>${textOf(found).replaceAll(/<\/style>?/gi, "")}</style>`);
    else parts.push(`<img class="logo" src="data:image/x;base64,${found.bytes.toString("base64")}">`);
  }
  return `${parts.join("\n")}\n${html}`;
}
