import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import sharp from "sharp";
import { newId } from "@/lib/platform/ids";
import { publishDraft, saveDraft } from "@/lib/publishing/server";
import { contextOf } from "@/lib/runtime/hub";
import { sampleDocument } from "../support/documents";
import { signIn } from "../support/sign-in";
import type { SoakWorld } from "./world";

export interface Tally {
  name: string;
  tookMs: number[];
  /** Unexpected responses by kind, with the start of one body. */
  wrong: Map<string, { count: number; example: string }>;
}

type Act = (world: SoakWorld) => Promise<{ status: number; text: string }>;

const oneOf = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;
const json = (body: unknown, headers: Record<string, string> = {}) => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

async function ask(world: SoakWorld, path: string, init: RequestInit = {}) {
  const answer = await fetch(oneOf(world.hubs).baseUrl + path, { redirect: "manual", ...init });
  return { status: answer.status, text: await answer.text() };
}

/** The latest versions held by tools, and session cookies. */
const versions = new Map<string, number>();
const cookies: string[] = [];

const eventOf = (world: SoakWorld) => ({
  brand_id: oneOf(world.brands).id,
  type: randomInt(4) === 0 ? "asset.approved" : "page.viewed",
  occurred_at: new Date().toISOString(),
  idempotency_key: newId(),
  payload: { text: "x".repeat(randomInt(400)), list: [1, null] },
});

async function bundle(world: SoakWorld, since: boolean) {
  const brand = oneOf(world.brands);
  const known = versions.get(brand.id);
  const query = since && known ? `?since=${known}` : "";
  const { headers } = oneOf(world.tools);
  const answer = await ask(world, `/api/public/v1/brand/by-id/${brand.id}/bundle${query}`, { headers });
  const version = answer.status === 200 ? JSON.parse(answer.text).identity_version : undefined;
  if (version) versions.set(brand.id, Math.max(known ?? 0, version));
  return answer;
}

const PAGES = ["", "/activity", "/identity", "/palette", "/history", "/developers", "/members", "/tools", "/assets"];

async function page(world: SoakWorld) {
  const cookie = cookies[randomInt(cookies.length + 1)];
  // Not signed in yet.
  if (!cookie) return ask(world, "/sign-in");
  return ask(world, randomInt(5) === 0 ? "/" : `/b/${oneOf(world.brands).slug}${oneOf(PAGES)}`, {
    headers: { cookie },
  });
}

async function upload(world: SoakWorld) {
  const cookie = cookies.at(-1);
  if (!cookie) return ask(world, "/sign-in");
  const background = { r: randomInt(256), g: randomInt(256), b: randomInt(256) };
  const picture = await sharp({ create: { width: 64 + randomInt(64), height: 64, channels: 3, background } })
    .png()
    .toBuffer();
  const headers = { cookie, origin: world.baseUrl, "content-type": "application/octet-stream" };
  const body = new Uint8Array(picture);
  return ask(world, `/b/${oneOf(world.brands).slug}/uploads`, { method: "POST", headers, body });
}

/** Publishes like the editor, in a third process on the same database. The two hubs deliver. */
async function publish({ hub, brands }: SoakWorld) {
  const { id: brandId, owner } = oneOf(brands);
  const ctx = contextOf(hub, { actor: { kind: "user", userId: owner.id, hubAdmin: false }, now: new Date() });
  const brand = await hub.db.query.brands.findFirst({ where: (row, { eq }) => eq(row.id, brandId) });
  const draft = await hub.db.query.drafts.findFirst({
    where: (row, { and, eq }) => and(eq(row.brandId, brandId), eq(row.userId, owner.id)),
  });
  // Another publish is in progress.
  if (draft) return { status: 200, text: "" };
  const document = { ...sampleDocument(), identity: { ...sampleDocument().identity, brand: { tagline: newId() } } };
  const baseVersion = brand?.identityVersion ?? 1;
  const { revision } = await saveDraft(ctx, { brandId, baseVersion, revision: null, document });
  await publishDraft(ctx, { brandId, revision, note: null });
  return { status: 200, text: "" };
}

