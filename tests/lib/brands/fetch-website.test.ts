import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { previewWebsite } from "@/lib/brands/server";
import { allowsRobot, fetchWebsite } from "@/lib/brands/website/fetch-website";
import { isRefusedAddress } from "@/lib/integrations/webhooks/webhook-url-policy";
import type { Ctx } from "@/lib/runtime/context";
import { inlineJobs } from "@/lib/runtime/jobs";
import { ANONYMOUS, SYSTEM } from "@/tests/support/fixtures";
import { type Listening, listen } from "@/tests/support/listen";
import { selfSignedCertificate } from "@/tests/support/self-signed-certificate";

type Answer = (response: ServerResponse) => void;

const certificate = selfSignedCertificate("site.example");
const asked: { path: string; headers: IncomingHttpHeaders }[] = [];
let site: Record<string, Answer> = {};
let server: Listening;

beforeAll(async () => {
  server = await listen(
    createServer(certificate, ({ url: path = "", headers }, response) => {
      asked.push({ path, headers });
      const answer = site[path];
      if (answer) answer(response);
      else response.writeHead(404).end();
    }),
  );
});
afterAll(() => server.close());
beforeEach(() => {
  asked.length = 0;
  site = {};
});

/** Treats loopback as public, and other private addresses as private. */
const network = {
  lookup: async (name: string) => (name === "site.example" ? ["127.0.0.1"] : ["10.0.0.1"]),
  isRefusedAddress: (address: string) => address !== "127.0.0.1" && isRefusedAddress(address),
  ca: certificate.cert,
};
const ctx = { actor: SYSTEM, jobs: inlineJobs() };
const read = (address = `site.example:${server.port}`, timeoutMs?: number) =>
  fetchWebsite(ctx, network, { address, ...(timeoutMs && { timeoutMs }) });

const sends =
  (type: string, body: string | Buffer, headers = {}): Answer =>
  (response) =>
    response.writeHead(200, { "content-type": type, ...headers }).end(body);
const redirects =
  (location: string): Answer =>
  (response) =>
    response.writeHead(302, { location }).end();

