import { mkdtemp, open as openFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askRunningHub } from "@/lib/server/control-socket";
import type { DemoCredentials } from "@/lib/server/describe-demo";
import { killHubs, startHub } from "../../support/hub-process";
import type { Opened, Pair, Part } from "../part";
import { openBenchDatabase, startBenchHub, TOOL, UNHINDERED } from "../postgres-hub";
import { loadOf } from "../wrk";

const CONNECTIONS = 8;
const bundle = (id: string) => `/api/public/v1/brand/by-id/${id}/bundle`;

/** The hub as `npm start` has it, with its demo: its tool, and a brand that it may read. */
async function startEmbedded(stack: Opened) {
  const directory = stack.add(await mkdtemp(join(tmpdir(), "hub-bench-embedded-")), (folder) =>
    rm(folder, { recursive: true, maxRetries: 10 }),
  );
  const log = await openFile(join(directory, "hub.log"), "a");
  const { baseUrl } = stack.add(await startHub(directory, UNHINDERED, { logTo: log.fd }), killHubs);
  await log.close();
  const { tools } = (await askRunningHub(directory)) as DemoCredentials;
  const { child_token: token, entitled_brand_ids: ids = [] } = tools.find(({ slug }) => slug === TOOL) ?? {};
  if (!token || !ids[0]) throw new Error("the demo has no such tool");
  return { baseUrl, id: ids[0], headers: { authorization: `Bearer ${token}`, "x-tool-slug": TOOL } };
}

/** What is read before the load begins, however long the first answer takes. */
async function textOf(url: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(url, { headers });
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`);
  return answer.text();
}

async function open(stack: Opened): Promise<Pair[]> {
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
      what: "a bundle as long on PostgreSQL",
      measure: loadOf({ baseUrl, paths: [bundle(id) + query(1)], headers: toolHeaders, connections: CONNECTIONS }),
    },
    hub: loadOf({
      baseUrl: own.baseUrl,
      paths: [bundle(own.id) + query(version)],
      headers: own.headers,
      connections: CONNECTIONS,
    }),
  });
  return [
    pair("bundle, since matches", (current) => `?since=${current}`),
    pair(`full bundle of ${(first.length / 1024).toFixed(0)} KB`, () => ""),
  ];
}

export const embedded: Part = {
  name: "embedded",
  what: "Bundle reads of the hub as it comes, on its own database, beside one on PostgreSQL",
  open,
};
