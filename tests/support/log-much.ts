import { once } from "node:events";
import { log } from "@/lib/platform/log";

/** Logs more than a pipe can hold, then prints the line count. */
log.level = "info";
const LINES = 20_000;
const TEXT = "x".repeat(200);

for (let line = 0; line < LINES; line += 1) {
  log.info({ line, text: TEXT }, "a line");
  if (line % 100 === 0) await new Promise((later) => setImmediate(later));
}
process.stdout.write(`${JSON.stringify({ lines: LINES })}\n`);
// Exit only after the reader has everything.
await once(process.stdin.resume(), "end");
process.exit(0);
