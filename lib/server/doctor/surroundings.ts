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
    "Check S3_ENDPOINT (without the bucket's name), S3_BUCKET, S3_REGION and both keys, or the permissions of HUB_DATA_DIR.",
  async ask() {
    const bytes = randomBytes(1_000);
    const key = storageKey(NO_BRAND, createHash("sha256").update(bytes).digest("hex"));
    const startedMs = performance.now();
    await storage.put(key, bytes, "application/octet-stream");
    const read = await storage.read(key);
    await storage.delete(key);
    if (!read?.equals(bytes))
      return error(
        "The store returned a file with different content.",
        "Contact the store's operator. Brands' files could be lost.",
      );
    return ok(`A file was written, read and deleted in ${Math.round(performance.now() - startedMs)} ms.`);
  },
});

/** Whether this store has the database's files: another process may use a different one. */
export const filesQuestion = (db: Database, storage: FileStorage): Question => ({
  part: "files",
  remedy: "Run the migrations first.",
  ask: async () =>
    (await isStoreOfDatabase({ db, storage, now: new Date(), actor: { kind: "system", name: "doctor" } }))
      ? ok("This store has the database's files.")
      : error(STORE_MISMATCH, STORE_MISMATCH_FIX),
});

const limiterQuestion = (env: Env): Question => ({
  part: "limiter",
  remedy: "Check REDIS_URL, or UPSTASH_REDIS_REST_URL and its token.",
  async ask() {
    const store = createLimitStore(env, () => {});
    if (!(store instanceof FallbackStore))
      return ok("Each process counts limits separately. Set REDIS_URL if you run several.");
    try {
      for (let asked = 0; asked < ASKED_AT_MOST; asked += 1)
        await store.take("doctor:probe", { limit: 1_000, windowMs: 1_000 });
    } finally {
      await store.close();
    }
    return store.isLocal
      ? error(
          "Redis doesn't respond in time, so each process counts limits separately.",
          "Check REDIS_URL, or UPSTASH_REDIS_REST_URL and its token.",
        )
      : ok("Redis counts limits for all processes.");
  },
});

const mailQuestion = ({ SMTP_URL, HUB_DEMO }: Env): Question => ({
  part: "mail",
  remedy: "Check SMTP_URL: host, port, user and password (%xx for special characters).",
  async ask() {
    if (SMTP_URL) {
      await checkSmtp(SMTP_URL);
      return ok("The mail server accepts the hub's sign-in. No mail was sent.");
    }
    if (HUB_DEMO) return ok("The demo stores its mails in its folder.");
    return warning("The hub sends no mail. People have to pass on links themselves.", "Set SMTP_URL and MAIL_FROM.");
  },
});

const diskQuestion = (env: Env): Question => ({
  part: "disk",
  remedy: "Check HUB_DATA_DIR and its permissions.",
  async ask() {
    if (!usesDisk(env)) return ok("The hub stores nothing on this disk.");
    const free = await freeBytesAt(resolve(env.HUB_DATA_DIR));
    const says = `${Math.round(free / MEGABYTE)} MB are free at ${env.HUB_DATA_DIR}.`;
    const remedy = "Free some space or use a larger disk. The hub refuses writes when there is too little.";
    if (free < env.HUB_LEAST_FREE_MB * MEGABYTE) return error(says, remedy);
    return free < LITTLE_SPACE ? warning(says, remedy) : ok(says);
  },
});

const issuerQuestion = (issuer: string): Question => ({
  part: "sign-in provider",
  remedy: "Check OIDC_ISSUER and that this machine can reach it. Until then people can't use single sign-on.",
  async ask() {
    const answer = await fetch(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(8_000),
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      return error(
        `${issuer} answers ${answer.status}.`,
        "Check OIDC_ISSUER. It must match the provider's issuer exactly.",
      );
    }
    const said = ((await answer.json()) as { issuer?: unknown }).issuer;
    return said === issuer
      ? ok(`${issuer} answers.`)
      : error(
          `OIDC_ISSUER is ${issuer}, but the provider's issuer is ${said}.`,
          "Set OIDC_ISSUER to the provider's issuer exactly.",
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
