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
      help: "Requests that were answered, by operation of the contract (or what kind of thing was asked for), status and kind of credential.",
      labelNames: ["operation", "status", "credential"],
      registers,
      collect,
    }),
    requestSeconds: new Histogram({
      name: "hub_request_duration_seconds",
      help: "From the request's head to the end of its answer.",
      labelNames: ["operation"],
      buckets: SECONDS_OF_ANSWERS,
      registers,
    }),
    bodiesRefused: new Counter({
      name: "hub_bodies_refused_total",
      help: "Request bodies refused while they came: too_large, too_slow, too_many_bytes (the process keeps as many as it may) or incomplete.",
      labelNames: ["reason"],
      registers,
    }),
    statementSeconds: new Histogram({
      name: "hub_database_statement_duration_seconds",
      help: "From a statement's sending to its answer, without the time in which the process was too busy to read it.",
      buckets: SECONDS_OF_ANSWERS,
      registers,
    }),
    poolConnections: new Gauge({
      name: "hub_database_pool_connections",
      help: "Connections to the database server, by whether they are in use.",
      labelNames: ["state"],
      registers,
    }),
    poolWaiting: new Gauge({
      name: "hub_database_pool_waiting",
      help: "Statements and transactions that wait for a connection. NaN with the embedded database.",
      registers,
    }),
    notifyListening: new Gauge({
      name: "hub_notify_listening",
      help: "1 while this process listens for the NOTIFY of others on its database, 0 while it should and does not. NaN with the embedded database or behind a pooler.",
      registers,
    }),
    deliveriesPending: new Gauge({
      name: "hub_deliveries_pending",
      help: "Webhook deliveries that wait, for their time or their turn; at most 100000 are counted.",
      registers,
    }),
    deliveriesDue: new Gauge({
      name: "hub_deliveries_due",
      help: "Webhook deliveries due, including held ones.",
      registers,
    }),
    deliveriesHeld: new Gauge({
      name: "hub_deliveries_held",
      help: "Webhook deliveries due that the hub does not send, by why: the tool has no signing secret, no key opens it, or the tool is disabled.",
      labelNames: ["reason"],
      registers,
    }),
    oldestDueSeconds: new Gauge({
      name: "hub_deliveries_oldest_due_seconds",
      help: "How long the oldest due delivery has waited whose receiver takes deliveries and which nobody holds.",
      registers,
    }),
    deliveryAttempts: new Counter({
      name: "hub_delivery_attempts_total",
      help: "Attempts to deliver a webhook, by what came of them.",
      labelNames: ["result"],
      registers,
    }),
    deliverySeconds: new Histogram({
      name: "hub_delivery_attempt_duration_seconds",
      help: "How long an attempt to deliver a webhook took.",
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
      help: "How long each of the ticks took.",
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
      help: "Time since the end of the tick that ended longest ago. NaN where a cron ticks.",
      registers,
    }),
    limiterDecisions: new Counter({
      name: "hub_limiter_decisions_total",
      help: "What the limiter decided, by kind of limit.",
      labelNames: ["kind", "decision"],
      registers,
      collect,
    }),
    limiterFallback: new Gauge({
      name: "hub_limiter_fallback",
      help: "1 while this process counts for itself, since the shared store does not answer.",
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
      help: "Files that are being checked or wait for it.",
      registers,
    }),
    ready: new Gauge({
      name: "hub_ready",
      help: "1 for each check of readiness that passes, 0 for each that does not.",
      labelNames: ["check"],
      registers,
    }),
    diskFreeBytes: new Gauge({
      name: "hub_disk_free_bytes",
      help: "Room where the embedded database or files lie. NaN where none do.",
      registers,
    }),
    buildInfo: new Gauge({
      name: "hub_build_info",
      help: "Always 1; says what runs.",
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
