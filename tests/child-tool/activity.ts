/** A message between this tool and the hub. */
export interface Happening {
  at: Date;
  kind: "webhook" | "read" | "event" | "hand-off";
  ok: boolean;
  text: string;
  /** null if no brand is known, as for an invalid webhook. */
  brandId: string | null;
}

const KEPT = 100;

/** Recent activity in memory, newest first. */
export class Activity {
  private happenings: Happening[] = [];

  constructor(private readonly now: () => Date) {}

  add(happening: Omit<Happening, "at">): void {
    this.happenings = [{ ...happening, at: this.now() }, ...this.happenings].slice(0, KEPT);
  }

  /** Returns activity of this brand and of no brand. */
  about(brandId: string, limit = 12): Happening[] {
    return this.happenings.filter((one) => one.brandId === brandId || one.brandId === null).slice(0, limit);
  }
}
