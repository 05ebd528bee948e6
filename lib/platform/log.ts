import pino, { type LogFn, type Logger } from "pino";
import { databaseWatch, isDatabaseUnavailable } from "./database-watch";
import { describeError, isoText, present } from "./describe-error";
import { gatherLines } from "./gather-lines";
import { withoutSecrets } from "./redact";
import { requestScope } from "./request-scope";

const DEBUG = 20;

const isFailureOfDatabase = (fields: unknown): fields is { err: unknown } =>
  typeof fields === "object" && fields !== null && "err" in fields && isDatabaseUnavailable(fields.err);

/**
 * While the database is away everything fails, by a stack each, and none says more than the first. The watch logs that it is away, and that it is
 * back; what failed meanwhile is told at the level of debugging.
 */
function onceForAnOutage(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
  const [fields] = args as unknown[];
  const watch = databaseWatch();
  if (level > DEBUG && watch && isFailureOfDatabase(fields)) {
    watch.suspect(fields.err);
    this.debug(...args);
  } else method.apply(this, args);
}

/** On whose behalf a line is written. */
function ofRequest(): { requestId?: string } {
  const scope = requestScope();
  return scope ? { requestId: scope.id } : {};
}

/** With so much waiting for a reader that stands still, further lines are dropped. */
const MOST_WAITING_BYTES = 32 * 1024 * 1024;

/** Lines are written together, at the latest after twice this: they are gathered for so long, and what is short then waits for as long again. */
const TOGETHER = { length: 64 * 1024, withinMs: 50 };
/** What is short is never begun by itself: begun as the process ends, it would not be waited for. */
const SHORT = { minLength: 8 * 1024, periodicFlush: TOGETHER.withinMs };

/** Writes the line of a request that has ended. */
type WriteRequest = (level: "info" | "warn", fields: Readonly<Record<string, string | number | undefined>>) => void;

interface Logs {
  log: Logger;
  logRequest: WriteRequest;
}

function open(): Logs {
  // Not at once: a reader that is slow must hold up nobody. What waits is written when the process ends, in whatever way but a kill.
  const standardError = pino.destination({ dest: 2, sync: false, maxLength: MOST_WAITING_BYTES, ...SHORT });
  const destination = gatherLines(standardError, TOGETHER);
  process.on("exit", () => destination.flushSync());
  const options = { base: undefined, timestamp: pino.stdTimeFunctions.isoTime };
  const log = pino(
    {
      ...options,
      // Until a hub sets it: a command says what it has to say on its own streams.
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

/** `globalThis`, because Next's pages and the server have a copy of this module each, and lines of two writers would mix. */
const holder = globalThis as typeof globalThis & { hubLogs?: Logs };
holder.hubLogs ??= open();

/** Structured log on standard error: JSON lines, never a credential, never a signed URL. `lib/runtime/hub.ts` sets its level. */
export const { log } = holder.hubLogs;

/**
 * The lines of requests, of which there are as many as there are requests: made of the hub's own words alone, so that nothing is looked for in them, and
 * not by pino, which is made for lines of any kind. Whoever writes one asks the log's level, and what the caller gave is without secrets before.
 */
export const { logRequest } = holder.hubLogs;
