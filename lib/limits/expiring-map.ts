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

  constructor(private readonly maxKeys: number) {}

  get size(): number {
    return this.entries.size;
  }

  get(key: string): Value | undefined {
    return this.entries.get(key)?.value;
  }

  set(key: string, value: Value, expiresAtMs: number, nowMs: number): void {
    // Deleted first, since a map keeps the place of a key that it has.
    this.entries.delete(key);
    this.entries.set(key, { value, expiresAtMs });
    for (const [oldestKey, oldest] of this.entries) {
      if (oldest.expiresAtMs > nowMs && this.entries.size <= this.maxKeys) break;
      this.entries.delete(oldestKey);
    }
  }

  delete(key: string): void {
    this.entries.delete(key);
  }
}
