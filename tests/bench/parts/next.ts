import type { Pair, Part, ResourceStack } from "../part";
import { openBenchDatabase, startBareNext, startBenchHub } from "../postgres-hub";
import { loadOf } from "../wrk";

const KB = 1024;
const BRANDS = 500;
const CONNECTIONS = 8;
/** At a thousand requests a second, Next's code takes longer to be optimised. */
const WARM_SECONDS = 10;

async function open(stack: ResourceStack): Promise<Pair[]> {
  const { url, toolToken, toolHeaders, addBrands } = await openBenchDatabase(stack);
  const ids = await addBrands(BRANDS, 13 * KB);
  const anchor = await startBareNext(stack, url, toolToken);
  const hub = await startBenchHub(stack, url, { HUB_DIRECT_LISTENER: "0" });
  const bundle = (id: string) => `/api/public/v1/brand/by-id/${id}/bundle`;
  const first = await fetch(hub.baseUrl + bundle(ids[0] as string), { headers: toolHeaders });
  const { byteLength } = await first.arrayBuffer();
  const pair = (what: string, { query, bytes }: { query: string; bytes: number }): Pair => ({
    what: `${what}, through Next`,
    unit: "requests/s",
    goal: { atLeast: 0.9 },
    warmSeconds: WARM_SECONDS,
    anchor: {
      what: "bare Next route handler, one query, equal body size",
      measure: loadOf({
        baseUrl: anchor.baseUrl,
        paths: ids.map((id) => `/read/${id}?bytes=${bytes}`),
        headers: { authorization: toolHeaders.authorization },
        connections: CONNECTIONS,
      }),
    },
    hub: loadOf({
      baseUrl: hub.baseUrl,
      paths: ids.map((id) => bundle(id) + query),
      headers: toolHeaders,
      connections: CONNECTIONS,
    }),
  });
  return [
    pair("bundle, since matches", { query: "?since=1", bytes: 0 }),
    pair(`full bundle of ${(byteLength / KB).toFixed(0)} KB`, { query: "", bytes: byteLength }),
  ];
}

export const next: Part = { name: "next", what: "Bundle reads through Next, as on Vercel", open };
