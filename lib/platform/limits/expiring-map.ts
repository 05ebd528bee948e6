interface Entry<Value> {
  value: Value;
  expiresAtMs: number;
}

/**
 * Drops expired entries, and beyond `maxKeys` the one set longest ago. With equal lifetimes that one is closest to
 * expiry.
 */
export class ExpiringMap<Value> {
  private readonly entries = new Map<string, Entry<Value>>();
  private newest: Entry<Value> | undefined;

  constructor(private readonly maxKeys: number) {}

  get size(): number {
    return this.entries.size;
  }

  get(key: string): Value | undefined {
    return this.entries.get(key)?.value;
  }

  set(key: string, value: Value, expiresAtMs: number, nowMs: number): void {
    const known = this.entries.get(key);
    const entry = known ?? { value, expiresAtMs };
    entry.value = value;
    entry.expiresAtMs = expiresAtMs;
    if (!known || known !== this.newest) {
      // Re-inserted to move it to the end, unless it is there already.
      if (known) this.entries.delete(key);
      this.entries.set(key, entry);
      this.newest = entry;
    }
    for (const [oldestKey, oldest] of this.entries) {
      if (oldest.expiresAtMs > nowMs && this.entries.size <= this.maxKeys) break;
      this.entries.delete(oldestKey);
    }
  }

  delete(key: string): void {
    this.entries.delete(key);
  }
}
