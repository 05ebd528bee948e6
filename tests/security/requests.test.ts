import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ErrorEnvelope } from "@/lib/contract";
import { BUILT_FOLDER } from "@/lib/server/cli/prepare.mjs";
import { askRunningHub } from "@/lib/server/control-socket";
import type { DemoCredentials } from "@/lib/server/describe-demo";
import { type HubProcess, killHubs, startHub } from "../support/hub-process";
import { inForm } from "../support/in-form";
import { type Answer, sendRaw } from "../support/send-raw";
import { sharedResource } from "../support/shared-resource";
import { signIn } from "../support/sign-in";

const NO_LIMITS = { RATE_LIMIT_PER_MINUTE: "0", RATE_LIMIT_CONCURRENT: "0", RATE_LIMIT_FAILED_AUTH_PER_MINUTE: "0" };
let folder: string;
/** One hub with two mounts of the API: the direct listener and Next's routes. */
let hubs: { direct: HubProcess; routed: HubProcess };

beforeAll(async () => {
  await sharedResource("built-hub");
  folder = await mkdtemp(join(tmpdir(), "hub-requests-"));
  const [direct, routed] = await Promise.all([
    startHub(join(folder, "direct"), NO_LIMITS),
    startHub(join(folder, "routed"), { ...NO_LIMITS, HUB_DIRECT_LISTENER: "0" }),
  ]);
  hubs = { direct, routed };
});
afterAll(async () => {
  await killHubs();
  await rm(folder, { recursive: true, force: true });
});

const portOf = ({ baseUrl }: HubProcess) => ({ port: Number(new URL(baseUrl).port) });

/** Short responses are one chunk. */
const bodyOf = ({ headers, body }: Answer): string =>
  headers["transfer-encoding"] === "chunked" ? body.replace(/^[\da-f]+\r\n|\r\n0\r\n\r\n$/gi, "") : body;

/** Seeded (mulberry32), so a failure is reproducible. */
function generator(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    chance: (of: number) => next() < of,
  };
}

const METHODS =
  "GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT PROPFIND PROPPATCH SEARCH LOCK UNLOCK MKCOL COPY MOVE REPORT PURGE QUERY M-SEARCH ACL BIND LINK NOTIFY SOURCE SUBSCRIBE get NONSENSE".split(
    " ",
  );
const API = "/api/public";
const PATHS = [
  ...[
    "",
    "/",
    "/tools",
    "/tools/",
    "/brands",
    "/brands/me",
    "/brand/me",
    "/events",
    "/federation/mint",
    "/federation/exchange",
    "/none",
  ].map((path) => API + path),
  ...[
    "/docs/openapi.json",
    "/docs/api.pdf",
    "/events",
    "/events/batch",
    "/internal/dispatch-tick",
    "/internal/register-subscription",
    "/brand/by-id/x/bundle",
    "/brand/by-id/01920a4e-0000-7000-8000-000000000000/bundle",
  ].map((path) => `${API}/v1${path}`),
  ..."/ /sign-in /account /new /new/brands /admin/tools /b/slow-ferry /b/slow-ferry/uploads /p/slow-ferry /p/slow-ferry/logos/x /connect/brand-studio /invite/x /files/x /api /api/auth /api/auth/csrf /api/auth/session /api/auth/signin /api/auth/callback/credentials /contract-kit.tar.gz /contract-kit.tgz /contract /contract/contract.ts /contract/x /r/contract.json /_next/x /_next/static/x /_next/image /icon.svg /.well-known/security.txt".split(
    " ",
  ),
  ..."* x // /\\ http://evil.test/sign-in http://evil.test/api/public/tools https://evil.test ftp://evil.test/ evil.test:80".split(
    " ",
  ),
];
/** Inserted into a segment or at the end; latin-1, so each character is one byte. */
const PIECES = [
  "%ff",
  "%",
  "%zz",
  "%00",
  "%c3%28",
  "%2e%2e",
  "%2f",
  "%5c",
  "%25ff",
  "..",
  ".",
  "//",
  "\\",
  "\u00ff\u00fe",
  '"<>',
  "%e2%80%ae",
  "a".repeat(3000),
  "?",
  "?%ff=%ff&%=1",
  "#x",
  ";x",
  "%0d%0aX:1",
  "[",
  "{id}",
];
const HOSTS = [
  "Host: localhost",
  "Host: localhost",
  "Host: localhost",
  "",
  "Host:",
  "Host: a b",
  "Host: localhost\r\nHost: evil.test",
  "Host: \u00ff",
  "Host: [::1",
  "Host: evil.test/x",
];
const HEADERS = [
  "Cookie: next-auth.session-token=%ff; next-auth.csrf-token=%",
  "Authorization: Bearer \u00ff",
  "Authorization: Bearer a.b.c",
  "X-Tool-Slug: %ff",
  "RSC: 1",
  "RSC: 1\r\nNext-Router-State-Tree: %ff",
  "Next-Action: x",
  `Next-Action: ${"a".repeat(42)}`,
  "Origin: zz",
  "Origin: null",
  "Referer: \u00ff",
  "X-Forwarded-Host: evil test",
  "X-Forwarded-Proto: gopher",
  "X-Forwarded-For: \u00ff",
  "Forwarded: for=",
  "X-Request-Id: \u00ff",
  "Range: bytes=zz",
  "If-None-Match: \u00ff",
  "Accept: \u00ff",
  "Accept-Encoding: nonsense",
  "Content-Encoding: gzip",
  "Expect: nothing",
  "Upgrade: websocket",
  "X-Middleware-Subrequest: proxy",
  "Next-Router-Prefetch: 1",
  "Purpose: prefetch",
  "Sec-Fetch-Site: same-origin",
];
const BODIES = [
  ["application/json", "{"],
  ["application/json", "\u00ff\u00fe"],
  ["application/json", '{"a":1e999}'],
  ["application/json", "[".repeat(5000)],
  ["application/x-www-form-urlencoded", "%ff=%zz&=&"],
  ["multipart/form-data", "x"],
  ["multipart/form-data; boundary=x", "--x\r\nContent-Dis"],
  [
    "multipart/form-data; boundary=x",
    '--x\r\nContent-Disposition: form-data; name="$ACTION_ID_x"\r\n\r\n\r\n--x--\r\n',
  ],
  ["text/plain;charset=UTF-8", "["],
  ["\u00ff", "x"],
  ["application/json;charset=nonsense", "{}"],
] as const;

