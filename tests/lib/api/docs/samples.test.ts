import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { transformSync } from "esbuild";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { EXAMPLE_BASE_URL } from "@/lib/api/docs/guide/examples";
import { makeGuide } from "@/lib/api/docs/guide/pages";
import { PROSE } from "@/lib/api/docs/guide/prose";
import { guide as guideOf, setUpSamples } from "@/lib/api/docs/server";
import { webhooks } from "@/lib/api/docs/webhook-catalogue";
import { MAX_EVENT_BYTES } from "@/lib/contract";
import { EXAMPLE_BRAND_ID } from "@/lib/contract/examples";
import { signDelivery } from "@/lib/integrations/webhooks/sign-delivery";
import { newId } from "@/lib/platform/ids";
import { createListener } from "@/lib/server/listener";
import { withoutLimits } from "../../../support/configure";
import { type Listening, listen } from "../../../support/listen";
import { sharedResource } from "../../../support/shared-resource";
import { createWorld } from "../../../support/world";

/** The documentation's samples, run like a reader does. */
const SAMPLES = join(PROSE, "samples");
const SECRET = "a-secret-that-the-hub-and-the-tool-share";
/** Runs TypeScript where Node can't: the quickstart's `npx tsx`. */
const TSX = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
const runsTypeScript = "typescript" in process.features && process.features.typescript !== false;
const TYPES = runsTypeScript ? [] : ["--import", TSX];
const LANGUAGES = [
  {
    language: "TypeScript",
    program: [process.execPath, ...TYPES],
    tag: "ts",
    ending: ".mts",
    all: (files: string[]) => files.map((file) => `await import("./${file}");\n`).join(""),
    read: "read-bundle.mts",
    receive: "receiver.mts",
    send: "send-event.mts",
    tags: [],
  },
  {
    language: "Python",
    program: ["python3"],
    tag: "python",
    ending: ".py",
    all: (files: string[]) => `import runpy\n${files.map((file) => `runpy.run_path("${file}")\n`).join("")}`,
    read: "read_bundle.py",
    receive: "receiver.py",
    send: "send_event.py",
    tags: ["full"],
  },
];
let world: Awaited<ReturnType<typeof createWorld>>;
let server: Listening;
let folder: string;
const running: ChildProcess[] = [];

const environment = () => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  PYTHONDONTWRITEBYTECODE: "1",
  HUB_URL: `http://127.0.0.1:${server.port}`,
  HUB_TOOL: "brand-studio",
  HUB_TOKEN: world.tokens.childApp,
  HUB_WEBHOOK_SECRET: `${SECRET},another`,
  PORT: "0",
});

