import { HubError } from "./errors";
import { withoutSecrets } from "./redact";

interface DescribedError {
  type: string;
  message: string;
  code?: string;
  stack: string;
  cause?: DescribedError;
}

const MAX_CAUSES = 5;

/** The query builder's message goes on with every parameter: what people entered, payloads, digests of secrets. */
const messageOf = (error: Error): string =>
  "params" in error && "query" in error ? `Failed query: ${String(error.query)}` : error.message;

const framesOf = ({ stack = "" }: Error): string[] => stack.split("\n").filter((line) => /^\s+at /.test(line));

/**
 * What may be logged of an error and its causes: type, message, code and stack. Parameters of a failed query are left out wherever the
 * driver put them, and so is everything else that hangs on the error, such as the row at fault.
 */
export function describeError(error: unknown, depth = 0): DescribedError | undefined {
  if (!(error instanceof Error)) return undefined;
  const type = error.constructor.name;
  const message = messageOf(error);
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const stack = [`${type}: ${message}`, ...framesOf(error)].join("\n");
  const cause = depth < MAX_CAUSES ? describeError(error.cause, depth + 1) : undefined;
  return { type, message, ...(code && { code }), stack, ...(cause && { cause }) };
}

/** The message of an error and of what caused it, in one line. */
export function reasonOf(cause: unknown): string {
  const messages: string[] = [];
  for (let at = cause, depth = 0; at instanceof Error && depth < MAX_CAUSES; at = at.cause, depth += 1) {
    const code = "code" in at && typeof at.code === "string" && !(at instanceof HubError) ? ` (${at.code})` : "";
    // What the query builder says is the statement, which helps nobody here.
    if (!at.message.startsWith("Failed query")) messages.push((at.message || at.name).split("\n")[0] + code);
  }
  return messages.join(": ") || "no reason was given";
}

/** What a terminal is shown of an error that nobody foresaw: its stack and those of its causes, with no parameter and no secret. */
export function explainError(error: unknown): string {
  const stacks: string[] = [];
  for (let at = describeError(error); at; at = at.cause) stacks.push(at.stack);
  return withoutSecrets(stacks.join("\nCaused by: ") || String(error));
}

let OwnDate: DateConstructor | undefined;

/** Keeps the clock as it is now: Next puts one of its own in its place, which asks with each use what it is rendering, on the way of every request. */
export function keepClock(): void {
  OwnDate = Date;
}

/** This moment, for whoever begins something and passes it on. */
export const present = (): Date => new (OwnDate ?? Date)();

let lastMs = Number.NaN;
let lastText = "";

/** A moment as ISO 8601 has it; written once for all that happens in one millisecond. */
export function isoText(moment: Date): string {
  const ms = moment.getTime();
  if (ms !== lastMs) {
    lastText = moment.toISOString();
    lastMs = ms;
  }
  return lastText;
}
