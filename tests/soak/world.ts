import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openDatabase } from "@/db/client";
import { memberships, users } from "@/db/schema";
import { hashPassword, issueNamedSessionToken } from "@/lib/access/server";
import { ALL_API_KEY_SCOPES } from "@/lib/contract";
import { issueApiKey } from "@/lib/integrations/server";
import { applyEnvironment } from "@/lib/platform/config/env";
import { newId } from "@/lib/platform/ids";
import { assembleHub, contextOf, type Hub } from "@/lib/runtime/hub";
import { sampleDocument } from "../support/documents";
import { createBrandFixture, createTool } from "../support/fixtures";
import { freePort, type HubProcess, startHub } from "../support/hub-process";
import { subscribe } from "../support/outbox";
import { createReceiver, type Receiver } from "../support/receiver";
import { type S3Server, startS3Server } from "../support/s3-server";

const BRANDS = 12;
const PEOPLE = 8;
const PASSWORD = "a few plain words";
const secret = () => randomBytes(33).toString("base64");

/** Behaviour of each tool's receiver. The last tool only sends. */
const TOOLS = {
  "soak-fast": (receiver: { end: (text: string) => void }) => receiver.end("ok"),
  "soak-slow": async (receiver: { end: (text: string) => void }) => {
    await delay(3_000);
    receiver.end("at last");
  },
  "soak-failing": (receiver: { writeHead: (status: number) => { end: () => void } }) => receiver.writeHead(500).end(),
} as const;
export type ReceivingTool = keyof typeof TOOLS;

export interface Person {
  id: string;
  email: string;
  password: string;
  token: string;
}

export interface SoakWorld {
  hubs: HubProcess[];
  /** Environment of the hubs. */
  environment: Record<string, string>;
  hub: Hub;
  baseUrl: string;
  people: Person[];
  brands: { id: string; slug: string; apiKey: string; owner: Person }[];
  tools: { slug: string; headers: Record<string, string> }[];
  receivers: Record<ReceivingTool, Receiver>;
  storage: S3Server;
  close: () => Promise<void>;
}

/** Environment of a hub on these servers, with receivers on this machine. */
function environmentOf(servers: { databaseUrl: string; redisUrl: string; baseUrl: string; storage: S3Server }) {
  const { databaseUrl, redisUrl, baseUrl, storage } = servers;
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = storage.config;
  const ofTools = Object.keys(TOOLS).flatMap((slug) => {
    const name = slug.toUpperCase().replaceAll("-", "_");
    return [
      [`CORE_CHILD_APP_TOKEN__${name}`, secret()],
      [`CHILD_WEBHOOK_SECRET__${name}`, secret()],
    ];
  });
  return {
    // `production` would refuse receivers on this machine.
    NODE_ENV: "test",
    NODE_OPTIONS: `--require ${fileURLToPath(new URL("keep-node-env.cjs", import.meta.url))}`,
    LOG_LEVEL: "error",
    DATABASE_URL: databaseUrl,
    HUB_EMBEDDED_DATABASE: "",
    REDIS_URL: redisUrl,
    HUB_BASE_URL: baseUrl,
    WEBHOOK_ALLOW_LOOPBACK: "1",
    RATE_LIMIT_PER_MINUTE: "6000",
    RATE_LIMIT_CONCURRENT: "100",
    USER_BUDGETS: "pages=0",
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    SESSION_SECRET: secret(),
    FEDERATION_SECRET: secret(),
    FILE_URL_SECRET: secret(),
    WEBHOOK_DISPATCH_SECRET: secret(),
    ...Object.fromEntries(ofTools),
  } as Record<string, string>;
}

