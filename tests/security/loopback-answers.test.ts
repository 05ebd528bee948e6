import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { DEMO_TOOL_PORT } from "@/lib/integrations";
import { getDelivery, runDispatchTick } from "@/lib/integrations/server";
import type { WebhookUrlPolicy } from "@/lib/integrations/webhooks/webhook-url-policy";
import { parseEnv } from "@/lib/platform/config/env";
import { PrivateNetworks } from "@/lib/platform/private-networks";
import { assembleHub } from "@/lib/runtime/hub";
import { configure } from "@/tests/support/configure";
import { createTestDatabase } from "@/tests/support/database";
import {
  actingUser,
  context,
  createBrandFixture,
  createUser,
  systemContext,
  withWebhookSecrets,
} from "@/tests/support/fixtures";
import { attemptsOf, createTestClock, deliveriesOf, enqueue, SECRET, subscribe } from "@/tests/support/outbox";
import { createReceiver, type Receiver } from "@/tests/support/receiver";

const INTERNAL = "the configuration of another service on this machine";

let database: OpenDatabase;
let service: Receiver;
beforeAll(async () => {
  database = await createTestDatabase();
  service = await createReceiver((response) => response.writeHead(200).end(INTERNAL));
});
afterAll(() => Promise.all([database.close(), service.close()]));

const port = () => Number(new URL(service.url).port);

/** Sends one delivery under a policy; returns the stored response, and what the owner is shown under another policy. */
async function delivered(sending: Partial<WebhookUrlPolicy>, reading = sending) {
  const { db } = database;
  const user = await createUser(db);
  const brand = await createBrandFixture(db, { members: { [user.id]: "owner" } });
  await subscribe(db, service.url, { brand });
  await enqueue(db, brand);
  const { clock } = createTestClock();
  const policy = { webhookPolicy: { allowLoopback: true, ...sending } };
  await runDispatchTick(withWebhookSecrets({ ...systemContext(db), ...policy, clock }, SECRET));
  const [delivery] = await deliveriesOf(db, brand.id);
  const [stored] = await attemptsOf(db, delivery?.id ?? "");
  const owner = { ...context(db, actingUser(user)), webhookPolicy: { allowLoopback: true, ...reading } };
  const { attemptLog } = await getDelivery(owner, { brandId: brand.id, deliveryId: delivery?.id ?? "" });
  return { stored, shown: attemptLog[0] };
}

describe("a webhook URL on the hub's own machine", () => {
  it("shows a brand's owner only the status of the response", async () => {
    const { stored, shown } = await delivered({ readableLoopbackPort: DEMO_TOOL_PORT });
    expect(stored).toMatchObject({ statusCode: 200, responseExcerpt: "" });
    expect(shown).toMatchObject({ statusCode: 200, responseExcerpt: "", answerShown: false });
  });

  it("hides response bodies that were recorded earlier", async () => {
    const { stored, shown } = await delivered(
      { readableLoopbackPort: port() },
      { readableLoopbackPort: DEMO_TOOL_PORT },
    );
    expect(stored?.responseExcerpt).toBe(INTERNAL);
    expect(shown).toMatchObject({ responseExcerpt: "", answerShown: false });
  });

  it("an empty response says that it may not have been stored, where private networks are allowed", async () => {
    const networks = { allowedNetworks: new PrivateNetworks(["127.0.0.0/8", "::1/128"]), readableLoopbackPort: port() };
    const { stored, shown } = await delivered(networks);
    expect(stored).toMatchObject({ statusCode: 200, responseExcerpt: "" });
    expect(shown).toMatchObject({ responseExcerpt: "", answerShown: false });
  });

  it("shows the demo tool's response", async () => {
    const { shown } = await delivered({ readableLoopbackPort: port() });
    expect(shown).toMatchObject({ responseExcerpt: INTERNAL, answerShown: true });
  });

  it("shows a response only at the demo tool's port", () => {
    configure({ HUB_BASE_URL: "http://localhost:3000", WEBHOOK_ALLOW_LOOPBACK: 1 });
    const { services } = assembleHub(database);
    expect(services.webhookPolicy).toEqual({ allowLoopback: true, readableLoopbackPort: DEMO_TOOL_PORT });
  });

  it.each([
    ["http://localhost:3000", true],
    ["http://127.0.0.1:3000", true],
    ["http://192.168.1.20:3000", false],
    ["https://hub.example.com", false],
  ])("is allowed on an embedded hub at %s: %s", (HUB_BASE_URL, admitted) => {
    const secret = (name: string) => `${name}-0123456789abcdefghijklmnopqrstuvwxyz`;
    const env = parseEnv({
      NODE_ENV: "production",
      HUB_DEMO: "1",
      HUB_EMBEDDED_DATABASE: "1",
      WEBHOOK_ALLOW_LOOPBACK: "1",
      HUB_BASE_URL,
      SESSION_SECRET: secret("session"),
      FEDERATION_SECRET: secret("federation"),
      FILE_URL_SECRET: secret("file"),
    });
    expect(env.WEBHOOK_ALLOW_LOOPBACK).toBe(admitted);
  });
});
