/** Something that passed between this tool and the hub. */
export interface Happening {
  at: Date;
  kind: "webhook" | "read" | "event" | "hand-off";
  ok: boolean;
  text: string;
  /** null: no brand could be proven, as with a webhook that did not verify. */
  brandId: string | null;
}

const KEPT = 100;

/** The last happenings, newest first, in memory. */
export class Activity {
  private happenings: Happening[] = [];

  constructor(private readonly now: () => Date) {}

  add(happening: Omit<Happening, "at">): void {
    this.happenings = [{ ...happening, at: this.now() }, ...this.happenings].slice(0, KEPT);
  }

  /** What concerns this brand, and what concerns none: another brand's happenings are not its business. */
  about(brandId: string, limit = 12): Happening[] {
    return this.happenings.filter((one) => one.brandId === brandId || one.brandId === null).slice(0, limit);
  }
}