async function handOff(world: SoakWorld) {
  const { token } = oneOf(world.people);
  const { id: brand_id } = oneOf(world.brands);
  const minted = await ask(
    world,
    "/api/public/federation/mint",
    json({ brand_id }, { authorization: `Bearer ${token}` }),
  );
  if (minted.status !== 200) return minted;
  return ask(world, "/api/public/federation/exchange", json({ token: JSON.parse(minted.text).token }));
}

const withToken = (world: SoakWorld, path: string) =>
  ask(world, path, { headers: { authorization: `Bearer ${oneOf(world.people).token}` } });
const withKey = (world: SoakWorld, path: string) =>
  ask(world, path, { headers: { authorization: `Bearer ${oneOf(world.brands).apiKey}` } });

/** Actions with their rate per second. */
const ACTS: Readonly<Record<string, { perSecond: number; act: Act }>> = {
  "bundle, since": { perSecond: 12, act: (world) => bundle(world, true) },
  "bundle, whole": { perSecond: 2, act: (world) => bundle(world, false) },
  "bundles changed": {
    perSecond: 0.5,
    act: (world) =>
      ask(
        world,
        "/api/public/v1/bundles/changed",
        json(
          { brands: world.brands.map(({ id }) => ({ id, since: versions.get(id) ?? 0 })) },
          oneOf(world.tools).headers,
        ),
      ),
  },
  event: {
    perSecond: 4,
    act: (world) => ask(world, "/api/public/v1/events", json(eventOf(world), oneOf(world.tools).headers)),
  },
  "events, 25 at once": {
    perSecond: 0.4,
    act: (world) => {
      const events = Array.from({ length: 25 }, () => eventOf(world));
      return ask(world, "/api/public/v1/events/batch", json({ events }, oneOf(world.tools).headers));
    },
  },
  publish: { perSecond: 0.25, act: publish },
  "mint and exchange": { perSecond: 1, act: handOff },
  "my brands": {
    perSecond: 1,
    act: (world) => withToken(world, oneOf(["/api/public/brands/me", "/api/public/brand/me", "/api/public/brands"])),
  },
  "tools by key": {
    perSecond: 0.5,
    act: (world) => withKey(world, oneOf(["/api/public/tools", "/api/public/brands"])),
  },
  page: { perSecond: 1.5, act: page },
  upload: { perSecond: 0.2, act: upload },
  "sign-in": {
    perSecond: 0.1,
    act: async (world) => {
      const cookie = await signIn(oneOf(world.hubs).baseUrl, oneOf(world.people));
      const signedIn = cookie.includes("session");
      if (signedIn) cookies.push(cookie);
      cookies.splice(0, cookies.length - 20);
      return { status: signedIn ? 200 : 401, text: cookie.slice(0, 80) };
    },
  },
  documents: {
    perSecond: 0.1,
    act: (world) =>
      ask(world, oneOf(["/api/public/v1/docs/openapi.json", "/api/public/v1/docs/api.pdf", "/contract-kit.tar.gz"])),
  },
};

/** Runs all actions at their own rates for the given time. Returns their results. */
export async function runLoad(world: SoakWorld, ms: number, faster = 1): Promise<Tally[]> {
  const endMs = performance.now() + ms;
  versions.clear();
  cookies.length = 0;
  const pursue = async ([name, { perSecond, act }]: [string, (typeof ACTS)[string]]): Promise<Tally> => {
    const tally: Tally = { name, tookMs: [], wrong: new Map() };
    const running = new Set<Promise<void>>();
    const once = async () => {
      const startedMs = performance.now();
      const { status, text } = await act(world).catch((error: Error) => ({
        status: 0,
        text: `${error.message} ${error.cause instanceof Error ? error.cause.message : ""}`,
      }));
      tally.tookMs.push(performance.now() - startedMs);
      if (status >= 200 && status < 400) return;
      const what = status === 0 ? "failed" : String(status);
      const known = tally.wrong.get(what);
      tally.wrong.set(what, { count: (known?.count ?? 0) + 1, example: known?.example ?? text.slice(0, 300) });
    };
    // Start immediately, so a short run has each action.
    while (performance.now() < endMs) {
      const doing = once().finally(() => running.delete(doing));
      running.add(doing);
      await delay(Math.min(1_000 / (perSecond * faster), Math.max(0, endMs - performance.now())));
    }
    await Promise.all(running);
    return tally;
  };
  return Promise.all(Object.entries(ACTS).map(pursue));
}
