import type { LogFn, Logger } from "pino";
import pino from "pino";
import { databaseWatch, isDatabaseUnavailable } from "./database-watch";
import { describeError, isoText, present } from "./describe-error";
import { withoutSecrets } from "./redact";
import { requestScope } from "./request-scope";

interface Destination {
  write(text: string): unknown;
  flushSync(): void;
}

interface Gathering {
  length: number;
  withinMs: number;
}

/** Buffers lines and writes them together. pino's own buffer is re-measured with every line. */
export function gatherLines(destination: Destination, { length, withinMs }: Gathering): Destination {
  let waiting: string[] = [];
  let waitingLength = 0;

  function handOn(): void {
    if (waitingLength === 0) return;
    const text = waiting.join("");
    waiting = [];
    waitingLength = 0;
    destination.write(text);
  }

  setInterval(handOn, withinMs).unref();
  // Must run before the destination closes itself.
  process.prependListener("beforeExit", handOn);
  return {
    write(line) {
      waiting.push(line);
      waitingLength += line.length;
      if (waitingLength >= length) handOn();
    },
    flushSync() {
      handOn();
      destination.flushSync();
    },
  };
}

const DEBUG = 20;

const isFailureOfDatabase = (fields: unknown): fields is { err: unknown } =>
  typeof fields === "object" && fields !== null && "err" in fields && isDatabaseUnavailable(fields.err);

/** In an outage every request fails with the same stack, so these go to debug level. The watch logs start and end. */
function onceForAnOutage(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
  const [fields] = args as unknown[];
  const watch = databaseWatch();
  if (level > DEBUG && watch && isFailureOfDatabase(fields)) {
    watch.suspect(fields.err);
    this.debug(...args);
  } else method.apply(this, args);
}

function ofRequest(): { requestId?: string } {
  const scope = requestScope();
  return scope ? { requestId: scope.id } : {};
}

/** Further lines are dropped if the reader stalls. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/** Short batches then wait as long again in pino. */
const TOGETHER = { length: 64 * 1024, withinMs: 50 };
/** A write started while the process exits isn't awaited. */
const SHORT = { minLength: 8 * 1024, periodicFlush: TOGETHER.withinMs };

type WriteRequest = (level: "info" | "warn", fields: Readonly<Record<string, string | number | undefined>>) => void;

interface Logs {
  log: Logger;
  logRequest: WriteRequest;
}

function open(): Logs {
  // Asynchronous, so that a slow reader delays no request. Flushed on exit, except after SIGKILL.
  const standardError = pino.destination({ dest: 2, sync: false, maxLength: MAX_WAITING_BYTES, ...SHORT });
  const destination = gatherLines(standardError, TOGETHER);
  process.on("exit", () => destination.flushSync());
  const options = { base: undefined, timestamp: pino.stdTimeFunctions.isoTime };
  const log = pino(
    {
      ...options,
      // The hub sets its own level; commands print to their own streams.
      level: "warn",
      serializers: { err: (error: unknown) => describeError(error) ?? String(error) },
      mixin: ofRequest,
      redact: {
        paths: ["authorization", "*.authorization", "cookie", "*.cookie", "token", "*.token"],
        censor: "[secret]",
      },
      hooks: { logMethod: onceForAnOutage, streamWrite: withoutSecrets },
    },
    destination,
  );
  const { values } = pino.levels;
  const logRequest: WriteRequest = (level, fields) =>
    destination.write(
      `{"level":${values[level]},"time":"${isoText(present())}",${JSON.stringify(fields).slice(1, -1)},"msg":"request"}\n`,
    );
  return { log, logRequest };
}

/** On `globalThis`, because lines of two writers would mix. */
const holder = globalThis as typeof globalThis & { hubLogs?: Logs };
holder.hubLogs ??= open();

/** JSON lines on standard error, without credentials or signed URLs. */
export const { log } = holder.hubLogs;

/** A request's line, without pino's overhead. Callers check the level and remove secrets. */
export const { logRequest } = holder.hubLogs;
