import { sql } from "drizzle-orm";
import type { Listening, OpenDatabase } from "@/db/client";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { outsideRequests } from "@/lib/platform/request-scope";
import { atMostEvery } from "@/lib/platform/timing";

export const CHANNEL = "hub_wake";
/** However many publish, each process tells so often, and heeds so often what it is told. */
const AT_MOST_EVERY_MS = 250;

/**
 * Wakes the ticks of a hub's processes, so that what one of them writes into an outbox leaves at once, whichever has the time. One that was not heard costs
 * nothing but the wait for the minute: docs/adr/0032-wake-ups.md.
 */
export class WakeUps {
  /** What a process says itself it has heeded before. */
  private readonly self = newId();
  private readonly telling = atMostEvery(AT_MOST_EVERY_MS, () => {
    this.told = this.tellOthers();
  });
  private told: Promise<unknown> = Promise.resolve();
  private listening: Listening | undefined;

  constructor(
    private readonly database: OpenDatabase,
    /** Wakes the ticks of this process. */
    private readonly wake: () => void,
  ) {}

  /** After the commit of what is to be sent: wakes this process, and tells the others. */
  tell(): void {
    this.wake();
    if (this.database.listen) outsideRequests(this.telling.ask);
  }

  private async tellOthers(): Promise<void> {
    await this.database.db
      .execute(sql`select pg_notify(${CHANNEL}, ${this.self})`)
      .catch((err: unknown) => log.debug({ err }, "other processes were not woken"));
  }

  /** Wakes the ticks of this process from now on when another tells; once, however often it is called. */
  listen(): void {
    const heeding = atMostEvery(AT_MOST_EVERY_MS, this.wake);
    this.listening ??= this.database.listen?.({
      channel: CHANNEL,
      heard: (who) => who !== this.self && heeding.ask(),
      opened: heeding.ask,
    });
  }

  /** Null where nobody is to be heard: one process has the database for itself, a pooler stands between, or no loop ticks here. */
  isListening(): boolean | null {
    return this.listening?.isListening() ?? null;
  }

  /** Hears nobody any more; what this process still writes it goes on to tell. */
  async stopListening(): Promise<void> {
    await this.listening?.close();
  }

  /** Tells what is not told yet. */
  async flush(): Promise<void> {
    this.telling.flush();
    await this.told;
  }
}
