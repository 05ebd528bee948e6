const INITIAL_CAPACITY = 4;

/** Points in time in the order they came, in a ring that grows to what it has to hold: 8 bytes for each. */
export class RollingLog {
  private ring = new Float64Array(INITIAL_CAPACITY);
  private first = 0;
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** The point at `index`, the oldest being 0. */
  at(index: number): number {
    return this.ring[(this.first + index) % this.ring.length] ?? Number.NaN;
  }

  add(pointMs: number): void {
    if (this.count === this.ring.length) this.grow();
    this.ring[(this.first + this.count) % this.ring.length] = pointMs;
    this.count += 1;
  }

  /** Forgets every point at or before `untilMs`. */
  forgetUntil(untilMs: number): void {
    while (this.count > 0 && this.at(0) <= untilMs) {
      this.first = (this.first + 1) % this.ring.length;
      this.count -= 1;
    }
  }

  private grow(): void {
    const larger = new Float64Array(this.ring.length * 2);
    for (let index = 0; index < this.count; index += 1) larger[index] = this.at(index);
    this.ring = larger;
    this.first = 0;
  }
}
