import { createHash, randomBytes } from "node:crypto";
import { resolve } from "node:path";
import type { Database } from "@/db/client";
import type { FileStorage } from "@/lib/content";
import { isStoreOfDatabase, STORE_MISMATCH, STORE_MISMATCH_FIX, storageKey } from "@/lib/content/server";
import { usesDisk } from "@/lib/platform/config/check-deployment";
import type { Env } from "@/lib/platform/config/env";
import { freeBytesAt } from "@/lib/platform/disk-space";
import { createLimitStore } from "@/lib/platform/limits/create-limit-store";
import { FallbackStore } from "@/lib/platform/limits/fallback-store";
import { checkSmtp } from "@/lib/platform/mail/mailer";
import { error, ok, type Question, warning } from "./finding";

const MEGABYTE = 1_000_000;
const LITTLE_SPACE = 1_000 * MEGABYTE;
/** Ids are random, so no brand has this one. */
const NO_BRAND = "00000000-0000-0000-0000-000000000000";
const ASKED_AT_MOST = 3;

const storageQuestion = (storage: FileStorage): Question => ({
  part: "storage",
  remedy:
    "Look at S3_ENDPOINT (without the bucket's name), S3_BUCKET, S3_REGION and both keys, or at the rights to HUB_DATA_DIR.",
  async ask() {
    const bytes = randomBytes(1_000);
    const key = storageKey(NO_BRAND, createHash("sha256").update(bytes).digest("hex"));
    const startedMs = performance.now();
    await storage.put(key, bytes, "application/octet-stream");
    const read = await storage.read(key);
    await storage.delete(key);
    if (!read?.equals(bytes))
      return error(
        "It does not give back what was put there.",
        "Ask who runs the store: files of brands would be lost.",
      );
    return ok(`A file was written, read and deleted in ${Math.round(performance.now() - startedMs)} ms.`);
  },
});

/** Whether this store has the database's files: another process may use a different one. */
export const filesQuestion = (db: Database, storage: FileStorage): Question => ({
  part: "files",
  remedy: "Migrate first.",
  ask: async () =>
    (await isStoreOfDatabase({ db, storage, now: new Date(), actor: { kind: "system", name: "doctor" } }))
      ? ok("They are in the store of this database.")
      : error(STORE_MISMATCH, STORE_MISMATCH_FIX),
});

const limiterQuestion = (env: Env): Question => ({
  part: "limiter",
  remedy: "Look at REDIS_URL, or at UPSTASH_REDIS_REST_URL and its token.",
  async ask() {
    const store = createLimitStore(env, () => {});
    if (!(store instanceof FallbackStore))
      return ok("Each process counts for itself: set REDIS_URL where there are several.");
    try {
      for (let asked = 0; asked < ASKED_AT_MOST; asked += 1)
        await store.take("doctor:probe", { limit: 1_000, windowMs: 1_000 });
    } finally {
      await store.close();
    }
    return store.isLocal
      ? error(
          "Redis does not answer in time: each process counts for itself.",
          "Look at REDIS_URL, or at UPSTASH_REDIS_REST_URL and its token.",
        )
      : ok("Redis counts for all processes.");
  },
});

const mailQuestion = ({ SMTP_URL, HUB_DEMO }: Env): Question => ({
  part: "mail",
  remedy: "Look at SMTP_URL: host, port, user and password (with %xx for what is special in a URL).",
  async ask() {
    if (SMTP_URL) {
      await checkSmtp(SMTP_URL);
      return ok("The mail server lets the hub in; nothing was sent.");
    }
    if (HUB_DEMO) return ok("The demo keeps its mails in its folder.");
    return warning("The hub sends no mail: links are handed over by people.", "Set SMTP_URL and MAIL_FROM.");
  },
});

const diskQuestion = (env: Env): Question => ({
  part: "disk",
  remedy: "Look at HUB_DATA_DIR and the rights to it.",
  async ask() {
    if (!usesDisk(env)) return ok("Nothing of the hub's is on this disk.");
    const free = await freeBytesAt(resolve(env.HUB_DATA_DIR));
    const says = `${Math.round(free / MEGABYTE)} MB are free at ${env.HUB_DATA_DIR}.`;
    const remedy = "Free some, or move to a larger disk: with too little the hub refuses what it would write there.";
    if (free < env.HUB_LEAST_FREE_MB * MEGABYTE) return error(says, remedy);
    return free < LITTLE_SPACE ? warning(says, remedy) : ok(says);
  },
});

const issuerQuestion = (issuer: string): Question => ({
  part: "sign-in provider",
  remedy: "Look at OIDC_ISSUER, and whether this machine reaches it: people of the company cannot sign in meanwhile.",
  async ask() {
    const answer = await fetch(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(8_000),
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      return error(
        `${issuer} answers ${answer.status}.`,
        "Look at OIDC_ISSUER: it is what the provider calls itself, to the letter.",
      );
    }
    const said = ((await answer.json()) as { issuer?: unknown }).issuer;
    return said === issuer
      ? ok(`${issuer} is there.`)
      : error(
          `OIDC_ISSUER is ${issuer}, and the provider calls itself ${said}.`,
          "Set OIDC_ISSUER to what it calls itself, to the letter.",
        );
  },
});

export const surroundingQuestions = (env: Env, storage: FileStorage): Question[] => [
  storageQuestion(storage),
  limiterQuestion(env),
  mailQuestion(env),
  diskQuestion(env),
  ...(env.OIDC_ISSUER ? [issuerQuestion(env.OIDC_ISSUER)] : []),
];
