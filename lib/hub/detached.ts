import type { Database } from "@/db/client";
import { databaseClock } from "@/db/clock";
import { NO_COMPANY_SIGN_IN } from "@/lib/account";
import { StorageUnavailable } from "@/lib/assets";
import { createBundleCache, ReadMarks } from "@/lib/bundles/server";
import type { Actor, Ctx, Services } from "@/lib/kernel/context";
import { NO_USER_BUDGETS } from "@/lib/limits";
import { MemoryStore } from "@/lib/limits/server";
import { NO_MAILER } from "@/lib/mail";
import { NO_QUOTAS } from "@/lib/quotas";
import { NO_RETENTION } from "@/lib/retention";
import { NO_PLACES } from "@/lib/sessions/server";
import { UsageRecorder } from "@/lib/usage/server";
import { inlineJobs } from "./jobs";

const noStorage = async (): Promise<never> => {
  throw new StorageUnavailable("This command has no file store.");
};

/** Services that need no configuration: no secret, no file store, nobody to wake. */
const detachedServices = (db: Database): Services => ({
  baseUrl: "",
  secrets: { session: [], federation: [], fileUrl: [], dispatch: [], cron: [], childApp: () => [], webhook: () => [] },
  storage: { put: noStorage, read: noStorage, delete: noStorage },
  limits: new MemoryStore({ nowMs: () => performance.now() }),
  budgets: { perMinute: 0, concurrent: 0, failedCredentialsPerMinute: 0, perUser: NO_USER_BUDGETS },
  mail: NO_MAILER,
  quotas: NO_QUOTAS,
  retention: NO_RETENTION,
  sessionIdleMs: 0,
  places: NO_PLACES,
  companySignIn: NO_COMPANY_SIGN_IN,
  bundles: createBundleCache(),
  jobs: inlineJobs(),
  readMarks: new ReadMarks(db, () => {}),
  usage: new UsageRecorder(db, () => {}),
  webhookPolicy: { allowLoopback: false },
  clock: databaseClock,
  random: Math.random,
  wakeTick: () => {},
});

/** The context of a command that works on the database alone, beside a hub or before there is one. */
export const detachedContext = <A extends Actor>(db: Database, actor: A, now: Date): Ctx<A> => ({
  ...detachedServices(db),
  db,
  actor,
  now,
  clientIp: null,
});
