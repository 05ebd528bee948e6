export interface RequestLogging {
  /** Share of successful requests, 0 to 1. Failed ones are always logged. */
  sample: number;
}

/** Probes would fill the log; readiness problems are logged separately. */
const UNTOLD = new Set(["probe"]);

/** On `globalThis`: Next's pages and the server each load this module. */
const holder = globalThis as typeof globalThis & { hubRequestLogging?: RequestLogging };

export function setRequestLogging(logging: RequestLogging): void {
  holder.hubRequestLogging = logging;
}

export const requestLogging = () => ({
  takes(operation: string, failed: boolean): boolean {
    const sample = holder.hubRequestLogging?.sample ?? 1;
    return !UNTOLD.has(operation) && (failed || sample >= 1 || Math.random() < sample);
  },
});
