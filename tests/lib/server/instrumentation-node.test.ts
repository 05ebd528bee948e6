import { afterEach, expect, it, vi } from "vitest";
import { setDatabaseWatch } from "@/lib/platform/database-watch";
import { BadRequest } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { inRequestScope } from "@/lib/platform/request-scope";
import { logPageFailure } from "@/lib/server/instrumentation-node";
import { logConsole } from "@/lib/server/log-console";

const { level } = log;
afterEach(() => {
  vi.restoreAllMocks();
  setDatabaseWatch(undefined);
  log.level = level;
});

it("logs why a page failed, and leaves outages to the database watch", () => {
  const [written, suspected] = [vi.spyOn(log, "error").mockImplementation(() => {}), vi.fn()];
  const failure = new TypeError("the page's own mistake");
  logPageFailure(failure);
  expect(written).toHaveBeenCalledExactlyOnceWith({ err: failure }, "a page, route or action failed");
  written.mockRestore();

  setDatabaseWatch({ suspect: suspected, isAway: () => true, look: async () => true });
  log.level = "error";
  const away = Object.assign(new Error("ended"), { code: "57P01" });
  logPageFailure(away);
  expect(suspected).toHaveBeenCalledExactlyOnceWith(away);
});

it("logs a request's own mistake at info level, without a stack", () => {
  const [info, error] = [vi.spyOn(log, "info").mockReturnValue(), vi.spyOn(log, "error").mockReturnValue()];
  const scope = { id: "1", operation: "action", credential: "none", who: null };
  const unreadable = new SyntaxError("Unexpected end of form");
  logPageFailure(new BadRequest("Give a name."));
  logPageFailure(Object.assign(new Error("Body exceeded 1 MB limit."), { statusCode: 413 }));
  logPageFailure(Object.assign(new Error("aborted"), { code: "ECONNRESET" }));
  inRequestScope(scope, () => logPageFailure(unreadable));
  expect(error).not.toHaveBeenCalled();
  expect(info).toHaveBeenCalledTimes(4);
  expect(info).toHaveBeenLastCalledWith({ reason: "Unexpected end of form" }, "a request was refused");
  inRequestScope({ ...scope, reached: true }, () => logPageFailure(unreadable));
  logPageFailure(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }));
  expect(error).toHaveBeenCalledTimes(2);
});

it("turns each console message of a library into one log line", () => {
  const [info, warn] = [vi.spyOn(log, "info").mockReturnValue(), vi.spyOn(log, "warn").mockReturnValue()];
  const before = { ...console };
  logConsole();
  const { warn: printWarning, error: printError } = console;
  printWarning(new Error("Failed to find Server Action"));
  printError("`host` %s\n", "x");
  Object.assign(console, before);
  expect(info).toHaveBeenCalledExactlyOnceWith({ printed: "Failed to find Server Action" }, "a library warned");
  expect(warn).toHaveBeenCalledExactlyOnceWith({ printed: "`host` x\n" }, "a library reported an error");
});
