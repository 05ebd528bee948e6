/** First come, first served for each owner, and owners in turn: many entries of one never put another's first one behind them. */
export class FairQueue<Entry extends { owner: string }> {
  /** Owners in the order of their turns, each with what they have waiting. */
  private readonly waiting = new Map<string, Entry[]>();
  private served: string | undefined;

  add(entry: Entry): void {
    const own = this.waiting.get(entry.owner);
    if (own) own.push(entry);
    else this.waiting.set(entry.owner, [entry]);
  }

  /** The first entry of the owner whose turn it is, who then comes last, also with what is added meanwhile. */
  take(): Entry | undefined {
    const [before] = this.waiting.keys();
    if (before !== undefined && before === this.served) this.moveBack(before);
    const [owner] = this.waiting.keys();
    if (owner === undefined) return undefined;
    const entry = this.waiting.get(owner)?.shift();
    this.moveBack(owner);
    this.served = owner;
    return entry;
  }

  private moveBack(owner: string): void {
    const own = this.waiting.get(owner) ?? [];
    this.waiting.delete(owner);
    if (own.length > 0) this.waiting.set(owner, own);
  }

  remove(entry: Entry): void {
    const rest = (this.waiting.get(entry.owner) ?? []).filter((other) => other !== entry);
    if (rest.length > 0) this.waiting.set(entry.owner, rest);
    else this.waiting.delete(entry.owner);
  }
}
