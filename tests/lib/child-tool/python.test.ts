import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { events } from "@/db/schema";
import { signDelivery } from "@/lib/integrations/webhooks/sign-delivery";
import { newId } from "@/lib/platform/ids";
import { entitle } from "@/tests/support/fixtures";
import { createHubForTools, type HubForTools } from "@/tests/support/hub-for-tools";
import { sharedResource } from "@/tests/support/shared-resource";
import { Visitor } from "./start-studio";

/** The Python kit, which uses only the standard library. Runs with the system's Python. */
const FOLDER = join(process.cwd(), "tests/child-tool/python");
const SECRET = "brand-studio-webhook-secret-0123456789abcdef";
let scratch: string;

/** Runs Python in the kit's folder, with warnings as errors and without writing there. */
function python(args: string[]) {
  const env = { ...process.env, PYTHONPYCACHEPREFIX: join(scratch, "compiled") };
  return spawnSync("python3", ["-W", "error", ...args], { cwd: FOLDER, env, encoding: "utf8" });
}

beforeAll(async () => {
  await sharedResource("python");
  scratch = mkdtempSync(join(tmpdir(), "python-child-"));
});
afterAll(() => rmSync(scratch, { recursive: true }));

describe("the Python kit", () => {
  it("compiles without a warning", () => {
    const { status, stdout, stderr } = python(["-m", "compileall", "-q", "."]);
    expect([status, stdout, stderr]).toEqual([0, "", ""]);
  });

  it("needs only Python 3.9, and every function has type annotations", () => {
    const { stdout, stderr } = python([join(process.cwd(), "tests/lib/child-tool/python-rules.py"), "."]);
    expect([JSON.parse(stdout), stderr]).toEqual([[], ""]);
  });

  it("passes Pyright in strict mode", { tags: ["full"] }, async () => {
    const program = join(await sharedResource("clients"), "node_modules/pyright/index.js");
    const { stdout } = spawnSync(process.execPath, [program, "-p", FOLDER], { encoding: "utf8" });
    expect(stdout.trim()).toBe("0 errors, 0 warnings, 0 informations");
  });
});

