import { eq } from "drizzle-orm";
import type { Database, OpenDatabase } from "@/db/client";
import { apiKeys, memberships, sessions, subscriptions } from "@/db/schema";
import { issueSession, signSessionToken } from "@/lib/access/server";
import type { ApiKeyScope } from "@/lib/contract";
import { FEDERATION_TOKEN_TYPE, issueApiKey, mintFederationToken } from "@/lib/integrations/server";
import { newId } from "@/lib/platform/ids";
import { newLinkToken } from "@/lib/platform/key-format";
import { MemoryStore } from "@/lib/platform/limits/memory-store";
import type { Services } from "@/lib/runtime/context";
import { assembleHub, closeHub, setHub } from "@/lib/runtime/hub";
import { inlineJobs } from "@/lib/runtime/jobs";
import { createTestDatabase } from "./database";
import { sampleDocument } from "./documents";
import {
  ANONYMOUS,
  actingUser,
  context,
  createBrandFixture,
  createTool,
  createUser,
  entitle,
  signedInUser,
} from "./fixtures";
import { forgeJwt } from "./forge-jwt";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A browser session with its re-authentication cookie. */
async function sessionToken(db: Database, userId: string, at: Date) {
  const ctx = context(db, ANONYMOUS, at);
  const { token: proof, tokenHash: proofHash } = newLinkToken();
  const claims = await issueSession(ctx, { userId, source: { kind: "browser", proofHash } });
  return { token: await signSessionToken(ctx, claims), sid: claims.sid, proof };
}

async function federationToken(db: Database, session: { userId: string; sid: string }, brandId: string, at: Date) {
  const authTimeSeconds = Math.floor(at.getTime() / 1000);
  const { userId, sid } = session;
  const actor = signedInUser({ id: userId }, { sid, authTimeSeconds });
  return (await mintFederationToken(context(db, actor, at), { brandId })).token;
}

/**
 * Creates everything the API tests need and installs it as this process's hub, with credentials of every kind and with
 * every fault. Services and database can be given.
 */
