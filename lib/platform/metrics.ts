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
  const counter = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers, collect });
  const gauge = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers });
  const histogram = <Label extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    ...labelNames: Label[]
  ) => new Histogram({ name, help, buckets, labelNames, registers });
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
    requests: counter(
      "hub_requests_total",
      "Requests answered, by operation (or kind of page), status and kind of credential.",
      "operation",
      "status",
      "credential",
    ),
    requestSeconds: histogram(
      "hub_request_duration_seconds",
      "Time from the request's headers to the end of the response.",
      SECONDS_OF_ANSWERS,
      "operation",
    ),
    bodiesRefused: counter(
      "hub_bodies_refused_total",
      "Request bodies refused: too_large, too_slow, too_many_bytes (memory limit of the process) or incomplete.",
      "reason",
    ),
    statementSeconds: histogram(
      "hub_database_statement_duration_seconds",
      "Duration of database statements, without event-loop delay.",
      SECONDS_OF_ANSWERS,
    ),
    poolConnections: gauge(
      "hub_database_pool_connections",
      "Connections to the database server, used or idle.",
      "state",
    ),
    poolWaiting: gauge(
      "hub_database_pool_waiting",
      "Statements and transactions waiting for a connection. NaN with the embedded database.",
    ),
    notifyListening: gauge(
      "hub_notify_listening",
      "1 while this process listens for NOTIFY from others, 0 while it should but doesn't. NaN with the embedded database or a pooler.",
    ),
    deliveriesPending: gauge(
      "hub_deliveries_pending",
      "Webhook deliveries waiting, due or not; at most 100000 are counted.",
    ),
    deliveriesDue: gauge("hub_deliveries_due", "Webhook deliveries due, including paused ones."),
    deliveriesHeld: gauge(
      "hub_deliveries_held",
      "Webhook deliveries due but paused, by reason: no signing secret, no key that decrypts it, or a disabled tool.",
      "reason",
    ),
    oldestDueSeconds: gauge(
      "hub_deliveries_oldest_due_seconds",
      "Age of the oldest due delivery that is neither paused nor to a failing or slow receiver.",
    ),
    deliveryAttempts: counter("hub_delivery_attempts_total", "Attempts to deliver a webhook, by result.", "result"),
    deliverySeconds: histogram(
      "hub_delivery_attempt_duration_seconds",
      "Duration of delivery attempts.",
      SECONDS_OF_ANSWERS,
    ),
    deliveriesDead: counter(
      "hub_deliveries_dead_total",
      "Webhook deliveries given up after their last attempt. Tests are not counted.",
    ),
    mailAttempts: counter(
      "hub_mail_attempts_total",
      "Attempts to send a mail: sent, failed (tried again later) or dead (refused for good).",
      "result",
    ),
    tickSeconds: histogram("hub_tick_duration_seconds", "Duration of ticks.", SECONDS_OF_WORK, "tick"),
    tickFailures: counter("hub_tick_failures_total", "Ticks that failed.", "tick"),
    tickStalestSeconds: gauge(
      "hub_tick_stalest_seconds",
      "Time since the end of the tick that ended longest ago. NaN if a cron job runs the ticks.",
    ),
    limiterDecisions: counter(
      "hub_limiter_decisions_total",
      "Rate limiter decisions, by kind of limit.",
      "kind",
      "decision",
    ),
    limiterFallback: gauge("hub_limiter_fallback", "1 while this process counts alone because Redis is unreachable."),
    requestsNotLogged: counter(
      "hub_request_log_dropped_total",
      "API calls missing from the request log: sampled out, dropped as its queue was full, or lost as a write failed.",
      "reason",
    ),
    jobs: gauge("hub_jobs", "Jobs running or waiting."),
    ready: gauge("hub_ready", "1 for each readiness check that passes, 0 for each that fails.", "check"),
    diskFreeBytes: gauge(
      "hub_disk_free_bytes",
      "Free disk space for the embedded database and files. NaN if the disk holds neither.",
    ),
    buildInfo: gauge("hub_build_info", "Always 1; labels say what runs.", "version", "node", "database"),
  };
}

export type Metrics = ReturnType<typeof declare>;

/** On `globalThis`: Next's pages and the server each load this module. */
const holder = globalThis as typeof globalThis & { hubMetrics?: Metrics };

export function metrics(): Metrics {
  holder.hubMetrics ??= declare();
  return holder.hubMetrics;
}
