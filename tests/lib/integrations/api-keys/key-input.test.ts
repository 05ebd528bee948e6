import { describe, expect, it } from "vitest";
import { expiryMoment, KeyExpiry } from "@/lib/integrations";

const NOW = new Date("2026-03-14T09:26:53.589Z");

describe("expiryMoment", () => {
  it("counts whole days from now, to the millisecond", () => {
    expect(expiryMoment({ expiry: "90" }, NOW)).toEqual(new Date("2026-06-12T09:26:53.589Z"));
    expect(expiryMoment({ expiry: "365" }, NOW)).toEqual(new Date("2027-03-14T09:26:53.589Z"));
  });

  it("returns null for never", () => {
    expect(expiryMoment({ expiry: "never", date: "2026-03-20" }, NOW)).toBeNull();
  });

  it("expires a chosen day at its end", () => {
    expect(expiryMoment({ expiry: "date", date: "2026-03-20" }, NOW)).toEqual(new Date("2026-03-21T00:00:00.000Z"));
  });

  it.each([undefined, "", "2026-02-30", "20.3.2026", "tomorrow"])("refuses the day %j", (date) => {
    expect(() => expiryMoment({ expiry: "date", date }, NOW)).toThrow(expect.objectContaining({ field: "date" }));
  });
});

describe("KeyExpiry", () => {
  it("accepts only the listed choices", () => {
    expect(KeyExpiry.safeParse({ expiry: "7" }).success).toBe(false);
    expect(KeyExpiry.safeParse({}).success).toBe(false);
  });
});
