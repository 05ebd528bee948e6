import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { apiKeys } from "@/db/schema";
import { inviteMember, listHubActivity, listInvitations, listMembers, listPeople } from "@/lib/access/server";
import { getBrandOfHub, listActivity, listBrandsOfHub, readBrandQuotas, readHubOverview } from "@/lib/brands/server";
import {
  getDelivery,
  getEvent,
  ingestLooseEvent,
  listAllRequests,
  listApiKeys,
  listDeliveries,
  listEndpoints,
  listEvents,
  listRequests,
  listTools,
  runDispatchTick,
} from "@/lib/integrations/server";
import { HubError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { listReviewers, listVersions, readReview, readReviewedDraft } from "@/lib/publishing/server";
import type { Ctx } from "@/lib/runtime/context";
import { createTestDatabase } from "@/tests/support/database";
import {
  actingUser,
  context,
  createBrandFixture,
  createUser,
  NOW,
  systemContext,
  withWebhookSecrets,
} from "@/tests/support/fixtures";
import { createTestClock, deliveriesOf, enqueue, SECRET, subscribe } from "@/tests/support/outbox";
import { createReceiver, type Receiver } from "@/tests/support/receiver";

const PAYLOAD = "canary-of-a-payload";
const ANSWER = "canary-of-an-answer";
const URL_PATH = "canary-of-a-path";
const CLIENT_IP = "203.0.113.77";
const CANARIES = [PAYLOAD, ANSWER, URL_PATH, CLIENT_IP];

const READERS = ["viewer", "editor", "admin", "owner", "hub administrator", "stranger"] as const;
type Reader = (typeof READERS)[number];

let database: OpenDatabase;
let receiver: Receiver;
let readers: Record<Reader, Ctx>;
let brandId: string;
let brandSlug: string;
let eventId: string;
let deliveryId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  receiver = await createReceiver((response) => response.writeHead(200).end(ANSWER));
  const people = await Promise.all(
    READERS.map((name) => createUser(db, { name, hubAdmin: name === "hub administrator" })),
  );
  const [viewer, editor, admin, owner] = people.map(({ id }) => id) as [string, string, string, string];
  const members = { [viewer]: "viewer", [editor]: "editor", [admin]: "admin", [owner]: "owner" } as const;
  const brand = await createBrandFixture(db, { members });
  brandId = brand.id;
  brandSlug = brand.slug;
  readers = Object.fromEntries(
    people.map((person) => [person.name, context(db, actingUser(person), NOW, { clientIp: CLIENT_IP })]),
  ) as Record<Reader, Ctx>;

  const apiKeyId = newId();
  const key = { name: "Back office", keyHash: "0".repeat(64), prefix: "bih_", lastFour: "0000", createdAt: NOW };
  await db.insert(apiKeys).values({ ...key, id: apiKeyId, brandId });
  const service = context(db, { kind: "api-key", apiKeyId, brandId });
  await ingestLooseEvent(service, { event: { type: "order.created", payload: { canary: PAYLOAD } } });
  eventId = (await listEvents(readers.owner, { brandId })).entries[0]?.id ?? "";

  await subscribe(db, `${receiver.url}/${URL_PATH}`, { brand });
  await enqueue(db, brand);
  const tick = { ...systemContext(db), clock: createTestClock().clock };
  await runDispatchTick(withWebhookSecrets(tick, SECRET));
  deliveryId = (await deliveriesOf(db, brandId))[0]?.id ?? "";
  await inviteMember(readers.owner, { brandId, email: "guest@example.com", role: "viewer" });
});
afterAll(() => Promise.all([database.close(), receiver.close()]));

/** Who can read it, and which canaries they see; everyone else is refused. */
const READS: Record<string, [read: (ctx: Ctx) => Promise<unknown>, seen: Partial<Record<Reader, readonly string[]>>]> =
  {
    "published versions": [
      (ctx) => listVersions(ctx, { brandId, limit: 5 }),
      { viewer: [], editor: [], admin: [], owner: [] },
    ],
    members: [(ctx) => listMembers(ctx, { brandId }), { viewer: [], editor: [], admin: [], owner: [] }],
    invitations: [(ctx) => listInvitations(ctx, { brandId }), { viewer: [], editor: [], admin: [], owner: [] }],
    quotas: [(ctx) => readBrandQuotas(ctx, { brandId }), { viewer: [], editor: [], admin: [], owner: [] }],
    "API keys": [(ctx) => listApiKeys(ctx, { brandId, state: "active" }), { admin: [], owner: [] }],
    "a draft under review": [
      (ctx) => readReviewedDraft(ctx, { brandId, offset: 0, path: null }),
      { viewer: [], editor: [], admin: [], owner: [] },
    ],
    "review comments": [(ctx) => readReview(ctx, { brandId }), { viewer: [], editor: [], admin: [], owner: [] }],
    "possible reviewers": [
      async (ctx) => (await listReviewers(ctx, { brandId, search: "" })).people,
      { editor: [], admin: [], owner: [] },
    ],
    "the list of deliveries": [
      (ctx) => listDeliveries(ctx, { brandId }),
      { viewer: [], editor: [], admin: [], owner: [] },
    ],
    "webhook URLs": [
      (ctx) => listEndpoints(ctx, { brandId }),
      { viewer: [], editor: [], admin: [URL_PATH], owner: [URL_PATH] },
    ],
    "a delivery's body, attempts and responses": [
      (ctx) => getDelivery(ctx, { brandId, deliveryId }),
      { admin: [ANSWER, URL_PATH], owner: [ANSWER, URL_PATH] },
    ],
    "the list of events": [(ctx) => listEvents(ctx, { brandId }), { viewer: [], editor: [], admin: [], owner: [] }],
    "an event's payload": [(ctx) => getEvent(ctx, { brandId, eventId }), { admin: [PAYLOAD], owner: [PAYLOAD] }],
    "the brand's activity": [
      (ctx) => listActivity(ctx, { brandId }),
      { viewer: [], editor: [], admin: [CLIENT_IP], owner: [CLIENT_IP] },
    ],
    "all accounts": [(ctx) => listPeople(ctx, {}), { "hub administrator": [] }],
    "the request log": [(ctx) => listRequests(ctx, { brandId }), { admin: [], owner: [] }],
    "the request log of all brands": [(ctx) => listAllRequests(ctx, {}), { "hub administrator": [] }],
    "the hub's own log": [(ctx) => listHubActivity(ctx, {}), { "hub administrator": [] }],
    "the hub's overview": [(ctx) => readHubOverview(ctx), { "hub administrator": [] }],
    "all brands with their owners": [(ctx) => listBrandsOfHub(ctx, {}), { "hub administrator": [] }],
    "a brand's owners and quotas": [(ctx) => getBrandOfHub(ctx, { slug: brandSlug }), { "hub administrator": [] }],
    tools: [(ctx) => listTools(ctx, {}), { "hub administrator": [] }],
  };

async function seenBy(reader: Reader, read: (ctx: Ctx) => Promise<unknown>): Promise<readonly string[] | "refused"> {
  try {
    const shown = JSON.stringify(await read(readers[reader]));
    return CANARIES.filter((canary) => shown.includes(canary));
  } catch (error) {
    if (error instanceof HubError) return "refused";
    throw error;
  }
}

describe("only the listed roles see", () => {
  it.each(Object.entries(READS))("%s", async (_what, [read, seen]) => {
    const found = await Promise.all(READERS.map(async (reader) => [reader, await seenBy(reader, read)] as const));
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(READERS.map((reader) => [reader, seen[reader] ?? "refused"])),
    );
  });
});
