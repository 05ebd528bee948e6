import { format } from "node:util";
import { log } from "@/lib/platform/log";

const MAX_LENGTH = 1_000;

const textOf = (printed: readonly unknown[]): string =>
  format(...printed.map((part) => (part instanceof Error ? part.message : part))).slice(0, MAX_LENGTH);

/** Makes each print of a library one line of the log. Next warns of requests that it refuses, such as an action of an older release. */
export function logConsole(): void {
  console.warn = (...printed) => log.info({ printed: textOf(printed) }, "a library warned");
  console.error = (...printed) => log.warn({ printed: textOf(printed) }, "a library reported an error");
}
