import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { childContextDeliveries as deliveries, subscriptions, tools } from "@/db/schema";
import type { Kit } from "@/lib/api/docs/kit/kit";
import { nodeHandler, webhookHandler } from "@/lib/contract";
import { ingestEvents } from "@/lib/integrations/server";
import { createListener } from "@/lib/server/listener";
import { withoutLimits } from "@/tests/support/configure";
import { createTool, entitle, toolContext } from "@/tests/support/fixtures";
import { createHubForTools, type HubForTools } from "@/tests/support/hub-for-tools";
import { freePort } from "@/tests/support/hub-process";
import { sharedResource } from "@/tests/support/shared-resource";

const SECRETS = ["whsec_bmV3LXNlY3JldC1vZi10aGUtdGVzdHMtMDEyMzQ1Njc=", "an-old-secret-of-the-tests-0123456789"];

let folder: string;
let hub: HubForTools;
let hubPort: number;
let toolPort: number;
const servers = new Set<Server>();
const commands = new Set<ChildProcess>();

async function serve(server: Server, port: number): Promise<() => Promise<void>> {
  servers.add(server.listen(port, "127.0.0.1"));
  await once(server, "listening");
  return async () => {
    servers.delete(server);
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
}

beforeAll(async () => {
  withoutLimits();
  folder = mkdtempSync(join(tmpdir(), "listen-"));
  const { files }: Kit = JSON.parse(await sharedResource("contract-kit"));
  writeFileSync(join(folder, "kit.tgz"), Buffer.from(files["contract-kit.tgz"]?.content ?? "", "base64"));
  execFileSync("tar", ["-xzf", "kit.tgz"], { cwd: folder });
  hub = await createHubForTools();
  [hubPort, toolPort] = [await freePort(), await freePort()];
});
afterEach(() => {
  for (const command of commands) command.kill("SIGKILL");
  for (const server of servers) server.close().closeAllConnections();
});
afterAll(async () => {
  await hub.close();
  rmSync(folder, { recursive: true });
});

const startHub = () => serve(createServer(createListener(async () => {})), hubPort);

/** Runs the command of the package, with the environment of the docs. */
function brandHub(args: string[], env: Record<string, string> = {}) {
  const command = spawn(process.execPath, [join(folder, "package/dist/brand-hub.js"), ...args], {
    env: {
      ...{ PATH: process.env.PATH, NODE_ENV: "test", HUB_URL: `http://127.0.0.1:${hubPort}`, HUB_TOOL: "brand-studio" },
      ...{ HUB_TOKEN: hub.world.tokens.childApp, HUB_WEBHOOK_SECRET: SECRETS.join(","), ...env },
    },
  });
  commands.add(command);
  const said = { out: "", err: "" };
  command.stdout.on("data", (chunk) => {
    said.out += chunk;
  });
  command.stderr.on("data", (chunk) => {
    said.err += chunk;
  });
  const ended = once(command, "exit").then(([code]) => code as number | null);
  return { said, ended, type: (text: string) => command.stdin.write(text), kill: () => command.kill("SIGINT") };
}

const listenTo = (...args: string[]) =>
  brandHub(["listen", "--to", `http://127.0.0.1:${toolPort}/webhooks/hub`, ...args]);

/** A tool with the kit's own handler, and everything it accepted. */
async function startTool(got: string[]): Promise<() => Promise<void>> {
  const receive = webhookHandler({
    secrets: SECRETS.slice(0, 1),
    onPublished: ({ id, identity_version }) => void got.push(`${id} v${identity_version}`),
    inbox: {
      take: async ({ id, type }, replay) => {
        got.push(`${id} ${type} ${replay}`);
        return true;
      },
      work: async () => {},
    },
  });
  return serve(createServer(nodeHandler(receive)), toolPort);
}

const idsOf = async (toolSlug: string) => {
  const rows = await hub.world.db.select().from(deliveries).where(eq(deliveries.toolSlug, toolSlug));
  return rows.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime()).map(({ id }) => id);
};