interface Generated {
  bytes: Buffer;
  method: string;
  target: string;
}

/** Requests of every method and path, most of them malformed. */
function generate(count: number, seed: number): Generated[] {
  const { pick, chance } = generator(seed);
  return Array.from({ length: count }, () => {
    const method = chance(0.4) ? pick(["GET", "POST"]) : pick(METHODS);
    let target = pick(PATHS);
    if (chance(0.5)) target = chance(0.5) ? target + pick(PIECES) : target.replace(/[^/]*$/, () => pick(PIECES));
    if (chance(0.1)) target += pick(PIECES);
    const lines = [`${method} ${target} HTTP/1.${chance(0.05) ? 0 : 1}`, pick(HOSTS), "Connection: close"];
    for (let more = 0; more < 3; more += 1) if (chance(0.3)) lines.push(pick(HEADERS));
    let body = "";
    if (method !== "GET" && method !== "HEAD" && chance(0.6)) {
      const [type, text] = pick(BODIES);
      body = text;
      lines.push(`Content-Type: ${type}`);
    }
    lines.push(`Content-Length: ${body.length}`);
    const head = lines.filter(Boolean).join("\r\n");
    return { bytes: Buffer.from(`${head}\r\n\r\n${body}`, "latin1"), method, target };
  });
}