/** Starts a program and waits for its output. */
function start([program = "", ...args]: string[], file: string, env: Record<string, string | undefined>) {
  const child = spawn(program, [...args, join(SAMPLES, file)], {
    env: env as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  let said = "";
  const note = (chunk: Buffer) => {
    said += chunk.toString();
  };
  child.stdout.on("data", note);
  child.stderr.on("data", note);
  const saying = (pattern: RegExp) => expect.poll(() => said, { timeout: 20_000, interval: 50 }).toMatch(pattern);
  return { saying, said: () => said };
}

function signed(body: string, secret: string): Record<string, string> {
  const { id, type: event } = JSON.parse(body);
  const headers = signDelivery({ id, event, attempt: 1, body, secrets: [secret], timestampSeconds: Date.now() / 1000 });
  return Object.fromEntries(new Headers(headers));
}

const published = (version: number) =>
  JSON.stringify({
    id: newId(),
    type: "identity.updated",
    occurred_at: new Date().toISOString(),
    brand_id: world.brands.own.id,
    identity_version: version,
  });

beforeAll(async () => {
  await sharedResource("python");
  await sharedResource("api-pdf");
  // There are more samples than requests in a minute.
  withoutLimits();
  world = await createWorld();
  folder = mkdtempSync(join(tmpdir(), "samples-"));
  server = await listen(createServer(createListener(async (_, response) => void response.writeHead(404).end())));
});

afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

afterAll(async () => {
  await server.close();
  await world.close();
  rmSync(folder, { recursive: true });
});

/** Environment for the operations' samples. */
const credentials = (): Record<string, string | undefined> => ({
  ...environment(),
  BRAND_ID: world.brands.own.id,
  HUB_API_KEY: world.tokens.apiKey,
  HUB_SESSION_TOKEN: world.tokens.session,
  FEDERATION_TOKEN: world.tokens.federation,
  WEBHOOK_DISPATCH_SECRET: world.tokens.dispatch,
});

/** A sample with this test's hub and brand. */
const asked = (code: string) =>
  code
    .replaceAll(EXAMPLE_BASE_URL, `http://127.0.0.1:${server.port}`)
    .replaceAll(EXAMPLE_BRAND_ID, world.brands.own.id)
    .replaceAll("/versions/7", "/versions/1")
    .replace(/"token": "[^"]*"/, `"token": "${world.tokens.federation}"`);

const guide = makeGuide();
const samplesOf = (pages: typeof guide, wanted: string) =>
  pages
    .flatMap(({ lead, sections }) => [...lead, ...sections.flatMap(({ parts }) => parts)])
    .flatMap((part) => (part.kind === "samples" ? part.samples : []))
    .flatMap(({ language, code }) => (language === wanted ? [code] : []));

for (const { language, program, tag, ending, all, read, receive, send, tags } of LANGUAGES)
  describe(`the samples in ${language}`, { tags }, () => {
    it("of every operation get 200", async () => {
      const reference = guide.filter(({ id }) => id.startsWith("operations-") || id === "hub-internal");
      const requests = samplesOf(reference, tag);
      expect(requests.length).toBeGreaterThan(15);
      const files = requests.map((code, index) => {
        const name = `request-${index}${ending}`;
        writeFileSync(join(folder, name), asked(code));
        return name;
      });
      writeFileSync(join(folder, `all${ending}`), all(files));
      const [command = "", ...args] = program;
      const child = spawn(command, [...args, `all${ending}`], { cwd: folder, env: credentials() as NodeJS.ProcessEnv });
      const [printed, failed] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
      expect(failed).toBe("");
      // The PDF, the style sheet and the context are saved, not printed.
      expect(printed.match(/^200 /gm)).toHaveLength(requests.length - 3);
    });

    it("read a bundle, and recognise that it has not changed", async () => {
      const { saying } = start(program, read, { ...environment(), BRAND_ID: world.brands.own.id });
      await saying(/has version 1\n/);
      await saying(/changed since then: [Ff]alse\n/);
    });

    it("send an event that the hub stores", async () => {
      const { saying } = start(program, send, { ...environment(), BRAND_ID: world.brands.own.id });
      await saying(/^the hub has it\n$/);
    });

    it("print the hub's error message", async () => {
      const { saying } = start(program, read, {
        ...environment(),
        HUB_TOKEN: "another",
        BRAND_ID: world.brands.own.id,
      });
      await saying(/401 unauthorized: The child app token isn't valid for the tool in X-Tool-Slug\./);
    });

    it("respond to a webhook and read what it announces once", async () => {
      const { saying, said } = start(program, receive, environment());
      await saying(/listening on port \d+\n/);
      const url = `http://127.0.0.1:${/port (\d+)/.exec(said())?.[1]}/`;
      const post = async (body: string, headers: Record<string, string>) =>
        (await fetch(url, { method: "POST", body, headers })).status;
      const test = JSON.stringify({ id: newId(), type: "hub.test" });

      expect(await post(test, signed(test, "a stranger's"))).toBe(401);
      expect(await post(test, { "x-hub-signature": "é".repeat(64) })).toBe(401);
      expect(await post("x".repeat(200_000), {})).toBe(400);
      const largest = test.padEnd(2 * MAX_EVENT_BYTES);
      expect(await post(largest, signed(largest, SECRET))).toBe(200);
      expect(await post(test, signed(test, "another"))).toBe(200);
      await saying(/nothing to do for hub\.test\n/);

      const body = published(1);
      expect(await post(body, signed(body, SECRET))).toBe(200);
      await saying(new RegExp(`brand ${world.brands.own.id} is at version 1\n`));
      expect(await post(body, signed(body, SECRET))).toBe(200);
      await saying(/nothing to do for identity\.updated\n/);
    });

    it("listen even if the shell has a BRAND_ID and the hub is down", async () => {
      const env = { ...environment(), BRAND_ID: world.brands.own.id, HUB_URL: "http://127.0.0.1:9" };
      const { saying, said } = start(program, receive, env);
      await saying(/listening on port \d+\n/);
      expect(said()).toMatch(/^listening on port \d+\n$/);
    });

    it("keep the higher version if two reads overlap", async () => {
      const reads: ((version: number) => void)[] = [];
      const hub = await listen(
        createServer((_, response) => {
          reads.push((version) => {
            response.setHeader("content-type", "application/json");
            response.end(JSON.stringify({ identity_version: version }));
          });
        }),
      );
      try {
        const { saying, said } = start(program, receive, { ...environment(), HUB_URL: `http://127.0.0.1:${hub.port}` });
        await saying(/listening on port \d+\n/);
        const url = `http://127.0.0.1:${/port (\d+)/.exec(said())?.[1]}/`;
        for (const version of [1, 2]) {
          const body = published(version);
          await fetch(url, { method: "POST", body, headers: signed(body, SECRET) });
          await expect.poll(() => reads.length).toBe(version);
        }
        reads[1]?.(2);
        await saying(/is at version 2\n/);
        reads[0]?.(1);
        await saying(/is at version 2\n.*is at version 2\n/);
      } finally {
        await hub.close();
      }
    });
  });

describe("the curl samples", () => {
  const shell = samplesOf(guide, "sh");

  /** Runs a script in a shell, in its own folder, because one sample saves a file. */
  async function inShell(script: string, env: Record<string, string | undefined>): Promise<string> {
    const child = spawn("sh", ["-c", script], { cwd: folder, env: env as NodeJS.ProcessEnv });
    const [printed] = await Promise.all([text(child.stdout), once(child, "close")]);
    return printed;
  }

  it("of guide and reference all get 200", async () => {
    const curl = shell.filter((code) => code.startsWith("curl "));
    expect(curl.length).toBeGreaterThan(20);
    for (const code of curl) {
      const here = asked(code).replaceAll(/^curl /gm, "curl -sS -w '\\nanswered %{http_code}\\n' ");
      const answers = [...(await inShell(here, credentials())).matchAll(/^answered (\d+)$/gm)].map(
        ([, status]) => status,
      );
      expect({ code, answers }).toEqual({ code, answers: code.match(/^curl /gm)?.map(() => "200") });
    }
  });

  it("sign a webhook by hand that a receiver accepts", async () => {
    const byHand = shell.find((code) => code.startsWith("body="));
    const env = { ...environment(), HUB_WEBHOOK_SECRET: SECRET };
    const { saying, said } = start([process.execPath, ...TYPES], "receiver.mts", env);
    await saying(/listening on port \d+\n/);
    const port = /port (\d+)/.exec(said())?.[1];
    expect(await inShell(String(byHand).replace(":4200/", `:${port}/`), env)).toMatch(/^HTTP\/1\.1 200 /);
    await saying(/nothing to do for hub\.test\n/);
  });

  it("print a file's signature with openssl", async () => {
    const body = JSON.stringify({ id: newId(), type: "hub.test" });
    writeFileSync(join(folder, "body.json"), body);
    const byHand = shell.find((code) => code.startsWith("openssl "));
    const printed = await inShell(String(byHand), { ...environment(), HUB_WEBHOOK_SECRET: SECRET });
    expect(`sha256=${printed.replace(/^.*= /, "").trim()}`).toBe(signed(body, SECRET)["x-hub-signature"]);
  });
});

it("style sheets and JSON in the guide parse", () => {
  for (const code of samplesOf(guide, "json")) expect(JSON.parse(code)).toBeTypeOf("object");
  const sheets = samplesOf(guide, "css");
  expect(sheets.length).toBeGreaterThan(0);
  expect(sheets.flatMap((code) => transformSync(code, { loader: "css" }).warnings)).toEqual([]);
});

it("every page has this hub's URL, except signed examples", async () => {
  const here = await guideOf("https://hub.acme.test");
  expect(JSON.stringify(here)).not.toContain(EXAMPLE_BASE_URL);
  expect(here.find(({ id }) => id === "quickstart")?.markdown).toContain("HUB_URL=https://hub.acme.test");
  expect(JSON.stringify(webhooks)).not.toContain(EXAMPLE_BASE_URL);
});

describe("the samples of a tool's setup page", () => {
  it("are those of the quickstart, in curl, TypeScript and Python if possible", async () => {
    const shown = (await setUpSamples(EXAMPLE_BASE_URL)).map(({ title, samples }) => [
      title,
      samples.map(({ language }) => language),
    ]);
    expect(shown).toEqual([
      ["Read a bundle", ["sh", "ts", "python"]],
      ["Receive a webhook: verify-webhook.mts", ["ts", "python"]],
      ["Receive a webhook: receiver.mts", ["ts", "python"]],
      ["Send a first event", ["sh", "ts", "python"]],
    ]);
  });

  it("run unchanged in a shell", async () => {
    const curl = (await setUpSamples(EXAMPLE_BASE_URL)).flatMap(({ samples }) =>
      samples.filter(({ language }) => language === "sh").map(({ code }) => code),
    );
    const env: Record<string, string | undefined> = { ...environment(), BRAND_ID: world.brands.own.id };
    const child = spawn("sh", ["-c", curl.join("\n").replaceAll("curl ", "curl -sS ")], {
      env: env as NodeJS.ProcessEnv,
    });
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
    await once(child, "close");
    expect(said).toContain('"identity_version":1');
    expect(said).toContain('{"not_modified":true}');
    expect(said.slice(-160)).toContain('{"ok":true,"deduped":false}');
  });
});

it("samples in both languages and the Python kit verify the same webhooks", async () => {
  const whsec = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
  const body = '{"id":"1","type":"hub.test"}';
  const good = signed(body, SECRET);
  const ofWhsec = signed(body, whsec);
  const { "x-hub-signature": _, ...overTime } = ofWhsec;
  const cases: [name: string, headers: Record<string, string>, secrets: string[], genuine: boolean][] = [
    ["as sent", good, [SECRET], true],
    ["one of two", good, ["old", SECRET], true],
    ["another secret", good, ["another"], false],
    ["none", good, [], false],
    ["empty ones", good, ["", "whsec_"], false],
    ["a whsec_ secret, body signature", ofWhsec, [whsec], true],
    ["a whsec_ secret, timestamped signature only", overTime, [whsec], true],
    ["an old timestamp", { ...overTime, "webhook-timestamp": "1700000000" }, [whsec], false],
    ["no timestamp", { ...overTime, "webhook-timestamp": "" }, [whsec], false],
    ["an invalid timestamp", { ...overTime, "webhook-timestamp": "²" }, [whsec], false],
    ["no headers", {}, [SECRET], false],
    ["long and not text", { "x-hub-signature": "é".repeat(9_000) }, [SECRET], false],
  ];
  const { verify } = await import("@/docs/api/samples/verify-webhook.mts");
  const inPython = (folder: string, name: string): boolean[] => {
    const script = `import json, sys
from ${name} import verify
print(json.dumps([verify(c["body"].encode(), c["headers"], c["secrets"]) for c in json.load(sys.stdin)]))`;
    const { stdout, stderr } = spawnSync("python3", ["-B", "-c", script], {
      cwd: folder,
      input: JSON.stringify(cases.map(([, headers, secrets]) => ({ body, headers, secrets }))),
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    return JSON.parse(stdout);
  };
  const verdicts = (list: boolean[]) => cases.map(([name], index) => [name, list[index]]);
  const wanted = cases.map(([name, , , genuine]) => [name, genuine]);
  expect(verdicts(inPython(SAMPLES, "verify_webhook"))).toEqual(wanted);
  expect(verdicts(inPython("tests/child-tool/python", "brand_hub"))).toEqual(wanted);
  expect(verdicts(cases.map(([, headers, secrets]) => verify(Buffer.from(body), headers, secrets)))).toEqual(wanted);
});
