import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { env } from "@/lib/platform/config/env";
import { withoutSecrets } from "@/lib/platform/redact";
import { compiledProgram } from "../../support/compiled-program";
import { configure } from "../../support/configure";
import { startCpuClock } from "../../support/cpu-clock";

const SECRETS = {
  METRICS_TOKEN: 'a"metrics\\token-with-signs-0123456789/+=',
  UPSTASH_REDIS_REST_URL: "https://redis.example.com",
  UPSTASH_REDIS_REST_TOKEN: "an-upstash-token-0123456789",
  SMTP_URL: "smtps://hub:a%20mail%2Fpassword@smtp.example.com",
  MAIL_FROM: "hub@example.com",
  DATABASE_URL: "",
  GITHUB_ID: "hub",
  GITHUB_SECRET: "a-secret-of-github-0123456789",
};
/** Values shaped like secrets that no variable holds. */
const OTHERS = {
  "an API key": "bih_4fGh7kLmN0pQrStUvWxYz12345678abcdEF",
  "a JWT": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbmEifQ.c2lnbmF0dXJlLW9mLWl0",
  "a link": "https://hub.example.com/invite/n0tAnybodysT0ken_4711",
  "a password in a URL": "postgres://hub:s3cr3t-4711@db.example.com:5432/hub",
  "a header": "Authorization: Bearer opaque-token-4711",
};

describe("the log", () => {
  it("never shows a secret of the environment or a signed URL", async () => {
    configure(SECRETS);
    const hidden = env.secrets;
    expect(hidden.length).toBeGreaterThan(10);
    const program = await compiledProgram('import "./tests/support/log-secrets.ts";');
    const { status, stderr } = spawnSync(process.execPath, [program, ...Object.values(OTHERS)], {
      encoding: "utf8",
      env: { ...process.env, LOG_LEVEL: "trace" },
    });
    expect(stderr.split("\n").at(-2)).toContain(`"secrets":${hidden.length}`);
    expect(status).toBe(0);
    const lines = stderr.trim().split("\n");
    expect(lines).toHaveLength(8 * (hidden.length + 1 + Object.keys(OTHERS).length) + 1);
    for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow();
    for (const secret of hidden)
      for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
        expect(stderr.includes(form), secret).toBe(false);
    expect(stderr).not.toMatch(/signature=(?!\[secret\])/);
    for (const part of [
      "4fGh7kLmN0pQ",
      "c2lnbmF0dXJlLW9mLWl0",
      "n0tAnybodysT0ken_4711",
      "s3cr3t-4711",
      "opaque-token-4711",
    ])
      expect(stderr.includes(part), part).toBe(false);
  });

  it("writes request lines like other lines", async () => {
    const program = await compiledProgram(`
      import { log, logRequest } from "./lib/platform/log.ts";
      const fields = { requestId: "4f6c", method: "GET", status: 200, durationMs: 1.5, who: 'a "tool"\\n', bytes: undefined };
      log.level = "info";
      for (const level of ["info", "warn"]) {
        log[level](fields, "request");
        logRequest(level, fields);
      }`);
    const { stderr } = spawnSync(process.execPath, [program], { encoding: "utf8" });
    const time = /"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/;
    const [usual, own, usualWarning, ownWarning, ...more] = stderr
      .trim()
      .split("\n")
      .map((line) => line.replace(time, '"time":"then"'));
    expect(usual).toContain('"time":"then"');
    expect(own).toBe(usual);
    expect(ownWarning).toBe(usualWarning);
    expect(more).toEqual([]);
  });

  it("leaves other text unchanged", () => {
    const line =
      '{"level":30,"requestId":"4f6c","operation":"readBundle","status":200,"durationMs":1.5,"msg":"request"}\n';
    expect(withoutSecrets(line)).toBe(line);
  });

  it("redacts a 1 MB line in linear time", () => {
    const seconds = startCpuClock();
    withoutSecrets(
      `${"https://a:b".repeat(50_000)}${"eyJ".repeat(100_000)}${"Bearer ".repeat(50_000)}${"a.".repeat(200_000)}${"%3a%2f%2f%3a".repeat(50_000)}`,
    );
    expect(seconds()).toBeLessThan(5);
  });
});
