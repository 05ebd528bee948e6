import { sql } from "drizzle-orm";
import type { Listening, OpenDatabase } from "@/db/client";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { outsideRequests } from "@/lib/platform/request-scope";
import { throttle } from "@/lib/platform/timing";

export const CHANNEL = "hub_wake";
/** Per process, however much is published. */
const AT_MOST_EVERY_MS = 250;

/**
 * Wakes all processes' ticks when one adds to an outbox. A missed wake-up only delays work to the next minute
 * (docs/adr/0032-wake-ups.md).
 */
export class WakeUps {
  /** Identifies own notifications, to ignore them. */
  private readonly self = newId();
  private readonly notifyOthersSoon = throttle(AT_MOST_EVERY_MS, () => {
    this.notified = this.notifyOthers();
  });
  private notified: Promise<unknown> = Promise.resolve();
  private listening: Listening | undefined;

  constructor(
    private readonly database: OpenDatabase,
    private readonly wake: () => void,
  ) {}

  /** Call after the commit. */
  wakeAll(): void {
    this.wake();
    if (this.database.listen) outsideRequests(this.notifyOthersSoon.call);
  }

  private async notifyOthers(): Promise<void> {
    await this.database.db
      .execute(sql`select pg_notify(${CHANNEL}, ${this.self})`)
      .catch((err: unknown) => log.debug({ err }, "other processes were not notified"));
  }

  listen(): void {
    const wakeSoon = throttle(AT_MOST_EVERY_MS, this.wake);
    this.listening ??= this.database.listen?.({
      channel: CHANNEL,
      heard: (who) => who !== this.self && wakeSoon.call(),
      opened: wakeSoon.call,
    });
  }

  /** Null for a single process, behind a pooler or without a tick loop. */
  isListening(): boolean | null {
    return this.listening?.isListening() ?? null;
  }

  /** Notifications are still sent. */
  async stopListening(): Promise<void> {
    await this.listening?.close();
  }

  async flush(): Promise<void> {
    this.notifyOthersSoon.flush();
    await this.notified;
  }
}
