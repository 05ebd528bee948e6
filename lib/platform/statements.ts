import { createHash } from "node:crypto";
import { stalledMs } from "./event-loop";
import { log } from "./log";
import { metrics } from "./metrics";
import { inSpan, tracing } from "./tracing";

const SLOW_MS = 200;
const LONGEST_TEXT = 400;

const TABLE = /\b(?:from|into|update|join)\s+"?([a-z_]+)"?/i;
const VERB = /^\s*\(?\s*([a-z]+)/i;

const verbAndTable = (text: string): string =>
  [VERB.exec(text)?.[1]?.toLowerCase() ?? "statement", TABLE.exec(text)?.[1]].filter(Boolean).join(" ");

const statementName = (text: string): string =>
  `${verbAndTable(text)} ${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;

/** Without event-loop delay, which isn't the database's time. */
const unstalledMs = (): number => performance.now() - stalledMs();

function ended(text: string, startedMs: number): void {
  const ms = unstalledMs() - startedMs;
  metrics().statementSeconds.observe(ms / 1000);
  if (ms < SLOW_MS) return;
  const statement = text.replace(/\s+/g, " ").slice(0, LONGEST_TEXT);
  log.info({ name: statementName(text), durationMs: Math.round(ms), statement }, "slow statement");
}

async function measured<Result>(text: string, run: () => Promise<Result>): Promise<Result> {
  const startedMs = unstalledMs();
  try {
    return await run();
  } finally {
    ended(text, startedMs);
  }
}

/** Runs a statement with metrics and a trace, which never contain its values. */
export function inStatement<Result>(text: string, run: () => Promise<Result>): Promise<Result> {
  if (!tracing()) return measured(text, run);
  const attributes = { "db.system.name": "postgresql", "db.query.text": text };
  return inSpan({ name: verbAndTable(text), kind: "client", attributes }, () => measured(text, run));
}