export async function createWorld(given: Partial<Services> = {}, givenDatabase?: OpenDatabase) {
  const database = givenDatabase ?? (await createTestDatabase());
  const { db } = database;
  const limits = new MemoryStore({ nowMs: () => performance.now() });
  const ready = assembleHub(database, {
    limits,
    // Starting a job process from source takes seconds. Browser tests use the hub's own.
    jobs: inlineJobs(),
    webhookPolicy: { allowLoopback: true, readableLoopbackPort: "any" },
    storage: { put: async () => {}, read: async () => null, delete: async () => {}, probe: async () => {} },
    ...given,
  });
  setHub(ready);
  const now = new Date();
  const past = new Date(now.getTime() - DAY_MS);

  const owner = await createUser(db);
  const loner = await createUser(db);
  const leaver = await createUser(db);
  const document = sampleDocument();
  const own = await createBrandFixture(db, {
    slug: "alder",
    members: { [owner.id]: "owner", [leaver.id]: "viewer" },
    document,
  });
  const second = await createBrandFixture(db, { slug: "birch", members: { [owner.id]: "owner" } });
  const other = await createBrandFixture(db, { slug: "cedar", members: { [(await createUser(db)).id]: "owner" } });
  const archived = await createBrandFixture(db, { slug: "dogwood", members: { [owner.id]: "owner" } });

  await createTool(db, { slug: "brand-studio", name: "Brand Studio" });
  await createTool(db, { slug: "print-desk", name: "Print Desk", status: "disabled" });
  for (const brand of [own, archived])
    for (const slug of ["brand-studio", "print-desk"]) await entitle(db, brand.id, slug);
  await db.insert(subscriptions).values({
    brandId: own.id,
    toolSlug: "brand-studio",
    webhookUrl: "https://studio.example.com/hook",
    createdAt: past,
  });

  const ctx = context(db, actingUser(owner), past);
  const key = async (brandId: string, expiresAt: Date | null = null, scopes?: readonly ApiKeyScope[]) =>
    issueApiKey(ctx, { brandId, name: "Test", expiresAt, scopes });
  const [valid, secondKey, revoked, expired, archivedKey] = [
    await key(own.id),
    await key(second.id),
    await key(own.id),
    await key(own.id, new Date(now.getTime() - MINUTE_MS)),
    await key(archived.id),
  ];
  const scoped = (scope: ApiKeyScope) => key(own.id, null, [scope]);
  const [brandsKey, eventsKey, identityKey, agentsKey] = [
    await scoped("brands:read"),
    await scoped("events:write"),
    await scoped("identity:read"),
    await scoped("agents:read"),
  ];
  await db.update(apiKeys).set({ revokedAt: past }).where(eq(apiKeys.id, revoked.id));

  const session = await sessionToken(db, owner.id, now);
  const revokedSession = await sessionToken(db, owner.id, now);
  const revokedFederation = await federationToken(db, { userId: owner.id, sid: revokedSession.sid }, own.id, now);
  await db.update(sessions).set({ revokedAt: now }).where(eq(sessions.id, revokedSession.sid));
  const expiredSession = await sessionToken(db, owner.id, new Date(now.getTime() - 31 * DAY_MS));
  const lonerSession = await sessionToken(db, loner.id, now);
  const leaverSession = await sessionToken(db, leaver.id, now);
  const left = await federationToken(db, { userId: leaver.id, sid: leaverSession.sid }, own.id, now);
  await db.delete(memberships).where(eq(memberships.userId, leaver.id));
  const federation = await federationToken(db, { userId: owner.id, sid: session.sid }, own.id, now);
  const expiredFederation = await federationToken(
    db,
    { userId: owner.id, sid: session.sid },
    own.id,
    new Date(now.getTime() - 10 * MINUTE_MS),
  ).catch(() => "");
  await db.execute(`update brands set archived_at = now() where id = '${archived.id}'`);

  const iat = Math.floor(now.getTime() / 1000);
  const forged = forgeJwt(
    { alg: "HS256", typ: FEDERATION_TOKEN_TYPE },
    {
      iss: "http://hub.test",
      aud: "hub-federation",
      sub: owner.id,
      brand_id: own.id,
      role: "owner",
      sid: session.sid,
      auth_time: iat,
      iat,
      exp: iat + 300,
      jti: newId(),
    },
    "another-secret-of-the-same-length-0123456789",
  );

  return {
    db,
    hub: ready,
    now,
    brands: { own, second, other, archived },
    users: { owner, loner },
    sids: { owner: session.sid },
    /** Values for `Authorization`, without the scheme. */
    tokens: {
      apiKey: valid.key,
      secondApiKey: secondKey.key,
      /** Keys of the own brand with one scope each. */
      brandsKey: brandsKey.key,
      eventsKey: eventsKey.key,
      identityKey: identityKey.key,
      agentsKey: agentsKey.key,
      revokedApiKey: revoked.key,
      expiredApiKey: expired.key,
      archivedApiKey: archivedKey.key,
      malformedApiKey: `${valid.key.slice(0, -1)}${valid.key.endsWith("0") ? "1" : "0"}`,
      session: session.token,
      /** The re-authentication cookie of that session's browser. */
      proof: session.proof,
      revokedSession: revokedSession.token,
      expiredSession: expiredSession.token,
      lonerSession: lonerSession.token,
      federation,
      expiredFederation,
      revokedFederation,
      leftFederation: left,
      forgedFederation: forged,
      childApp: "brand-studio-token-for-tests-0123456789abcdef",
      disabledChildApp: "new-print-desk-token-0123456789abcdefghijk",
      rotatedChildApp: "old-print-desk-token-0123456789abcdefghijk",
      dispatch: "dispatch-secret-for-tests-0123456789abcdef",
      cron: "cron-secret-for-tests-0123456789abcdefghij",
      garbage: "not-a-credential",
    },
    close: closeHub,
  };
}

export type World = Awaited<ReturnType<typeof createWorld>>;
