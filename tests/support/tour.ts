import { randomUUID } from "node:crypto";
import type { DemoCredentials } from "@/lib/server/describe-demo";
import { fetchWhole, type WholeAnswer } from "./fetch-whole";
import { signIn } from "./sign-in";

export interface Visit {
  what: string;
  /** null if the hub didn't answer. */
  status: number | null;
}

/**
 * Visits a hub's pages and calls its API with the demo's credentials. Returns the responses and the acknowledged
 * events.
 */
export async function tour(
  baseUrl: string,
  { users, tools, api_keys }: DemoCredentials,
): Promise<{ visits: Visit[]; acknowledged: string[] }> {
  const visits: Visit[] = [];
  const acknowledged: string[] = [];
  const visit = async (path: string, init: RequestInit = {}): Promise<WholeAnswer | null> => {
    const answer = await fetchWhole(`${baseUrl}${path}`, { redirect: "manual", ...init }).catch(() => null);
    visits.push({ what: `${init.method ?? "GET"} ${path}`, status: answer?.status ?? null });
    return answer;
  };
  const post = (path: string, headers: Record<string, string>, body: unknown) =>
    visit(path, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  for (const { child_token, slug, entitled_brand_ids } of tools) {
    const headers = { authorization: `Bearer ${child_token}`, "x-tool-slug": slug };
    for (const id of entitled_brand_ids) {
      await visit(`/api/public/v1/brand/by-id/${id}/bundle`, { headers });
      await visit(`/api/public/v1/brand/by-id/${id}/bundle?since=1`, { headers });
      const key = randomUUID();
      const event = {
        brand_id: id,
        type: "asset.approved",
        occurred_at: new Date().toISOString(),
        idempotency_key: key,
        payload: { n: 1 },
      };
      const answer = await post("/api/public/v1/events", headers, event);
      if (answer?.status === 200) acknowledged.push(key);
      await post("/api/public/v1/events", headers, event);
      await post("/api/public/v1/events/batch", headers, {
        events: [event, { ...event, idempotency_key: `${key}-2` }],
      });
    }
  }
  for (const { key, brand_id } of api_keys) {
    const headers = { authorization: `Bearer ${key}` };
    await visit("/api/public/brands/me", { headers });
    await visit("/api/public/brands", { headers });
    await visit("/api/public/tools", { headers });
    await post(
      "/api/public/events",
      { ...headers, "x-brand-id": brand_id },
      { type: "shop.opened", payload: { n: 1 } },
    );
  }
  for (const user of users) {
    const cookie = await signIn(baseUrl, user).catch(() => "");
    visits.push({ what: `sign in as ${user.email}`, status: cookie ? 200 : null });
    for (const path of ["/", "/account", "/new", "/admin", "/admin/tools", "/admin/brands", "/admin/entitlements"])
      await visit(path, { headers: { cookie } });
    for (const { slug } of user.brands)
      for (const page of [
        "",
        "/identity",
        "/palette",
        "/typography",
        "/foundations",
        "/imagery",
        "/logos",
        "/assets",
        "/history",
        "/members",
        "/check",
        "/tools",
        "/activity",
        "/settings",
        "/developers",
        "/developers/usage",
        "/developers/events",
        "/developers/webhooks",
        "/developers/keys",
      ])
        await visit(`/b/${slug}${page}`, { headers: { cookie } });
  }
  await visit("/p/slow-ferry");
  await visit("/sign-in");
  return { visits, acknowledged };
}
