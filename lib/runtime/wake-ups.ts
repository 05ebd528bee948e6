import { sql } from "drizzle-orm";
import type { Listening, OpenDatabase } from "@/db/client";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { outsideRequests } from "@/lib/platform/request-scope";
import { atMostEvery } from "@/lib/platform/timing";

export const CHANNEL = "hub_wake";
/** Limits notifications sent and handled per process, however much is published. */
const AT_MOST_EVERY_MS = 250;

/**
 * Wakes the ticks of all processes when one adds to an outbox. A missed notification only delays work until the next
 * minute (docs/adr/0032-wake-ups.md).
 */
export class WakeUps {
  /** Identifies this process's own notifications, which it ignores. */
  private readonly self = newId();
  private readonly telling = atMostEvery(AT_MOST_EVERY_MS, () => {
    this.told = this.tellOthers();
  });
  private told: Promise<unknown> = Promise.resolve();
  private listening: Listening | undefined;

  constructor(
    private readonly database: OpenDatabase,
    private readonly wake: () => void,
  ) {}

  /** Wakes this process and notifies the others. Call after the commit. */
  tell(): void {
    this.wake();
    if (this.database.listen) outsideRequests(this.telling.ask);
  }

  private async tellOthers(): Promise<void> {
    await this.database.db
      .execute(sql`select pg_notify(${CHANNEL}, ${this.self})`)
      .catch((err: unknown) => log.debug({ err }, "other processes were not woken"));
  }

  /** Wakes this process's ticks when another notifies it. Further calls do nothing. */
  listen(): void {
    const heeding = atMostEvery(AT_MOST_EVERY_MS, this.wake);
    this.listening ??= this.database.listen?.({
      channel: CHANNEL,
      heard: (who) => who !== this.self && heeding.ask(),
      opened: heeding.ask,
    });
  }

  /** Null if there is nothing to listen to: a single process, a pooler, or no tick loop. */
  isListening(): boolean | null {
    return this.listening?.isListening() ?? null;
  }

  /** Stops listening. Notifications are still sent. */
  async stopListening(): Promise<void> {
    await this.listening?.close();
  }

  /** Sends waiting notifications. */
  async flush(): Promise<void> {
    this.telling.flush();
    await this.told;
  }
}