async function createPeople(hub: Hub): Promise<Person[]> {
  const passwordHash = await hashPassword(PASSWORD);
  const people: Person[] = [];
  for (let number = 1; number <= PEOPLE; number++) {
    const id = newId();
    const email = `person-${number}@example.com`;
    await hub.db.insert(users).values({ id, email, name: `Person ${number}`, passwordHash, createdAt: new Date() });
    const actor = { kind: "user", userId: id, hubAdmin: false } as const;
    const { token } = await issueNamedSessionToken(contextOf(hub, { actor, now: new Date() }), { name: "Back office" });
    people.push({ id, email, password: PASSWORD, token });
  }
  return people;
}

async function createBrands(
  hub: Hub,
  people: Person[],
  receivers: SoakWorld["receivers"],
): Promise<SoakWorld["brands"]> {
  const now = new Date();
  const brands: SoakWorld["brands"] = [];
  // Only the fast tool receives relayed events, or undeliverable ones would dominate the database.
  for (const slug of Object.keys(receivers))
    await createTool(hub.db, { slug, eventPatterns: slug === "soak-fast" ? ["asset.*"] : [] });
  for (let number = 0; number < BRANDS; number++) {
    const owner = people[number % people.length] as Person;
    const brand = await createBrandFixture(hub.db, { members: { [owner.id]: "owner" }, document: sampleDocument() });
    for (const person of people)
      if (person !== owner)
        await hub.db
          .insert(memberships)
          .values({ brandId: brand.id, userId: person.id, role: "editor", createdAt: now });
    for (const [toolSlug, receiver] of Object.entries(receivers))
      await subscribe(hub.db, receiver.url, { brand, toolSlug });
    const owning = contextOf(hub, { actor: { kind: "user", userId: owner.id, hubAdmin: false }, now });
    const { key } = await issueApiKey(owning, {
      brandId: brand.id,
      name: "Order desk",
      expiresAt: null,
      scopes: ALL_API_KEY_SCOPES,
    });
    brands.push({ id: brand.id, slug: brand.slug, apiKey: key, owner });
  }
  return brands;
}

/** Two hub processes on one database, Redis and store, with brands, people and tools: one slow, one failing. */
export async function createSoakWorld(servers: {
  databaseUrl: string;
  redisUrl: string;
  /** How many of the two to start. */
  hubs?: 0 | 2;
}): Promise<SoakWorld> {
  const port = await freePort();
  const baseUrl = `http://localhost:${port}`;
  const storage = await startS3Server();
  const environment = environmentOf({ ...servers, baseUrl, storage });
  const before = { ...process.env };
  for (const name of Object.keys(before)) if (/^(CRON_SECRET|C[A-Z_]+__\w+)$/.test(name)) delete process.env[name];
  Object.assign(process.env, environment);
  applyEnvironment({});
  const database = await openDatabase({ driver: "pg", url: servers.databaseUrl });
  await database.migrate();
  const hub = assembleHub(database);
  const receivers = Object.fromEntries(
    await Promise.all(
      Object.entries(TOOLS).map(async ([slug, answer]) => [slug, await createReceiver(answer as never)] as const),
    ),
  ) as SoakWorld["receivers"];
  const people = await createPeople(hub);
  const brands = await createBrands(hub, people, receivers);
  const tools = Object.keys(TOOLS).map((slug) => ({
    slug,
    headers: {
      authorization: `Bearer ${environment[`CORE_CHILD_APP_TOKEN__${slug.toUpperCase().replaceAll("-", "_")}`]}`,
      "x-tool-slug": slug,
    },
  }));
  const hubs =
    servers.hubs === 0
      ? []
      : [await startHub("", { ...environment, PORT: String(port) }), await startHub("", environment)];
  return {
    hubs,
    environment,
    hub,
    baseUrl,
    people,
    brands,
    tools,
    receivers,
    storage,
    async close() {
      await hub.services.limits.close();
      await database.close();
      await Promise.all(Object.values(receivers).map((receiver) => receiver.close()));
      await storage.close();
      for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
      Object.assign(process.env, before);
      applyEnvironment({});
    },
  };
}
