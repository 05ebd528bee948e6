import { describe, expect, it } from "vitest";
import { isZone, momentsOf, zonedText, zonedTimeOf } from "@/lib/publishing";

const at = (date: string, time: string, zone: string) =>
  momentsOf({ date, time, zone }).map((one) => one.toISOString());

describe("momentsOf", () => {
  it.each([
    ["2026-06-01", "09:00", "UTC", ["2026-06-01T09:00:00.000Z"]],
    ["2026-06-01", "09:00", "Europe/Berlin", ["2026-06-01T07:00:00.000Z"]],
    ["2026-01-01", "00:15", "Pacific/Auckland", ["2025-12-31T11:15:00.000Z"]],
    ["2026-06-01", "09:00", "Asia/Kathmandu", ["2026-06-01T03:15:00.000Z"]],
    ["2026-06-01", "23:30", "America/St_Johns", ["2026-06-02T02:00:00.000Z"]],
  ])("returns one moment for %s %s in %s", (date, time, zone, moments) => {
    expect(at(date, time, zone)).toEqual(moments);
  });

  it.each([
    ["2026-03-29", "02:30", "Europe/Berlin"],
    ["2026-03-08", "02:00", "America/New_York"],
    ["2026-10-04", "02:15", "Australia/Lord_Howe"],
    ["2011-12-30", "12:00", "Pacific/Apia"],
  ])("returns no moment for %s %s in %s, which the clocks skip", (date, time, zone) => {
    expect(at(date, time, zone)).toEqual([]);
  });

  it("returns both moments of an hour that occurs twice, and one for the hours around it", () => {
    expect(at("2026-10-25", "02:30", "Europe/Berlin")).toEqual([
      "2026-10-25T00:30:00.000Z",
      "2026-10-25T01:30:00.000Z",
    ]);
    expect(at("2026-10-25", "01:59", "Europe/Berlin")).toHaveLength(1);
    expect(at("2026-10-25", "03:00", "Europe/Berlin")).toHaveLength(1);
  });

  it.each([
    ["2026-02-30", "09:00", "UTC"],
    ["2026-06-01", "24:00", "UTC"],
    ["2026-06-01", "9:00", "UTC"],
    ["", "", "UTC"],
    ["2026-06-01", "09:00", "Nowhere/Else"],
    ["2026-06-01", "09:00", "+02:00"],
  ])("returns nothing for %s %s %s", (date, time, zone) => {
    expect(at(date, time, zone)).toEqual([]);
  });

  it("round-trips through a year of clock changes", () => {
    for (let hour = 0; hour < 366 * 24; hour += 7) {
      const moment = new Date(Date.UTC(2026, 0, 1, hour, 30));
      const zoned = zonedTimeOf(moment, "America/New_York");
      expect(momentsOf(zoned).map((one) => one.getTime())).toContain(moment.getTime());
    }
  });
});

it("formats a moment with zone and offset, which tells repeated hours apart", () => {
  const [first, second] = momentsOf({ date: "2026-10-25", time: "02:30", zone: "Europe/Berlin" });
  expect(first && zonedText(first, "Europe/Berlin")).toBe("25 Oct 2026, 02:30 (Europe/Berlin, GMT+2)");
  expect(second && zonedText(second, "Europe/Berlin")).toBe("25 Oct 2026, 02:30 (Europe/Berlin, GMT+1)");
  expect([isZone("Europe/Berlin"), isZone("UTC"), isZone("+01:00"), isZone("x y")]).toEqual([true, true, false, false]);
});
