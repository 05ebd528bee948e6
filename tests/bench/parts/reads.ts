import { mintFederationToken } from "@/lib/integrations/server";
import { signedInUser } from "../../support/fixtures";
import type { Measure, Pair, Part } from "../part";
import { openBenchDatabase, startAnchor, startBenchHub } from "../postgres-hub";
import { type Load, loadOf } from "../wrk";

const KB = 1024;
/** Brands read in turn. */
const SMALL_BRANDS = 500;
const LARGE_BRANDS = 100;
const ONE_QUERY = "bare node:http, one query";

async function open(stack: Parameters<Part["open"]>[0]): Promise<Pair[]> {
  const { url, acting, owner, brand, sid, sessionToken, apiKey, toolToken, toolHeaders, addBrands } =
    await openBenchDatabase(stack);
  const [small, large] = [await addBrands(SMALL_BRANDS, 13 * KB), await addBrands(LARGE_BRANDS, 60 * KB)];
  const anchor = await startAnchor(stack, url, toolToken);
  const hub = await startBenchHub(stack, url);

  const anchorOf = (ids: string[], connections: number, bytes = 0) => ({
    what: bytes > 0 ? `${ONE_QUERY}, equal body size` : ONE_QUERY,
    measure: loadOf({
      baseUrl: anchor.baseUrl,
      paths: ids.map((id) => `/read/${id}${bytes > 0 ? `?bytes=${bytes}` : ""}`),
      headers: { authorization: toolHeaders.authorization },
      connections,
    }),
  });
  const asking = (load: Omit<Load, "baseUrl">): Measure => loadOf({ baseUrl: hub.baseUrl, ...load });
  const bundle = (id: string) => `/api/public/v1/brand/by-id/${id}/bundle`;
  const version = (id: string) => `/api/public/v1/brand/by-id/${id}/versions/1`;
  const answerOf = (path: string) => fetch(hub.baseUrl + path, { headers: toolHeaders });

  const since = (connections: number): Pair => ({
    what: `bundle, since matches, ${connections} connections`,
    unit: "requests/s",
    goal: { atLeast: 0.8 },
    p99AtMost: 2,
    anchor: anchorOf(small, connections),
    hub: asking({ paths: small.map((id) => `${bundle(id)}?since=1`), headers: toolHeaders, connections }),
  });
  const full = async (name: string, paths: string[], ids: string[], connections: number): Promise<Pair> => {
    const bytes = (await (await answerOf(paths[0] as string)).arrayBuffer()).byteLength;
    return {
      what: `full ${name} of ${(bytes / KB).toFixed(0)} KB, ${connections} connections`,
      unit: "requests/s",
      goal: { atLeast: 0.75 },
      anchor: anchorOf(ids, connections, bytes),
      hub: asking({ paths, headers: toolHeaders, connections }),
    };
  };
  const unchanged = async ([id = ""]: string[], connections: number): Promise<Pair> => ({
    what: `version, ETag matches, ${connections} connections`,
    unit: "requests/s",
    goal: { atLeast: 0.8 },
    anchor: anchorOf([id], connections),
    hub: asking({
      paths: [version(id)],
      headers: { ...toolHeaders, "if-none-match": (await answerOf(version(id))).headers.get("etag") ?? "" },
      connections,
    }),
  });

  const other = (path: string, token: string): Pair => ({
    what: path.replace("/api/public/", ""),
    unit: "requests/s",
    goal: { atLeast: 0.6 },
    anchor: anchorOf(small, 8),
    hub: asking({ paths: [path], headers: { authorization: `Bearer ${token}` }, connections: 8 }),
  });
  /** A new token for each round, because it lives for five minutes. */
  const freshToken = async () => {
    const session = { sid, authTimeSeconds: Math.floor(Date.now() / 1000) };
    return (await mintFederationToken(acting(signedInUser(owner, session)), { brandId: brand.id })).token;
  };
  const exchange: Pair = {
    ...other("/api/public/federation/exchange", sessionToken),
    hub: async (seconds) => {
      const body = JSON.stringify({ token: await freshToken() });
      return asking({ method: "POST", paths: ["/api/public/federation/exchange"], body, connections: 8 })(seconds);
    },
  };
  return [
    since(8),
    since(32),
    await full("bundle", small.map(bundle), small, 8),
    await full("bundle", large.map(bundle), large, 8),
    await full("version", small.map(version), small, 8),
    await full("version", large.map(version), large, 8),
    await unchanged(small, 8),
    other("/api/public/brands/me", sessionToken),
    other("/api/public/brand/me", sessionToken),
    other("/api/public/tools", apiKey),
    exchange,
  ];
}

export const reads: Part = { name: "reads", what: "Reads of the public API through the direct listener", open };