describe("the Python example tool", { tags: ["full"] }, () => {
  const ownEnvironment = () => ({
    PATH: process.env.PATH,
    NODE_ENV: "test" as const,
    HUB_URL: hub.url,
    HUB_TOOL: "brand-studio",
    HUB_TOKEN: hub.world.tokens.childApp,
  });
  let hub: HubForTools;
  let child: ChildProcess;
  let url: string;
  let said = "";
  const saying = (pattern: RegExp) =>
    vi.waitFor(() => expect(said).toMatch(pattern), { timeout: 60_000, interval: 50 });

  async function start(): Promise<void> {
    said = "";
    child = spawn("python3", ["-B", "-W", "error", join(FOLDER, "child.py")], {
      env: {
        ...ownEnvironment(),
        HUB_WEBHOOK_SECRET: `another, ${SECRET}`,
        CHILD_DB: join(scratch, "child.db"),
        PORT: "0",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (said += chunk));
    await saying(/^listening on port \d+\n/);
    url = `http://127.0.0.1:${/port (\d+)/.exec(said)?.[1]}`;
    await hub.subscribe(`${url}/webhooks/hub`);
  }

  async function stop(): Promise<void> {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  }

  /** A visitor signed in through the hub, in the brand that the child asked for. */
  async function signedIn(): Promise<Visitor> {
    const visitor = new Visitor(url);
    visitor.cookies.set("hub_active_brand", "alder");
    const address = await visitor.connect();
    expect([address.origin, address.pathname]).toEqual([hub.url, "/connect/brand-studio"]);
    expect(address.searchParams.get("brand_id")).toBe(hub.world.brands.own.id);
    const token = await hub.handOff(address.searchParams.get("brand_id"));
    const fields = { token, expires_at: "1773480713", state: address.searchParams.get("state") ?? "" };
    expect((await visitor.post("/hub/callback", { ...fields, state: `${fields.state}x` })).status).toBe(400);
    expect((await visitor.post("/hub/callback", fields)).status).toBe(303);
    return visitor;
  }

  beforeAll(async () => {
    hub = await createHubForTools();
    await start();
  });
  afterAll(async () => {
    child.kill("SIGKILL");
    await hub.close();
  });

  it("shows the person's brand and follows a publish through a restart", async () => {
    expect(await new Visitor(url).page()).toContain("Not signed in");
    const before = await (await signedIn()).page();
    expect(before).toContain(`data-brand="${hub.world.brands.own.id}" data-version="1"`);

    await hub.publish("Mended <twice>, loved once");
    expect(await hub.tick()).toEqual({ processed: 1, failed: 0 });
    await saying(new RegExp(`brand ${hub.world.brands.own.id} is at version 2\n`));

    await stop();
    await start();
    const after = await (await signedIn()).page();
    expect(after).toContain('data-version="2"');
    expect(after).toContain("Mended &lt;twice&gt;, loved once");
  });

  it("switches to the cookie's brand once, with a new sign-in", async () => {
    const visitor = await signedIn();
    visitor.cookies.set("hub_active_brand", "birch");
    expect((await visitor.get("/")).headers.get("location")).toBe("/connect");
    // The tool can't read that brand, so the hub uses the active one, and the session stays until the hub answers.
    expect((await visitor.connect()).searchParams.get("brand_id")).toBeNull();
    expect(await visitor.page()).toContain(`data-brand="${hub.world.brands.own.id}"`);
  });

  it("sends one event per version, however often the form is posted", async () => {
    const visitor = await signedIn();
    for (const _ of [1, 2]) expect((await visitor.post("/tell", {})).status).toBe(303);
    const { own } = hub.world.brands;
    expect(await hub.world.db.select().from(events)).toMatchObject([{ brandId: own.id, type: "version.shown" }]);
    expect(said.match(/the hub has 1 more of our events\n/g)).toHaveLength(2);
  });

  it("refuses unsigned webhooks of any bytes and processes relayed events once", async () => {
    const post = async (body: string, headers: Record<string, string>) =>
      (await fetch(`${url}/webhooks/hub`, { method: "POST", body, headers })).status;
    const body = JSON.stringify({ id: newId(), type: "asset.approved", brand_id: hub.world.brands.own.id });
    const signed = (secret: string) => {
      const { id, type: event } = JSON.parse(body);
      return signDelivery({ id, event, attempt: 1, body, secrets: [secret], timestampSeconds: Date.now() / 1000 });
    };
    expect(await post(body, signed("a stranger's"))).toBe(401);
    expect(await post(body, { "x-hub-signature": "é".repeat(64), "webhook-timestamp": "²" })).toBe(401);
    expect(await post("x".repeat(200_000), {})).toBe(413);
    const replayed = { "x-hub-replay": "1" };
    for (const replay of [{}, {}, replayed, replayed] as Record<string, string>[])
      expect(await post(body, { ...signed(SECRET), ...replay })).toBe(200);
    expect(said.match(/heard of asset\.approved, replay \d+/g)).toEqual(
      [0, 1].map((count) => `heard of asset.approved, replay ${count}`),
    );
    expect(said).not.toContain("Traceback");
  });

  it("switches to a brand chosen during the sign-in", async () => {
    await entitle(hub.world.db, hub.world.brands.second.id, "brand-studio");
    const visitor = new Visitor(url);
    visitor.cookies.set("hub_active_brand", "alder");
    const address = await visitor.connect();
    const token = await hub.handOff(address.searchParams.get("brand_id"));
    visitor.cookies.set("hub_active_brand", "birch");
    const fields = { token, expires_at: "1773480713", state: address.searchParams.get("state") ?? "" };
    expect((await visitor.post("/hub/callback", fields)).status).toBe(303);
    expect((await visitor.get("/")).headers.get("location")).toBe("/connect");
    expect((await visitor.connect()).searchParams.get("brand_id")).toBe(hub.world.brands.second.id);
  });
});