describe("a website's import", () => {
  it("reads the page, its style sheets and logos in 5 requests, and names the hub", async () => {
    site = {
      "/": sends(
        "text/html",
        `<link rel=stylesheet href=a.css><link rel=stylesheet href=/b.css><link rel=stylesheet href=/c.css>
         <link rel=icon href=/icon.svg><a class=logo><img src=/logo.svg></a>`,
      ),
      "/a.css": sends("text/css", "a{color:#0f766e}</style>"),
      "/b.css": sends("text/css; charset=utf-8", "b{color:#c2410c}"),
      "/c.css": sends("text/css", "i{color:#111111}"),
      "/logo.svg": sends("image/svg+xml", "<svg/>"),
    };
    const text = await read();
    expect(asked.map(({ path }) => path)).toEqual(["/robots.txt", "/", "/a.css", "/logo.svg", "/b.css"]);
    expect(text).toContain("<style>a{color:#0f766e}</style>\n");
    expect(text).toContain(Buffer.from("<svg/>").toString("base64"));
    expect(text).toContain("<style>b{color:#c2410c}</style>");
    for (const { headers } of asked)
      expect(headers).toMatchObject({ "user-agent": "BrandIdentityHub/1.0", "accept-encoding": "identity" });
    expect(asked.some(({ headers }) => headers.cookie ?? headers.authorization ?? headers.referer)).toBe(false);
  });

  it("follows redirects, and leaves out what it can't have", async () => {
    site = {
      "/": redirects("/home#top"),
      "/home": sends("text/html", `<link rel=stylesheet href=/a.css><link rel=icon href=https://cdn.example/a.svg>Hi`),
      "/a.css": sends("text/html", "not a style sheet"),
    };
    expect((await read(`http://site.example:${server.port}/#top`)).trim()).toMatch(/Hi$/);
    expect(asked.map(({ path }) => path)).toEqual(["/robots.txt", "/", "/home", "/a.css"]);
  });

  it.each([
    ["windows-1252", "text/html; charset=windows-1252", ""],
    ["shift_jis", "text/html", '<meta charset="shift_jis">'],
  ])("decodes %s", async (charset, type, meta) => {
    const bytes = { "windows-1252": [0xfc], shift_jis: [0x93, 0x8c] }[charset] ?? [];
    site["/"] = sends(type, Buffer.concat([Buffer.from(`${meta}<title>`), Buffer.from(bytes)]));
    expect(await read()).toContain(charset === "shift_jis" ? "<title>東" : "<title>ü");
  });

  it.each([
    "https://169.254.169.254/latest/meta-data",
    "https://localhost/",
    "https://10.0.0.1/",
    "https://[::ffff:127.0.0.1]/",
    "https://internal.example/",
    "http://site.example/",
    "file:///etc/passwd",
    "https://user:password@site.example/",
  ])("refuses a redirect to %s", async (location) => {
    site["/"] = redirects(location);
    await expect(read()).rejects.toMatchObject({ field: "website", message: /^The hub can’t reach this website/ });
    expect(asked).toHaveLength(2);
  });

  it.each(["127.0.0.1", "2130706433", "internal.example", "[::1]"])("refuses %s", async (address) => {
    await expect(read(address)).rejects.toMatchObject({ field: "website" });
    expect(asked).toEqual([]);
  });

  const endless: Answer = (response) => {
    response.writeHead(200, { "content-type": "text/html" });
    const more = () => {
      while (!response.destroyed && response.write("x".repeat(65_536)));
    };
    response.on("drain", more);
    more();
  };
  const bomb = sends("text/html", gzipSync("x".repeat(1_000_000)), { "content-encoding": "gzip" });
  it.each<[string, Answer, string]>([
    ["that never ends", endless, "larger than 2 MB"],
    ["compressed", bomb, "compressed pages only"],
    ["of another type", sends("application/pdf", "%PDF"), "isn’t a web page"],
    ["that isn't there", (response) => response.writeHead(403).end(), "status 403"],
    ["that redirects in a loop", redirects("/"), "redirects too often"],
    ["that breaks off", (response) => response.writeHead(200, { "content-length": 9 }).destroy(), "can’t reach"],
  ])("refuses a page %s", async (_, answer, message) => {
    site["/"] = answer;
    await expect(read()).rejects.toMatchObject({ field: "website", message: expect.stringContaining(message) });
    expect(asked.length).toBeLessThan(6);
  });

  it("heeds robots.txt, and reads nothing while that can't be read", async () => {
    site = { "/robots.txt": sends("text/plain", "User-agent: *\nDisallow: /"), "/": sends("text/html", "Hi") };
    await expect(read()).rejects.toMatchObject({ message: expect.stringContaining("robots.txt doesn’t allow") });
    site["/robots.txt"] = (response) => response.writeHead(503).end();
    await expect(read()).rejects.toMatchObject({
      message: expect.stringContaining("can’t read this website’s robots"),
    });
    expect(asked.map(({ path }) => path)).toEqual(["/robots.txt", "/robots.txt"]);
  });

  it("is for people who signed in, and can be turned off", async () => {
    const source = { address: "site.example" };
    const person = { kind: "user", userId: "u", hubAdmin: false };
    const turnedOff = { ...ctx, actor: person, websites: null } as unknown as Ctx;
    await expect(previewWebsite(turnedOff, source)).rejects.toMatchObject({ field: "website" });
    const stranger = { ...ctx, actor: ANONYMOUS, websites: network } as unknown as Ctx;
    await expect(previewWebsite(stranger, source)).rejects.toMatchObject({ code: "forbidden" });
  });

  // Last, because these requests can arrive after the test.
  it.each<[string, Answer]>([
    ["never answers", () => {}],
    ["sends a single byte", (response) => response.writeHead(200, { "content-type": "text/html" }).write("x")],
  ])("gives up on a page that %s", async (_, answer) => {
    site["/"] = answer;
    await expect(read(undefined, 150)).rejects.toMatchObject({ message: expect.stringContaining("takes too long") });
  });
});

describe("robots.txt", () => {
  it.each([
    ["", "/", true],
    ["User-agent: *\nDisallow:", "/", true],
    ["User-agent: *\nDisallow: /", "/", false],
    ["User-agent: *\nDisallow: /\n\nUser-agent: BrandIdentityHub\nAllow: /", "/", true],
    ["user-agent: other\nUser-Agent: brandidentityhub # us\ndisallow: /a", "/a/b", false],
    ["User-agent: other\nDisallow: /", "/", true],
    ["User-agent: *\nDisallow: /\nAllow: /$", "/", true],
    ["User-agent: *\nDisallow: /\nAllow: /$", "/a", false],
    ["User-agent: *\nDisallow: /*.css$", "/x/a.css", false],
    ["User-agent: *\nDisallow: /*.css$", "/x/a.css?v=1", true],
    ["User-agent: *\nDisallow: /a*b*c", "/a-b-c-d", false],
    ["User-agent: *\nAllow: /a\nDisallow: /a", "/a", true],
    ["User-agent: *\nAllow: /a\nDisallow: /a/b", "/a/b", false],
  ])("%j decides about %s: %s", (text, path, allowed) => {
    expect(allowsRobot(text, "brandidentityhub", path)).toBe(allowed);
  });

  it("decides at once about a pattern full of wildcards", () => {
    const pattern = `/${"*a".repeat(5_000)}$`;
    expect(allowsRobot(`User-agent: *\nDisallow: ${pattern}`, "brandidentityhub", `/${"a".repeat(2_000)}b`)).toBe(true);
  });
});
