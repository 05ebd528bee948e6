import { readFile } from "node:fs/promises";
import { askRunningHub } from "@/lib/server/control-socket";
import type { DemoCredentials } from "@/lib/server/describe-demo";
import { killHubs, startHub } from "../support/hub-process";
import { signIn } from "../support/sign-in";

const ROUNDS = 7;

/** A list, and the same list with almost no rows. */
interface Measured {
  name: string;
  full: () => Promise<Response>;
  empty: () => Promise<Response>;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The id that the build gave a server action. */
async function actionId(name: string): Promise<string> {
  const manifest = JSON.parse(await readFile(".next/server/server-reference-manifest.json", "utf8"));
  const actions = Object.entries(manifest.node) as [string, { exportedName?: string }][];
  const found = actions.find(([, action]) => action.exportedName === name)?.[0];
  if (!found) throw new Error(`the build has no action ${name}`);
  return found;
}

async function timed(request: () => Promise<Response>): Promise<number> {
  const startedMs = performance.now();
  const answer = await request();
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  return performance.now() - startedMs;
}

const directory = process.env.HUB_DATA_DIR || ".data";
const hub = await startHub(directory, { USER_BUDGETS: "pages=0" });
const { users } = (await askRunningHub(directory)) as DemoCredentials;
const administrator = users.find((user) => user.hub_admin);
/** Owns the brand that `bench:seed` filled, and is a member of an unchanged one. */
const member = users.find(({ brands }) => brands[0]?.role === "owner" && brands.length > 1);
const [large, small] = member?.brands ?? [];
if (!administrator || !member || !large || !small) throw new Error("the demo's people are not there");
const search = await actionId("searchBrands");
const [adminCookie, cookie] = [await signIn(hub.baseUrl, administrator), await signIn(hub.baseUrl, member)];

const page =
  (path: string, as = cookie) =>
  () =>
    fetch(hub.baseUrl + path, { headers: { cookie: as } });
const ofBrand = (name: string, path: string): Measured => ({
  name,
  full: page(`/b/${large.slug}${path}`),
  empty: page(`/b/${small.slug}${path}`),
});
const switcher = (text: string, as: string) => () =>
  fetch(`${hub.baseUrl}/account`, {
    method: "POST",
    headers: { cookie: as, "next-action": search, "content-type": "text/plain;charset=UTF-8", origin: hub.baseUrl },
    body: JSON.stringify([text]),
  });
const admin = (name: string, path: string): Measured => ({
  name,
  full: page(`/admin${path}`, adminCookie),
  empty: page("/admin/tools/new", adminCookie),
});

const HOOKS = "/developers/webhooks";
const EVENTS = "/developers/events";
const lists: Measured[] = [
  ofBrand("overview", ""),
  ofBrand("members", "/members"),
  ofBrand("members, searched", "/members?q=ember+99"),
  ofBrand("members, of a role", "/members?role=editor"),
  ofBrand("deliveries", HOOKS),
  ofBrand("deliveries, dead", `${HOOKS}?status=dead`),
  ofBrand("deliveries, retrying", `${HOOKS}?status=retrying`),
  ofBrand("deliveries, pending", `${HOOKS}?status=pending`),
  ofBrand("deliveries, cancelled", `${HOOKS}?status=cancelled`),
  ofBrand("deliveries, of a tool", `${HOOKS}?tool=brand-studio`),
  ofBrand("deliveries, of a quiet tool", `${HOOKS}?tool=print-desk`),
  ofBrand("deliveries, since a day", `${HOOKS}?from=2020-01-01`),
  ofBrand("deliveries, until a day", `${HOOKS}?until=2020-01-01`),
  ofBrand("deliveries, searched", `${HOOKS}?q=identity`),
  ofBrand("deliveries, searched in vain", `${HOOKS}?q=nothing+like+it`),
  ofBrand("deliveries, of a trace", `${HOOKS}?trace=trace-77`),
  ofBrand("requests", "/developers/requests"),
  ofBrand("events", EVENTS),
  ofBrand("events, version 0", `${EVENTS}?version=0`),
  ofBrand("events, of a type", `${EVENTS}?type=asset.approved`),
  ofBrand("events, of no such type", `${EVENTS}?type=asset.unknown`),
  ofBrand("events, of a trace", `${EVENTS}?trace=trace-77`),
  ofBrand("events, searched", `${EVENTS}?q=approved`),
  ofBrand("events, searched in vain", `${EVENTS}?q=nothing+like+it`),
  ofBrand("activity", "/activity"),
  ofBrand("activity, of a kind", "/activity?kind=member."),
  ofBrand("activity, searched in vain", "/activity?q=nothing+like+it"),
  ofBrand("usage, 30 days", "/developers/usage?span=30d"),
  admin("administration", ""),
  admin("brands of the hub", "/brands"),
  admin("brands of the hub, searched", "/brands?q=brand+29"),
  admin("entitlements", "/entitlements"),
  admin("entitlements, searched", "/entitlements?q=brand+29"),
  { name: "switcher", full: switcher("", adminCookie), empty: switcher("", cookie) },
  { name: "switcher, searched", full: switcher("brand 29", adminCookie), empty: switcher("brand 29", cookie) },
];

async function measure({ name, full, empty }: Measured): Promise<void> {
  await timed(full);
  await timed(empty);
  const times: Record<"full" | "empty", number[]> = { full: [], empty: [] };
  // Alternate, so both run under the same load.
  for (let round = 0; round < ROUNDS; round += 1) {
    times.full.push(await timed(full));
    times.empty.push(await timed(empty));
  }
  const [a, b] = [median(times.full), median(times.empty)];
  process.stdout.write(`${[name, a.toFixed(0), b.toFixed(0), (a / b).toFixed(1)].join(" | ")}\n`);
}

process.stdout.write(
  `Milliseconds until a page is whole, median of ${ROUNDS}; and the same page with next to nothing in it.\n\n`,
);
process.stdout.write("list | full | empty | ratio\n");
try {
  for (const list of lists) await measure(list);
} finally {
  await killHubs();
}
