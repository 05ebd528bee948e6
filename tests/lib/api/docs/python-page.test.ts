// @module-tag full
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { events } from "@/db/schema";
import { signDelivery } from "@/lib/integrations/webhooks/sign-delivery";
import { newId } from "@/lib/platform/ids";
import { Visitor } from "@/tests/lib/child-tool/start-studio";
import { createHubForTools, type HubForTools } from "@/tests/support/hub-for-tools";
import { freePort } from "@/tests/support/hub-process";
import { sharedResource } from "@/tests/support/shared-resource";

const SECRET = "brand-studio-webhook-secret-0123456789abcdef";
const PAGE = readFileSync("docs/api/python.md", "utf8");
let hub: HubForTools;
let folder: string;

beforeAll(async () => {
  await sharedResource("python");
  hub = await createHubForTools();
  folder = mkdtempSync(join(tmpdir(), "python-page-"));
  for (const [, name = "", code = ""] of PAGE.matchAll(/^```python (\S+)\n(.*?)^```$/gms))
    writeFileSync(join(folder, name), code);
});
afterAll(async () => {
  await hub.close();
  rmSync(folder, { recursive: true });
});

/** Runs Python next to the printed programs, like a reader. */
async function python(args: string[], env: Record<string, string>, use: (run: Run) => Promise<void>): Promise<void> {
  const program = spawn("python3", ["-B", "-W", "error", ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      PYTHONPATH: join(process.cwd(), "tests/child-tool/python"),
      HUB_URL: hub.url,
      HUB_TOOL: "brand-studio",
      HUB_TOKEN: hub.world.tokens.childApp,
      HUB_WEBHOOK_SECRET: SECRET,
      BRAND_ID: hub.world.brands.own.id,
      PORT: "0",
      ...env,
    },
  });
  const ended = once(program, "close");
  let printed = "";
  for (const stream of [program.stdout, program.stderr]) stream.on("data", (chunk) => (printed += chunk));
  const prints = (pattern: RegExp) =>
    vi.waitFor(() => expect(printed).toMatch(pattern), { timeout: 60_000, interval: 50 });
  try {
    await use({ prints, printed: () => printed, ended });
  } finally {
    program.kill("SIGKILL");
  }
}

interface Run {
  prints(pattern: RegExp): Promise<void>;
  printed(): string;
  ended: Promise<unknown>;
}

it("keeps a bundle with the lines from the package's page", async () => {
  const [, code = ""] =
    /^```python\n(.*?)^```$/ms.exec(readFileSync("tests/child-tool/python/README.md", "utf8")) ?? [];
  const named = 'import os\ntoken, brand_id = os.environ["HUB_TOKEN"], os.environ["BRAND_ID"]\n';
  const shown = '\nprint(cached.bundle["identity_version"], cached.outdated)\n';
  writeFileSync(join(folder, "readme.py"), named + code.replace("https://hub.example.com", hub.url) + shown);
  await python(["readme.py"], {}, async ({ prints }) => prints(/^1 False\n$/));
});

it("follows a brand and its entitlement in the few lines of the first child", async () => {
  await python(["first_child.py"], {}, async ({ prints, printed }) => {
    await prints(/^.+ has version 1\nlistening on port \d+\n$/);
    const receiver = `http://127.0.0.1:${/port (\d+)/.exec(printed())?.[1]}/`;
    const statusOf = async (body: string, headers: HeadersInit) =>
      (await fetch(receiver, { method: "POST", body, headers })).status;
    await hub.subscribe(receiver);
    await hub.publish("Begun in a few lines");
    expect(await hub.tick()).toEqual({ processed: 1, failed: 0 });
    await prints(/ has version 2\n$/);
    expect(await statusOf("{}", { "x-hub-signature": "sha256=0" })).toBe(401);
    expect(await statusOf("x".repeat(2 * 1024 * 1024 + 1), {}).catch(() => 400)).toBe(400);

    const id = newId();
    const body = JSON.stringify({ id, type: "entitlement.granted", brand_id: hub.world.brands.own.id });
    const timestampSeconds = Date.now() / 1000;
    const sent = signDelivery({
      id,
      event: "entitlement.granted",
      attempt: 1,
      body,
      secrets: [SECRET],
      timestampSeconds,
    });
    expect(await statusOf(body, sent)).toBe(200);
    await prints(/ has version 2\n(?:.*\n)*.+ has version 2\n$/);
  });
});

it("starts the first child while the hub is down", async () => {
  await python(["first_child.py"], { HUB_URL: "http://127.0.0.1:9" }, async ({ prints }) => {
    await prints(/the hub cannot be asked: .+\nlistening on port \d+\n$/);
  });
});

it("signs a person in once, only with their own browser's state", async () => {
  const port = await freePort();
  await python(["sign_in.py"], { PORT: String(port) }, async ({ prints }) => {
    await prints(/^listening on port \d+\n$/);
    const visitor = new Visitor(`http://127.0.0.1:${port}`);
    const address = new URL((await visitor.get("/")).headers.get("location") ?? "");
    expect(address.searchParams.get("brand_id")).toBe(hub.world.brands.own.id);
    const form = { token: await hub.handOff(hub.world.brands.own.id), state: address.searchParams.get("state") ?? "" };
    expect((await visitor.post("/hub/callback", { ...form, state: "guessed" })).status).toBe(400);
    const answer = await visitor.post("/hub/callback", form);
    expect([answer.status, await answer.text()]).toEqual([200, `owner of ${hub.world.brands.own.id}`]);
    expect((await visitor.post("/hub/callback", form)).status).toBe(400);
  });
});

it("sends an event, and handles another tool's event once per replay", async () => {
  await python(["events.py"], {}, async ({ prints }) => prints(/^the hub has 1 more\n$/));
  const script = `import events
from brand_hub import Webhook
for replay in (0, 0, 1):
    body = {"source_tool": "print-desk"}
    events.receive(Webhook(type="asset.approved", id="1", brand_id=events.os.environ["BRAND_ID"], body=body, replay=replay))`;
  await python(["-c", script], {}, async ({ printed, ended }) => {
    await ended;
    expect(printed()).toBe("");
  });
  const stored = await hub.world.db.select().from(events).orderBy(events.id);
  expect(stored.map(({ type, payload }) => [type, payload])).toEqual([
    ["setup.tried", { language: "Python" }],
    ["asset.filed", { from: "print-desk" }],
    ["asset.filed", { from: "print-desk" }],
  ]);
});
