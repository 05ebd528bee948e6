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

let OwnDate: DateConstructor | undefined;

/** Keeps the native `Date`; Next's checks the rendering state on every use. */
export function keepClock(): void {
  OwnDate = Date;
}

export const present = (): Date => new (OwnDate ?? Date)();

let lastMs = Number.NaN;
let lastText = "";

/** Cached per millisecond, since every log line needs it. */
export function isoText(moment: Date): string {
  const ms = moment.getTime();
  if (ms !== lastMs) {
    lastText = moment.toISOString();
    lastMs = ms;
  }
  return lastText;
}
