import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { log } from "@/lib/platform/log";
import { withTimeout } from "@/lib/platform/timing";
import type { Hearing, Listening } from "../database";
import { type DatabaseTimeouts, destroyConnection, isRefusedSetting, keepsSettings, limitsOf } from "./guarded-pool";

export const LISTENER_NAME = "hub-listener";
const ASK_EVERY_MS = 10_000;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 10_000;
const END_WITHIN_MS = 500;

/** A pooler that shares sessions delivers no notifications. */
class SharedSession extends Error {}

/** Listens on one connection and reports each successful check. Always rejects in the end. */
async function hear(
  url: string,
  timeouts: DatabaseTimeouts,
  { channel, heard, opened, answered, askEveryMs = ASK_EVERY_MS }: Hearing & { answered: () => void },
  over: AbortController,
): Promise<never> {
  const client = new pg.Client({
    connectionString: url,
    application_name: LISTENER_NAME,
    keepAlive: true,
    connectionTimeoutMillis: timeouts.connectMs,
    query_timeout: timeouts.queryMs,
    ...limitsOf(timeouts),
  });
  client.on("error", (error) => over.abort(error)).on("end", () => over.abort());
  client.on("notification", ({ payload = "" }) => heard(payload));
  try {
    await client.connect();
    over.signal.throwIfAborted();
    if (!(await keepsSettings(client))) throw new SharedSession();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    opened();
    // A silent connection raises no error, so check it.
    for (;;) {
      await delay(askEveryMs, undefined, { signal: over.signal, ref: false });
      await client.query("select 1");
      answered();
    }
  } finally {
    over.abort();
    await withTimeout(END_WITHIN_MS, client.end()).catch(() => destroyConnection(client));
  }
}

/**
 * Listens on a separate connection and reopens it whenever it fails. Notifications in between are lost, so `opened`
 * is called each time.
 */
export function listen(url: string, timeouts: DatabaseTimeouts, hearing: Hearing): Listening {
  let state: "waits" | "listens" | "cannot" = "waits";
  let closed = false;
  let failures = 0;
  let over = new AbortController();

  const opened = () => {
    state = "listens";
    hearing.opened();
  };
  /** A connection that closes right after opening doesn't reset the backoff. */
  const answered = () => {
    if (failures > 0) log.info("listening for other processes again");
    failures = 0;
  };

  async function listenAnew(): Promise<void> {
    while (!closed) {
      over = new AbortController();
      await hear(url, timeouts, { ...hearing, opened, answered }, over).catch((err: unknown) => {
        state = err instanceof SharedSession || isRefusedSetting(err) ? "cannot" : "waits";
        if (state === "waits" && failures === 0 && !closed)
          log.warn({ err }, "listening for other processes failed; their webhooks may wait up to a minute");
      });
      if (state === "cannot") {
        log.info("the pooler delivers no notifications; set DATABASE_DIRECT_URL to the server's own address");
        return;
      }
      over = new AbortController();
      const pauseMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures++);
      if (!closed) await delay(pauseMs, undefined, { signal: over.signal, ref: false }).catch(() => {});
    }
  }

  const running = listenAnew();
  return {
    isListening: () => (state === "cannot" ? null : state === "listens"),
    async close() {
      closed = true;
      over.abort();
      await running;
    },
  };
}
