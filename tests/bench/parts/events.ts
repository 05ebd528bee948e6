import { randomBytes } from "node:crypto";
import type { Measure, Pair, Part } from "../part";
import { openBenchDatabase, startAnchor, startBenchHub, TOOL } from "../postgres-hub";
import { loadOf } from "../wrk";

const KB = 1024;
const BRANDS = 500;
const BATCH = 500;

/** An event's content apart from its key. */
const event = (brandId: string, key: string) => ({
  brand_id: brandId,
  type: "asset.approved",
  occurred_at: "2026-03-14T09:26:53.589Z",
  idempotency_key: key,
  payload: { asset: "asset-482", by: "Ada", note: "x".repeat(100) },
});

/** Posts this many events at a time for brands in turn, with unique keys or always the same one. */
export function posting(to: {
  baseUrl: string;
  path: string;
  headers: Record<string, string>;
  brands: string[];
  batch?: number;
  seen?: boolean;
  connections?: number;
}): Measure {
  const { baseUrl, path, headers, brands, batch, seen = false, connections = 8 } = to;
  const fields = Object.entries({ ...headers, "content-type": "application/json" });
  return async (seconds) => {
    const round = seen ? "seen" : randomBytes(6).toString("hex");
    // Serialised once. Only brand and key vary.
    const [before = "", after = ""] = JSON.stringify(event("BRAND", "KEY")).split("KEY");
    const [start = "", middle = ""] = before.split("BRAND");
    const script = `
      local brands = { ${brands.map((id) => JSON.stringify(id)).join(", ")} }
      local headers = { ${fields.map(([name, value]) => `[${JSON.stringify(name)}] = ${JSON.stringify(value)}`).join(", ")} }
      local start, middle, after = ${[start, middle, after].map((part) => JSON.stringify(part)).join(", ")}
      local count = 0
      local function event()
        count = count + 1
        return start .. brands[count % #brands + 1] .. middle .. ${JSON.stringify(`${round}-`)} .. ${seen ? '"1"' : "count"} .. after
      end
      function request()
        ${
          batch === undefined
            ? "local body = event()"
            : `local events = {}
        for place = 1, ${batch} do events[place] = event() end
        local body = '{"events":[' .. table.concat(events, ",") .. ']}'`
        }
        return wrk.format("POST", ${JSON.stringify(path)}, headers, body)
      end`;
    const measured = await loadOf({ baseUrl, paths: [path], script, connections })(seconds);
    return { ...measured, value: measured.value * (batch ?? 1) };
  };
}

async function open(stack: Parameters<Part["open"]>[0]): Promise<Pair[]> {
  const { url, toolToken, toolHeaders, addBrands } = await openBenchDatabase(stack);
  const brands = await addBrands(BRANDS, 13 * KB);
  const anchor = await startAnchor(stack, url, toolToken);
  const hub = await startBenchHub(stack, url);
  // Don't measure the first minute's tick.
  await fetch(`${hub.baseUrl}/api/ready`);
  const pair = (what: string, goal: number, path: string, more: { batch?: number; seen?: boolean }): Pair => ({
    what,
    unit: "events/s",
    goal: { atLeast: goal },
    anchor: {
      what: "bare node:http, one insert … on conflict",
      measure: posting({
        baseUrl: anchor.baseUrl,
        path: `/events?tool=${TOOL}`,
        headers: { authorization: toolHeaders.authorization },
        brands,
        ...more,
      }),
    },
    hub: posting({ baseUrl: hub.baseUrl, path, headers: toolHeaders, brands, ...more }),
  });
  return [
    pair("v1 event, new key", 0.7, "/api/public/v1/events", {}),
    pair("v1 event, seen key", 0.8, "/api/public/v1/events", { seen: true }),
    pair(`v1 batch of ${BATCH} new events`, 0.7, "/api/public/v1/events/batch", { batch: BATCH }),
  ];
}

export const events: Part = { name: "events", what: "Events through the public API, without relaying", open };
