import { type Database, databaseClock, databaseTarget, type OpenDatabase, openDatabase } from "@/db/client";
import type { GeoIp } from "@/lib/access";
import { NO_GEOIP, openGeoIp, settleFailedLoginAudits } from "@/lib/access/server";
import { createFileStorage } from "@/lib/content/server";
import { DEMO_TOOL_PORT } from "@/lib/integrations";
import {
  DeliveryScheduler,
  RequestRecorder,
  SYSTEM_NETWORK,
  ToolBudgets,
  UsageRecorder,
} from "@/lib/integrations/server";
import { usesDisk } from "@/lib/platform/config/check-deployment";
import { ConfigurationError, env, presentEnvironment } from "@/lib/platform/config/env";
import { environmentSecrets } from "@/lib/platform/config/tool-secrets";
import type { Actor } from "@/lib/platform/context";
import { setDatabaseWatch } from "@/lib/platform/database-watch";
import { diskFullOf, watchDiskSpace } from "@/lib/platform/disk-space";
import { createLimitStore } from "@/lib/platform/limits/create-limit-store";
import { type LimitStore, purposeOf } from "@/lib/platform/limits/limit-store";
import { log } from "@/lib/platform/log";
import { createMailer } from "@/lib/platform/mail/mailer";
import { metrics, type Tally } from "@/lib/platform/metrics";
import { hideInLog } from "@/lib/platform/redact";
import { setRequestLogging } from "@/lib/platform/request-logging";
import {
  createBundleCache,
  createIdentityTexts,
  createVersionCache,
  LiveBrands,
  ReadMarks,
} from "@/lib/publishing/server";
import type { Ctx, Services } from "./context";
import { requireDataDirectory } from "./data-directory";
import { inlineJobs, processJobs } from "./jobs";
import { stopping } from "./stopping";
import { wakeTickLoop } from "./tick-loop";
import { WakeUps } from "./wake-ups";
import { watchDatabase } from "./watch-database";

/** The rest are budgets of people and mails. */
const KINDS: readonly [purpose: RegExp, kind: string][] = [
  [/^(?:key|tool|jti|sid|user|ip)$/, "requests"],
  [/^failed-credential-/, "failed_credentials"],
  [/^(?:readiness|audit)$/, "internal"],
];

/** By purpose; there are about 20. */
const kinds = new Map<string, string>();

function kindOf(key: string): string {
  const purpose = purposeOf(key);
  let kind = kinds.get(purpose);
  if (kind === undefined) {
    kind = KINDS.find(([ofKind]) => ofKind.test(purpose))?.[1] ?? "budget";
    kinds.set(purpose, kind);
  }
  return kind;
}

/** Created once per kind, because every request counts. */
const counted = { allowed: new Map<string, Tally>(), refused: new Map<string, Tally>() };

function count(kind: string, isAllowed: boolean): void {
  const decision = isAllowed ? "allowed" : "refused";
  let decided = counted[decision].get(kind);
  if (!decided) {
    const { tally, limiterDecisions } = metrics();
    decided = tally(limiterDecisions, { kind, decision });
    counted[decision].set(kind, decided);
  }
  decided.inc();
}

export function measuredLimits(store: LimitStore): LimitStore {
  return {
    get isLocal() {
      return store.isLocal;
    },
    async take(key, rule) {
      const result = await store.take(key, rule);
      count(kindOf(key), result.allowed);
      return result;
    },
    async admit(key, request) {
      const decision = await store.admit(key, request);
      const { refusedBy } = decision;
      if (request.slots > 0) count("concurrency", refusedBy !== "slots");
      if (request.rule && refusedBy !== "slots") count(kindOf(key), refusedBy === null);
      return decision;
    },
    leave: (key, token) => store.leave(key, token),
    async attempt(key, rules) {
      const attempt = await store.attempt(key, rules);
      count("failed_logins", attempt.admitted);
      return attempt;
    },
    withdraw: (key, token) => store.withdraw(key, token),
    close: () => store.close(),
  };
}

export interface Hub {
  database: OpenDatabase;
  db: OpenDatabase["db"];
  services: Services;
  wakeUps: WakeUps;
}

/** On `globalThis`: Next's pages, routes and actions and the server each load this module. */
const holder = globalThis as typeof globalThis & { brandIdentityHub?: Promise<Hub> };

function configuredGeoIp(): GeoIp {
  const path = env.GEOIP_DATABASE;
  if (!path) return NO_GEOIP;
  try {
    return openGeoIp(path);
  } catch (cause) {
    throw new ConfigurationError(`GEOIP_DATABASE: ${path} cannot be read as a .mmdb database.`, { cause });
  }
}

