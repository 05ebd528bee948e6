import { format } from "node:util";
import { log } from "@/lib/platform/log";

const MAX_LENGTH = 1_000;

const textOf = (printed: readonly unknown[]): string =>
  format(...printed.map((part) => (part instanceof Error ? part.message : part))).slice(0, MAX_LENGTH);

/**
 * Turns libraries' console output into log lines. Next warns of refused requests there, such as an earlier release's
 * action.
 */
export function logConsole(): void {
  console.warn = (...printed) => log.info({ printed: textOf(printed) }, "a library warned");
  console.error = (...printed) => log.warn({ printed: textOf(printed) }, "a library reported an error");
}
