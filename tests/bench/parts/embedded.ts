import { mkdtemp, open as openFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { type Database, openDatabase } from "@/db/client";
import { DATABASE, PORT, readPassword, USER } from "@/db/embedded/cluster";
import { askRunningHub } from "@/lib/server/control-socket";
import type { DemoCredentials } from "@/lib/server/describe-demo";
import { killHubs, startHub } from "../../support/hub-process";
import { callersOf, quantile, readDuring } from "../concurrent-reads";
import { seedLarge } from "../large";
import type { Measure, Pair, Part, ResourceStack } from "../part";
import { openBenchDatabase, startBenchHub, TOOL, UNHINDERED } from "../postgres-hub";
import { startReceiver } from "../receiver";
import { loadOf } from "../wrk";

const CONNECTIONS = 8;
const DUE = 2_000;
const LONGEST_WAIT_MS = 50;
const bundle = (id: string) => `/api/public/v1/brand/by-id/${id}/bundle`;

const makeFolder = async (stack: ResourceStack): Promise<string> =>
  stack.add(await mkdtemp(join(tmpdir(), "hub-bench-embedded-")), (folder) =>
    rm(folder, { recursive: true, maxRetries: 10 }),
  );

/** The hub of `npm start` with its demo, a tool and a brand that the tool can read. */
async function startEmbedded(stack: ResourceStack) {
  const directory = await makeFolder(stack);
  const log = await openFile(join(directory, "hub.log"), "a");
  const { baseUrl } = stack.add(await startHub(directory, UNHINDERED, { logTo: log.fd }), killHubs);
  await log.close();
  const { tools } = (await askRunningHub(directory)) as DemoCredentials;
  const { child_token: token, entitled_brand_ids: ids = [] } = tools.find(({ slug }) => slug === TOOL) ?? {};
  if (!token || !ids[0]) throw new Error("the demo has no such tool");
  return { baseUrl, id: ids[0], headers: { authorization: `Bearer ${token}`, "x-tool-slug": TOOL } };
}

/** Reads once before the load starts, without a timeout. */
async function textOf(url: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(url, { headers });
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`);
  return answer.text();
}

/** Makes deliveries of the tool due, for its brands in turn. */
const makeDue = (db: Database) =>
  db.execute(sql`
    insert into child_context_deliveries (id, brand_id, tool_slug, type, body, due_at, created_at)
    select gen_random_uuid(), s.brand_id, s.tool_slug, 'identity.updated', '{}', now() - interval '1 second', now()
    from (select *, row_number() over (order by brand_id) as place from subscriptions where tool_slug = ${TOOL}) s
    where s.place <= ${DUE}`);

/** An embedded hub full of data: bundle reads during list pages, and during ticks with due deliveries. */
async function openFilled(stack: ResourceStack): Promise<Record<"lists" | "ticks", Measure>> {
  const directory = await makeFolder(stack);
  const first = await startHub(directory);
  await first.end("SIGTERM");
  const receiver = await startReceiver(stack);
  const filled = await openDatabase({ driver: "embedded", directory });
  await seedLarge(filled.db);
  await filled.db.execute(sql`update subscriptions set webhook_url = ${receiver} where tool_slug = ${TOOL}`);
  await filled.close();
  const hub = stack.add(await startHub(directory, UNHINDERED), killHubs);
  const home = join(directory, "postgres");
  const server = new URL(`postgres://${USER}:${await readPassword(home)}@localhost:${PORT}/${DATABASE}`);
  server.searchParams.set("host", home);
  const { db } = stack.add(await openDatabase({ driver: "pg", url: server.href }), (database) => database.close());
  const { read, lists, ticks } = await callersOf(hub, directory);
  const taken = async () => Number(await (await fetch(receiver)).text());
  const during =
    (work: () => Promise<void>): Measure =>
    async (seconds) => {
      const times = await readDuring(seconds * 1000, read, work);
      return { value: quantile(times, 0.99), beside: { median: quantile(times, 0.5), longest: quantile(times, 1) } };
    };
  return {
    lists: during(lists),
    ticks: during(async () => {
      const before = await taken();
      await makeDue(db);
      await ticks();
      if ((await taken()) === before) throw new Error("no delivery was sent");
    }),
  };
}

async function open(stack: ResourceStack): Promise<Pair[]> {
  const own = await startEmbedded(stack);
  const first = await textOf(own.baseUrl + bundle(own.id), own.headers);
  const { identity_version: version } = JSON.parse(first);
  const { url, toolHeaders, addBrands } = await openBenchDatabase(stack);
  const [id] = await addBrands(1, first.length);
  if (!id) throw new Error("no brand was made");
  const { baseUrl } = await startBenchHub(stack, url);
  await textOf(baseUrl + bundle(id), toolHeaders);
  const pair = (what: string, query: (version: number) => string): Pair => ({
    what: `${what}, embedded`,
    unit: "requests/s",
    goal: { atLeast: 0.4 },
    anchor: {
      what: "a bundle of equal size on PostgreSQL",
      measure: loadOf({ baseUrl, paths: [bundle(id) + query(1)], headers: toolHeaders, connections: CONNECTIONS }),
    },
    hub: loadOf({
      baseUrl: own.baseUrl,
      paths: [bundle(own.id) + query(version)],
      headers: own.headers,
      connections: CONNECTIONS,
    }),
  });
  const filled = await openFilled(stack);
  const waiting = (work: string, hub: Measure): Pair => ({
    what: `p99 of a bundle read during ${work}, embedded, full database`,
    unit: "ms",
    goal: { atMost: LONGEST_WAIT_MS },
    hub,
  });
  return [
    pair("bundle, since matches", (current) => `?since=${current}`),
    pair(`full bundle of ${(first.length / 1024).toFixed(0)} KB`, () => ""),
    waiting("list pages", filled.lists),
    waiting(`ticks with ${DUE.toLocaleString("en")} deliveries due`, filled.ticks),
  ];
}

export const embedded: Part = {
  name: "embedded",
  what: "Bundle reads on the embedded database and on PostgreSQL",
  open,
};
