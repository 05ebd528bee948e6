interface BackgroundWrites<Entry> {
  write(entries: Entry[]): Promise<unknown>;
  onError(error: unknown): void;
  /** Entries are written at the latest this long after the first of them. */
  afterMs: number;
  /** With so many at hand they are written earlier. */
  maxPending: number;
}

/**
 * Collects entries in memory and writes them together in the background, so that they are never on a request's way. What waits at a
 * crash is lost, and what cannot be written is reported and dropped: nothing that must be exact belongs here.
 */
export class BackgroundWriter<Entry> {
  private pending = new Map<string, Entry>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: BackgroundWrites<Entry>) {}

  /** Puts an entry in the place of the one that waits under the same key, if any. */
  put(key: string, entry: (waiting: Entry | undefined) => Entry): void {
    this.pending.set(key, entry(this.pending.get(key)));
    if (this.pending.size >= this.options.maxPending) void this.flush();
    else this.timer ??= setTimeout(() => void this.flush(), this.options.afterMs).unref();
  }

  /** Writes what waits, after what is being written; done once both are. Never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const entries = [...this.pending.values()];
    this.pending = new Map();
    if (entries.length > 0) {
      this.writing = this.writing.then(() => this.options.write(entries)).catch(this.options.onError);
    }
    await this.writing;
  }
}
