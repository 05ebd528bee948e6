import { describe, expect, it } from "vitest";
import { MAX_ATTEMPTS } from "@/lib/integrations/webhooks/after-failure";
import { nextDelayMs } from "@/lib/platform/timing";

const MINUTE_MS = 60_000;
const CAP_MS = 8 * 60 * MINUTE_MS;
const middle = () => 0.5;
const plain = (attempt: number, random = middle) => nextDelayMs({ attempt, random, retryAfterSeconds: null });

describe("nextDelayMs", () => {
  it("doubles from one minute after the first attempt", () => {
    expect([1, 2, 3, 4, 9].map((attempt) => plain(attempt) / MINUTE_MS)).toEqual([1, 2, 4, 8, 256]);
  });

  it("never exceeds 8 hours, whatever the jitter", () => {
    for (let attempt = 1; attempt < 60; attempt += 1)
      expect(plain(attempt, () => 0.999_999)).toBeLessThanOrEqual(CAP_MS);
    expect(plain(10)).toBe(CAP_MS);
    expect(plain(2000)).toBe(CAP_MS);
  });

  it("spreads each delay from 20 % below to 20 % above", () => {
    expect(plain(1, () => 0)).toBe(48_000);
    expect(plain(1, () => 0.999_999_999)).toBe(72_000);
  });

  it("gives up about three days after the first attempt", () => {
    const total = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, made) => plain(made + 1)).reduce(
      (sum, ms) => sum + ms,
      0,
    );
    expect(MAX_ATTEMPTS).toBe(18);
    expect(total / (24 * 60 * MINUTE_MS)).toBeCloseTo(3, 0);
  });

  it("honours Retry-After between one and two times the delay", () => {
    const delayFor = (retryAfterSeconds: number) => nextDelayMs({ attempt: 2, random: middle, retryAfterSeconds });
    expect(delayFor(0)).toBe(120_000);
    expect(delayFor(119)).toBe(120_000);
    expect(delayFor(150)).toBe(150_000);
    expect(delayFor(240)).toBe(240_000);
    expect(delayFor(86_400)).toBe(240_000);
  });
});