const pathOf = (target: string) => target.replace(/^https?:\/\/[^/?#]*/i, "").split(/[?#]/, 1)[0] ?? "";
const isApi = ({ target }: Generated) => pathOf(target) === API || pathOf(target).startsWith(`${API}/`);

const COUNT = inForm({ short: 100, full: 7_000 });
const AT_A_TIME = 8;

/** Problems of the responses, with their requests. */
async function faultsOf(requests: Generated[]): Promise<string[]> {
  const faults: string[] = [];
  const waiting = [...requests];
  const work = async () => {
    for (let request = waiting.pop(); request; request = waiting.pop()) {
      const [direct, routed] = await Promise.all([
        sendRaw(portOf(hubs.direct), request.bytes),
        sendRaw(portOf(hubs.routed), request.bytes),
      ]);
      const fault = (what: string) =>
        faults.push(`${what}: ${JSON.stringify(request.bytes.toString("latin1").slice(0, 400))}`);
      for (const answer of [direct, routed]) {
        if (!(answer.status >= 200 && answer.status < 500)) fault(`answered ${answer.status}`);
        if (!isApi(request)) continue;
        if (answer.headers["x-content-type-options"] !== "nosniff") fault("without nosniff");
        const bodiless = request.method === "HEAD" || answer.status < 400;
        if (!bodiless && !isEnvelope(bodyOf(answer))) fault(`${answer.status} outside the envelope`);
      }
      if (
        isApi(request) &&
        (direct.status !== routed.status || (direct.status >= 400 && bodyOf(direct) !== bodyOf(routed)))
      )
        fault(`${direct.status} by the listener, ${routed.status} by the routes`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return faults;
}

function isEnvelope(body: string): boolean {
  try {
    return ErrorEnvelope.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}

describe("generated requests of every method and kind of path, valid and broken", () => {
  it("get a status below 500, and from the API an error envelope that is equal on both mounts", async () => {
    expect(await faultsOf(generate(COUNT, 20_261))).toEqual([]);
  });
});

const BROKEN_ARGUMENTS: readonly (readonly [string, string])[] = [
  ...[
    "",
    "{",
    "null",
    "7",
    "[]",
    "[null]",
    "[7,7,7]",
    "[{},{},{}]",
    "[[],[],[]]",
    '["$1"]',
    '["$Q1"]',
    '["$F1"]',
    '["x","$K1"]',
    '["$nx"]',
    '["$Dx"]',
    '["$undefined"]',
    "[".repeat(100_000),
    '[{"__proto__":{"then":1}}]',
    "\u00ff\u00fe",
  ].map((body) => ["text/plain;charset=UTF-8", body] as const),
  ["text/plain;charset=UTF-8", JSON.stringify(["x".repeat(2_000_000)])],
  ["multipart/form-data", "x"],
  ...[
    "",
    "--x\r\nContent-Dis",
    `${field("0", "{")}--x--\r\n`,
    `${field("0", '["$1"]')}--x--\r\n`,
    `${field("0", '["$i1"]') + field("1", "x")}--x--\r\n`,
    `${field("1", "x")}--x--\r\n`,
  ].map((body) => ["multipart/form-data; boundary=x", body] as const),
];

function field(name: string, value: string): string {
  return `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

describe("a server action", () => {
  interface Action {
    exportedName: string;
    workers: Record<string, unknown>;
  }

  /** Every action of the build by id, with a page that runs it. */
  function actions(): { id: string; name: string; page: string }[] {
    const manifest = readFileSync(join(BUILT_FOLDER, ".next/server/server-reference-manifest.json"), "utf8");
    const { node } = JSON.parse(manifest) as { node: Record<string, Action> };
    return Object.entries(node).map(([id, { exportedName, workers }]) => {
      const route = (Object.keys(workers)[0] ?? "")
        .replace(/^app/, "")
        .replace(/\/\([a-z]+\)/g, "")
        .replace(/\/page$/, "");
      return { id, name: exportedName, page: route.replace("[brand]", "slow-ferry").replace(/\[\w+\]/g, "1") || "/" };
    });
  }

  it("answers malformed or mistyped arguments with 400 or an error message, never with 500", async () => {
    const { direct } = hubs;
    const { users } = (await askRunningHub(join(folder, "direct"))) as DemoCredentials;
    const cookie = await signIn(direct.baseUrl, users[0] ?? { email: "", password: "" });
    const all = actions();
    expect(all.length).toBeGreaterThan(40);
    const faults: string[] = [];
    // A quick run sends each action one or two, different from its neighbours'.
    const every = inForm({ short: 24, full: 1 });
    for (const [index, { id, name, page }] of all.entries()) {
      for (const [type, body] of BROKEN_ARGUMENTS.filter((_, place) => (place + index) % every === 0)) {
        const headers = {
          "next-action": id,
          "content-type": type,
          accept: "text/x-component",
          origin: direct.baseUrl,
          cookie,
        };
        const answer = await fetch(direct.baseUrl + page, {
          method: "POST",
          redirect: "manual",
          headers,
          body: Buffer.from(body, "latin1"),
        });
        await answer.arrayBuffer();
        if (answer.status >= 500) faults.push(`${name} answered ${answer.status} to ${type}: ${body.slice(0, 60)}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it("accepts a password by POST only", async () => {
    for (const { baseUrl } of [hubs.direct, hubs.routed])
      for (const method of ["GET", "HEAD"]) {
        const { status, headers } = await fetch(`${baseUrl}/api/auth/callback/credentials`, { method });
        expect([status, headers.get("allow")]).toEqual([405, "POST"]);
      }
  });

  it("answers a form of thousands of parts with 400 and processes one of hundreds", async () => {
    const { baseUrl } = hubs.direct;
    const reset = actions().find(({ name }) => name === "askForReset");
    const send = (parts: number) => {
      const fields = Array.from({ length: parts }, (_, index) => field(`1_${index}`, ""));
      return fetch(`${baseUrl}/forgot-password`, {
        method: "POST",
        headers: { "next-action": reset?.id ?? "", "content-type": "multipart/form-data; boundary=x", origin: baseUrl },
        body: `${fields.join("")}${field("1_email", "nobody@example.com")}${field("0", '["$K1"]')}--x--\r\n`,
      });
    };
    expect((await send(500)).status).toBe(200);
    expect((await send(1_001)).status).toBe(400);
    expect((await send(11_500)).status).toBe(413);
    expect((await send(500)).status).toBe(200);
  });
});
