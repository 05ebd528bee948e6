import { describe, expect, it } from "vitest";
import { parseCode, qrPath, stepOfCode, totpUri } from "@/lib/access/account/factors/authenticator-app";
import { parseRecoveryCode } from "@/lib/access/account/factors/recovery-codes";
import { appOf } from "@/tests/support/factors";
import { NOW } from "@/tests/support/fixtures";

/** The secret of RFC 6238, appendix B, in base32. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("a code of an authenticator app", () => {
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_234_567_890, "005924"],
    [20_000_000_000, "353130"],
  ])("matches RFC 6238 at %i seconds", (seconds, code) => {
    expect(stepOfCode(SECRET, { code, now: new Date(seconds * 1000) })).toBe(Math.floor(seconds / 30));
  });

  it("is accepted one period early or late, and no further", () => {
    const step = Math.floor(NOW.getTime() / 30_000);
    const shown = appOf(SECRET);
    const at = (steps: number) => shown(new Date(NOW.getTime() + steps * 30_000));
    for (const steps of [-1, 0, 1]) expect(stepOfCode(SECRET, { code: at(steps), now: NOW })).toBe(step + steps);
    for (const steps of [-2, 2]) expect(stepOfCode(SECRET, { code: at(steps), now: NOW })).toBeNull();
  });

  it("is parsed with the space that apps show, and nothing else is", () => {
    expect(parseCode(" 123 456 ")).toBe("123456");
    for (const text of ["", "12345", "1234567", "12345a", "１２３４５６"]) expect(parseCode(text)).toBeNull();
  });

  it("comes from a URI that names the hub and the account", () => {
    const uri = new URL(totpUri(SECRET, "ana@example.com"));
    expect(decodeURIComponent(uri.pathname)).toContain("Brand Identity Hub:ana@example.com");
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: "Brand Identity Hub",
      secret: SECRET,
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
  });
});

it("parses a recovery code with capitals, spaces and look-alike letters", () => {
  expect(parseRecoveryCode("abcd-0123-efgh-jk1m")).toBe("abcd0123efghjk1m");
  expect(parseRecoveryCode(" ABCD O123 EFGH JKLM ")).toBe("abcd0123efghjk1m");
  for (const text of ["", "123456", "abcd-0123-efgh-jk1", "abcd-0123-efgh-jk1u"])
    expect(parseRecoveryCode(text)).toBeNull();
});

it("draws a QR code as one path of whole modules with a border of four", () => {
  const { size, path } = qrPath(totpUri(SECRET, "ana@example.com"));
  const corners = [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x), Number(y)]);
  expect(corners.length).toBeGreaterThan(400);
  expect(corners.flat().every((place) => place >= 4 && place < size - 4)).toBe(true);
  expect(path.replaceAll(/M\d+ \d+h1v1h-1z/g, "")).toBe("");
});
