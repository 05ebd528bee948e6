interface Entry<Value> {
  value: Value;
  expiresAtMs: number;
}

/**
 * A map of bounded size: entries go once they have expired, and beyond `maxKeys` the one that was set longest ago.
 *
 * With one lifetime for all, that is the one closest to expiry, so that the least is forgotten.
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
      // Deleted first, since a map keeps the place of a key that it has; but not where it is the last already, as a busy caller's is.
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
