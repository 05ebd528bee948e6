import { Counter, Gauge, Histogram, Registry } from "prom-client";

const SECONDS_OF_ANSWERS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SECONDS_OF_WORK = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60];

export interface Tally {
  inc(by?: number): void;
}

/** Labels are names from the code, never paths, slugs or ids. */
function declare() {
  const registers = [new Registry()];
  const untold: (() => void)[] = [];
  const collect = () => {
    for (const tell of untold) tell();
  };
  return {
    registry: registers[0] as Registry,
    /** For every request: counts in a plain number, because `inc` looks up the labels each time. */
    tally<Label extends string>(counter: Counter<Label>, labels: Record<Label, string>): Tally {
      const child = counter.labels(labels);
      let count = 0;
      untold.push(() => {
        child.inc(count);
        count = 0;
      });
      return {
        inc(by = 1) {
          count += by;
        },
      };
    },
    requests: new Counter({
      name: "hub_requests_total",
      help: "Requests answered, by operation (or kind of page), status and kind of credential.",
      labelNames: ["operation", "status", "credential"],
      registers,
      collect,
    }),
    requestSeconds: new Histogram({
      name: "hub_request_duration_seconds",
      help: "Time from the request's headers to the end of the response.",
      labelNames: ["operation"],
      buckets: SECONDS_OF_ANSWERS,
      registers,
    }),
    bodiesRefused: new Counter({
      name: "hub_bodies_refused_total",
      help: "Request bodies refused: too_large, too_slow, too_many_bytes (memory limit of the process) or incomplete.",
      labelNames: ["reason"],
      registers,
    }),
    statementSeconds: new Histogram({
      name: "hub_database_statement_duration_seconds",
      help: "Duration of database statements, without event-loop delay.",
      buckets: SECONDS_OF_ANSWERS,
      registers,
    }),
    poolConnections: new Gauge({
      name: "hub_database_pool_connections",
      help: "Connections to the database server, used or idle.",
      labelNames: ["state"],
      registers,
    }),
    poolWaiting: new Gauge({
      name: "hub_database_pool_waiting",
      help: "Statements and transactions waiting for a connection. NaN with the embedded database.",
      registers,
    }),
    notifyListening: new Gauge({
      name: "hub_notify_listening",
      help: "1 while this process listens for NOTIFY from others, 0 while it should but doesn't. NaN with the embedded database or a pooler.",
      registers,
    }),
    deliveriesPending: new Gauge({
      name: "hub_deliveries_pending",
      help: "Webhook deliveries waiting, due or not; at most 100000 are counted.",
      registers,
    }),
    deliveriesDue: new Gauge({
      name: "hub_deliveries_due",
      help: "Webhook deliveries due, including paused ones.",
      registers,
    }),
    deliveriesHeld: new Gauge({
      name: "hub_deliveries_held",
      help: "Webhook deliveries due but paused, by reason: no signing secret, no key that decrypts it, or a disabled tool.",
      labelNames: ["reason"],
      registers,
    }),
    oldestDueSeconds: new Gauge({
      name: "hub_deliveries_oldest_due_seconds",
      help: "Age of the oldest due delivery that is neither paused nor to a failing or slow receiver.",
      registers,
    }),
    deliveryAttempts: new Counter({
      name: "hub_delivery_attempts_total",
      help: "Attempts to deliver a webhook, by result.",
      labelNames: ["result"],
      registers,
    }),
    deliverySeconds: new Histogram({
      name: "hub_delivery_attempt_duration_seconds",
      help: "Duration of delivery attempts.",
      buckets: SECONDS_OF_ANSWERS,
      registers,
    }),
    deliveriesDead: new Counter({
      name: "hub_deliveries_dead_total",
      help: "Webhook deliveries given up after their last attempt. Tests are not counted.",
      registers,
    }),
    mailAttempts: new Counter({
      name: "hub_mail_attempts_total",
      help: "Attempts to send a mail: sent, failed (tried again later) or dead (refused for good).",
      labelNames: ["result"],
      registers,
    }),
    tickSeconds: new Histogram({
      name: "hub_tick_duration_seconds",
      help: "Duration of ticks.",
      labelNames: ["tick"],
      buckets: SECONDS_OF_WORK,
      registers,
    }),
    tickFailures: new Counter({
      name: "hub_tick_failures_total",
      help: "Ticks that failed.",
      labelNames: ["tick"],
      registers,
    }),
    tickStalestSeconds: new Gauge({
      name: "hub_tick_stalest_seconds",
      help: "Time since the end of the tick that ended longest ago. NaN if a cron job runs the ticks.",
      registers,
    }),
    limiterDecisions: new Counter({
      name: "hub_limiter_decisions_total",
      help: "Rate limiter decisions, by kind of limit.",
      labelNames: ["kind", "decision"],
      registers,
      collect,
    }),
    limiterFallback: new Gauge({
      name: "hub_limiter_fallback",
      help: "1 while this process counts alone because Redis is unreachable.",
      registers,
    }),
    requestsNotLogged: new Counter({
      name: "hub_request_log_dropped_total",
      help: "API calls missing from the request log: sampled out, dropped as its queue was full, or lost as a write failed.",
      labelNames: ["reason"],
      registers,
      collect,
    }),
    jobs: new Gauge({
      name: "hub_jobs",
      help: "Jobs running or waiting.",
      registers,
    }),
    ready: new Gauge({
      name: "hub_ready",
      help: "1 for each readiness check that passes, 0 for each that fails.",
      labelNames: ["check"],
      registers,
    }),
    diskFreeBytes: new Gauge({
      name: "hub_disk_free_bytes",
      help: "Free disk space for the embedded database and files. NaN if the disk holds neither.",
      registers,
    }),
    buildInfo: new Gauge({
      name: "hub_build_info",
      help: "Always 1; labels say what runs.",
      labelNames: ["version", "node", "database"],
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof declare>;

/** On `globalThis`: Next's pages and the server each load this module. */
const holder = globalThis as typeof globalThis & { hubMetrics?: Metrics };

export function metrics(): Metrics {
  holder.hubMetrics ??= declare();
  return holder.hubMetrics;
}
