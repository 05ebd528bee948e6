import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { brands } from "@/db/schema";
import { hubSignature } from "@/lib/contract";
import {
  issueToolCredential,
  listDeliveries,
  listEndpoints,
  measureBacklog,
  revokeToolCredential,
  rotateToolCredential,
  runDispatchTick,
  sendTestDelivery,
} from "@/lib/integrations/server";
import { log } from "@/lib/platform/log";
import type { Ctx } from "@/lib/runtime/context";
import { openTestDatabase } from "@/tests/support/database";
import { actingUser, context, createBrandFixture, createUser, systemContext } from "@/tests/support/fixtures";
import { deliveriesOf, enqueue, subscribe } from "@/tests/support/outbox";
import { createReceiver, type Receiver } from "@/tests/support/receiver";

const PLAIN = "of-the-environment-0123456789abcdefghij";
const LIBRARIES = { standardwebhooks: StandardWebhook, svix: SvixWebhook };

const database = openTestDatabase();
let receiver: Receiver;
let admin: Ctx;
let owner: Ctx;
let brand: typeof brands.$inferSelect;
let toolSlug: string;
beforeEach(async () => {
  receiver = await createReceiver();
  const user = await createUser(database.db, { hubAdmin: true });
  // The libraries use the real clock.
  admin = context(database.db, actingUser({ id: user.id, hubAdmin: true }), new Date());
  owner = { ...admin, secrets: { ...admin.secrets, webhook: () => [] } };
  brand = await createBrandFixture(database.db, { members: { [user.id]: "owner" } });
  ({ toolSlug } = await subscribe(database.db, receiver.url, { brand }));
});
afterEach(() => receiver.close());

const issue = () => issueToolCredential(admin, { toolSlug, kind: "signing_secret", name: "Test", expiresAt: null });

/** Publishes and ticks once with these secrets in the environment, and returns the request. */
async function deliver({ environment = [], keys }: { environment?: string[]; keys?: string[] } = {}) {
  const before = receiver.received.length;
  await enqueue(database.db, brand, 1, new Date());
  const ctx = systemContext(database.db, new Date());
  const secrets = { ...ctx.secrets, webhook: () => environment, encryption: keys ?? ctx.secrets.encryption };
  const report = await runDispatchTick({ ...ctx, secrets, clock: async () => new Date() });
  return { report, received: receiver.received.slice(before) };
}

const headersOf = (received: Receiver["received"][number]) =>
  Object.fromEntries(Object.entries(received.headers).map(([name, value]) => [name, String(value)]));

/** The secrets that each library verifies with. */
function verifiedBy(
  received: Receiver["received"][number] | undefined,
  ...secrets: string[]
): Record<string, boolean[]> {
  if (!received) throw new Error("nothing came");
  const verifies = (Library: typeof StandardWebhook | typeof SvixWebhook, secret: string): boolean => {
    try {
      new Library(secret).verify(received.body.toString(), headersOf(received));
      return true;
    } catch {
      return false;
    }
  };
  return Object.fromEntries(
    Object.entries(LIBRARIES).map(([name, Library]) => [name, secrets.map((secret) => verifies(Library, secret))]),
  );
}
const both = (...verdicts: boolean[]) => ({ standardwebhooks: verdicts, svix: verdicts });

