import { once } from "node:events";
import { log } from "@/lib/kernel/log";

/** Writes more than any pipe holds, and tells on standard output how long that took and how late the event loop was meanwhile. */
log.level = "info";
const LINES = 20_000;
const TEXT = "x".repeat(200);

let latestMs = 0;
let lastMs = performance.now();
const timer = setInterval(() => {
  latestMs = Math.max(latestMs, performance.now() - lastMs);
  lastMs = performance.now();
}, 5);

const startedMs = performance.now();
for (let line = 0; line < LINES; line += 1) {
  log.info({ line, text: TEXT }, "a line");
  if (line % 100 === 0) await new Promise((later) => setImmediate(later));
}
await new Promise((later) => setTimeout(later, 100));
clearInterval(timer);
process.stdout.write(
  `${JSON.stringify({ lines: LINES, tookMs: Math.round(performance.now() - startedMs), latestMs: Math.round(latestMs) })}\n`,
);
// Until whoever reads has had it all.
await once(process.stdin.resume(), "end");
process.exit(0);
