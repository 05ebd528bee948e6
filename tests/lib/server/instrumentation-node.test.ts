import { afterEach, expect, it, vi } from "vitest";
import { setDatabaseWatch } from "@/lib/kernel/database-watch";
import { log } from "@/lib/kernel/log";
import { noteFailure } from "@/lib/server/instrumentation-node";

const { level } = log;
afterEach(() => {
  setDatabaseWatch(undefined);
  log.level = level;
});

it("logs why a page failed, and has an outage told by the watch alone", () => {
  const [written, suspected] = [vi.spyOn(log, "error").mockImplementation(() => {}), vi.fn()];
  const failure = new TypeError("the page's own mistake");
  noteFailure(failure);
  expect(written).toHaveBeenCalledExactlyOnceWith({ err: failure }, "a page, route or action failed");
  written.mockRestore();

  setDatabaseWatch({ suspect: suspected, isAway: () => true, look: async () => true });
  log.level = "error";
  const away = Object.assign(new Error("ended"), { code: "57P01" });
  noteFailure(away);
  expect(suspected).toHaveBeenCalledExactlyOnceWith(away);
});
