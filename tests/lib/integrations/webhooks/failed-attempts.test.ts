import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { OpenDatabase } from "@/db/client";
import { FailedAttempts } from "@/lib/integrations/webhooks/after-failure";
import { log } from "@/lib/platform/log";
import { createTestDatabase } from "@/tests/support/database";
import { freePort } from "@/tests/support/hub-process";
import { createTestClock, enqueue, runTick, subscribe } from "@/tests/support/outbox";
import { createReceiver } from "@/tests/support/receiver";

let database: OpenDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.close();
});

it("logs failed tools, hosts and errors once a tick", async () => {
  const logged = vi.spyOn(log, "warn").mockReturnValue();
  const { db } = database;
  const host = `127.0.0.1:${await freePort()}`;
  const { brand, toolSlug } = await subscribe(db, `http://${host}/hook`);
  const busy = await createReceiver((response) => response.writeHead(503).end());
  const other = await subscribe(db, busy.url, { brand });
  await enqueue(db, brand, 2);
  expect(await runTick(db, createTestClock().clock)).toEqual({ processed: 4, failed: 4 });
  await busy.close();
  const busyHost = new URL(busy.url).host;
  expect(logged.mock.calls).toHaveLength(2);
  expect(logged.mock.calls).toContainEqual([
    { tool: toolSlug, host, error: "connection_refused", count: 2 },
    `2 webhooks to ${toolSlug} failed: connection refused (${host})`,
  ]);
  expect(logged.mock.calls).toContainEqual([
    { tool: other.toolSlug, host: busyHost, error: "status_503", count: 2 },
    `2 webhooks to ${other.toolSlug} failed: status 503 (${busyHost})`,
  ]);
});

it("writes at most ten lines, most failures first, and one for the rest", () => {
  const logged = vi.spyOn(log, "warn").mockReturnValue();
  const failures = new FailedAttempts();
  const result = {
    status: null,
    errorClass: "timeout",
    durationMs: 1,
    responseExcerpt: "",
    retryAfterSeconds: null,
  } as const;
  for (let tool = 1; tool <= 12; tool += 1)
    for (let count = 0; count < tool; count += 1)
      failures.add({ toolSlug: `tool-${tool}`, host: "tools.example.com" }, result);
  failures.log();
  expect(logged.mock.calls).toHaveLength(11);
  expect(logged.mock.calls[0]?.at(1)).toBe("12 webhooks to tool-12 failed: timeout (tools.example.com)");
  expect(logged.mock.calls[10]).toEqual([{ count: 3, receivers: 2 }, "3 webhooks to other receivers failed"]);
  logged.mockClear();
  new FailedAttempts().log();
  expect(logged).not.toHaveBeenCalled();
});
