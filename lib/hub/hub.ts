import { databaseTarget, type OpenDatabase, openDatabase } from "@/db/client";
import { type Clock, databaseClock } from "@/db/clock";
import type { FileStorage } from "@/lib/assets";
import { createFileStorage } from "@/lib/assets/server";
import type { BundleCache } from "@/lib/bundles";
import { createBundleCache, ReadMarks } from "@/lib/bundles/server";
import { env } from "@/lib/config/env";
import { log } from "@/lib/kernel/log";
import type { LimitStore } from "@/lib/limits";
import { createLimitStore } from "@/lib/limits/server";
import { UsageRecorder } from "@/lib/usage/server";

/** What a running hub consists of: one of each for the whole process. */
export interface Hub {
  database: OpenDatabase;
  db: OpenDatabase["db"];
  storage: FileStorage;
  limits: LimitStore;
  bundles: BundleCache;
  readMarks: ReadMarks;
  usage: UsageRecorder;
  clock: Clock;
}

/** `globalThis`, because Next gives pages, routes, actions and instrumentation each their own copy of a module. */
const holder = globalThis as typeof globalThis & { brandIdentityHub?: Promise<Hub> };

/** Puts a hub together on an open database; parts of it can be given (a test's own storage, a clock that stands still). */
export function assembleHub(database: OpenDatabase, parts: Partial<Hub> = {}): Hub {
  log.level = env.LOG_LEVEL;
  const { db } = database;
  const onError = (err: unknown) => log.warn({ err }, "a count in the background was not written");
  return {
    database,
    db,
    storage: parts.storage ?? createFileStorage(env),
    limits:
      parts.limits ?? createLimitStore(env, (state) => log.warn({ state }, "the rate limiter's store changed state")),
    bundles: createBundleCache(),
    readMarks: new ReadMarks(db, onError),
    usage: new UsageRecorder(db, onError),
    clock: databaseClock,
    ...parts,
  };
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
  await opened?.usage.flush();
  await opened?.database.close();
}
