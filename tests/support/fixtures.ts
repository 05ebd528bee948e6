import type { Database } from "@/db/client";
import { brandSlugs, brands, brandVersions, entitlements, memberships, tools, users } from "@/db/schema";
import { NO_COMPANY_SIGN_IN, NO_QUOTAS, NO_RETENTION } from "@/lib/access";
import { NO_GEOIP } from "@/lib/access/server";
import { type BrandDocument, emptyDocument } from "@/lib/content";
import type { Role } from "@/lib/contract";
import { DeliveryScheduler, RequestRecorder, ToolBudgets, UsageRecorder } from "@/lib/integrations/server";
import { environmentSecrets } from "@/lib/platform/config/tool-secrets";
import type { ActingSession, Actor, SignedInActor, SystemActor, ToolActor, UserActor } from "@/lib/platform/context";
import { unixSeconds } from "@/lib/platform/hs256";
import { newId } from "@/lib/platform/ids";
import { MemoryStore } from "@/lib/platform/limits/memory-store";
import { NO_BUDGETS } from "@/lib/platform/limits/user-budgets";
import { NO_MAILER } from "@/lib/platform/mail/mailer";
import {
  createBundleCache,
  createIdentityTexts,
  createVersionCache,
  LiveBrands,
  ReadMarks,
} from "@/lib/publishing/server";
import type { Ctx, Services } from "@/lib/runtime/context";
import { inlineJobs } from "@/lib/runtime/jobs";
import { memoryStorage } from "./memory-storage";

/** The default time in tests. */
export const NOW = new Date("2026-03-14T09:26:53.589Z");

let counter = 0;

export async function createUser(db: Database, values: Partial<typeof users.$inferInsert> = {}) {
  counter += 1;
  const [user] = await db
    .insert(users)
    .values({ id: newId(), email: `user-${counter}@example.com`, name: `User ${counter}`, createdAt: NOW, ...values })
    .returning();
  if (!user) throw new Error("no user was made");
  return user;
}

/** A brand with one published version. `members` maps user ids to roles. */
export async function createBrandFixture(
  db: Database,
  options: {
    slug?: string;
    name?: string;
    document?: BrandDocument;
    members?: Record<string, Role>;
    archivedAt?: Date;
  } = {},
) {
  counter += 1;
  const id = newId();
  const slug = options.slug ?? `brand-${counter}`;
  const name = options.name ?? `Brand ${counter}`;
  const snapshot = { ...(options.document ?? emptyDocument()), brand: { name, slug } };
  return db.transaction(async (tx) => {
    const [brand] = await tx
      .insert(brands)
      .values({ id, slug, name, identityVersion: 1, createdAt: NOW, archivedAt: options.archivedAt })
      .returning();
    if (!brand) throw new Error("no brand was made");
    await tx.insert(brandSlugs).values({ slug, brandId: id, createdAt: NOW });
    await tx.insert(brandVersions).values({ brandId: id, version: 1, snapshot, changed: ["brand"], createdAt: NOW });
    for (const [userId, role] of Object.entries(options.members ?? {})) {
      await tx.insert(memberships).values({ brandId: id, userId, role, createdAt: NOW });
    }
    return brand;
  });
}

export async function createTool(db: Database, values: Partial<typeof tools.$inferInsert> = {}) {
  counter += 1;
  const slug = values.slug ?? `tool-${counter}`;
  const [tool] = await db
    .insert(tools)
    .values({ name: `Tool ${counter}`, status: "active", createdAt: NOW, ...values, slug })
    .returning();
  if (!tool) throw new Error("no tool was made");
  return tool;
}

export async function entitle(db: Database, brandId: string, toolSlug: string) {
  await db.insert(entitlements).values({ brandId, toolSlug, createdAt: NOW });
}

export const actingUser = (user: { id: string; hubAdmin?: boolean }): UserActor => ({
  kind: "user",
  userId: user.id,
  hubAdmin: user.hubAdmin ?? false,
});

/** An actor signed in by a session, by default a browser's. */
export const signedInUser = (
  user: { id: string; hubAdmin?: boolean },
  session: Partial<ActingSession> & Pick<ActingSession, "sid">,
): SignedInActor => ({
  ...actingUser(user),
  session: {
    kind: "browser",
    scopes: ["read", "write"],
    authTimeSeconds: unixSeconds(NOW),
    provedAt: NOW,
    strong: false,
    ...session,
  },
});

/** In-memory services with test secrets that wake nobody. */
export const testServices = (db: Database, given: Partial<Services> = {}): Services => ({
  baseUrl: "http://hub.test",
  secrets: environmentSecrets,
  storage: memoryStorage(),
  limits: new MemoryStore({ nowMs: () => performance.now() }),
  budgets: NO_BUDGETS,
  toolBudgets: new ToolBudgets({ nowMs: () => performance.now() }),
  mail: NO_MAILER,
  operatorWebhook: null,
  quotas: NO_QUOTAS,
  retention: NO_RETENTION,
  sessionIdleMs: 0,
  geoip: NO_GEOIP,
  companySignIn: NO_COMPANY_SIGN_IN,
  bundles: createBundleCache(),
  identities: createIdentityTexts(),
  versions: createVersionCache(),
  jobs: inlineJobs(),
  readMarks: new ReadMarks(db, () => {}),
  live: new LiveBrands(db, { clock: async () => NOW, onError: () => {} }),
  usage: new UsageRecorder(db, () => {}),
  requestLog: new RequestRecorder(db, { perMinute: () => 1000, onError: () => {} }),
  webhookPolicy: { allowLoopback: true, readableLoopbackPort: "any" },
  websites: null,
  sending: new DeliveryScheduler(),
  stopping: new AbortController().signal,
  clock: async () => NOW,
  random: () => 0.5,
  wakeTick: () => {},
  ...given,
});

export const ANONYMOUS = { kind: "anonymous" } as const;
export const SYSTEM = { kind: "system", name: "test" } as const;

/** A test's context. `services` override the defaults. */
export const context = <A extends Actor>(
  db: Database,
  actor: A,
  now: Date = NOW,
  given: Partial<Services> & { clientIp?: string | null } = {},
): Ctx<A> => {
  const { clientIp = null, ...services } = given;
  return { ...testServices(db, services), db, actor, now, clientIp };
};

/** The hub's own context, for work without a person. */
export const systemContext = (db: Database, now: Date = NOW): Ctx<SystemActor> => context(db, SYSTEM, now);

/** The context of a tool's back end. */
export const toolContext = (db: Database, toolSlug: string, now: Date = NOW): Ctx<ToolActor> =>
  context(db, { kind: "tool", toolSlug }, now);

/** The same context with these webhook secrets for every tool. */
export const withWebhookSecrets = <A extends Actor>(ctx: Ctx<A>, ...secrets: string[]): Ctx<A> => ({
  ...ctx,
  secrets: { ...ctx.secrets, webhook: () => secrets },
});