function configuredServices(db: Database, wakeTick: () => void): Services {
  const onError = (err: unknown) => {
    if (!diskFullOf(err)) log.warn({ err }, "background write failed");
  };
  return {
    get baseUrl() {
      return env.HUB_BASE_URL;
    },
    get webhookPolicy() {
      return {
        allowLoopback: env.WEBHOOK_ALLOW_LOOPBACK,
        readableLoopbackPort: DEMO_TOOL_PORT,
        allowedNetworks: env.WEBHOOK_ALLOWED_NETWORKS,
      };
    },
    get websites() {
      return env.WEBSITE_IMPORT === "off" ? null : SYSTEM_NETWORK;
    },
    get budgets() {
      return {
        perMinute: env.RATE_LIMIT_PER_MINUTE,
        concurrent: env.RATE_LIMIT_CONCURRENT,
        apiKeyCeiling: env.API_KEY_BUDGET_CEILING,
        failedCredentialsPerMinute: env.RATE_LIMIT_FAILED_AUTH_PER_MINUTE,
        perUser: env.USER_BUDGETS,
      };
    },
    get quotas() {
      const { storageMb, ...brand } = env.BRAND_QUOTAS;
      return { brand: { ...brand, storage: storageMb * 1_000_000 }, user: env.USER_QUOTAS };
    },
    get retention() {
      return {
        addressesDays: env.RETENTION_ADDRESSES_DAYS,
        auditDays: env.RETENTION_AUDIT_DAYS,
        payloadsDays: env.RETENTION_PAYLOADS_DAYS,
        eventsDays: env.RETENTION_EVENTS_DAYS,
        deliveriesDays: env.RETENTION_DELIVERIES_DAYS,
        usageDays: env.RETENTION_USAGE_DAYS,
        requestsDays: env.RETENTION_REQUESTS_DAYS,
        brandDeletionDays: env.BRAND_DELETION_DAYS,
      };
    },
    get sessionIdleMs() {
      return env.SESSION_IDLE_MINUTES * 60_000;
    },
    get operatorWebhook() {
      const { NOTIFICATION_WEBHOOK_URL: url, NOTIFICATION_WEBHOOK_SECRET: secrets } = env;
      return url && secrets ? { url, secrets } : null;
    },
    get companySignIn() {
      return { issuer: env.OIDC_ISSUER ?? null, name: env.OIDC_NAME, onlyDomains: env.OIDC_ONLY_DOMAINS };
    },
    secrets: environmentSecrets,
    storage: createFileStorage(env),
    limits: measuredLimits(
      createLimitStore(env, (state, cause) =>
        state === "local"
          ? log.warn({ state, err: cause }, "Redis does not answer; counting limits per process")
          : log.info({ state }, "Redis answers again; counting limits over all processes"),
      ),
    ),
    toolBudgets: new ToolBudgets({ nowMs: () => performance.now() }),
    mail: createMailer(env),
    geoip: configuredGeoIp(),
    bundles: createBundleCache(),
    identities: createIdentityTexts(),
    versions: createVersionCache(),
    sending: new DeliveryScheduler(),
    stopping: stopping(),
    jobs: env.VERCEL ? inlineJobs() : processJobs(),
    readMarks: new ReadMarks(db, onError),
    live: new LiveBrands(db, { clock: databaseClock, onError }),
    usage: new UsageRecorder(db, onError),
    requestLog: new RequestRecorder(db, { perMinute: () => env.REQUEST_LOG_PER_MINUTE, onError }),
    clock: databaseClock,
    random: Math.random,
    wakeTick,
  };
}

/** Tests can pass their own services. */
export function assembleHub(database: OpenDatabase, given: Partial<Services> = {}): Hub {
  log.level = env.LOG_LEVEL;
  hideInLog(env.secrets);
  setRequestLogging({ sample: env.LOG_REQUESTS_SAMPLE });
  const { db } = database;
  const wakeUps = new WakeUps(database, () => {
    services.sending.wake();
    wakeTickLoop();
  });
  // Services that read the environment have only getters, so `Object.assign` would fail.
  const services = Object.defineProperties(
    configuredServices(db, () => wakeUps.wakeAll()),
    Object.getOwnPropertyDescriptors(given),
  );
  services.stopping.addEventListener("abort", () => void services.live.close(), { once: true });
  return { database, db, services, wakeUps };
}

interface Base {
  db: Database;
  environment: ReturnType<typeof presentEnvironment>;
  values: Services & { db: Database; actor: null; now: null; clientIp: null };
}

/** Spreading a prebuilt object is about 100 times as fast as building one. */
const bases = new WeakMap<Services, Base>();

function baseOf({ db, services }: Pick<Hub, "db" | "services">): Base["values"] {
  const environment = presentEnvironment();
  const known = bases.get(services);
  if (known?.db === db && known.environment === environment) return known.values;
  const values = { ...services, db, actor: null, now: null, clientIp: null };
  bases.set(services, { db, environment, values });
  return values;
}

export function contextOf<A extends Actor>(
  hub: Pick<Hub, "db" | "services">,
  { actor, now, clientIp = null }: { actor: A; now: Date; clientIp?: string | null },
): Ctx<A> {
  return { ...baseOf(hub), actor, now, clientIp };
}

async function openHub(): Promise<Hub> {
  if (usesDisk(env)) {
    await requireDataDirectory(env.HUB_DATA_DIR);
    await watchDiskSpace(env.HUB_DATA_DIR, env.HUB_LEAST_FREE_MB * 1_000_000);
  }
  const opened = assembleHub(await openDatabase(databaseTarget(env)));
  watchDatabase(opened.db);
  return opened;
}

/** Opened on first use. After a failure the next call tries again. */
export function hub(): Promise<Hub> {
  if (holder.brandIdentityHub) return holder.brandIdentityHub;
  const opening = openHub();
  holder.brandIdentityHub = opening;
  opening.catch(() => {
    if (holder.brandIdentityHub === opening) holder.brandIdentityHub = undefined;
  });
  return opening;
}

/** For tests and the start script. */
export function setHub(ready: Hub): void {
  holder.brandIdentityHub = Promise.resolve(ready);
}

export async function closeHub(): Promise<void> {
  const opened = await holder.brandIdentityHub;
  holder.brandIdentityHub = undefined;
  if (!opened) return;
  setDatabaseWatch(undefined);
  const { live, readMarks, usage, requestLog, jobs, limits } = opened.services;
  await live.close();
  await opened.wakeUps.stopListening();
  await Promise.all([
    readMarks.flush(),
    usage.flush(),
    requestLog.flush(),
    settleFailedLoginAudits(),
    jobs.close(),
    opened.wakeUps.flush(),
  ]);
  await limits.close();
  await opened.database.close();
}