describe("a webhook", () => {
  it("signed with a hub secret verifies in both libraries", async () => {
    const { secret } = await issue();
    const { report, received } = await deliver();
    expect(report).toEqual({ processed: 1, failed: 0 });
    expect(verifiedBy(received[0], secret)).toEqual(both(true));
    expect(received[0]?.headers["x-hub-signature"]).toBe(
      await hubSignature(received[0]?.body ?? Buffer.from(""), secret),
    );
  });

  it("verifies with both secrets during the overlap, then with the new one only", async () => {
    const old = await issue();
    const fresh = await rotateToolCredential(admin, { toolSlug, credentialId: old.id, overlapHours: 1 });
    const during = await deliver();
    expect(verifiedBy(during.received[0], old.secret, fresh.secret)).toEqual(both(true, true));
    expect(during.received[0]?.headers["x-hub-signature"]).toBe(
      await hubSignature(during.received[0]?.body ?? Buffer.from(""), fresh.secret),
    );
    await revokeToolCredential(admin, { toolSlug, credentialId: old.id });
    const after = await deliver();
    expect(verifiedBy(after.received[0], old.secret, fresh.secret)).toEqual(both(false, true));
  });

  it("is signed with the environment's secrets first", async () => {
    const { secret } = await issue();
    const { received } = await deliver({ environment: [PLAIN] });
    const [request] = received;
    expect(request?.headers["x-hub-signature"]).toBe(await hubSignature(request?.body ?? Buffer.from(""), PLAIN));
    expect(String(request?.headers["webhook-signature"]).split(" ")).toHaveLength(2);
    expect(verifiedBy(request, secret)).toEqual(both(true));
  });

  it("waits without attempts until there is a secret", async () => {
    expect((await deliver()).received).toHaveLength(0);
    expect(await deliveriesOf(database.db, brand.id)).toMatchObject([{ status: "pending", attempts: 0 }]);
    const { secret } = await issue();
    const { received } = await deliver();
    expect(received).toHaveLength(2);
    for (const request of received) expect(verifiedBy(request, secret)).toEqual(both(true));
  });

  it("waits once the last secret is revoked", async () => {
    const { id } = await issue();
    await revokeToolCredential(admin, { toolSlug, credentialId: id });
    expect((await deliver()).report.processed).toBe(0);
  });

  it.each([
    ["no key", []],
    ["another key", ["another-key-0123456789abcdefghijklmn"]],
  ])("whose secret %s decrypts waits, is logged once and doesn't delay others", async (_, keys) => {
    const { id, secret } = await issue();
    const errors = vi.spyOn(log, "error").mockImplementation(() => {});
    try {
      const { report } = await deliver({ keys });
      await deliver({ keys });
      expect(report).toEqual({ processed: 0, failed: 0 });
      const named = errors.mock.calls.filter(([line]) => (line as { toolCredential?: string }).toolCredential === id);
      expect(named).toHaveLength(1);
      expect(JSON.stringify(errors.mock.calls)).not.toContain(secret);
    } finally {
      errors.mockRestore();
    }
    // The environment's secret keeps signing, and everything is sent once the key is back.
    const { received } = await deliver({ environment: [PLAIN], keys });
    expect(received).toHaveLength(3);
    expect(String(received[0]?.headers["webhook-signature"]).split(" ")).toHaveLength(1);
    expect(verifiedBy((await deliver()).received[0], secret)).toEqual(both(true));
  });
});

describe("whether a tool has a secret", () => {
  const says = async (ctx = owner) => {
    const [endpoint] = await listEndpoints(ctx, { brandId: brand.id });
    const { entries } = await listDeliveries(ctx, { brandId: brand.id });
    return [endpoint?.pause, entries[0]?.pause];
  };

  it("includes hub secrets that can be decrypted", async () => {
    await sendTestDelivery(owner, { brandId: brand.id, toolSlug });
    expect(await says()).toEqual(["no_secret", "no_secret"]);
    const { id } = await issue();
    expect(await says()).toEqual([null, null]);
    const keyless = { ...owner, secrets: { ...owner.secrets, encryption: [] } };
    expect(await says(keyless)).toEqual(["secret_unreadable", "secret_unreadable"]);
    await revokeToolCredential(admin, { toolSlug, credentialId: id });
    expect(await says()).toEqual(["no_secret", "no_secret"]);
  });

  it("affects the age of the backlog", async () => {
    const [first] = await deliveriesOf(database.db, brand.id);
    expect(first).toBeUndefined();
    await enqueue(database.db, brand, 1, new Date(Date.now() - 60_000));
    const system = systemContext(database.db, new Date());
    const plain = { ...system, secrets: { ...system.secrets, webhook: () => [] } };
    const before = (await measureBacklog(plain)).oldestDueMs;
    await issue();
    expect((await measureBacklog(plain)).oldestDueMs).toBeGreaterThan(Math.max(before, 50_000));
  });
});