it("forwards a tool's webhooks without a webhook URL, over restarts of hub, tool and command", {
  tags: ["full"],
}, async () => {
  const { db, brands } = hub.world;
  await db.delete(subscriptions);
  await db
    .update(tools)
    .set({ eventPatterns: ["asset.*"] })
    .where(eq(tools.slug, "brand-studio"));
  const other = await createTool(db, { slug: "asset-desk" });
  await entitle(db, brands.own.id, other.slug);
  const webhookUrl = "https://desk.example.com/hook";
  await db
    .insert(subscriptions)
    .values({ brandId: brands.own.id, toolSlug: other.slug, webhookUrl, createdAt: new Date() });

  const got: string[] = [];
  let stopHub = await startHub();
  let stopTool = await startTool(got);
  const first = listenTo();
  await expect.poll(() => first.said.err).toMatch(/^Forwarding to http:.* Ctrl-C to stop\.\n$/);
  first.type("r\n");
  await expect.poll(() => first.said.err).toContain("Nothing to replay yet.");

  await hub.publish("Published");
  await expect.poll(() => got).toHaveLength(1);
  const [id] = await idsOf("brand-studio");
  expect(got).toEqual([`${id} v2`]);
  expect(first.said.out).toMatch(/^\d\d:\d\d:\d\d {2}identity\.updated {2}alder {2}v2 {2}200 {2}\d+ ms\n$/);

  await stopHub();
  await expect.poll(() => first.said.err).toContain("The hub can't be reached: connect ECONNREFUSED");
  await hub.publish("While the hub was away");
  const event = { type: "asset.approved", occurred_at: new Date().toISOString(), payload: {} };
  const events = [{ ...event, brand_id: brands.own.id, idempotency_key: "one" }];
  await ingestEvents(toolContext(db, other.slug, new Date()), { events });
  stopHub = await startHub();
  await expect.poll(() => got).toHaveLength(3);
  const ids = await idsOf("brand-studio");
  expect(got).toEqual([`${id} v2`, `${ids[1]} v3`, `${ids[2]} asset.approved 0`]);
  expect(first.said.err).toMatch(/Retrying\.\nThe hub answers again\.\n$/);

  await stopTool();
  await hub.publish("While the tool was away");
  await expect.poll(() => first.said.out).toMatch(/ v4 {2}connect ECONNREFUSED [\d.:]+ {2}\d+ ms\n$/);
  stopTool = await startTool(got);
  first.type("r\n");
  await expect.poll(() => got).toHaveLength(4);
  const [last] = (await idsOf("brand-studio")).slice(3);
  expect(got[3]).toBe(`${last} v4`);
  const many = Array.from({ length: 45 }, (_, at) => ({
    ...event,
    brand_id: brands.own.id,
    idempotency_key: `of ${at}`,
  }));
  await ingestEvents(toolContext(db, other.slug, new Date()), { events: many });
  await expect.poll(() => got).toHaveLength(4 + many.length);
  expect(new Set(got).size).toBe(got.length);
  got.length = 4;
  first.kill();
  expect(await first.ended).toBe(0);

  await ingestEvents(toolContext(db, other.slug, new Date()), {
    events: events.map((one) => ({ ...one, idempotency_key: "two" })),
  });
  const again = listenTo("--replay");
  await expect.poll(() => got).toHaveLength(5);
  const relayed = (await idsOf("brand-studio")).at(-1);
  expect(got[4]).toMatch(new RegExp(`^${relayed} asset\\.approved [1-9]\\d{0,8}$`));
  again.kill();
  expect(await again.ended).toBe(0);
  expect((await idsOf(other.slug)).some((foreign) => got.join().includes(foreign))).toBe(false);
  await stopTool();
  await stopHub();
});

it("waits as long as the hub says, and longer after each failure", { tags: ["full"] }, async () => {
  const askedAtMs: number[] = [];
  const answers = [{ status: 429, after: "2" }, { status: 503 }, { status: 502 }];
  const busy = createServer((_, response) => {
    const { status = 200, after } = answers[askedAtMs.push(performance.now()) - 1] ?? {};
    response.writeHead(status, after ? { "retry-after": after } : {});
    response.end(JSON.stringify({ deliveries: [], next: null, as_of: new Date().toISOString() }));
  });
  const stopHub = await serve(busy, hubPort);
  const { said, kill, ended } = listenTo();
  await expect.poll(() => said.err).toContain("Forwarding to");
  const retrying = [429, 503, 502].map((status) => `The hub answered ${status}\\. .* Retrying\\.\\n`).join("");
  expect(said.err).toMatch(new RegExp(`^${retrying}The hub answers again\\.\\nForwarding to .*\\n$`));
  for (const [index, seconds] of [2, 2, 4].entries())
    expect((askedAtMs[index + 1] ?? 0) - (askedAtMs[index] ?? 0)).toBeGreaterThan(1000 * seconds - 100);
  kill();
  expect(await ended).toBe(0);
  await stopHub();
});

it("says why it can't listen, in one line, with exit code 2", { tags: ["full"] }, async () => {
  const stopHub = await startHub();
  const refusals: [string, string[], Record<string, string>][] = [
    ["The hub answered 401. ", ["--to", "http://localhost:4200"], { HUB_TOKEN: "not-a-credential" }],
    ["--to must be a URL", ["--to", "localhost:4200"], {}],
    ["Set HUB_TOOL, ", ["--to", "http://localhost:4200"], { HUB_WEBHOOK_SECRET: "" }],
    ["Usage: ", [], {}],
  ];
  for (const [reason, args, env] of refusals) {
    const { ended, said } = brandHub(["listen", ...args], env);
    expect([await ended, said]).toEqual([2, { out: "", err: expect.stringContaining(reason) }]);
    if (!reason.startsWith("Usage")) expect(said.err.split("\n")).toHaveLength(2);
  }
  await stopHub();
});
