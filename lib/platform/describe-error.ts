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

/**
 * What is safe to log of an error and its causes: type, message, code and stack. Query parameters and the driver's
 * other properties, such as the failing row, are left out.
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

/** Messages of an error and its causes in one line. */
export function reasonOf(cause: unknown): string {
  const messages: string[] = [];
  for (let at = cause, depth = 0; at instanceof Error && depth < MAX_CAUSES; at = at.cause, depth += 1) {
    const code = "code" in at && typeof at.code === "string" && !(at instanceof HubError) ? ` (${at.code})` : "";
    // Failed queries only repeat the SQL.
    if (!at.message.startsWith("Failed query")) messages.push((at.message || at.name).split("\n")[0] + code);
  }
  return messages.join(": ") || "no reason was given";
}

/** Stacks of an unexpected error and its causes for a terminal, without parameters or secrets. */
export function explainError(error: unknown): string {
  const stacks: string[] = [];
  for (let at = describeError(error); at; at = at.cause) stacks.push(at.stack);
  return withoutSecrets(stacks.join("\nCaused by: ") || String(error));
}

let OwnDate: DateConstructor | undefined;

/** Keeps the native `Date`. Next replaces it with one that checks the rendering state on every use. */
export function keepClock(): void {
  OwnDate = Date;
}

/** Now, by the native clock. */
export const present = (): Date => new (OwnDate ?? Date)();

let lastMs = Number.NaN;
let lastText = "";

/** ISO 8601. Cached per millisecond, since every log line asks for it. */
export function isoText(moment: Date): string {
  const ms = moment.getTime();
  if (ms !== lastMs) {
    lastText = moment.toISOString();
    lastMs = ms;
  }
  return lastText;
}
