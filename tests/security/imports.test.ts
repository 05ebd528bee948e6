import { describe, expect, it } from "vitest";
import { importBrandFile } from "@/lib/brands/server";
import { BadRequest } from "@/lib/platform/errors";
import { startCpuClock } from "../support/cpu-clock";
import { inForm } from "../support/in-form";

const PRIMARY = { color: { $type: "color", primary: { $value: "#0f766e" } } };

/** The error message, and the time it took. */
function refusalOf(text: string): { message: string; seconds: number } {
  const seconds = startCpuClock();
  try {
    importBrandFile(text);
    return { message: "", seconds: seconds() };
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    return { message: error.message, seconds: seconds() };
  }
}

const tokens = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`t${`${index}`.padStart(4, "0")}`, { $value: 1 }]));

const nested = (depth: number, key = "a") => `${`{"${key}":`.repeat(depth)}{"$value":1}${"}".repeat(depth)}`;

describe("a malicious brand file", () => {
  // Each once took minutes or all memory; slow machines get a few seconds.
  const PATIENCE_SECONDS = 5;

  it("is refused quickly for a colour value as long as the file", () => {
    const digits = inForm({ short: 60_000, full: 500_000 });
    const { message, seconds } = refusalOf(
      JSON.stringify({ a: { $type: "color", $value: `rgb(${"1".repeat(digits)}` } }),
    );
    expect(message).toContain("no colour, typeface");
    expect(seconds).toBeLessThan(PATIENCE_SECONDS);
  });

  it.each([
    [20_000, 4_900],
    [350_000, 4_900],
  ])("is refused before parsing for a key of %i characters over %i tokens", (length, count) => {
    const { message, seconds } = refusalOf(JSON.stringify({ ...PRIMARY, ["k".repeat(length)]: tokens(count) }));
    expect(message).toBe("A name in this file is over 200 characters long.");
    expect(seconds).toBeLessThan(PATIENCE_SECONDS);
  });

  it("is refused for keys that add up to long paths", () => {
    const deep = `{"${"g".repeat(200)}":`.repeat(30) + JSON.stringify(tokens(4_900)) + "}".repeat(30);
    expect(refusalOf(deep).message).toBe("The names in this file are too long for their nesting.");
  });

  it("is refused for endless nesting or too many values", () => {
    expect(refusalOf(nested(50_000)).message).toBe("The groups in this file are nested over 40 levels deep.");
    expect(refusalOf(`[${"1,".repeat(200_000)}1]`).message).toBe("This file has over 100,000 values.");
  });

  it("with a thousand references to one long name, or doubling sums, is read instantly", () => {
    const valuesByMode = { a: { type: "VARIABLE_ALIAS", id: "V:0" } };
    const aliases = Array.from({ length: 1_000 }, (_, index) => ({
      id: `V:${index + 1}`,
      name: `a${index}`,
      valuesByMode,
    }));
    const long = { id: "V:0", name: "n".repeat(350_000), valuesByMode: { a: 1 } };
    const named = refusalOf(JSON.stringify({ modes: { a: "A" }, variables: [long, ...aliases] }));
    expect(named.message).toContain("to start a brand from");
    expect(named.seconds).toBeLessThan(PATIENCE_SECONDS);
    const sums = Array.from({ length: 4_000 }, (_, index) => [
      `s${index}`,
      { type: "spacing", value: `{s${index + 1}} * {s${index + 1}} * {s${index + 1}}` },
    ]);
    const doubled = refusalOf(JSON.stringify(Object.fromEntries(sums)));
    expect(doubled.message).toContain("to start a brand from");
    expect(doubled.seconds).toBeLessThan(PATIENCE_SECONDS);
  });

  it("ignores a colour space named like an object property", () => {
    const value = { colorSpace: "constructor", components: [0, 0, 0] };
    expect(refusalOf(JSON.stringify({ a: { $type: "color", $value: value } })).message).toContain(
      "no colour, typeface",
    );
  });
});

describe("the limits of a brand file", () => {
  it("accept a file just within them", () => {
    const key = "k".repeat(200);
    expect(importBrandFile(JSON.stringify({ ...PRIMARY, [key]: tokens(10) })).document.colors.palette).toHaveLength(1);
    expect(refusalOf(nested(30)).message).toContain("no colour, typeface");
  });

  it("ignore brackets, commas and colons inside strings", () => {
    const $description = `${"[{".repeat(60)}, "quoted": \\ ${"x".repeat(300)}`;
    const { document } = importBrandFile(JSON.stringify({ color: { ...PRIMARY.color, $description } }));
    expect(document.colors.palette).toHaveLength(1);
  });

  it("leave syntax errors to the parser's message", () => {
    for (const text of ['{"a', '{"a":"\\', "}}}]", '{"a":1,,}']) expect(refusalOf(text).message).toContain("not JSON");
  });
});
