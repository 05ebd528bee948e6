import { type Database, databaseClock } from "@/db/client";
import { NO_COMPANY_SIGN_IN, NO_QUOTAS, NO_RETENTION } from "@/lib/access";
import { NO_GEOIP } from "@/lib/access/server";
import { StorageUnavailable } from "@/lib/content";
import { DeliveryScheduler, RequestRecorder, ToolBudgets, UsageRecorder } from "@/lib/integrations/server";
import type { Actor } from "@/lib/platform/context";
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
import type { Ctx, Services } from "./context";
import { inlineJobs } from "./jobs";
import { stopping } from "./stopping";

const noStorage = async (): Promise<never> => {
  throw new StorageUnavailable("This command has no file store.");
};

/** No secrets, file store or ticks. */
const detachedServices = (db: Database): Services => ({
  baseUrl: "",
  secrets: {
    session: [],
    federation: [],
    fileUrl: [],
    encryption: [],
    dispatch: [],
    cron: [],
    childApp: () => [],
    webhook: () => [],
  },
  storage: { put: noStorage, read: noStorage, delete: noStorage, probe: noStorage },
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
  live: new LiveBrands(db, { clock: databaseClock, onError: () => {} }),
  usage: new UsageRecorder(db, () => {}),
  requestLog: new RequestRecorder(db, { perMinute: () => 1000, onError: () => {} }),
  webhookPolicy: { allowLoopback: false },
  websites: null,
  sending: new DeliveryScheduler(),
  stopping: stopping(),
  clock: databaseClock,
  random: Math.random,
  wakeTick: () => {},
});

/** For commands that use only the database, with or without a running hub. */
export const detachedContext = <A extends Actor>(db: Database, actor: A, now: Date): Ctx<A> => ({
  ...detachedServices(db),
  db,
  actor,
  now,
  clientIp: null,
});
