interface BackgroundWrites<Entry> {
  write(entries: Entry[]): Promise<unknown>;
  onError(error: unknown): void;
  afterMs: number;
  maxPending: number;
}

/**
 * Writes entries in batches, off the request's path. A crash loses pending entries and a failed batch is dropped, so
 * don't use it for exact data.
 */
export class BackgroundWriter<Entry> {
  private pending = new Map<string, Entry>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: BackgroundWrites<Entry>) {}

  /** Replaces the pending entry with this key, if any. */
  put(key: string, entry: (waiting: Entry | undefined) => Entry): void {
    this.pending.set(key, entry(this.pending.get(key)));
    if (this.pending.size >= this.options.maxPending) void this.flush();
    else this.timer ??= setTimeout(() => void this.flush(), this.options.afterMs).unref();
  }

  /** Writes pending entries after any running write. Never rejects. */
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
