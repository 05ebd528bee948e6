import pino, { type LogFn, type Logger } from "pino";
import { isoText, present } from "./clock";
import { databaseWatch, isDatabaseUnavailable } from "./database-watch";
import { HubError } from "./errors";
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

interface DescribedError {
  type: string;
  message: string;
  code?: string;
  stack: string;
  cause?: DescribedError;
}

const MAX_CAUSES = 5;

/** The query builder's message lists all parameters: user input, payloads, digests of secrets. */
const messageOf = (error: Error): string =>
  "params" in error && "query" in error ? `Failed query: ${String(error.query)}` : error.message;

const framesOf = ({ stack = "" }: Error): string[] => stack.split("\n").filter((line) => /^\s+at /.test(line));

/** What is safe to log: type, message, code, stack and causes, without query parameters or failing rows. */
export function describeError(error: unknown, depth = 0): DescribedError | undefined {
  if (!(error instanceof Error)) return undefined;
  const type = error.constructor.name;
  const message = messageOf(error);
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const stack = [`${type}: ${message}`, ...framesOf(error)].join("\n");
  const cause = depth < MAX_CAUSES ? describeError(error.cause, depth + 1) : undefined;
  return { type, message, ...(code && { code }), stack, ...(cause && { cause }) };
}

export function reasonOf(cause: unknown): string {
  const messages: string[] = [];
  for (let at = cause, depth = 0; at instanceof Error && depth < MAX_CAUSES; at = at.cause, depth += 1) {
    const code = "code" in at && typeof at.code === "string" && !(at instanceof HubError) ? ` (${at.code})` : "";
    // Failed queries only repeat the SQL.
    if (!at.message.startsWith("Failed query")) messages.push((at.message || at.name).split("\n")[0] + code);
  }
  return messages.join(": ") || "no reason given";
}

/** Stacks of the error and its causes, without parameters or secrets. */
export function explainError(error: unknown): string {
  const stacks: string[] = [];
  for (let at = describeError(error); at; at = at.cause) stacks.push(at.stack);
  return withoutSecrets(stacks.join("\nCaused by: ") || String(error));
}
