import { type Database, databaseTarget, type OpenDatabase, openDatabase } from "@/db/client";
import { databaseClock } from "@/db/clock";
import { settleGuesses } from "@/lib/account/server";
import { createFileStorage } from "@/lib/assets/server";
import { createBundleCache, ReadMarks } from "@/lib/bundles/server";
import { ConfigurationError, env } from "@/lib/config/env";
import { environmentSecrets } from "@/lib/config/tool-secrets";
import { DEMO_TOOL_PORT } from "@/lib/deliveries";
import type { Actor, Ctx, Services } from "@/lib/kernel/context";
import { log } from "@/lib/kernel/log";
import { createLimitStore } from "@/lib/limits/server";
import { createMailer } from "@/lib/mail/server";
import type { Places } from "@/lib/sessions";
import { NO_PLACES, openPlaces } from "@/lib/sessions/server";
import { UsageRecorder } from "@/lib/usage/server";
import { inlineJobs, processJobs } from "./jobs";
import { wakeTickLoop } from "./tick-loop";

/** What a running hub consists of: one of each for the whole process. */
export interface Hub {
  database: OpenDatabase;
  db: OpenDatabase["db"];
  services: Services;
}

/** `globalThis`, because Next gives pages, routes, actions and instrumentation each their own copy of a module. */
const holder = globalThis as typeof globalThis & { brandIdentityHub?: Promise<Hub> };

function configuredPlaces(): Places {
  const path = env.GEOIP_DATABASE;
  if (!path) return NO_PLACES;
  try {
    return openPlaces(path);
  } catch (cause) {
    throw new ConfigurationError(`GEOIP_DATABASE: ${path} cannot be read as a .mmdb database.`, { cause });
  }
}

/** The services that this process is configured with. */
function configuredServices(db: Database): Services {
  const onError = (err: unknown) => log.warn({ err }, "what was noted in the background was not written");
  return {
    get baseUrl() {
      return env.HUB_BASE_URL;
    },
    get webhookPolicy() {
      return { allowLoopback: env.WEBHOOK_ALLOW_LOOPBACK, readableLoopbackPort: DEMO_TOOL_PORT };
    },
    get budgets() {
      return {
        perMinute: env.RATE_LIMIT_PER_MINUTE,
        concurrent: env.RATE_LIMIT_CONCURRENT,
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
        brandDeletionDays: env.BRAND_DELETION_DAYS,
      };
    },
    get sessionIdleMs() {
      return env.SESSION_IDLE_MINUTES * 60_000;
    },
    get companySignIn() {
      return { issuer: env.OIDC_ISSUER ?? null, name: env.OIDC_NAME, onlyDomains: env.OIDC_ONLY_DOMAINS };
    },
    secrets: environmentSecrets,
    storage: createFileStorage(env),
    limits: createLimitStore(env, (state) => log.warn({ state }, "the rate limiter's store changed state")),
    mail: createMailer(env),
    places: configuredPlaces(),
    bundles: createBundleCache(),
    jobs: env.VERCEL ? inlineJobs() : processJobs(),
    readMarks: new ReadMarks(db, onError),
    usage: new UsageRecorder(db, onError),
    clock: databaseClock,
    random: Math.random,
    wakeTick: wakeTickLoop,
  };
}

/** Puts a hub together on an open database; services of it can be given (a test's own storage, a clock that stands still). */
export function assembleHub(database: OpenDatabase, given: Partial<Services> = {}): Hub {
  log.level = env.LOG_LEVEL;
  const { db } = database;
  return {
    database,
    db,
    // Not assigned: those that are read from the environment at each use have no setter.
    services: Object.defineProperties(configuredServices(db), Object.getOwnPropertyDescriptors(given)),
  };
}

/** The context in which somebody acts on a hub, at a moment and from an IP address. */
export function contextOf<A extends Actor>(
  { db, services }: Hub,
  act: { actor: A; now: Date; clientIp?: string | null },
): Ctx<A> {
  return { ...services, db, actor: act.actor, now: act.now, clientIp: act.clientIp ?? null };
}

async function openHub(): Promise<Hub> {
  return assembleHub(await openDatabase(databaseTarget(env)));
}

/** The hub of this process, opened at first use; a failed opening is tried again by the next caller. */
export function hub(): Promise<Hub> {
  holder.brandIdentityHub ??= openHub().catch((error) => {
    holder.brandIdentityHub = undefined;
    throw error;
  });
  return holder.brandIdentityHub;
}

/** Puts a ready hub in place: tests and the starting script choose their own database. */
export function setHub(ready: Hub): void {
  holder.brandIdentityHub = Promise.resolve(ready);
}

/** Closes what was opened, if anything was. */
export async function closeHub(): Promise<void> {
  const opened = await holder.brandIdentityHub;
  holder.brandIdentityHub = undefined;
  if (!opened) return;
  const { readMarks, usage, jobs } = opened.services;
  await Promise.all([readMarks.flush(), usage.flush(), settleGuesses(), jobs.close()]);
  await opened.database.close();
}
